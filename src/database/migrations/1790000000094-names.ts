import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Further names of a place, and its brand. Null means none: replicas of the version before continue to write places. */
export class Names1790000000094 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE places ADD COLUMN names jsonb, ADD COLUMN brand text;
      ALTER TABLE places ADD CONSTRAINT places_names_text CHECK (
        CASE jsonb_typeof(names)
          WHEN 'array' THEN names = jsonb_path_query_array(names, 'strict $[*] ? (@.text.type() == "string")')
          ELSE names IS NULL
        END);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE places DROP COLUMN names, DROP COLUMN brand');
  }
}
