import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processInfo } from './process-info.js';
import { StartFailure } from './start-failure.js';

/** The process that uses a data folder, and its services: `<dataDir>/services.json`. */
export interface Instance {
  /** The process, and its start time, because process ids are reused. */
  readonly pid: number;
  readonly started: string;
  /** The command, for messages. */
  readonly command: string;
  /** The port of the service, if it runs. */
  readonly port?: number;
  readonly databaseUrl?: string;
  readonly elasticsearchUrl?: string;
}

export interface Claim {
  /** Adds the addresses of the running services. */
  publish(addresses: Pick<Instance, 'databaseUrl' | 'elasticsearchUrl'>): void;
  release(): void;
}

/**
 * Claims a data folder for this process. Claims of dead processes are ignored.
 *
 * @throws StartFailure if a running process has claimed the folder
 */
export function claimDataDir(dataDir: string, command: string, port?: number): Claim {
  const file = instanceFile(dataDir);
  const mine: Instance = {
    pid: process.pid,
    started: processInfo(process.pid)?.started ?? '',
    command,
    ...(port !== undefined && { port }),
  };
  const other = runningInstance(dataDir);
  if (other) throw alreadyRunning(dataDir, other);
  rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process was faster.
    const faster = runningInstance(dataDir);
    throw faster ? alreadyRunning(dataDir, faster) : error;
  }
  return {
    publish: (addresses) => {
      writeFileSync(file, JSON.stringify({ ...mine, ...addresses }, undefined, 2));
    },
    release: () => {
      rmSync(file, { force: true });
    },
  };
}

/** The running process that has claimed this data folder. */
export function runningInstance(dataDir: string): Instance | undefined {
  let instance: Instance;
  try {
    instance = JSON.parse(readFileSync(instanceFile(dataDir), 'utf8')) as Instance;
  } catch {
    return undefined;
  }
  return processInfo(instance.pid)?.started === instance.started ? instance : undefined;
}

function alreadyRunning(dataDir: string, { command, pid, port }: Instance): StartFailure {
  const where = port === undefined ? '' : ` on port ${port}`;
  return new StartFailure(
    `${command} already runs with the data folder ${dataDir} (process ${pid}${where}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}

function instanceFile(dataDir: string): string {
  return join(dataDir, 'services.json');
}
