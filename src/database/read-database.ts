import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { addressOf, poolOf, serviceConnection } from './connect.js';
import { runNamed, type RunStatement, runUnnamed } from './named-statements.js';

/** How long a replica is not used after a statement on it failed. */
const avoidMs = 5000;

interface Replica {
  url: string;
  pool: Pool;
  avoidedUntil: number;
}

/** Runs the frequent read-only statements of requests as named statements. Their texts are constant. */
@Injectable()
export class ReadDatabase implements OnApplicationShutdown {
  private readonly logger = new Logger(ReadDatabase.name);
  private readonly replicas: Replica[];
  private readonly run: RunStatement;
  private turn = 0;

  constructor(
    private readonly primary: DataSource,
    @Inject(ENVIRONMENT)
    environment: Pick<Environment, 'DATABASE_REPLICA_URLS' | 'DATABASE_POOL_SIZE' | 'DATABASE_NAMED_STATEMENTS'>,
  ) {
    this.run = environment.DATABASE_NAMED_STATEMENTS ? runNamed : runUnnamed;
    this.replicas = environment.DATABASE_REPLICA_URLS.map((url) => {
      const pool = new Pool({ connectionString: url, max: environment.DATABASE_POOL_SIZE, ...serviceConnection });
      // An idle connection broke. The next statement opens another one, or fails and is run elsewhere.
      pool.on('error', () => undefined);
      return { url, pool, avoidedUntil: 0 };
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  /**
   * Runs a statement on the replicas of DATABASE_REPLICA_URLS, in turn. Uses the primary if there is no replica, or if
   * every replica fails. A replica lags behind the primary. Has the signature of TypeORM's `EntityManager.query`, so that a
   * reader of rows takes either.
   *
   * @param text only reads: it runs a second time, on another database, if it fails
   * @param signal cancels the statement
   * @returns the rows
   * @throws the reason of `signal` once it is aborted
   */
  async query<Rows>(text: string, values: unknown[] = [], signal?: AbortSignal): Promise<Rows> {
    this.turn += 1;
    for (const index of this.replicas.keys()) {
      const replica = this.replicas[(this.turn + index) % this.replicas.length];
      if (replica === undefined || replica.avoidedUntil > Date.now()) continue;
      try {
        return await this.run<Rows>(replica.pool, { text, values }, signal);
      } catch (error) {
        if (signal?.aborted) throw error;
        // If the statement itself is wrong, the primary rejects it too.
        replica.avoidedUntil = Date.now() + avoidMs;
        this.logger.warn({ msg: `Read replica ${addressOf(replica)} failed; not used for ${avoidMs} ms`, err: error });
      }
    }
    return this.run<Rows>(poolOf(this.primary), { text, values }, signal);
  }

  /** Runs a statement on the primary, for what must not lag: tokens, clients, passwords, places for the search index. */
  queryPrimary<Rows>(text: string, values: unknown[] = []): Promise<Rows> {
    return this.run<Rows>(poolOf(this.primary), { text, values });
  }
}
