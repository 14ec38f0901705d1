import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { ConcurrencyLimiter } from '../../concurrency/concurrency-limiter.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { sendProblem } from '../problems/problem-writer.js';
import { ProblemError } from '../problems/problems.js';
import { handedOver } from '../server/limited-server.js';
import { type NodeMiddleware } from './node-middleware.js';
import { type RequestContext } from './request-context.js';

const headers = { 'Retry-After': '1' };

const overloaded = new ProblemError('overloaded', 'The service is at capacity. Retry after 1 second.', { headers });

const tooManyRequests = new ProblemError(
  'too_many_requests',
  'This client has too many requests in progress. Retry after 1 second, with fewer at the same time.',
  { headers },
);

/** Milliseconds for which a burst may exceed the sustained limit. */
const burstMs = 3000;

/**
 * A fifth of the slots is reserved for small clients, those with less than a tenth of the slots: one client cannot fill the
 * service.
 */
const reservedShare = 0.2;
const smallShare = 0.1;

/** The client of a request, undefined while it is not known. */
type ClientOf = (request: IncomingMessage) => string | undefined;

/** Sheds load: rejects requests if too many are in flight, before a controller works on them (docs/adr/0070). */
@Injectable()
export class LoadShedder {
  private readonly limiter: ConcurrencyLimiter;
  private readonly inFlight = new Set<RequestContext>();
  /** How many requests were rejected since the start because their client has too many in flight. */
  limitedCount = 0;

  constructor(@Inject(ENVIRONMENT) { MAX_IN_FLIGHT: burst }: Pick<Environment, 'MAX_IN_FLIGHT'>) {
    this.limiter = new ConcurrencyLimiter({ burst, sustained: Math.ceil(burst / 2), burstMs });
  }

  /** How many requests have been shed since the start. */
  get shedCount(): number {
    return this.limiter.state.rejected;
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
  readonly shedInExpress = (request: Request, response: Response, next: NextFunction): void => {
    next(this.enter(request, response, () => undefined));
  };

  /**
   * Takes a slot until the response is handed over: a slow reader does not hold it.
   *
   * @returns why there is no slot
   */
  private enter(request: IncomingMessage, response: ServerResponse, clientOf: ClientOf): ProblemError | undefined {
    const { limit, state } = this.limiter;
    const reserved = Math.floor(reservedShare * limit);
    const isReserved = reserved > 0 && state.inFlight >= limit - reserved;
    if (isReserved) {
      const client = clientOf(request);
      if (this.inFlightOf(client) >= smallShare * limit) return this.reject(client);
    }
    // Clients that are not small may fill all slots when the limit falls, and still leave the reserve.
    const release = this.limiter.acquire(isReserved && this.inFlightOfSmall(limit) < reserved);
    if (!release) return overloaded;
    this.inFlight.add(request.context);
    const leave = (): void => {
      release();
      this.inFlight.delete(request.context);
    };
    response.once(handedOver, leave).once('close', leave);
    return undefined;
  }

  private reject(client: string | undefined): ProblemError {
    if (client === undefined) {
      this.limiter.reject();
      return overloaded;
    }
    this.limitedCount += 1;
    return tooManyRequests;
  }

  /** Counted only while few slots are left: the client of a request is not known when it arrives. */
  private inFlightOf(client: string | undefined): number {
    let count = 0;
    for (const { clientId } of this.inFlight) if (clientId === client) count += 1;
    return count;
  }

  private inFlightOfSmall(limit: number): number {
    const counts = new Map<string | undefined, number>();
    for (const { clientId } of this.inFlight) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
    return [...counts.values()].filter((count) => count < smallShare * limit).reduce((sum, count) => sum + count, 0);
  }
}
