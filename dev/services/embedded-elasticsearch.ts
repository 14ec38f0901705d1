import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { waitForAbort } from './aborted.js';
import { Child } from './child.js';
import { type Jdk } from './jdk.js';
import { embeddedService, type EmbeddedService } from './running-service.js';
import { StartFailure } from './start-failure.js';

const START_TIMEOUT_MS = 90_000;

/**
 * The fast compiler and the serial collector halve the start time on a small machine. ES_JAVA_OPTS, the variable of the official
 * distribution, is appended and so overrides these.
 */
const JAVA_OPTIONS = [
  ...['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  ...['--add-modules=jdk.incubator.vector', '--enable-native-access=ALL-UNNAMED'],
];

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
  const data = join(dataDir, 'elasticsearch');
  if (!persistent) rmSync(data, { recursive: true, force: true });
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
    // Do not stop indexing on a nearly full disk.
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
  const url = await readAddress(child, abort);
  if (!url) {
    await child.stop(2_000);
    abort.throwIfAborted();
    throw new StartFailure(`Elasticsearch did not start.\n${child.logTail()}`);
  }
  return embeddedService(url, child, 'SIGKILL');
}

/** The launcher prints its address as its only line of output once the node is ready. */
async function readAddress(child: Child, abort: AbortSignal): Promise<string | undefined> {
  const lines = createInterface(child.output);
  const line = once(lines, 'line').then(([text]) => text as string);
  const giveUp = [child.exited, waitForAbort(abort), delay(START_TIMEOUT_MS, undefined, { ref: false })];
  return Promise.race([line, ...giveUp.map((reason) => reason.then(() => undefined))]);
}
