import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The outbox between PostgreSQL and the search index (ADR 3). Triggers add a row for every changed place, in the transaction
 * of the change, whichever program makes it.
 *
 * `place_versions` numbers batches. A relay takes changes, draws a number, and then reads the places. So a batch with a higher
 * number read its places later. Elasticsearch keeps the document with the highest number.
 */
export class PlaceChanges1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE place_changes (
        sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        place_id text COLLATE "C" NOT NULL,
        noted timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE SEQUENCE place_versions AS bigint;

      -- The indices that changes are written to: the live one, and one that is being built.
      CREATE TABLE place_indices (
        name text PRIMARY KEY,
        created timestamptz(3) NOT NULL DEFAULT now()
      );

      -- Dead letters: places that Elasticsearch rejected, with the reason, until a later state is accepted.
      CREATE TABLE place_refusals (
        place_id text COLLATE "C" PRIMARY KEY,
        reason text NOT NULL,
        refused timestamptz(3) NOT NULL DEFAULT now()
      );

      CREATE FUNCTION note_places() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM changed;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER places_insert AFTER INSERT ON places REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_places();
      CREATE TRIGGER places_delete AFTER DELETE ON places REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_places();

      -- An update may change the identifier. Then the old one must leave the index.
      CREATE FUNCTION note_updated_places() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM changed UNION SELECT id FROM former;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER places_update AFTER UPDATE ON places REFERENCING OLD TABLE AS former NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_updated_places();

      CREATE FUNCTION note_all_places() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM places;
        NOTIFY place_change;
        RETURN NULL;
      END $$;
      CREATE TRIGGER places_truncate BEFORE TRUNCATE ON places
        FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
      CREATE TRIGGER place_categories_truncate BEFORE TRUNCATE ON place_categories
        FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();

      CREATE FUNCTION note_place_categories() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM changed;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER place_categories_insert AFTER INSERT ON place_categories REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_place_categories();
      CREATE TRIGGER place_categories_update AFTER UPDATE ON place_categories REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_place_categories();
      CREATE TRIGGER place_categories_delete AFTER DELETE ON place_categories REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_place_categories();

      CREATE FUNCTION note_category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id)
          SELECT DISTINCT place_id FROM place_categories WHERE category_id = NEW.id;
        NOTIFY place_change;
        RETURN NULL;
      END $$;
      CREATE TRIGGER categories_rename AFTER UPDATE ON categories
        FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_category_renamed();

      CREATE FUNCTION note_subcategory_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id)
          SELECT DISTINCT place_id FROM place_categories
          WHERE category_id = NEW.category_id AND subcategory_id = NEW.id;
        NOTIFY place_change;
        RETURN NULL;
      END $$;
      CREATE TRIGGER subcategories_rename AFTER UPDATE ON subcategories
        FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_subcategory_renamed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER places_insert ON places;
      DROP TRIGGER places_update ON places;
      DROP TRIGGER places_delete ON places;
      DROP TRIGGER places_truncate ON places;
      DROP TRIGGER place_categories_truncate ON place_categories;
      DROP TRIGGER place_categories_insert ON place_categories;
      DROP TRIGGER place_categories_update ON place_categories;
      DROP TRIGGER place_categories_delete ON place_categories;
      DROP TRIGGER categories_rename ON categories;
      DROP TRIGGER subcategories_rename ON subcategories;
      DROP FUNCTION note_places, note_updated_places, note_all_places, note_place_categories, note_category_renamed, note_subcategory_renamed;
      DROP TABLE place_changes, place_indices, place_refusals;
      DROP SEQUENCE place_versions;
    `);
  }
}
