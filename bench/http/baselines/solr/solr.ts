import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Child } from '../../../../dev/services/child.js';
import { findJdk } from '../../../../dev/services/jdk.js';
import { StartFailure } from '../../../../dev/services/start-failure.js';
import { layOutCores, markLoaded, solrCores } from './cores.js';
import { layOutSolr } from './home.js';

const startTimeoutMs = 180_000;

export interface Solr {
  readonly url: string;
  readonly child: Child;
  /** Whether the cores have the places already. */
  readonly isLoaded: boolean;
  /** The folder of a core. */
  folder(core: string): string;
  /** Says that the cores have the places. */
  markLoaded(): void;
}

export interface SolrOptions {
  readonly dataDir: string;
  /** Folder for the jars. */
  readonly cacheDir: string;
  /** Options of the JVM. */
  readonly javaOptions: string;
  /** Identifies the places. */
  readonly contents: string;
  readonly abort: AbortSignal;
}

/**
 * Starts Solr with the cores of an earlier run if they have the same places, else with empty ones.
 *
 * @throws StartFailure if it cannot be fetched or does not start
 */
export async function startSolr({ dataDir, cacheDir, javaOptions, contents, abort }: SolrOptions): Promise<Solr> {
  const jdk = findJdk(process.env);
  if (!jdk) throw new StartFailure('Solr needs a JDK.');
  const program = await layOutSolr(cacheDir, jdk, abort);
  const home = solrFolder(dataDir);
  const isLoaded = layOutCores(home, contents);
  const options = [
    ...javaOptions.split(' '),
    '--enable-native-access=ALL-UNNAMED',
    `-Dsolr.solr.home=${home}`,
    `-Dsolr.install.dir=${program}`,
    `-Dsolr.log.dir=${home}`,
  ];
  const classPath = [join(program, 'lib', '*'), join(program, 'classes')].join(':');
  const child = new Child([join(jdk.home, 'bin/java'), ...options, '-cp', classPath, 'Launcher'], {
    logFile: join(dataDir, 'solr.log'),
    output: 'pipe',
    stopSignal: 'SIGTERM',
  });
  const line = once(createInterface(child.output), 'line').then(([text]) => text as string);
  const url = await Promise.race([line, child.exited, delay(startTimeoutMs, undefined, { ref: false })]);
  if (typeof url !== 'string') {
    await child.stop(2000);
    throw new StartFailure(`Solr did not start.\n${child.logTail()}`);
  }
  for (const core of solrCores) {
    // A core of an earlier run is loaded after the server has started.
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline && !(await fetch(`${url}/${core}/select?rows=0`)).ok) await delay(50);
  }
  const mark = (): void => {
    markLoaded(home, contents);
  };
  return { url, child, isLoaded, folder: (core) => join(home, core), markLoaded: mark };
}

/** The folder of the cores. */
export function solrFolder(dataDir: string): string {
  return join(dataDir, 'solr');
}
