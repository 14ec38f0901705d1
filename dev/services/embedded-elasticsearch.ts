import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { aborted } from './aborted.js';
import { Child } from './child.js';
import { type Jdk } from './jdk.js';
import { type EmbeddedService } from './running-service.js';
import { StartFailure } from './start-failure.js';

const PATIENCE = 90_000;

/**
 * Half a gigabyte is plenty for development. The quick compiler and the simple collector halve the time to the first
 * answer on a small machine; ES_JAVA_OPTS, the variable of the official distribution, comes last and so overrides them.
 */
const JAVA_OPTIONS = [
  ...['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  ...['--add-modules=jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED'],
];

/**
 * Starts one Elasticsearch node from a home folder that is laid out, with its data in `<dataDir>/elasticsearch`.
 *
 * @param overrides settings for a node of a cluster, or one that has to be found again; undefined leaves one out
 */
export async function startEmbeddedElasticsearch(
  home: string,
  jdk: Jdk,
  dataDir: string,
  lasting: boolean,
  env: NodeJS.ProcessEnv,
  abort: AbortSignal,
  overrides: Readonly<Record<string, string | number | undefined>> = {},
): Promise<EmbeddedService> {
  const data = join(dataDir, 'elasticsearch');
  if (!lasting) rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const options = [...JAVA_OPTIONS, ...(env.ES_JAVA_OPTS ?? '').split(/\s+/).filter(Boolean)];
  const settings: Record<string, string | number | boolean | undefined> = {
    'path.home': home,
    'path.data': data,
    'http.port': 0,
    'transport.port': 0,
    'network.host': '127.0.0.1',
    'discovery.type': 'single-node',
    'cluster.name': 'place-directory',
    'node.name': 'development',
    // A nearly full disk is no reason to refuse work on a developer's machine.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...overrides,
  };
  const child = new Child(
    [
      join(jdk.home, 'bin/java'),
      ...[...options, '-cp', join(home, 'lib', '*'), 'Launcher'],
      ...Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    ],
    { logFile: `${data}.log`, output: 'pipe', stopSignal: 'SIGTERM' },
  );
  const url = await address(child, abort);
  if (!url) {
    await child.stop(2_000);
    abort.throwIfAborted();
    throw new StartFailure(`Elasticsearch did not start.\n${child.logTail()}`);
  }
  return {
    url,
    exited: child.exited.then(() => child.logTail()),
    stop: () => child.stop(15_000),
    kill: () => {
      child.signal('SIGKILL');
    },
    crash: () => {
      child.signal('SIGKILL');
      return child.exited.then(() => undefined);
    },
  };
}

/** The launcher says its address in its only line of output, as soon as the node serves. */
async function address(child: Child, abort: AbortSignal): Promise<string | undefined> {
  const lines = createInterface(child.output);
  const line = once(lines, 'line').then(([text]) => text as string);
  const giveUp = [child.exited, aborted(abort), delay(PATIENCE, undefined, { ref: false })];
  return Promise.race([line, ...giveUp.map((reason) => reason.then(() => undefined))]);
}
