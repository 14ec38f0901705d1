import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A job can rest for longer than its interval, in all replicas (`job-runs.ts`). */
export class JobRests1790000000082 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs ADD COLUMN not_before timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs DROP COLUMN not_before');
  }
}
