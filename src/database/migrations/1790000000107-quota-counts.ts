import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The requests that count against quotas (`auth/quota.ts`), in the form that rate-limiter-flexible reads and writes. A crash of
 * PostgreSQL empties the table: it is written too often to be logged.
 */
export class QuotaCounts1790000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE quota_counts (
        key text COLLATE "C" PRIMARY KEY,
        points integer NOT NULL,
        -- Milliseconds since 1970.
        expire bigint NOT NULL
      ) WITH (fillfactor = 50)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quota_counts');
  }
}
