import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The cities and districts of the places, for searches such as `coffee near providence`. `AreaRefresh` computes them. */
export class Areas1790000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A city (district is NULL) or a district, in each spelling of its address.
      CREATE TABLE areas (
        country text,
        state text,
        city text NOT NULL,
        district text,
        places integer NOT NULL,
        -- The middle of its places; NULL if none has a location.
        lat float8,
        lng float8,
        -- Metres around the middle that contain most of its places.
        radius integer NOT NULL
      );

      -- The last time that areas were computed, one row.
      CREATE TABLE area_runs (
        id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        -- The last number of the outbox at that time.
        changes bigint NOT NULL,
        -- Whether they were computed twice since that change.
        repeated boolean NOT NULL,
        finished timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE area_runs, areas');
  }
}
