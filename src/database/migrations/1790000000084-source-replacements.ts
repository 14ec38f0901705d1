import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The state of `import --replace-source`, so that it goes on after a crash: a row for each unfinished replacement, and the
 * places that its edition has. The tables are logged, because a lost row would delete its place.
 */
export class SourceReplacements1790000000084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source_replacements (
        source text COLLATE "C" PRIMARY KEY,
        started timestamptz(3) NOT NULL DEFAULT now(),
        places_before bigint NOT NULL,
        added bigint NOT NULL DEFAULT 0,
        changed bigint NOT NULL DEFAULT 0,
        deleted bigint NOT NULL DEFAULT 0,
        deleted_reviews bigint NOT NULL DEFAULT 0,
        deleted_checkins bigint NOT NULL DEFAULT 0
      );
      CREATE TABLE source_replacement_places (
        source text COLLATE "C" NOT NULL,
        place_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (source, place_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_replacement_places, source_replacements');
  }
}
