import { createHash } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
 * Claims a data folder for this process. Claims of dead processes are replaced.
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
  const draft = `${file}.${process.pid}`;
  const write = (instance: Instance): void => {
    writeFileSync(draft, JSON.stringify(instance, undefined, 2), { mode: 0o600 });
  };
  /** While it is, no other process changes the file. */
  const isMine = (): boolean => {
    const { pid, started } = instanceOf(contentOf(file)) ?? {};
    return pid === mine.pid && started === mine.started;
  };
  write(mine);
  try {
    const other = claimFile(file, draft);
    if (other) throw alreadyRunning(dataDir, other);
  } finally {
    rmSync(draft);
  }
  return {
    publish: (addresses) => {
      if (!isMine()) return;
      write({ ...mine, ...addresses });
      renameSync(draft, file);
    },
    release: () => {
      if (isMine()) rmSync(file);
    },
  };
}

/**
 * Claims a file, so that of many processes one does. Readers never see a part of the content.
 *
 * @param draft has the content
 * @returns the running process that has claimed it, or is about to
 */
function claimFile(file: string, draft: string): Instance | undefined {
  if (linkIfFree(draft, file)) return undefined;
  const content = contentOf(file);
  // It was released.
  if (content === undefined) return claimFile(file, draft);
  const other = runningInstanceOf(content);
  if (other) return other;
  // Of those that want to replace the claim of a dead process, the one with a file for this very claim may.
  const replacement = `${file}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
  const rival = claimFile(replacement, draft);
  if (rival) return rival;
  // That process has replaced the claim, and so renamed that file, after this one read the claim.
  if (contentOf(file) !== content) {
    rmSync(replacement);
    return claimFile(file, draft);
  }
  renameSync(replacement, file);
  return undefined;
}

/** @returns false if the file exists */
function linkIfFree(draft: string, file: string): boolean {
  try {
    return isMade(() => {
      linkSync(draft, file);
    });
  } catch {
    // Some file systems have no links: shared folders of virtual machines. There, others may read a part of the content.
    return isMade(() => {
      copyFileSync(draft, file, constants.COPYFILE_EXCL);
    });
  }
}

/** @returns false if the file exists */
function isMade(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** The running process that has claimed this data folder. */
export function runningInstance(dataDir: string): Instance | undefined {
  return runningInstanceOf(contentOf(instanceFile(dataDir)));
}

function runningInstanceOf(content: string | undefined): Instance | undefined {
  const instance = instanceOf(content);
  return instance && processInfo(instance.pid)?.started === instance.started ? instance : undefined;
}

/** The claim in a file; undefined if there is none, or only a part of one. */
function instanceOf(content: string | undefined): Instance | undefined {
  try {
    return content === undefined ? undefined : (JSON.parse(content) as Instance);
  } catch {
    return undefined;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
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
