import { type DataSource } from 'typeorm';

/** A timer of the same interval may fire a little early. */
const MIN_SHARE = 0.9;

/** A job that each replica starts by a timer, and that one of them runs. */
export interface Job {
  readonly name: string;
  /** That of the timer. */
  readonly intervalSeconds: number;
  /** No other replica runs the job in this time, unless `restJob` ends it. */
  readonly leaseSeconds?: number;
}

/** @returns true for one replica in each interval */
export async function claimJob(
  database: DataSource,
  { name, intervalSeconds, leaseSeconds = 0 }: Job,
): Promise<boolean> {
  const claimed = await database.query<unknown[]>(
    `INSERT INTO job_runs AS run (name, begun, not_before) VALUES ($1, now(), now() + $3 * interval '1 second')
     ON CONFLICT (name) DO UPDATE SET begun = excluded.begun, not_before = excluded.not_before
       WHERE run.begun <= now() - $2 * interval '1 second' AND (run.not_before IS NULL OR run.not_before <= now())
     RETURNING name`,
    [name, MIN_SHARE * intervalSeconds, leaseSeconds],
  );
  return claimed.length === 1;
}

/** Ends the lease of a job. No replica runs it for some seconds. */
export async function restJob(database: DataSource, name: string, seconds: number): Promise<void> {
  await database.query(`UPDATE job_runs SET not_before = now() + $2 * interval '1 second' WHERE name = $1`, [
    name,
    seconds,
  ]);
}
