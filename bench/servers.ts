import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../dev/build.js';
import { dataDirOf } from '../dev/data-dir.js';
import { listenForShutdownSignals } from '../dev/shutdown-signals.js';
import { claimDataDir } from '../dev/services/data-dir-claim.js';
import { startServices } from '../dev/services/start-services.js';
import { runSql } from '../dev/services/sql.js';
import { report } from '../dev/services/step.js';

/** JVM options as in production, instead of those for a fast start. */
export const productionJvm = { ES_JAVA_OPTS: '-Xms2g -Xmx2g -XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC' };

/** Servers for a benchmark, with a new database and a new index. */
export interface BenchServices {
  readonly variables: Variables;
  readonly dataDir: string;
  readonly abort: AbortSignal;
}

/** @param settings default values of environment variables */
export async function withServices(
  settings: NodeJS.ProcessEnv,
  work: (services: BenchServices) => Promise<number>,
): Promise<number> {
  return withServers({ settings, folder: 'bench', lasting: false }, ({ dataDir, abort, ...servers }) =>
    withDatabase(servers, async (variables) => work({ variables, dataDir, abort })),
  );
}

/** PostgreSQL and Elasticsearch for a benchmark. */
export interface BenchServers {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  readonly dataDir: string;
  /** Folder for downloaded programs. */
  readonly cacheDir: string;
  readonly abort: AbortSignal;
}

export interface ServersOptions {
  /** Default values of environment variables. */
  readonly settings: NodeJS.ProcessEnv;
  /** The data folder, below DATA_DIR. */
  readonly folder: string;
  /** Whether the next run finds the data again. */
  readonly lasting: boolean;
}

/** Builds the service and starts PostgreSQL and Elasticsearch like `npm test`. */
export async function withServers(
  { settings, folder, lasting }: ServersOptions,
  work: (servers: BenchServers) => Promise<number>,
): Promise<number> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, folder);
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'a benchmark');
  const { signal: abort } = listenForShutdownSignals();
  try {
    const env = { ...settings, ...process.env };
    const services = await startServices({ dataDir, cacheDir: home, env, report, persistent: lasting, abort });
    const { databaseUrl, elasticsearchUrl } = services;
    try {
      claim.publish(services);
      await build(report, { env, abort });
      return await work({ databaseUrl, elasticsearchUrl, dataDir, cacheDir: home, abort });
    } finally {
      await services.stop();
    }
  } finally {
    claim.release();
  }
}

/** Of all benchmarks, whatever the countries of their places: figures of different versions stay comparable. */
export const BENCH_LANGUAGES = ['en', 'pt'] as const;

export interface Variables {
  readonly DATABASE_URL: string;
  readonly ELASTICSEARCH_URL: string;
  readonly ELASTICSEARCH_INDEX: string;
  readonly SEARCH_LANGUAGES: string;
}

async function withDatabase(
  services: { databaseUrl: string; elasticsearchUrl: string },
  work: (variables: Variables) => Promise<number>,
): Promise<number> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(services.databaseUrl), { pathname: `/${name}` }).href;
  await runSql(services.databaseUrl, `CREATE DATABASE ${name}`);
  try {
    return await work({
      DATABASE_URL: url,
      ELASTICSEARCH_URL: services.elasticsearchUrl,
      ELASTICSEARCH_INDEX: name,
      SEARCH_LANGUAGES: BENCH_LANGUAGES.join(),
    });
  } finally {
    await dropIndices(services.elasticsearchUrl, name);
    await runSql(services.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Deletes the indices of an alias, because Elasticsearch does not delete by alias. */
export async function dropIndices(elasticsearchUrl: string, alias: string): Promise<void> {
  const response = await fetch(`${elasticsearchUrl}/_alias/${alias}`);
  if (!response.ok) return;
  for (const name of Object.keys((await response.json()) as object)) {
    await fetch(`${elasticsearchUrl}/${name}`, { method: 'DELETE' });
  }
}
