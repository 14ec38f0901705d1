import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Child } from '../../../../dev/services/child.js';
import { findJdk } from '../../../../dev/services/jdk.js';
import { StartFailure } from '../../../../dev/services/start-failure.js';
import { layOutSolr } from './home.js';

/** The same places twice: with all caches, and without any. */
export const solrCores = ['cached', 'uncached'] as const;

const startTimeoutMs = 180_000;

export interface Solr {
  readonly url: string;
  readonly child: Child;
  /** The folder of a core. */
  folder(core: string): string;
}

export interface SolrOptions {
  readonly dataDir: string;
  /** Folder for the jars. */
  readonly cacheDir: string;
  /** Options of the JVM. */
  readonly javaOptions: string;
  readonly abort: AbortSignal;
}

/** Starts Solr with empty cores. @throws StartFailure if it cannot be fetched or does not start */
export async function startSolr({ dataDir, cacheDir, javaOptions, abort }: SolrOptions): Promise<Solr> {
  const jdk = findJdk(process.env);
  if (!jdk) throw new StartFailure('Solr needs a JDK.');
  const program = await layOutSolr(cacheDir, jdk, abort);
  const home = join(dataDir, 'solr');
  makeHome(home);
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
  return { url, child, folder: (core) => join(home, core) };
}

function makeHome(home: string): void {
  const configuration = join(__dirname, 'configuration');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'configsets/places/conf'), { recursive: true });
  cpSync(join(configuration, 'solr.xml'), join(home, 'solr.xml'));
  for (const name of ['schema.xml', 'solrconfig.xml']) {
    cpSync(join(configuration, name), join(home, 'configsets/places/conf', name));
  }
  for (const core of solrCores) {
    mkdirSync(join(home, core));
    const properties = { name: core, configSet: 'places', caches: String(core === 'cached') };
    const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(home, core, 'core.properties'), lines.join(''));
  }
}
