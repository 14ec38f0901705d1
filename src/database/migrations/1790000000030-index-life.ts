import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Three additions for the index lifecycle.
 *
 * - `retired`: an index that was replaced stays for its open cursors, without further changes. The column says since when.
 * - `noted` takes the time of the statement, not of the start of its transaction: the sync lag is measured from it.
 * - An update that moves a category from one place to another has changed both places.
 */
export class IndexLife1790000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE place_indices ADD COLUMN retired timestamptz(3);
      ALTER TABLE place_changes ALTER COLUMN noted SET DEFAULT clock_timestamp();

      CREATE FUNCTION note_moved_place_categories() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT place_id FROM changed UNION SELECT place_id FROM former;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER place_categories_update ON place_categories;
      CREATE TRIGGER place_categories_update AFTER UPDATE ON place_categories
        REFERENCING OLD TABLE AS former NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_moved_place_categories();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER place_categories_update ON place_categories;
      CREATE TRIGGER place_categories_update AFTER UPDATE ON place_categories REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_place_categories();
      DROP FUNCTION note_moved_place_categories;
      ALTER TABLE place_changes ALTER COLUMN noted SET DEFAULT now();
      DELETE FROM place_indices WHERE retired IS NOT NULL;
      ALTER TABLE place_indices DROP COLUMN retired;
    `);
  }
}
