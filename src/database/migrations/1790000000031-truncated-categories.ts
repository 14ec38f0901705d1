import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** `TRUNCATE place_categories` changes only the places that have a category. */
export class TruncatedCategories1790000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION note_all_place_categories() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM place_categories;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $$;
      DROP TRIGGER place_categories_truncate ON place_categories;
      CREATE TRIGGER place_categories_truncate BEFORE TRUNCATE ON place_categories
        FOR EACH STATEMENT EXECUTE FUNCTION note_all_place_categories();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER place_categories_truncate ON place_categories;
      CREATE TRIGGER place_categories_truncate BEFORE TRUNCATE ON place_categories
        FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
      DROP FUNCTION note_all_place_categories;
    `);
  }
}
