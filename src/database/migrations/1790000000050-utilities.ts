import { type MigrationInterface, type QueryRunner } from 'typeorm';

const texts = `'strict $[*] ? (@.id.type() == "string" && @.name.type() == "string")'`;
const isSound = `CASE jsonb_typeof(utilities) WHEN 'array' THEN utilities = jsonb_path_query_array(utilities, ${texts}) ELSE false END`;

/** Numbers become texts, as they were shown; what has no id or no name is no utility. */
const mended = `CASE jsonb_typeof(utilities) WHEN 'array' THEN (
  SELECT COALESCE(jsonb_agg(one || jsonb_build_object('id', one->>'id', 'name', one->>'name') ORDER BY position), '[]')
  FROM jsonb_array_elements(utilities) WITH ORDINALITY AS listed (one, position)
  WHERE jsonb_typeof(one->'id') IN ('string', 'number') AND jsonb_typeof(one->'name') IN ('string', 'number')
) ELSE '[]' END`;

/** `null` in JSON is no absent value, so `NOT NULL` lets it pass, and whoever reads the place expects a list. */
export class Utilities1790000000050 implements MigrationInterface {
  /** A transaction would keep everybody from the places until all of them are looked at. What is cut short is done again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP CONSTRAINT IF EXISTS places_utilities_named');
    await runner.query(`ALTER TABLE places ADD CONSTRAINT places_utilities_named CHECK (${isSound}) NOT VALID`);
    await runner.query(`UPDATE places SET utilities = ${mended} WHERE NOT ${isSound}`);
    await runner.query('ALTER TABLE places VALIDATE CONSTRAINT places_utilities_named');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP CONSTRAINT places_utilities_named');
  }
}
