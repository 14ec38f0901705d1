import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** With what the tokens that a refresh token was exchanged for are derived again (`oauth/grants/token-families.ts`). */
export class RefreshTokenSalts1790000000106 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refresh_tokens ADD COLUMN successor_salt bytea;
      CREATE INDEX refresh_tokens_salts ON refresh_tokens (spent) WHERE successor_salt IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP COLUMN successor_salt');
  }
}
