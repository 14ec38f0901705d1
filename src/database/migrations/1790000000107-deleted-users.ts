import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Tokens of another issuer have no rows that end with their user (`auth/issuer-tokens.ts`). */
export class DeletedUsers1790000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER users_deleted AFTER DELETE OR TRUNCATE ON users
        FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens()
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER users_deleted ON users');
  }
}
