import { type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { ConcurrencyLimiter } from '../../concurrency/concurrency-limiter.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { sendProblem } from '../problems/problem-writer.js';
import { ProblemError } from '../problems/problems.js';
import { handedOver } from '../server/limited-server.js';
import { type NodeMiddleware } from './node-middleware.js';

const overloaded = new ProblemError('overloaded', 'The service is at capacity. Retry after 1 second.', {
  headers: { 'Retry-After': '1' },
});

/** Milliseconds for which a burst may exceed the sustained limit. */
const burstMs = 3000;

/** Sheds load: rejects requests with 503 if too many are in flight, before a controller works on them (docs/adr/0070). */
@Injectable()
export class LoadShedder {
  private readonly limiter: ConcurrencyLimiter;

  constructor(@Inject(ENVIRONMENT) { MAX_IN_FLIGHT: burst }: Pick<Environment, 'MAX_IN_FLIGHT'>) {
    this.limiter = new ConcurrencyLimiter({ burst, sustained: Math.ceil(burst / 2), burstMs });
  }

  /** How many requests have been shed since the start. */
  get shedCount(): number {
    return this.limiter.state.rejected;
  }

  /** @param isExempt whether a path is never shed here: probes, and endpoints that `shedInExpress` sees later */
  shedExcept(isExempt: (path: string) => boolean): NodeMiddleware {
    return (request, response, next) => {
      if (isExempt(request.context.path) || this.acquire(response)) {
        next();
        return;
      }
      request.context.isShed = true;
      sendProblem(request, response, overloaded);
    };
  }

  /** For the OAuth endpoints: the problem filter sends the response, after an earlier stage has set its format. */
  readonly shedInExpress = (request: Request, response: Response, next: NextFunction): void => {
    next(this.acquire(response) ? undefined : overloaded);
  };

  /** Takes a slot until the response is handed over: a slow reader does not hold it. */
  private acquire(response: ServerResponse): boolean {
    const release = this.limiter.acquire();
    if (release) response.once(handedOver, release).once('close', release);
    return release !== undefined;
  }
}
