import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Where the data of places come from, with the licence and the attribution of each source (ADR 7). */
export class Sources1790000000077 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sources (
        name text COLLATE "C" PRIMARY KEY,
        license text,
        attribution text
      );
      ALTER TABLE places ADD COLUMN source text COLLATE "C" REFERENCES sources (name);

      CREATE FUNCTION enqueue_places_of_source() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM places WHERE source = NEW.name;
        NOTIFY place_change;
        RETURN NULL;
      END $$;
      CREATE TRIGGER sources_update AFTER UPDATE OF license, attribution ON sources
        FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION enqueue_places_of_source();
      CREATE TRIGGER tell_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sources
        FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER sources_update ON sources;
      DROP FUNCTION enqueue_places_of_source();
      ALTER TABLE places DROP COLUMN source;
      DROP TABLE sources;
    `);
  }
}
