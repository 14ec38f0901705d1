import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Streets computed from addresses, for the map of `/explore`. A later migration drops them. */
export class Streets1790000000083 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A part of a street without gaps.
      CREATE TABLE streets (
        name text NOT NULL,
        -- Metres.
        length integer NOT NULL,
        -- The zoom level of tiles from which on it is drawn.
        zoom smallint NOT NULL,
        -- Web Mercator, as fractions of the map from its north-western corner.
        bounds box NOT NULL,
        -- Pairs of 32-bit integers, little-endian: the same fractions, times 2^32.
        line bytea NOT NULL
      );

      CREATE INDEX streets_bounds ON streets USING gist (bounds);
      -- Tiles of low zoom levels have few of the streets in their area.
      CREATE INDEX streets_bounds_far ON streets USING gist (bounds) WHERE zoom <= 11;

      -- The last time that streets were computed, one row.
      CREATE TABLE street_runs (
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
    await runner.query('DROP TABLE street_runs, streets');
  }
}
