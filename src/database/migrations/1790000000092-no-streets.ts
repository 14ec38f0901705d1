import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The map of `/explore` no longer draws streets. `down` makes the tables again, empty: they were computed from the places. */
export class NoStreets1790000000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE street_runs, streets; DELETE FROM job_runs WHERE name = 'streets'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE streets (
        name text NOT NULL,
        length integer NOT NULL,
        zoom smallint NOT NULL,
        bounds box NOT NULL,
        line bytea NOT NULL
      );
      CREATE INDEX streets_bounds ON streets USING gist (bounds);
      CREATE INDEX streets_bounds_far ON streets USING gist (bounds) WHERE zoom <= 11;
      CREATE TABLE street_runs (
        id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        changes bigint NOT NULL,
        repeated boolean NOT NULL,
        finished timestamptz(3) NOT NULL
      )`);
  }
}
