import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { InjectBackground } from '../database/background.js';
import { reasonOf } from '../error-message.js';

/** Tables whose rows are worth nothing once `expires` is past, those that others belong to last. */
const tables = ['attempts', 'sessions', 'access_tokens', 'refresh_tokens', 'token_families'];

/** Rows that one statement deletes, and statements for one table in one run: nobody waits for long. */
const batch = 500;
const mostBatches = 200;

/** Deletes expired sessions, codes, tokens and counts, a while after they have expired. Runs once among all replicas. */
@Injectable()
export class Cleanup implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Cleanup.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CLEANUP_INTERVAL'>,
  ) {}

  onApplicationBootstrap(): void {
    const run = () => {
      this.running = this.run().catch((error: unknown) => {
        this.logger.warn(`Expired rows stay until the next time: ${reasonOf(error)}`);
      });
    };
    this.timer = setInterval(run, this.environment.CLEANUP_INTERVAL * 1000).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** @returns how many rows are gone; undefined when it was not this replica's turn */
  async run(): Promise<number | undefined> {
    if (!(await this.claim())) return undefined;
    let deleted = 0;
    for (const table of tables) deleted += await this.clean(table);
    return deleted;
  }

  /** Of all replicas that ask within an interval, one gets the run. */
  private async claim(): Promise<boolean> {
    const claimed = await this.database.query<unknown[]>(
      `INSERT INTO job_runs AS run (name, begun) VALUES ('cleanup', now())
       ON CONFLICT (name) DO UPDATE SET begun = now() WHERE run.begun <= now() - $1 * interval '1 second'
       RETURNING name`,
      [this.environment.CLEANUP_INTERVAL],
    );
    return claimed.length === 1;
  }

  private async clean(table: string): Promise<number> {
    let deleted = 0;
    for (let count = batch, times = 0; count === batch && times < mostBatches && !this.stopped; times += 1) {
      [, count] = await this.database.query<[unknown[], number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
           SELECT ctid FROM ${table} WHERE expires < now() - interval '1 hour' LIMIT ${batch} FOR UPDATE SKIP LOCKED
         ))`,
      );
      deleted += count;
    }
    return deleted;
  }
}
