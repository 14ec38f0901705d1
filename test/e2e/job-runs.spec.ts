import { claimJob, restJob } from '../../src/database/recurring-job.js';
import { useDatabase } from '../support/use-database.js';

describe('jobs that one replica runs', () => {
  const database = useDatabase();

  const claim = (name: string, leaseSeconds?: number) =>
    claimJob(database.source, { name, intervalSeconds: 60, ...(leaseSeconds !== undefined && { leaseSeconds }) });
  const pass = (seconds: number) =>
    database.source.query(
      `UPDATE job_runs SET begun = begun - $1 * interval '1 second', not_before = not_before - $1 * interval '1 second'`,
      [seconds],
    );

  it('are claimed once in each interval, also by a timer that fires a little early', async () => {
    expect([await claim('timer'), await claim('timer')]).toEqual([true, false]);
    await pass(50);
    expect(await claim('timer')).toBe(false);
    await pass(9);
    expect([await claim('timer'), await claim('timer')]).toEqual([true, false]);
  });

  it('do not overlap while a lease lasts', async () => {
    expect(await claim('lease', 300)).toBe(true);
    await pass(200);
    expect(await claim('lease', 300)).toBe(false);
    await pass(101);
    expect(await claim('lease', 300)).toBe(true);
  });

  it('rest in all replicas', async () => {
    expect(await claim('rest', 300)).toBe(true);
    await restJob(database.source, 'rest', 100);
    await pass(90);
    expect(await claim('rest', 300)).toBe(false);
    await pass(11);
    expect(await claim('rest', 300)).toBe(true);
  });
});
