import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { type Client } from 'pg';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/data-source.js';
import { TABLE_CHANGE } from '../../database/listener.js';
import { LongStatements } from '../../database/statements.js';
import { RecurringJob } from '../../database/recurring-job.js';
import { TableVersions } from '../../response-cache/dependencies.js';
import { inChunks } from '../../concurrency/chunks.js';
import { Areas, countriesOf } from './areas.js';
import { addressKey, addressOf, MAX_NAME_LENGTH, namedAreaIds } from './area-ids.js';
import { buildAreas, type CityNames } from './catalogue.js';
import { type AreaRow } from './draft.js';
import { type NamedCategory } from '../kinds/category-kinds.js';
import { Kinds } from '../kinds/kinds.js';
import { languagesOf } from '../languages.js';
import { selectCategories } from '../place.js';

/** The areas with the most places that a replica keeps in memory. */
const MAX_AREAS = 50_000;

/**
 * Computes cities and districts with the number of their places. The centre is the median of the coordinates. The radius is the
 * largest of four: for north and east min(p95 - p50, max(0.1°, 4 (p65 - p50))), for south and west the same with p5 and p35. A third of
 * the coordinates may be wrong.
 * Centre and radius are rounded, so that they seldom change. If an area lies on both sides of the 180th meridian, its longitudes
 * continue beyond 180.
 */
const computeAreas = `
  INSERT INTO areas (country, state, city, district, places, lat, lng, radius)
  SELECT country, state, city, district, places,
    round(lats[3]::numeric, 4), round((CASE WHEN lngs[3] > 180 THEN lngs[3] - 360 ELSE lngs[3] END)::numeric, 4),
    coalesce(100 * ceil(1112 * greatest(
      least(lats[5] - lats[3], greatest(0.1, 4 * (lats[4] - lats[3]))),
      least(lats[3] - lats[1], greatest(0.1, 4 * (lats[3] - lats[2]))),
      least(lngs[5] - lngs[3], greatest(0.1, 4 * (lngs[4] - lngs[3]))) * cos(radians(lats[3])),
      least(lngs[3] - lngs[1], greatest(0.1, 4 * (lngs[3] - lngs[2]))) * cos(radians(lats[3])))), 0)
  FROM (
    SELECT *, CASE WHEN continued[5] - continued[1] < degrees[5] - degrees[1] - 1 THEN continued ELSE degrees END AS lngs
    FROM (
      SELECT country, state, city, district, count(*) AS places,
        percentile_cont(ARRAY[0.05, 0.35, 0.5, 0.65, 0.95]) WITHIN GROUP (ORDER BY lat::float8) AS lats,
        percentile_cont(ARRAY[0.05, 0.35, 0.5, 0.65, 0.95]) WITHIN GROUP (ORDER BY lng::float8) AS degrees,
        percentile_cont(ARRAY[0.05, 0.35, 0.5, 0.65, 0.95])
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
    @Optional() private readonly tables?: TableVersions,
  ) {
    this.statements = new LongStatements(database, environment.DATABASE_URL, 'areas');
  }

  /** Calls the handler when any process has computed the areas, or may have changed categories. In commands, never. */
  onChange(handler: () => void): void {
    for (const table of ['areas', 'categories', 'subcategories']) this.tables?.onChange(table, handler);
  }

  /** Computes the areas, unless no place has changed since the last time: about 8 s for a million places. Replicas are notified. */
  async compute(): Promise<void> {
    await this.statements.with((client) => computeIfChanged(client));
  }

  /** Texts that change whenever the areas are computed, and with any category; undefined if the areas were never computed. */
  async versions(): Promise<AreaVersions | undefined> {
    const [versions] = await this.database.query<AreaVersions[]>(
      `SELECT finished::text AS areas, (
         SELECT sum(hashtextextended(ROW(category_id, id, name)::text, 0))::text FROM (
           SELECT NULL AS category_id, id, name FROM categories
           UNION ALL SELECT category_id, id, name FROM subcategories) AS named
       ) AS categories
       FROM area_runs`,
    );
    return versions;
  }

  /** The areas with the most places. */
  async read(): Promise<AreaRow[]> {
    return this.statements.with(readRows);
  }

  /** The categories of places. */
  categories(): Promise<NamedCategory[]> {
    return this.database.query<NamedCategory[]>(selectCategories);
  }

  /** Cancels the statements, and starts no more of them. */
  stop(): Promise<void> {
    return this.statements.stop();
  }
}

interface AreaVersions {
  readonly areas: string;
  /** Null if there are none. */
  readonly categories: string | null;
}

/** As in `job_runs`. */
const JOB = 'areas';

/** Computing areas takes at most a twentieth of PostgreSQL's time: after a run of one minute, the next one starts 20 minutes later. */
const COOLDOWN_FACTOR = 20;

/** A computation has three long statements: two read all places, and one may note many of them in the outbox. */
const LEASE_SECONDS = 600;

/** Each batch of an import notifies, mostly without a changed category. */
const LOAD_PAUSE_MS = 500;

/**
 * Keeps kinds and areas in memory up to date. In each interval, one replica computes the cities and districts of all places, and
 * every replica loads them. States and countries follow from the cities.
 */
@Injectable()
export class AreaRefresh implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RecurringJob;
  private loaded: AreaVersions | undefined;
  private hasChanged = false;
  private isFollowing = false;

  constructor(
    private readonly table: AreaTable,
    private readonly areas: Areas,
    private readonly kinds: Kinds,
    @InjectBackground() database: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'AREAS_INTERVAL'>,
  ) {
    this.job = new RecurringJob(database, {
      name: JOB,
      intervalSeconds: environment.AREAS_INTERVAL,
      leaseSeconds: LEASE_SECONDS,
      cooldownFactor: COOLDOWN_FACTOR,
      compute: () => this.table.compute(),
      load: () => this.load(),
    });
  }

  /** Does not wait for the first load. Until then, searches take names of areas and kinds for words. */
  onApplicationBootstrap(): void {
    this.table.onChange(() => void this.followChanges());
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop(() => this.table.stop());
  }

  /** Computes the areas of the places as they are now, and loads them. */
  async refresh(): Promise<void> {
    await this.table.compute();
    await this.job.reload();
  }

  /** Loads after each change. Changes that come meanwhile, or in the pause after it, share the next load. */
  private async followChanges(): Promise<void> {
    this.hasChanged = true;
    if (this.isFollowing) return;
    this.isFollowing = true;
    while (this.hasChanged) {
      this.hasChanged = false;
      await this.job.reload().catch(() => undefined);
      await delay(LOAD_PAUSE_MS, undefined, { ref: false });
    }
    this.isFollowing = false;
  }

  private async load(): Promise<void> {
    const versions = await this.table.versions();
    if (!versions) return;
    const { areas, categories } = versions;
    if (areas !== this.loaded?.areas) {
      const rows = await this.table.read();
      const { areas: read } = await buildFrom(rows);
      await this.kinds.replace(await this.table.categories(), languagesOf(countriesOf(read)));
      await this.areas.replace(read);
    } else if (categories !== this.loaded.categories) {
      await this.kinds.replace(await this.table.categories(), this.areas.languages);
    }
    this.loaded = versions;
  }
}

async function readRows(client: Client): Promise<AreaRow[]> {
  const { rows } = await client.query<AreaRow>(
    `SELECT country, state, city, district, places, lat, lng, radius FROM areas
     ORDER BY places DESC, city, district, state, country LIMIT ${MAX_AREAS}`,
  );
  return rows;
}

async function buildFrom(rows: readonly AreaRow[]) {
  return buildAreas(rows, rows.length === 0 ? [] : await readCityNames());
}

/** The content of the file, unless the garbage collector has freed it. */
let lastCityNames: WeakRef<readonly CityNames[]> | undefined;

/** Cities, those with the most inhabitants first. `npm run generate -- city-names` writes the file. */
export async function readCityNames(): Promise<readonly CityNames[]> {
  const known = lastCityNames?.deref();
  if (known) return known;
  const file = await promisify(gunzip)(await readFile(join(__dirname, 'city-names.txt.gz')));
  const cities: CityNames[] = [];
  await inChunks(file.toString().trimEnd().split('\n'), (line) => {
    const [lat, lng, ...keys] = line.split('\t');
    cities.push({ lat: Number(lat), lng: Number(lng), keys });
  });
  lastCityNames = new WeakRef(cities);
  return cities;
}

/** PostgreSQL sorts all places in memory instead of in files. */
const SORT_MEMORY = '64MB';

/**
 * Computes the areas in a transaction, unless no place has changed since the last time. After the last change they are
 * computed twice, because a transaction may still have been open the first time.
 */
async function computeIfChanged(client: Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL work_mem = '${SORT_MEMORY}'`);
  const { rowCount } = await client.query(
    `INSERT INTO area_runs AS run (changes, repeated, finished)
     SELECT coalesce(pg_sequence_last_value('place_changes_sequence_seq'), 0), false, clock_timestamp()
     ON CONFLICT (id) DO UPDATE
       SET changes = excluded.changes, repeated = run.changes = excluded.changes, finished = excluded.finished
       WHERE run.changes <> excluded.changes OR NOT run.repeated`,
  );
  if (rowCount === 1) {
    await client.query('DELETE FROM areas');
    await client.query(computeAreas);
    const changed = await saveJoinedAreas(client);
    await client.query('UPDATE area_runs SET changes = changes + $1', [changed]);
    await client.query(`SELECT pg_notify('${TABLE_CHANGE}', 'areas')`);
  }
  await client.query('COMMIT');
}

/**
 * Saves the areas of addresses that lie in other areas than they name, and notes their places in the outbox if that has changed.
 *
 * @returns the number of these places
 */
async function saveJoinedAreas(client: Client): Promise<number> {
  const rows = await readRows(client);
  const { idsOf } = await buildFrom(rows);
  const joined = new Map<string, string>();
  await inChunks(rows, (row) => {
    const ids = idsOf(row).join('\n');
    const named = namedAreaIds(row).join('\n');
    if (ids !== named) joined.set(addressKey(row), ids);
  });
  const known = await client.query<{ address: string; ids: string }>(
    `SELECT address, array_to_string(ids, E'\\n') AS ids FROM joined_areas`,
  );
  const before = new Map(known.rows.map(({ address, ids }) => [address, ids]));
  const changed = [...new Set([...before.keys(), ...joined.keys()])].filter(
    (address) => before.get(address) !== joined.get(address),
  );
  if (changed.length === 0) return 0;
  await client.query('DELETE FROM joined_areas WHERE address = ANY($1)', [changed]);
  const added = changed.filter((address) => joined.has(address));
  await client.query(
    `INSERT INTO joined_areas (address, ids)
     SELECT address, string_to_array(ids, E'\\n') FROM unnest($1::text[], $2::text[]) AS added (address, ids)`,
    [added, added.map((address) => joined.get(address))],
  );
  const { rowCount } = await client.query(
    `INSERT INTO place_changes (place_id) SELECT id FROM places WHERE ${addressOf('places')} = ANY($1)`,
    [changed],
  );
  return rowCount ?? 0;
}
