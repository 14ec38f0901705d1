import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { nodeCommand, runQuietly } from '../../../dev/run-program.js';
import { step } from '../../../dev/services/step.js';
import { indexDefinition } from '../../../src/places/search-index/mapping/mapping.js';
import { administer, type BenchServers, dropIndices, report } from '../../directory.js';
import { writeLines } from '../../import/write-lines.js';
import { derivedPlaces } from '../../import/derived-places.js';
import { rhodeIslandFile } from '../../rhode-island.js';
import { type SearchedPlace } from '../requests/searches.js';
import { addCrowd, addPeople, crowd, people } from './people.js';

/** A directory that is measured: a database and an index of its own, and what to ask of it. */
export interface World {
  readonly env: {
    readonly DATABASE_URL: string;
    readonly ELASTICSEARCH_URL: string;
    readonly ELASTICSEARCH_INDEX: string;
  };
  readonly count: number;
  /** All places, or some tens of thousands of them. */
  readonly places: readonly SearchedPlace[];
}

export interface WorldOptions {
  readonly name: string;
  /** How many derived places; absent: those of Rhode Island as they are. */
  readonly derived?: number;
  readonly withCrowd: boolean;
  readonly seed: number;
}

/** Rhode Island is repeated as often as it takes; of so many places nobody needs all to think of searches. */
const remembered = 20_000;

/** Finds the world that was kept, or makes it. */
export async function makeWorld(servers: BenchServers, options: WorldOptions): Promise<World> {
  const { databaseUrl, elasticsearchUrl } = servers;
  const database = `bench_http_${options.name}`;
  const env = {
    DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${database}` }).href,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_INDEX: database,
  };
  const originals = gunzipSync(readFileSync(rhodeIslandFile())).toString().trimEnd().split('\n');
  const count = options.derived ?? originals.length;
  const wanted = fingerprint(options, count);
  if ((await describedAs(databaseUrl, database)) === wanted) {
    report(`  Found: ${count.toLocaleString('en')} places`);
    await command(servers, env, 'migrate');
  } else {
    await dropWorld(servers, options.name);
    await administer(databaseUrl, `CREATE DATABASE ${database}`);
    await fill(servers, env, { options, originals });
    await administer(databaseUrl, `COMMENT ON DATABASE ${database} IS '${wanted}'`);
  }
  const lines =
    options.derived === undefined ? originals : sample(derivedPlaces(originals, count, options.seed), count);
  return { env, count, places: lines.map((line) => JSON.parse(line) as SearchedPlace) };
}

export async function dropWorld({ databaseUrl, elasticsearchUrl }: BenchServers, name: string): Promise<void> {
  await dropIndices(elasticsearchUrl, `bench_http_${name}`);
  await administer(databaseUrl, `DROP DATABASE IF EXISTS bench_http_${name} WITH (FORCE)`);
}

/** Says what is in a world: another mapping, other places or other people make it another one. */
function fingerprint({ withCrowd, seed, derived }: WorldOptions, count: number): string {
  const parts = [indexDefinition(), count, derived === undefined ? 0 : seed, people, withCrowd && crowd];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function describedAs(databaseUrl: string, database: string): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ description: string | null }>(
    "SELECT shobj_description(oid, 'pg_database') AS description FROM pg_database WHERE datname = $1",
    [database],
  );
  await client.end();
  return rows[0]?.description ?? undefined;
}

async function fill(
  servers: BenchServers,
  env: World['env'],
  { options, originals }: { options: WorldOptions; originals: readonly string[] },
): Promise<void> {
  const { derived, seed, withCrowd } = options;
  await step(report, 'Migrations and clients', async () => {
    await command(servers, env, 'migrate');
    await command(servers, env, 'seed', '--empty');
  });
  let file = rhodeIslandFile();
  if (derived !== undefined) {
    file = join(servers.dataDir, 'derived-places.ndjson');
    await step(report, `${derived.toLocaleString('en')} places made`, () =>
      writeLines(file, derivedPlaces(originals, derived, seed)),
    );
  }
  await step(report, 'Places imported', () => command(servers, env, 'import', 'places', file));
  await step(report, 'Users and what they did', () => addPeople(env.DATABASE_URL));
  if (withCrowd) await step(report, `${crowd.count.toLocaleString('en')} followers`, () => addCrowd(env.DATABASE_URL));
  // Nothing is to be put in order while something is measured.
  await step(report, 'Index merged', () =>
    fetch(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}/_forcemerge?max_num_segments=1`, { method: 'POST' }),
  );
}

function command({ abort }: BenchServers, env: World['env'], ...args: string[]): Promise<void> {
  // Demonstration clients are refused in production.
  const variables = { ...process.env, ...env, NODE_ENV: 'development' };
  return runQuietly(args.join(' '), nodeCommand('dist/cli/main.js', ...args), { env: variables, abort });
}

function sample(lines: Iterable<string>, count: number): string[] {
  const every = Math.max(1, Math.floor(count / remembered));
  const taken: string[] = [];
  let at = 0;
  for (const line of lines) if (at++ % every === 0) taken.push(line);
  return taken;
}
