import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../dev/build.js';
import { dataDirOf } from '../dev/data-dir.js';
import { run, runInForeground } from '../dev/run-program.js';
import { listenForShutdownSignals } from '../dev/shutdown-signals.js';
import { claimDataDir } from '../dev/services/data-dir-claim.js';
import { StartFailure } from '../dev/services/start-failure.js';
import { startServices } from '../dev/services/start-services.js';
import { runSql } from '../dev/services/sql.js';
import { report, step } from '../dev/services/step.js';

/** JVM options as in production, instead of those for a fast start. */
export const productionJvm = { ES_JAVA_OPTS: '-Xms2g -Xmx2g -XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC' };

/** Servers as of `withServers`, with a new database and a new index. */
export async function withServices<T>(
  options: ServerOptions,
  work: (services: BenchServices) => Promise<T>,
): Promise<T> {
  return withServers(options, async (servers) => {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    await runSql(servers.databaseUrl, `CREATE DATABASE ${name}`);
    try {
      return await work({ ...servers, variables: variablesOf(servers, name) });
    } finally {
      await dropDatabase(servers, name);
    }
  });
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

/** Servers with a new database and a new index. */
export interface BenchServices extends BenchServers {
  readonly variables: Variables;
}

interface ServerOptions {
  /** Default values of environment variables. */
  readonly settings?: object;
  /** Whether the next run finds the data again. */
  readonly keep?: boolean;
  /** Of the data, below DATA_DIR. */
  readonly folder?: string;
  /** Stops the servers. By default a signal to this process does. */
  readonly abort?: AbortSignal;
}

/** Builds the service and starts PostgreSQL and Elasticsearch like `npm test`. */
export async function withServers<T>(
  {
    settings = productionJvm,
    keep = false,
    folder = 'bench',
    abort = listenForShutdownSignals().signal,
  }: ServerOptions,
  work: (servers: BenchServers) => Promise<T>,
): Promise<T> {
  const home = dataDirOf(process.env);
  const dataDir = join(home, keep ? `${folder}-kept` : folder);
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'a benchmark');
  try {
    const env = { ...settings, ...process.env };
    const services = await startServices({ dataDir, cacheDir: home, env, report, persistent: keep, abort });
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

/** @param name of the database and of the index */
export function variablesOf(
  { databaseUrl, elasticsearchUrl }: Pick<BenchServers, 'databaseUrl' | 'elasticsearchUrl'>,
  name: string,
): Variables {
  return {
    DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_INDEX: name,
    SEARCH_LANGUAGES: BENCH_LANGUAGES.join(),
  };
}

/**
 * Finds the database and index of an earlier run with the same contents, or makes and fills them.
 *
 * @param contents identifies mapping and data
 * @returns the figure of `fill`. The comment of the database remembers it beside the contents
 */
export async function keptDatabase(
  servers: BenchServers,
  name: string,
  contents: unknown,
  fill: () => Promise<number>,
): Promise<{ figure: number; isNew: boolean }> {
  const wanted = hashOf(contents);
  const [row] = await runSql<{ description: string | null }>(
    servers.databaseUrl,
    "SELECT shobj_description(oid, 'pg_database') AS description FROM pg_database WHERE datname = $1",
    [name],
  );
  const [known, noted] = row?.description?.split(' ') ?? [];
  if (known === wanted) return { figure: Number(noted), isNew: false };
  await dropDatabase(servers, name);
  await runSql(servers.databaseUrl, `CREATE DATABASE ${name}`);
  const figure = await fill();
  await runSql(servers.databaseUrl, `COMMENT ON DATABASE ${name} IS '${wanted} ${figure}'`);
  return { figure, isNew: true };
}

/** Deletes a database and the indices of its alias, because Elasticsearch does not delete by alias. */
export async function dropDatabase({ databaseUrl, elasticsearchUrl }: BenchServers, name: string): Promise<void> {
  const response = await fetch(`${elasticsearchUrl}/_alias/${name}`);
  for (const index of response.ok ? Object.keys((await response.json()) as object) : []) {
    await fetch(`${elasticsearchUrl}/${index}`, { method: 'DELETE' });
  }
  await runSql(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** The same text for equal values. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/**
 * Makes a benchmark run on the Node of the image, or on that of BENCH_NODE (`26`, `20.19`): versions differ by a third in processor
 * time. If this process has another one, the benchmark runs in a process of the npm package `node`.
 *
 * @throws StartFailure if BENCH_NODE is no version
 */
export function onImageNode(benchmark: () => Promise<number>): () => Promise<number> {
  return async () => {
    const wanted = process.env.BENCH_NODE ?? imageNode();
    if (!/^\d+(\.\d+)*$/.test(wanted))
      throw new StartFailure(`BENCH_NODE is ${wanted}. Allowed: a version such as 26.`);
    if (`${process.versions.node}.`.startsWith(`${wanted}.`)) return benchmark();
    return runInForeground([await installNode(wanted), ...process.execArgv, ...process.argv.slice(1)], {
      env: process.env,
    });
  };
}

/** Installs the npm package `node`. @returns the path of the program */
export async function installNode(version: string): Promise<string> {
  const folder = join(dataDirOf(process.env), `node-${version}`);
  const node = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const install = ['--prefix', folder, '--no-audit', '--no-fund', `node@${version}`];
    await step(report, `Node ${version} installed`, () => run(['npm', 'install', ...install]));
  }
  return node;
}

/** The major version of Node in the image. */
export function imageNode(): string {
  const found = /^FROM node:(\d+)/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  if (found === undefined) throw new Error('The Dockerfile names no version of Node');
  return found;
}
