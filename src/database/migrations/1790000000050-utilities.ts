import { type MigrationInterface, type QueryRunner } from 'typeorm';

const named = `jsonb_path_query_array(utilities, 'strict $[*] ? (@.id.type() == "string" && @.name.type() == "string")')`;

/** `null` in JSON is no absent value, so `NOT NULL` lets it pass, and whoever reads the place expects a list. */
export class Utilities1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSound = `CASE jsonb_typeof(utilities) WHEN 'array' THEN utilities = ${named} ELSE false END`;
    await runner.query(`
      UPDATE places SET utilities = CASE jsonb_typeof(utilities) WHEN 'array' THEN ${named} ELSE '[]' END
      WHERE NOT ${isSound};
      ALTER TABLE places ADD CONSTRAINT places_utilities_named CHECK (${isSound});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP CONSTRAINT places_utilities_named');
  }
}
