import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The requests that count against quotas, in the form of rate-limiter-flexible (`auth/quota.ts`). Counts may be lost in a crash. */
export class Quotas1790000000109 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNLOGGED TABLE quotas (key text PRIMARY KEY, points integer NOT NULL, expire bigint)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quotas');
  }
}
