import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Counts attempts before the secret is compared, delays them beyond a limit, and remembers where names have signed in. */
export class AttemptDelays1790000000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attempts
        -- Attempts whose secret is being compared. A replica that stops leaves them, so they expire.
        ADD COLUMN pending integer NOT NULL DEFAULT 0,
        ADD COLUMN pending_until timestamptz(3),
        -- Beyond the limit: when the next attempt is allowed.
        ADD COLUMN next_attempt timestamptz(3);

      -- A name and an address, browser or client from which it has signed in. The key is a hash, as in attempts.
      CREATE TABLE known_sources (
        key bytea PRIMARY KEY,
        expires timestamptz(3) NOT NULL
      );
      CREATE INDEX known_sources_expires ON known_sources (expires);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE known_sources;
      ALTER TABLE attempts DROP COLUMN pending, DROP COLUMN pending_until, DROP COLUMN next_attempt;
    `);
  }
}
