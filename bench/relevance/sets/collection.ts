import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { commandLine } from '../../../dev/run-program.js';
import { runSql } from '../../../dev/services/sql.js';
import { report, step } from '../../../dev/services/step.js';
import { indexDefinition } from '../../../src/places/index/mapping.js';
import { addClients } from '../../http/world/people.js';
import { writeLines } from '../../import/write-lines.js';
import { BENCH_LANGUAGES, type BenchServers, dropIndices, type Variables } from '../../servers.js';
import { type PlaceSet, placesOf } from './place-sets.js';

/** Finds the database and the index of a set from an earlier run with `--keep`, or creates them. */
export async function makeCollection(servers: BenchServers, set: PlaceSet, name: string): Promise<Variables> {
  const env = variablesOf(servers, set, name);
  const wanted = createHash('sha256')
    .update(JSON.stringify([indexDefinition({ languages: BENCH_LANGUAGES }), set.name, placesOf(set)]))
    .digest('hex');
  const database = env.ELASTICSEARCH_INDEX;
  if ((await describedAs(servers, database)) === wanted) report(`  Found: ${set.name}`);
  else await load(servers, env, set, wanted);
  await addClients(env.DATABASE_URL);
  return env;
}

async function load(servers: BenchServers, env: Variables, set: PlaceSet, description: string): Promise<void> {
  const database = env.ELASTICSEARCH_INDEX;
  await step(report, `Places of ${set.name}`, async () => {
    await dropCollection(servers, env);
    await runSql(servers.databaseUrl, `CREATE DATABASE ${database}`);
    await fill(servers, env, set);
    await runSql(servers.databaseUrl, `COMMENT ON DATABASE ${database} IS '${description}'`);
  });
}

export async function dropCollection(
  servers: BenchServers,
  { ELASTICSEARCH_INDEX: name }: Pick<Variables, 'ELASTICSEARCH_INDEX'>,
): Promise<void> {
  await dropIndices(servers.elasticsearchUrl, name);
  await runSql(servers.databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

export function variablesOf({ databaseUrl, elasticsearchUrl }: BenchServers, set: PlaceSet, prefix: string): Variables {
  const name = `${prefix}_${set.name.replaceAll('-', '_')}`;
  return {
    DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_INDEX: name,
    SEARCH_LANGUAGES: BENCH_LANGUAGES.join(),
  };
}

async function describedAs({ databaseUrl }: BenchServers, database: string): Promise<string | undefined> {
  const [row] = await runSql<{ description: string | null }>(
    databaseUrl,
    "SELECT shobj_description(oid, 'pg_database') AS description FROM pg_database WHERE datname = $1",
    [database],
  );
  return row?.description ?? undefined;
}

async function fill({ abort, dataDir }: BenchServers, env: Variables, set: PlaceSet): Promise<void> {
  const command = commandLine({ env: { ...process.env, ...env }, abort });
  await command('migrate');
  for (const source of set.sources) {
    if ('file' in source) {
      const format = source.format ? ['--format', source.format] : [];
      await command('import', 'places', ...format, source.file);
    } else {
      const file = join(dataDir, `${set.name}.ndjson`);
      await writeLines(
        file,
        source.invented().map((place) => JSON.stringify(place)),
      );
      await command('import', 'places', file);
    }
  }
  // Deleted versions of documents count in the scores until Elasticsearch merges them away.
  await fetch(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}/_forcemerge?max_num_segments=1`, { method: 'POST' });
}
