import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** When a used refresh token was first repeated. The audit log has one entry for all repeats (`oauth/grants/token-families.ts`). */
export class RefreshTokenRepeats1790000000108 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens ADD COLUMN repeated timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP COLUMN repeated');
  }
}
