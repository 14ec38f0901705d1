import { Inject, Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { LongStatements } from '../../database/long-statements.js';
import { recompute } from '../recompute.js';
import { type AreaRow } from './to-areas.js';

/** The areas with the most places that a replica keeps in memory. */
const MAX_AREAS = 50_000;

/** Longer names are no names. */
const MAX_NAME_LENGTH = 100;

/**
 * Cities and districts with the number of their places. The centre is the median of the coordinates, and the radius leaves out
 * a tenth of the places in each direction, so that wrong coordinates of few places do not matter. Both are rounded, so that they seldom change.
 * Longitudes of an area on both sides of the 180th meridian are continued beyond it.
 */
const computeAreas = `
  INSERT INTO areas (country, state, city, district, places, lat, lng, radius)
  SELECT country, state, city, district, places,
    round(lats[2]::numeric, 4), round((CASE WHEN lngs[2] > 180 THEN lngs[2] - 360 ELSE lngs[2] END)::numeric, 4),
    coalesce(100 * ceil(1112 * greatest(
      lats[3] - lats[2], lats[2] - lats[1],
      (lngs[3] - lngs[2]) * cos(radians(lats[2])), (lngs[2] - lngs[1]) * cos(radians(lats[2])))), 0)
  FROM (
    SELECT *, CASE WHEN continued[3] - continued[1] < degrees[3] - degrees[1] - 1 THEN continued ELSE degrees END AS lngs
    FROM (
      SELECT country, state, city, district, count(*) AS places,
        percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY lat::float8) AS lats,
        percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY lng::float8) AS degrees,
        percentile_cont(ARRAY[0.05, 0.5, 0.95])
          WITHIN GROUP (ORDER BY (CASE WHEN lng < 0 THEN lng + 360 ELSE lng END)::float8) AS continued
      FROM places
      WHERE city IS NOT NULL AND length(city) <= ${MAX_NAME_LENGTH} AND length(coalesce(district, '')) <= ${MAX_NAME_LENGTH}
      GROUP BY GROUPING SETS ((country, state, city), (country, state, city, district))
      HAVING GROUPING(district) = 1 OR district IS NOT NULL
    ) AS percentiles
  ) AS extents`;

/** The table `areas`: the cities and districts of the table `places`. */
@Injectable()
export class AreaTable {
  private readonly statements: LongStatements;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
  ) {
    this.statements = new LongStatements(database, environment.DATABASE_URL, 'areas');
  }

  /** Computes the areas, unless no place has changed since the last time. */
  async compute(): Promise<void> {
    await this.statements.with((client) =>
      recompute(client, { table: 'areas', runs: 'area_runs' }, () => client.query(computeAreas)),
    );
  }

  /** A text that changes when the areas were computed again; undefined if they never were. */
  async version(): Promise<string | undefined> {
    const rows = await this.database.query<{ finished: Date }[]>('SELECT finished FROM area_runs');
    return rows[0]?.finished.toISOString();
  }

  /** The areas with the most places. */
  async read(): Promise<AreaRow[]> {
    return this.statements.with(async (client) => {
      const { rows } = await client.query<AreaRow>(
        `SELECT country, state, city, district, places, lat, lng, radius FROM areas
         ORDER BY places DESC, city, district, state, country LIMIT ${MAX_AREAS}`,
      );
      return rows;
    });
  }

  /** Cancels the statements, and starts no more of them. */
  stop(): Promise<void> {
    return this.statements.stop();
  }
}
