import { join } from 'node:path';
import { commandLine } from '../../dev/run-program.js';
import { runSql } from '../../dev/services/sql.js';
import { report, step } from '../../dev/services/step.js';
import { indexDefinition } from '../../src/places/search-index/mapping.js';
import { mergeSegments } from '../elasticsearch.js';
import { derivedPlaces, type PlaceLine, rhodeIslandFile, rhodeIslandLines, writeLines } from '../places.js';
import { BENCH_LANGUAGES, type BenchServers, hashOf, keptDatabase, type Variables, variablesOf } from '../servers.js';

/** A database and an index to measure over, and places to search for. */
export interface World {
  readonly env: Variables;
  readonly count: number;
  /** Places a second of its import. */
  readonly importRate: number;
  /** Identifies the places, for what is loaded from `lines`. */
  readonly contents: string;
  /** All places, or a sample of some tens of thousands. */
  readonly places: readonly PlaceLine[];
  /** All places, one JSON text each. */
  lines(): Iterable<string>;
}

interface WorldOptions {
  readonly name: string;
  /** The number of derived places. Absent: the places of Rhode Island. */
  readonly derived?: number;
  readonly seed: number;
}

/** The size of the sample that searches are made of. */
const remembered = 20_000;

/** Finds the world of an earlier run with `--keep`, or creates it. */
export async function makeWorld(servers: BenchServers, options: WorldOptions): Promise<World> {
  const { name, derived, seed } = options;
  const env = variablesOf(servers, databaseOf(name));
  const command = commandLine({ env: { ...process.env, ...env }, abort: servers.abort });
  const originals = rhodeIslandLines();
  const count = derived ?? originals.length;
  const lines = (): Iterable<string> => (derived === undefined ? originals : derivedPlaces(originals, count, seed));
  const index = indexDefinition({ languages: BENCH_LANGUAGES });
  const contents = hashOf([count, derived === undefined ? 0 : seed]);
  const all = [index, contents, people];
  const { figure: importRate, isNew } = await keptDatabase(servers, databaseOf(name), all, async () => {
    await step(report, 'Migrations', () => command('migrate'));
    let file = rhodeIslandFile();
    if (derived !== undefined) {
      file = join(servers.dataDir, 'derived-places.ndjson');
      await step(report, `${count.toLocaleString('en')} places made`, () => writeLines(file, lines()));
    }
    const importPlaces = (): Promise<string> => command('import', 'places', file);
    // A cold Elasticsearch may time out on a busy machine. The second import indexes what is left.
    const began = performance.now();
    await step(report, 'Places imported', () => importPlaces().catch(importPlaces));
    const rate = (count * 1000) / (performance.now() - began);
    await step(report, 'Users and what they did', () => addPeople(env.DATABASE_URL));
    return rate;
  });
  if (!isNew) {
    report(`  Found: ${count.toLocaleString('en')} places`);
    await command('migrate');
  }
  await addClients(env.DATABASE_URL);
  // An earlier run may have changed places.
  await step(report, 'Index merged', () => mergeSegments(`${servers.elasticsearchUrl}/${databaseOf(name)}`));
  return { env, count, importRate, contents, places: sample(lines(), count), lines };
}

/** The name of the database and of the index of a world. */
export function databaseOf(world: string): string {
  return `bench_http_${world}`;
}

function sample(lines: Iterable<string>, count: number): PlaceLine[] {
  const every = Math.max(1, Math.floor(count / remembered));
  const taken: PlaceLine[] = [];
  let at = 0;
  for (const line of lines) if (at++ % every === 0) taken.push(JSON.parse(line) as PlaceLine);
  return taken;
}

/** The number of users, and the lengths of their lists. */
export const people = { count: 1000, followers: 100, reviews: 40 };

export function personAt(position: number): string {
  return `person-${(position % people.count) + 1}`;
}

const userColumns = `id, name, email, birth, gender, photo_small, photo_medium, photo_large, photo_original,
  reviews, places, photos, checkins`;

/** The values of a user who has every member. @param id SQL expression */
function userValues(id: string): string {
  const photo = (size: string): string => `'https://img.example.org/users/' || ${id} || '/${size}.jpg'`;
  return `${id}, 'Person number ' || n, ${id} || '@example.com', date '1960-01-01' + n % 15000,
    CASE n % 2 WHEN 0 THEN 'F' ELSE 'M' END, ${['small', 'medium', 'large', 'original'].map(photo).join(', ')},
    n % 50, n % 60, n % 70, n % 80`;
}

/** Adds users with follows and reviews. Places exist already. */
async function addPeople(databaseUrl: string): Promise<void> {
  const statements = [
    `INSERT INTO users (${userColumns})
     SELECT ${userValues("'person-' || n")} FROM generate_series(1, ${people.count}) n`,
    `INSERT INTO follows (follower_id, following_id, created)
     SELECT 'person-' || (n + k - 1) % ${people.count} + 1, 'person-' || n,
       timestamptz '2020-01-01' + make_interval(mins => n * 7 + k * 13)
     FROM generate_series(1, ${people.count}) n, generate_series(1, ${people.followers}) k`,
    `INSERT INTO reviews (id, user_id, place_id, text, source, rating, thumbs_up, created)
     SELECT format('review-%s-%s', n, k), 'person-' || n, ${somePlace},
       repeat('A place to come back to, whatever the weather. ', 1 + k % 5), 'web', 1 + k % 5, k, ${someTime}
     FROM generate_series(1, ${people.count}) n, generate_series(1, ${people.reviews}) k, ${somePlaces}`,
    'VACUUM ANALYZE users, follows, reviews, places',
  ];
  for (const statement of statements) await runSql(databaseUrl, statement);
}

const somePlaces = '(SELECT array_agg(id) AS ids FROM (SELECT id FROM places ORDER BY id LIMIT 1000) first) chosen';
const somePlace = 'ids[1 + (n * 31 + k * 17) % cardinality(ids)]';
const someTime = "timestamptz '2021-01-01' + make_interval(mins => n * 11 + k * 97)";

/** Adds the client that measures, unless an earlier run did. It needs no secret: the command line issues its tokens. */
export async function addClients(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `INSERT INTO clients (id, name, secret_hash, grants) VALUES ('bench-app', 'bench-app', 'none', '{client_credentials}')
     ON CONFLICT DO NOTHING`,
  );
}
