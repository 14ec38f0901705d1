import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { build } from '../dev/build.js';
import { dataDirOf } from '../dev/data-dir.js';
import { listenForShutdownSignals } from '../dev/shutdown-signals.js';
import { nodeCommand, runQuietly } from '../dev/run-program.js';
import { demonstrationToken, startService } from '../dev/service.js';
import { freePort } from '../dev/services/free-port.js';
import { claimDataDir } from '../dev/services/data-dir-claim.js';
import { startServices } from '../dev/services/start-services.js';
import { step, type Report } from '../dev/services/step.js';

/** The service as it runs in production, over places of its own. */
export interface RunningDirectory {
  readonly url: string;
  /** An application token. */
  readonly token: string;
  readonly elasticsearchUrl: string;
  /** The alias of the index of places. */
  readonly index: string;
}

export const report: Report = (line) => process.stdout.write(`${line}\n`);

/** Servers for a benchmark, with a database and an index of its own; neither has anything in it yet. */
export interface BenchServices {
  readonly variables: Variables;
  readonly dataDir: string;
  readonly abort: AbortSignal;
}

/**
 * Runs work over a directory that holds the places of a file. PostgreSQL and Elasticsearch are those that are given, or
 * are brought as `npm test` brings them; either way the directory has a database and an index of its own, which go
 * with it.
 */
export function withDirectory(
  placesFile: string,
  work: (directory: RunningDirectory) => Promise<number>,
): Promise<number> {
  return withServices({}, (services) => serve({ ...services, placesFile }, work));
}

/** @param settings environment that counts where it is not set already */
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
  readonly abort: AbortSignal;
}

export interface ServersOptions {
  /** Environment that counts where it is not set already. */
  readonly settings: NodeJS.ProcessEnv;
  /** The data folder, within DATA_DIR. */
  readonly folder: string;
  /** Whether the data is kept for the next time. */
  readonly lasting: boolean;
}

/** Brings servers up beside a build of the service, as `npm test` brings them. */
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
      return await work({ databaseUrl, elasticsearchUrl, dataDir, abort });
    } finally {
      await services.stop();
    }
  } finally {
    claim.release();
  }
}

interface Variables {
  readonly DATABASE_URL: string;
  readonly ELASTICSEARCH_URL: string;
  readonly ELASTICSEARCH_INDEX: string;
}

async function withDatabase(
  services: { databaseUrl: string; elasticsearchUrl: string },
  work: (variables: Variables) => Promise<number>,
): Promise<number> {
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = Object.assign(new URL(services.databaseUrl), { pathname: `/${name}` }).href;
  await administer(services.databaseUrl, `CREATE DATABASE ${name}`);
  try {
    return await work({
      DATABASE_URL: url,
      ELASTICSEARCH_URL: services.elasticsearchUrl,
      ELASTICSEARCH_INDEX: name,
    });
  } finally {
    await dropIndices(services.elasticsearchUrl, name);
    await administer(services.databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

interface Run extends BenchServices {
  readonly placesFile: string;
}

async function serve(run: Run, work: (directory: RunningDirectory) => Promise<number>): Promise<number> {
  const { variables, dataDir, placesFile, abort } = run;
  const env = { ...process.env, ...variables };
  const cli = (...args: string[]): Promise<void> =>
    runQuietly(args.join(' '), nodeCommand('dist/cli/main.js', ...args), { env, abort });
  await step(report, 'Migrations and clients', async () => {
    await cli('migrate');
    await cli('seed', '--empty');
  });
  await step(report, 'Import', () => cli('import', 'places', placesFile));
  const port = await freePort();
  const service = await startService({ port, env, logFile: join(dataDir, 'service.log'), abort });
  try {
    return await work({
      url: `http://127.0.0.1:${port}`,
      token: await demonstrationToken(port),
      elasticsearchUrl: variables.ELASTICSEARCH_URL,
      index: variables.ELASTICSEARCH_INDEX,
    });
  } finally {
    await service.stop(5000);
  }
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Elasticsearch deletes an index by its own name only. */
export async function dropIndices(elasticsearchUrl: string, alias: string): Promise<void> {
  const response = await fetch(`${elasticsearchUrl}/_alias/${alias}`);
  if (!response.ok) return;
  for (const name of Object.keys((await response.json()) as object)) {
    await fetch(`${elasticsearchUrl}/${name}`, { method: 'DELETE' });
  }
}
