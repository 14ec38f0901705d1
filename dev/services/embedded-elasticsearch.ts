import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { waitForAbort } from './aborted.js';
import { Child } from './child.js';
import { type Jdk } from './jdk.js';
import { embeddedService, type EmbeddedService } from './running-service.js';
import { StartFailure } from './start-failure.js';

const START_TIMEOUT_MS = 90_000;
const ARCHIVE_TIMEOUT_MS = 60_000;

/** ES_JAVA_OPTS, the variable of the official distribution, is appended and so overrides these. */
const JAVA_OPTIONS = [
  ...['-Xms512m', '-Xmx512m', '--add-modules=jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED'],
  // Standard output has only the address.
  ...['-Xlog:disable', '-Xlog:all=warning:stderr'],
];

/**
 * Tests end before the optimizing compiler pays off: without it, a start takes half the processor time. A node that runs longer has
 * the JVM's own choice of compiler and collector.
 */
const QUICK_START = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Starts one Elasticsearch node from an existing home folder, with its data in `<dataDir>/elasticsearch`.
 *
 * @param overrides settings, for a cluster or a fixed port; undefined removes a setting
 */
export async function startEmbeddedElasticsearch(
  home: string,
  jdk: Jdk,
  dataDir: string,
  persistent: boolean,
  env: NodeJS.ProcessEnv,
  abort: AbortSignal,
  overrides: Readonly<Record<string, string | number | undefined>> = {},
): Promise<EmbeddedService> {
  const data = persistent ? join(dataDir, 'elasticsearch') : memoryFolder(dataDir);
  if (!persistent) rmSync(data, { recursive: true, force: true });
  const archive = classArchive(home, jdk);
  const options = [
    ...(persistent ? [] : QUICK_START),
    ...(existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : []),
    ...(env.ES_JAVA_OPTS ?? '').split(/\s+/).filter(Boolean),
  ];
  const log = join(dataDir, 'elasticsearch.log');
  const child = launch(home, jdk, { options, data, log, settings: overrides });
  if (!persistent) void child.exited.then(() => rm(data, { recursive: true, force: true }));
  const url = await readAddress(child, abort);
  if (!url) {
    await child.stop(2_000);
    abort.throwIfAborted();
    throw new StartFailure(`Elasticsearch did not start.\n${child.logTail()}`);
  }
  return embeddedService(url, child, 'SIGKILL');
}

/**
 * Where data are that nobody needs after a crash. Elasticsearch writes each change to the disk, which takes tests a fifth of their
 * time, and cannot be told not to.
 */
function memoryFolder(dataDir: string): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return join(dataDir, 'elasticsearch');
  return join(memory, `place-directory-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
}

/**
 * Starts a node once to archive its loaded classes for later starts, which then take half the processor time. Does nothing if
 * there is an archive, or if it cannot be made.
 */
export async function archiveClasses(home: string, jdk: Jdk, abort: AbortSignal): Promise<void> {
  const archive = classArchive(home, jdk);
  if (existsSync(archive)) return;
  const data = `${archive}.${process.pid}`;
  const unfinished = join(data, 'classes.jsa');
  const log = `${data}.log`;
  const child = launch(home, jdk, { options: [`-XX:ArchiveClassesAtExit=${unfinished}`], data, log });
  try {
    if (await readAddress(child, abort)) await Promise.race([child.stop(ARCHIVE_TIMEOUT_MS), waitForAbort(abort)]);
    // Without a status it was killed while it wrote.
    if (child.status !== null && existsSync(unfinished)) renameSync(unfinished, archive);
  } finally {
    await child.stop(0);
    rmSync(data, { recursive: true, force: true });
    rmSync(log, { force: true });
  }
}

/** The JVM ignores an archive of another build of Java, so each build has its own. */
function classArchive(home: string, jdk: Jdk): string {
  const build = createHash('sha256').update(readFileSync(join(jdk.home, 'release')));
  return join(home, `classes-${build.digest('hex').slice(0, 8)}.jsa`);
}

interface LaunchOptions {
  /** Options of the JVM, after the common ones. */
  readonly options: readonly string[];
  readonly data: string;
  readonly log: string;
  readonly settings?: Readonly<Record<string, string | number | undefined>>;
}

function launch(home: string, jdk: Jdk, { options, data, log, settings = {} }: LaunchOptions): Child {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const all: Record<string, string | number | boolean | undefined> = {
    'path.home': home,
    'path.data': data,
    'http.port': 0,
    'transport.port': 0,
    'network.host': '127.0.0.1',
    'discovery.type': 'single-node',
    'cluster.name': 'place-directory',
    'node.name': 'development',
    // Do not stop indexing on a nearly full disk.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...settings,
  };
  return new Child(
    [
      join(jdk.home, 'bin/java'),
      ...[...JAVA_OPTIONS, ...options, '-cp', join(home, 'lib', '*'), 'Launcher'],
      ...Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    ],
    { logFile: log, output: 'pipe', stopSignal: 'SIGTERM' },
  );
}

/** The launcher prints its address as its only line of output once the node is ready. */
async function readAddress(child: Child, abort: AbortSignal): Promise<string | undefined> {
  const lines = createInterface(child.output);
  const line = once(lines, 'line').then(([text]) => text as string);
  const giveUp = [child.exited, waitForAbort(abort), delay(START_TIMEOUT_MS, undefined, { ref: false })];
  return Promise.race([line, ...giveUp.map((reason) => reason.then(() => undefined))]);
}
