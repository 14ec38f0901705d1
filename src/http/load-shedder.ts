import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { SamplingWindow } from './error-log.js';
import { sendProblem } from './problem-writer.js';
import { ProblemError } from './problems.js';
import { responseWritten } from './limited-server.js';
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

/** Requests without a known client share one of these owners. The names have a space, so no client has such a name. */
const unknownOwners = { oauth: 'OAuth endpoints', token: 'unknown token', none: 'no token' };

/** The client of a request, undefined if it has no token or the token was not seen before. */
type ClientOf = (request: IncomingMessage) => string | undefined;

/** Sheds load: rejects requests if too many are in flight, before a controller works on them (docs/adr/0070). */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly logger = new Logger(LoadShedder.name);
  private readonly limiter: BurstLimiter;
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
    this.limiter = new BurstLimiter({ burst, sustained: Math.ceil(burst / 2), burstMs });
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
    const owner = request.headers.authorization === undefined ? unknownOwners.none : unknownOwners.token;
    return this.acquire(response, owner, clientOf(request));
  }

  /**
   * Takes a slot until the response is written: a slow reader does not hold it.
   *
   * @param unknownOwner whose request it is if its client is not known
   * @returns why there is no slot
   */
  private acquire(response: ServerResponse, unknownOwner: string, clientId?: string): ProblemError | undefined {
    const slot = this.limiter.acquire(clientId ?? unknownOwner);
    if (typeof slot === 'function') {
      response.once(responseWritten, slot).once('close', slot);
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

interface BurstLimits {
  /** Requests in flight during a burst. */
  burst: number;
  /** Requests in flight once the overload lasts. Lower, because a long queue only adds latency. */
  sustained: number;
  /** How long `sustained` must be exceeded before it applies, in milliseconds. */
  burstMs: number;
}

/** Both are parts of the slots. */
const reserve = {
  /** Left to small owners. */
  share: 0.2,
  /** An owner with fewer requests in flight is small. */
  maxShareOfSmallOwner: 0.1,
};

/** Why there is no slot: all are taken, or the rest is reserved for owners with fewer requests in flight. */
type Rejection = 'full' | 'reserved';

/**
 * Limits requests in flight. Rejects at once instead of queueing.
 *
 * A burst may use `burst` slots. If `sustained` is exceeded for `burstMs`, `sustained` is the limit until half of its slots
 * are free. A fifth of the slots is reserved for small owners, so that one owner cannot take all.
 */
export class BurstLimiter {
  /** Requests in flight. */
  count = 0;
  /** The same by owner. */
  private readonly countOf = new Map<string, number>();
  /** Slots that small owners got although the limit was reached. */
  private aboveLimit = 0;
  /** When the limiter was last below its threshold, by `performance.now()`. */
  private belowThresholdAt = performance.now();
  private isOverloaded = false;

  constructor(private readonly limits: BurstLimits) {}

  /**
   * @param owner whose request it is
   * @returns a function that releases the slot, or why there is none
   */
  acquire(owner: string): (() => void) | Rejection {
    this.updateOverloaded();
    const limit = this.isOverloaded ? this.limits.sustained : this.limits.burst;
    const reserved = Math.floor(reserve.share * limit);
    const isLarge = (this.countOf.get(owner) ?? 0) >= Math.max(1, reserve.maxShareOfSmallOwner * limit);
    if (reserved > 0 && this.count >= limit - reserved && isLarge) return 'reserved';
    const isAboveLimit = this.count >= limit;
    if (this.count >= this.limits.burst || (isAboveLimit && this.aboveLimit >= reserved)) return 'full';
    this.track(owner, 1, isAboveLimit);
    let isReleased = false;
    return () => {
      if (!isReleased) this.track(owner, -1, isAboveLimit);
      isReleased = true;
    };
  }

  private track(owner: string, change: 1 | -1, isAboveLimit: boolean): void {
    this.count += change;
    if (isAboveLimit) this.aboveLimit += change;
    const own = (this.countOf.get(owner) ?? 0) + change;
    if (own > 0) this.countOf.set(owner, own);
    else this.countOf.delete(owner);
  }

  private updateOverloaded(): void {
    const { sustained, burstMs } = this.limits;
    const now = performance.now();
    // During an overload one free slot is no sign of its end: the threshold is lower then.
    const threshold = this.isOverloaded ? sustained / 2 : sustained;
    if (this.count < threshold) this.belowThresholdAt = now;
    this.isOverloaded = now - this.belowThresholdAt >= burstMs;
  }
}
