import { type MigrationInterface, type QueryRunner } from 'typeorm';

const texts = `'strict $[*] ? (@.id.type() == "string" && @.name.type() == "string")'`;
const isValid = `CASE jsonb_typeof(utilities) WHEN 'array' THEN utilities = jsonb_path_query_array(utilities, ${texts}) ELSE false END`;

/** Converts numbers to texts, as responses showed them. Drops utilities without an id or a name. */
const repaired = `CASE jsonb_typeof(utilities) WHEN 'array' THEN (
  SELECT COALESCE(jsonb_agg(one || jsonb_build_object('id', one->>'id', 'name', one->>'name') ORDER BY position), '[]')
  FROM jsonb_array_elements(utilities) WITH ORDINALITY AS listed (one, position)
  WHERE jsonb_typeof(one->'id') IN ('string', 'number') AND jsonb_typeof(one->'name') IN ('string', 'number')
) ELSE '[]' END`;

/** Requires `utilities` to be a list of ids and names. `NOT NULL` accepts the JSON value `null`, which readers cannot handle. */
export class Utilities1790000000050 implements MigrationInterface {
  /** A transaction would lock the places until all of them are checked. Every statement can be repeated after an interruption. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP CONSTRAINT IF EXISTS places_utilities_named');
    await runner.query(`ALTER TABLE places ADD CONSTRAINT places_utilities_named CHECK (${isValid}) NOT VALID`);
    await runner.query(`UPDATE places SET utilities = ${repaired} WHERE NOT ${isValid}`);
    await runner.query('ALTER TABLE places VALIDATE CONSTRAINT places_utilities_named');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP CONSTRAINT places_utilities_named');
  }
}
