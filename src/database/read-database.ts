import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { FairSemaphore } from '../concurrency/fair-semaphore.js';
import { poolOf } from './connect.js';
import { runNamed, type RunStatement, runUnnamed } from './statements.js';

/** Runs the frequent statements of requests, which are reads and the counts of quotas, as named statements. Their texts are constant. */
@Injectable()
export class ReadDatabase {
  private readonly run: RunStatement;

  constructor(
    private readonly database: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_NAMED_STATEMENTS'>,
  ) {
    this.run = environment.DATABASE_NAMED_STATEMENTS ? runNamed : runUnnamed;
  }

  /**
   * Has the signature of TypeORM's `EntityManager.query`, so that a reader of rows takes either.
   *
   * @param signal cancels the statement
   * @returns the rows
   * @throws the reason of `signal` once it is aborted
   */
  query<Rows>(text: string, values: unknown[] = [], signal?: AbortSignal): Promise<Rows> {
    return this.run<Rows>(poolOf(this.database), { text, values }, signal);
  }
}

/** Connections that are left to short statements: look-ups of tokens and records, counts of quotas, and cancellations. */
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
    const capacity = poolSize - reserved;
    super({ capacity, clientCapacity: Math.ceil(capacity / 2), queue });
  }
}
