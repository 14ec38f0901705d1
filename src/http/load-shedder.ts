import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { ConcurrencyLimiter } from '../concurrency/concurrency-limiter.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { SamplingWindow } from './sampling-window.js';
import { sendProblem } from './problem-writer.js';
import { ProblemError } from './problems.js';
import { handedOver } from './limited-server.js';
import { type NodeMiddleware } from './request-context.js';

const headers = { 'Retry-After': '1' };

const overloaded = new ProblemError('overloaded', 'The service is at capacity. Retry after 1 second.', { headers });

const tooManyRequests = new ProblemError(
  'too_many_requests',
  'This client has too many requests in progress. Retry after 1 second, with fewer at the same time.',
  { headers },
);

/** Milliseconds for which a burst may exceed the sustained limit. */
const burstMs = 3000;

/** Owners of requests whose client is not known: they share out slots like a client. Clients have no space in their names. */
const unknownOwners = { oauth: 'OAuth endpoints', token: 'unknown token', none: 'no token' };

/** The client of a request, undefined if it has no token or the token was not seen before. */
type ClientOf = (request: IncomingMessage) => string | undefined;

/** Sheds load: rejects requests if too many are in flight, before a controller works on them (docs/adr/0070). */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly logger = new Logger(LoadShedder.name);
  private readonly limiter: ConcurrencyLimiter;
  private readonly limitedClients = new SamplingWindow<{ clientId?: string }>(
    { perKind: 1, windowMs: 60_000 },
    {},
    (client, omitted) => {
      this.logger.warn({ ...client, msg: 'Repeated: A client has too many requests in progress', omitted });
    },
  );
  /** How many requests have been shed since the start. */
  shedCount = 0;
  /** How many requests were rejected since the start because their client has too many in progress. */
  limitedCount = 0;

  constructor(@Inject(ENVIRONMENT) { MAX_IN_FLIGHT: burst }: Pick<Environment, 'MAX_IN_FLIGHT'>) {
    this.limiter = new ConcurrencyLimiter({ burst, sustained: Math.ceil(burst / 2), burstMs });
  }

  onApplicationShutdown(): void {
    this.limitedClients.end();
  }

  /** @param isExempt whether a path is never shed here: probes, and endpoints that `shedInExpress` sees later */
  shedExcept(isExempt: (path: string) => boolean, clientOf: ClientOf): NodeMiddleware {
    return (request, response, next) => {
      const rejection = isExempt(request.context.path) ? undefined : this.enter(request, response, clientOf);
      if (!rejection) {
        next();
        return;
      }
      request.context.isShed = true;
      sendProblem(request, response, rejection);
    };
  }

  /** For the OAuth endpoints: the problem filter sends the response, after an earlier stage has set its format. */
  readonly shedInExpress = (_request: Request, response: Response, next: NextFunction): void => {
    next(this.acquire(response, unknownOwners.oauth));
  };

  private enter(request: IncomingMessage, response: ServerResponse, clientOf: ClientOf): ProblemError | undefined {
    const unknown = request.headers.authorization === undefined ? unknownOwners.none : unknownOwners.token;
    return this.acquire(response, unknown, clientOf(request));
  }

  /**
   * Takes a slot until the response is handed over: a slow reader does not hold it.
   *
   * @param unknown whose request it is if its client is not known
   * @returns why there is no slot
   */
  private acquire(response: ServerResponse, unknown: string, clientId?: string): ProblemError | undefined {
    const slot = this.limiter.acquire(clientId ?? unknown);
    if (typeof slot === 'function') {
      response.once(handedOver, slot).once('close', slot);
      return undefined;
    }
    if (clientId === undefined || slot === 'full') {
      this.shedCount += 1;
      return overloaded;
    }
    this.limitedCount += 1;
    if (this.limitedClients.admits(clientId, { clientId }))
      this.logger.warn({ clientId, msg: 'A client has too many requests in progress' });
    return tooManyRequests;
  }
}
