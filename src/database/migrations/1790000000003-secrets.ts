import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Secrets that all replicas share, generated once so that nobody configures them: the key that signs cursors. */
export class Secrets1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE secrets (
        name text PRIMARY KEY,
        value text NOT NULL
      );
      INSERT INTO secrets VALUES ('cursor', gen_random_uuid()::text || gen_random_uuid()::text);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE secrets');
  }
}
