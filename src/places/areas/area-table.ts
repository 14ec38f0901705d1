import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { processIdOf } from '../../database/query-until-aborted.js';
import { claimJob, restJob } from '../../database/job-runs.js';
import { type AreaRow } from './to-areas.js';

/** The areas with the most places that a replica keeps in memory. */
const MAX_AREAS = 50_000;

/** Longer names are no names. */
const MAX_NAME_LENGTH = 100;

/** For the sort of all places, instead of files. */
const SORT_MEMORY = '64MB';

const JOB = 'areas';

/** A computation has two long statements. A replica that is killed meanwhile keeps the others waiting for so long. */
const LEASE_SECONDS = 600;

/** Other statements of the service have much less time. */
const connection = {
  application_name: 'place-directory areas',
  connectionTimeoutMillis: 5000,
  statement_timeout: 300_000,
  query_timeout: 305_000,
};

/**
 * Cities and districts with the number of their places. The centre is the median of the coordinates, and the radius leaves out
 * a tenth of the places in each direction, so that wrong coordinates of few places do not matter. Both are rounded, so that they seldom change.
 */
const computeAreas = `
  INSERT INTO areas (country, state, city, district, places, lat, lng, radius)
  SELECT country, state, city, district, places,
    round(lats[2]::numeric, 4), round(lngs[2]::numeric, 4),
    coalesce(100 * ceil(1112 * greatest(
      lats[3] - lats[2], lats[2] - lats[1],
      (lngs[3] - lngs[2]) * cos(radians(lats[2])), (lngs[2] - lngs[1]) * cos(radians(lats[2])))), 0)
  FROM (
    SELECT country, state, city, district, count(*) AS places,
      percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY lat::float8) AS lats,
      percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY lng::float8) AS lngs
    FROM places
    WHERE city IS NOT NULL AND length(city) <= ${MAX_NAME_LENGTH} AND length(coalesce(district, '')) <= ${MAX_NAME_LENGTH}
    GROUP BY GROUPING SETS ((country, state, city), (country, state, city, district))
    HAVING GROUPING(district) = 1 OR district IS NOT NULL
  ) AS extents`;

/** The table `areas`: the cities and districts of the table `places`. */
@Injectable()
export class AreaTable {
  private readonly clients = new Set<Client>();
  private stopped = false;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'DATABASE_URL'>,
  ) {}

  /** @returns true for one replica in each interval, until `rest` */
  claim(intervalSeconds: number): Promise<boolean> {
    return claimJob(this.database, { name: JOB, intervalSeconds, leaseSeconds: LEASE_SECONDS });
  }

  /** No replica claims the table for some seconds. */
  rest(seconds: number): Promise<void> {
    return restJob(this.database, JOB, seconds);
  }

  /**
   * Computes the areas, unless no place has changed since the last time. They are computed once more after the last change: a
   * transaction that was open the first time has ended by then.
   */
  async compute(): Promise<void> {
    await this.withClient(async (client) => {
      await client.query(`BEGIN; SET LOCAL work_mem = '${SORT_MEMORY}'`);
      const { rowCount } = await client.query(
        `INSERT INTO area_runs AS run (changes, repeated, finished)
         SELECT last_value, false, clock_timestamp() FROM place_changes_sequence_seq
         ON CONFLICT (id) DO UPDATE
           SET changes = excluded.changes, repeated = run.changes = excluded.changes, finished = excluded.finished
           WHERE run.changes <> excluded.changes OR NOT run.repeated`,
      );
      if (rowCount === 1) {
        await client.query('DELETE FROM areas');
        await client.query(computeAreas);
      }
      await client.query('COMMIT');
    });
  }

  /** A text that changes when the areas were computed again; undefined if they never were. */
  async version(): Promise<string | undefined> {
    const rows = await this.database.query<{ finished: Date }[]>('SELECT finished FROM area_runs');
    return rows[0]?.finished.toISOString();
  }

  /** The areas with the most places. */
  async read(): Promise<AreaRow[]> {
    return this.withClient(async (client) => {
      const { rows } = await client.query<AreaRow>(
        `SELECT country, state, city, district, places, lat, lng, radius FROM areas
         ORDER BY places DESC, city, district, state, country LIMIT ${MAX_AREAS}`,
      );
      return rows;
    });
  }

  /** Cancels statements with long time-outs, and starts no more of them. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const client of this.clients) {
      // PostgreSQL goes on with a statement whose connection is closed. Behind a pooler this is no process of PostgreSQL.
      await this.database.query('SELECT pg_cancel_backend($1)', [processIdOf(client)]).catch(() => undefined);
      void client.end();
    }
  }

  /** A connection with long time-outs, for statements over all places or areas. */
  private async withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.environment.DATABASE_URL, ...connection });
    // An idle connection broke. The next statement fails.
    client.on('error', () => undefined);
    await client.connect();
    this.clients.add(client);
    try {
      if (this.stopped) throw new Error('The service is shutting down');
      return await work(client);
    } finally {
      this.clients.delete(client);
      await client.end();
    }
  }
}
