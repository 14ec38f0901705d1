import { Inject, Injectable } from '@nestjs/common';
import { Bulkhead, type Work } from '../concurrency/bulkhead.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** Connections that are left to short statements: look-ups of tokens and records, and cancellations. */
const reserved = 2;

/** As long as statements wait for a connection. The number is bounded by MAX_IN_FLIGHT, so it needs no limit here. */
const waitLimits = { maxWaiting: Infinity, newestFirstAfterMs: 500, waitTimeoutMs: 1000 };

/**
 * Queues the pages of lists, which may take long to read. Clients share the connections, and leave some to all other
 * statements.
 */
@Injectable()
export class FairReads {
  private readonly bulkhead: Bulkhead;

  constructor(@Inject(ENVIRONMENT) { DATABASE_POOL_SIZE: poolSize }: Pick<Environment, 'DATABASE_POOL_SIZE'>) {
    // Not more with read replicas: if they fail or lag, all reads use the pool of the primary.
    const capacity = poolSize - reserved;
    this.bulkhead = new Bulkhead({ ...waitLimits, capacity, shareCapacity: Math.ceil(capacity / 2) });
  }

  /** How many reads run and wait. */
  get state(): { running: number; waiting: number } {
    const { running, waiting } = this.bulkhead.state;
    return { running, waiting };
  }

  /** @throws BulkheadFullError after waiting for a second; the reason of the signal once it is aborted */
  run<T>(read: () => Promise<T>, work: Pick<Work, 'share' | 'signal'>): Promise<T> {
    return this.bulkhead.run(read, work);
  }
}
