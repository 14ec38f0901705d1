import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { InjectBackground } from '../database/data-source.js';
import { RecurringJob } from '../database/recurring-job.js';

/** Tables with a column `expires`. A table comes after those that refer to it. */
const tables = [
  ...['attempts', 'known_sources', 'sessions', 'access_tokens', 'refresh_tokens', 'token_families'],
  ...['audit_log', 'import_runs'],
];

type Settings = Pick<Environment, 'REFRESH_TOKEN_MAX_AGE' | 'REFRESH_TOKEN_REUSE_INTERVAL'>;

/** Small, so that other statements do not wait long for a lock. */
const batchSize = 500;
const maxBatches = 200;

/**
 * Deletes attempts, known sources, sessions, tokens, audit entries and runs of imports that expired more than an hour ago, ended windows of
 * quotas, and salts of used refresh tokens, at most 100,000 rows of a table in an interval. Each interval, one replica runs it.
 */
@Injectable()
export class Cleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RecurringJob<number>;
  private stopped = false;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Settings,
    @Optional() intervalSeconds = 300,
  ) {
    this.job = new RecurringJob(database, { name: 'cleanup', intervalSeconds, compute: () => this.cleanAll() });
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.job.stop();
  }

  /** @returns the number of deleted rows; undefined if another replica runs in this interval */
  run(): Promise<number | undefined> {
    return this.job.run();
  }

  private async cleanAll(): Promise<number> {
    let deleted = 0;
    for (const table of tables) deleted += await this.clean(table, "expires < now() - interval '1 hour'");
    // Families that began while REFRESH_TOKEN_MAX_AGE was longer, or was not set.
    const tooOld = "created < now() - interval '1 hour' - $1 * interval '1 second'";
    deleted += await this.clean('token_families', tooOld, [this.environment.REFRESH_TOKEN_MAX_AGE]);
    deleted += await this.clean('quotas', 'expire < 1000 * extract(epoch FROM now())');
    // Last, so that a failure leaves no expired rows.
    await this.clearSuccessorSalts();
    return deleted;
  }

  /** Deletes the salts of refresh tokens that may not be repeated any more. */
  private async clearSuccessorSalts(): Promise<void> {
    const tooLate = "successor_salt IS NOT NULL AND spent <= now() - $1 * interval '1 second'";
    const parameters = [this.environment.REFRESH_TOKEN_REUSE_INTERVAL];
    await this.inBatches('UPDATE refresh_tokens SET successor_salt = NULL', 'refresh_tokens', tooLate, parameters);
  }

  private clean(table: string, condition: string, parameters: unknown[] = []): Promise<number> {
    return this.inBatches(`DELETE FROM ${table}`, table, condition, parameters);
  }

  /**
   * Runs a statement for the rows of a table that meet a condition, except those that are locked.
   *
   * @param statement without its WHERE. Afterwards, its rows no longer meet the condition
   * @returns the number of rows
   */
  private async inBatches(statement: string, table: string, condition: string, parameters: unknown[]): Promise<number> {
    let rows = 0;
    for (let count = batchSize, batch = 0; count === batchSize && batch < maxBatches && !this.stopped; batch += 1) {
      [, count] = await this.database.query<[unknown[], number]>(
        `${statement} WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
         ))`,
        parameters,
      );
      rows += count;
    }
    return rows;
  }
}
