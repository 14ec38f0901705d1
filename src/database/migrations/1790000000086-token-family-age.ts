import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The cleanup finds families beyond REFRESH_TOKEN_MAX_AGE. Their age counts from `created`, which they always had. */
export class TokenFamilyAge1790000000086 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX token_families_created ON token_families (created)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX token_families_created');
  }
}
