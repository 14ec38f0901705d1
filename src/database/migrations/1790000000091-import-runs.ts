import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Tables with rows that an import adds and changes. */
const tables = ['sources', 'categories', 'subcategories', 'places', 'users', 'follows', 'checkins', 'reviews'];

/**
 * The runs of `import`, and for each row the run that added it and the one that changed it last, so that a run can be undone.
 * Rows refer to runs without a foreign key: it would cost each import time, and runs expire before their rows.
 */
export class ImportRuns1790000000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE import_runs (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        created timestamptz(3) NOT NULL DEFAULT now(),
        operator text NOT NULL,
        kind text NOT NULL,
        files text[] NOT NULL,
        added bigint NOT NULL DEFAULT 0,
        changed bigint NOT NULL DEFAULT 0,
        removed bigint NOT NULL DEFAULT 0,
        -- Null until the run has ended: lines are counted in memory.
        rejected bigint,
        complete boolean,
        undone timestamptz(3),
        expires timestamptz(3) NOT NULL
      );
      CREATE INDEX import_runs_expires ON import_runs (expires)`);
    // Without a default, no row is rewritten.
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN added_by bigint, ADD COLUMN changed_by bigint`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN added_by, DROP COLUMN changed_by`);
    }
    await runner.query('DROP TABLE import_runs');
  }
}
