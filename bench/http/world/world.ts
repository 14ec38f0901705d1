import { join } from 'node:path';
import { commandLine } from '../../../dev/run-program.js';
import { runSql } from '../../../dev/services/sql.js';
import { report, step } from '../../../dev/services/step.js';
import { indexDefinition } from '../../../src/places/index/mapping.js';
import { writeLines } from '../../import/write-lines.js';
import { derivedPlaces } from '../../import/derived-places.js';
import { rhodeIslandFile, rhodeIslandLines } from '../../rhode-island.js';
import { BENCH_LANGUAGES, type BenchServers, dropIndices, type Variables } from '../../servers.js';
import { hashOf } from '../hash.js';
import { type SearchedPlace } from '../requests/searches.js';
import { addClients, addLongList, addPeople, longList, people } from './people.js';

/** A database and an index to measure over, and places to search for. */
export interface World {
  readonly env: Variables;
  readonly count: number;
  /** Places a second of its import. */
  readonly importRate: number;
  /** Identifies the places, for what is loaded from `lines`. */
  readonly contents: string;
  /** All places, or a sample of some tens of thousands. */
  readonly places: readonly SearchedPlace[];
  /** All places, one JSON text each. */
  lines(): Iterable<string>;
}

export interface WorldOptions {
  readonly name: string;
  /** The number of derived places. Absent: the places of Rhode Island. */
  readonly derived?: number;
  readonly withLongList: boolean;
  readonly seed: number;
}

/** The size of the sample that searches are made of. */
const remembered = 20_000;

/** Finds the world of an earlier run with `--keep`, or creates it. */
export async function makeWorld(servers: BenchServers, options: WorldOptions): Promise<World> {
  const { databaseUrl, elasticsearchUrl } = servers;
  const database = databaseOf(options.name);
  const env = {
    DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_INDEX: database,
    SEARCH_LANGUAGES: BENCH_LANGUAGES.join(),
  };
  const originals = rhodeIslandLines();
  const count = options.derived ?? originals.length;
  const wanted = fingerprint(options, count);
  let importRate = await importRateOf(databaseUrl, database, wanted);
  if (importRate !== undefined) {
    report(`  Found: ${count.toLocaleString('en')} places`);
    await command(servers, env, 'migrate');
  } else {
    await dropWorld(servers, options.name);
    await runSql(databaseUrl, `CREATE DATABASE ${database}`);
    const seconds = await fill(servers, env, { options, originals });
    importRate = count / seconds;
    await runSql(databaseUrl, `COMMENT ON DATABASE ${database} IS '${wanted} ${importRate}'`);
  }
  await addClients(env.DATABASE_URL);
  // Elasticsearch must not merge segments during a measurement. An earlier run may have changed places.
  await step(report, 'Index merged', async () => {
    await fetch(`${elasticsearchUrl}/${database}/_forcemerge?max_num_segments=1`, { method: 'POST' });
    // Otherwise the old segments count as well until the first search.
    await fetch(`${elasticsearchUrl}/${database}/_refresh`, { method: 'POST' });
  });
  const lines = (): Iterable<string> =>
    options.derived === undefined ? originals : derivedPlaces(originals, count, options.seed);
  const places = sample(lines(), count).map((line) => JSON.parse(line) as SearchedPlace);
  return { env, count, importRate, contents: contentsOf(options, count), places, lines };
}

export async function dropWorld({ databaseUrl, elasticsearchUrl }: BenchServers, name: string): Promise<void> {
  const database = databaseOf(name);
  await dropIndices(elasticsearchUrl, database);
  await runSql(databaseUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
}

/** The name of the database and of the index of a world. */
export function databaseOf(world: string): string {
  return `bench_http_${world}`;
}

/** Identifies a world: mapping, places and users. */
function fingerprint(options: WorldOptions, count: number): string {
  const index = indexDefinition({ languages: BENCH_LANGUAGES });
  return hashOf([index, contentsOf(options, count), people, options.withLongList && longList]);
}

function contentsOf({ seed, derived }: WorldOptions, count: number): string {
  return hashOf([count, derived === undefined ? 0 : seed]);
}

/** @returns places a second if the database has these contents. Its comment says both. */
async function importRateOf(databaseUrl: string, database: string, wanted: string): Promise<number | undefined> {
  const [row] = await runSql<{ description: string | null }>(
    databaseUrl,
    "SELECT shobj_description(oid, 'pg_database') AS description FROM pg_database WHERE datname = $1",
    [database],
  );
  const [contents, rate] = row?.description?.split(' ') ?? [];
  return contents === wanted ? Number(rate) : undefined;
}

/** @returns the seconds of the import of the places */
async function fill(
  servers: BenchServers,
  env: Variables,
  { options, originals }: { options: WorldOptions; originals: readonly string[] },
): Promise<number> {
  const { derived, seed, withLongList } = options;
  await step(report, 'Migrations', async () => {
    await command(servers, env, 'migrate');
  });
  let file = rhodeIslandFile();
  if (derived !== undefined) {
    file = join(servers.dataDir, 'derived-places.ndjson');
    await step(report, `${derived.toLocaleString('en')} places made`, () =>
      writeLines(file, derivedPlaces(originals, derived, seed)),
    );
  }
  const importPlaces = (): Promise<void> => command(servers, env, 'import', 'places', file);
  // A cold Elasticsearch may time out on a busy machine. The second import indexes what is left.
  const began = performance.now();
  await step(report, 'Places imported', () => importPlaces().catch(importPlaces));
  const seconds = (performance.now() - began) / 1000;
  await step(report, 'Users and what they did', () => addPeople(env.DATABASE_URL));
  if (withLongList)
    await step(report, `${longList.count.toLocaleString('en')} followers`, () => addLongList(env.DATABASE_URL));
  return seconds;
}

async function command({ abort }: BenchServers, env: Variables, ...args: string[]): Promise<void> {
  await commandLine({ env: { ...process.env, ...env }, abort })(...args);
}

function sample(lines: Iterable<string>, count: number): string[] {
  const every = Math.max(1, Math.floor(count / remembered));
  const taken: string[] = [];
  let at = 0;
  for (const line of lines) if (at++ % every === 0) taken.push(line);
  return taken;
}
