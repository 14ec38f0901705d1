import { Logger } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { errorMessage } from '../config/error-message.js';

interface RecurringWork<T> extends Job {
  /** After a run, no replica starts the job for this many times the duration of the run. By default there is no pause. */
  readonly cooldownFactor?: number;
  /** Runs in one replica in each interval. */
  compute(): Promise<T>;
  /** Runs in each replica, at start and after each interval. Without it, the job runs first after an interval. */
  load?(): Promise<void>;
}

/** Runs a job in each interval: one replica computes, and all of them load the result. */
export class RecurringJob<T = unknown> {
  private readonly logger = new Logger(RecurringJob.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly database: DataSource,
    private readonly work: RecurringWork<T>,
  ) {}

  /** Does not wait for the first run. */
  start(): void {
    if (this.work.load)
      void this.enqueue(async () => {
        await this.work.load?.();
        await this.run();
      });
    this.timer = setInterval(() => {
      void this.enqueue(() => this.run());
    }, this.work.intervalSeconds * 1000).unref();
  }

  /** Loads what another process has computed, after the runs that have begun. */
  async reload(): Promise<void> {
    if (!this.stopped) await this.enqueue(async () => this.work.load?.());
  }

  /** @param interrupt ends the current run. By default, it is waited for */
  async stop(interrupt?: () => Promise<void>): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await interrupt?.();
    await this.running;
  }

  /** @returns what this replica has computed; undefined if another one computes in this interval */
  async run(): Promise<T | undefined> {
    if (this.stopped) return undefined;
    const computed = (await claimJob(this.database, this.work)) ? await this.compute() : undefined;
    await this.work.load?.();
    return computed;
  }

  private async compute(): Promise<T> {
    const { name, cooldownFactor } = this.work;
    const startedAt = performance.now();
    try {
      return await this.work.compute();
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      if (cooldownFactor !== undefined)
        await releaseJob(this.database, name, this.stopped ? 0 : cooldownFactor * seconds);
    }
  }

  /** One run after the other. A failure is logged. */
  private enqueue(work: () => Promise<unknown>): Promise<unknown> {
    const run = this.running.then(work);
    this.running = run.catch((error: unknown) => {
      if (this.stopped) return;
      this.logger.warn(`The job "${this.work.name}" failed; retrying at the next interval: ${errorMessage(error)}`);
    });
    return run;
  }
}

/** A timer of the same interval may fire a little early. */
const MIN_SHARE = 0.9;

/** A job that each replica starts by a timer, and that one of them runs. */
interface Job {
  /** As in `job_runs`. */
  readonly name: string;
  /** The interval of the timer. */
  readonly intervalSeconds: number;
  /** The lease: for this time no other replica runs the job, even if this replica is killed. `releaseJob` ends it early. Default: 0. */
  readonly leaseSeconds?: number;
}

/**
 * @returns true for one replica in each interval. A run in the future does not count: the clock has been set back since. Corrections of
 *   less than a second are usual.
 */
export async function claimJob(
  database: DataSource,
  { name, intervalSeconds, leaseSeconds = 0 }: Job,
): Promise<boolean> {
  const claimed = await database.query<unknown[]>(
    `INSERT INTO job_runs AS run (name, begun, not_before) VALUES ($1, now(), now() + $3 * interval '1 second')
     ON CONFLICT (name) DO UPDATE SET begun = excluded.begun, not_before = excluded.not_before
       WHERE run.begun > clock_timestamp() + interval '1 second'
         OR run.begun <= now() - $2 * interval '1 second' AND (run.not_before IS NULL OR run.not_before <= now())
     RETURNING name`,
    [name, MIN_SHARE * intervalSeconds, leaseSeconds],
  );
  return claimed.length === 1;
}

/** Ends the lease of a job. No replica runs the job for the cooldown. */
export async function releaseJob(database: DataSource, name: string, cooldownSeconds: number): Promise<void> {
  await database.query(`UPDATE job_runs SET not_before = now() + $2 * interval '1 second' WHERE name = $1`, [
    name,
    cooldownSeconds,
  ]);
}
