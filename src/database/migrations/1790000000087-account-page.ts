import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * What the account page shows, and what a sign-out ends. `token_families.session` is the digest of the browser session in which
 * the user consented. It is no foreign key: tokens outlive the session unless the user signs out. Families from before have no
 * session and no time of use.
 */
export class AccountPage1790000000087 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions ADD COLUMN browser text;
      ALTER TABLE token_families ADD COLUMN session bytea, ADD COLUMN used timestamptz(3);
      CREATE INDEX token_families_session ON token_families (session) WHERE session IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE token_families DROP COLUMN session, DROP COLUMN used;
      ALTER TABLE sessions DROP COLUMN browser;
    `);
  }
}
