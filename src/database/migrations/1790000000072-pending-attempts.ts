import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Lets each pending attempt expire by itself: one time for all of them was renewed by each new attempt. */
export class PendingAttempts1790000000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attempts DROP COLUMN pending, DROP COLUMN pending_until;
      -- Attempts whose secret is being compared, each with the time when it is forgotten: a replica that stops leaves them.
      ALTER TABLE attempts ADD COLUMN pending timestamptz(3)[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attempts DROP COLUMN pending;
      ALTER TABLE attempts ADD COLUMN pending integer NOT NULL DEFAULT 0, ADD COLUMN pending_until timestamptz(3);
    `);
  }
}
