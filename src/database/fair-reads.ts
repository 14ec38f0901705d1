import { Inject, Injectable } from '@nestjs/common';
import { FairSemaphore } from '../concurrency/fair-semaphore.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** Connections that are left to short statements: look-ups of tokens and records, and cancellations. */
const reserved = 2;

/** As long as statements wait for a connection. The number is bounded by MAX_IN_FLIGHT, so it needs no limit here. */
const queue = { maxWaiting: Infinity, newestFirstAfterMs: 500, waitTimeoutMs: 1000 };

/**
 * Queues the pages of lists, which may take long to read. Clients share the connections, and leave some to all other
 * statements. A read fails with `SemaphoreFullError` after waiting for a second.
 */
@Injectable()
export class FairReads extends FairSemaphore {
  constructor(@Inject(ENVIRONMENT) { DATABASE_POOL_SIZE: poolSize }: Pick<Environment, 'DATABASE_POOL_SIZE'>) {
    // Not more with read replicas: if they fail or lag, all reads use the pool of the primary.
    const capacity = poolSize - reserved;
    super({ capacity, clientCapacity: Math.ceil(capacity / 2), queue });
  }
}
