import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processInfo } from './process-info.js';
import { StartFailure } from './start-failure.js';

/** Who uses a data folder, and the addresses of what runs there: `<dataDir>/services.json`. */
export interface Instance {
  /** The process that started the services, and when that process began (ids are used again). */
  readonly pid: number;
  readonly started: string;
  /** The command that was given, to name it in messages. */
  readonly command: string;
  /** Where the service listens, when there is one. */
  readonly port?: number;
  readonly databaseUrl?: string;
  readonly elasticsearchUrl?: string;
}

export interface Claim {
  /** Adds the addresses of what runs now. */
  publish(addresses: Pick<Instance, 'databaseUrl' | 'elasticsearchUrl'>): void;
  release(): void;
}

/**
 * Takes a data folder for this process. What a process that is gone has left there does not count.
 *
 * @throws StartFailure when another process that lives has it.
 */
export function claimDataDir(dataDir: string, command: string, port?: number): Claim {
  const file = instanceFile(dataDir);
  const mine: Instance = {
    pid: process.pid,
    started: processInfo(process.pid)?.started ?? '',
    command,
    ...(port !== undefined && { port }),
  };
  const other = livingInstance(dataDir);
  if (other) throw inUse(dataDir, other);
  rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Somebody else came in between.
    const faster = livingInstance(dataDir);
    throw faster ? inUse(dataDir, faster) : error;
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

/** The process that uses this data folder now, if there is one. */
export function livingInstance(dataDir: string): Instance | undefined {
  let instance: Instance;
  try {
    instance = JSON.parse(readFileSync(instanceFile(dataDir), 'utf8')) as Instance;
  } catch {
    return undefined;
  }
  return processInfo(instance.pid)?.started === instance.started ? instance : undefined;
}

function inUse(dataDir: string, { command, pid, port }: Instance): StartFailure {
  const where = port === undefined ? '' : ` on port ${port}`;
  return new StartFailure(
    `${command} already runs with the data folder ${dataDir} (process ${pid}${where}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}

function instanceFile(dataDir: string): string {
  return join(dataDir, 'services.json');
}
