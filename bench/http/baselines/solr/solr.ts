import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Child } from '../../../../dev/services/child.js';
import { findJdk, type Jdk } from '../../../../dev/services/jdk.js';
import { StartFailure } from '../../../../dev/services/start-failure.js';
import { report, step } from '../../../../dev/services/step.js';
import { type PlaceRecord } from '../../../../src/places/place.js';
import { batches } from '../../../elasticsearch.js';
import { type BenchServers, hashOf, productionJvm } from '../../../servers.js';
import { type Question } from '../plain.js';

const run = promisify(execFile);

const startTimeoutMs = 180_000;

/** The same places twice: with all caches, and without any. */
const cores = ['cached', 'uncached'] as const;

const configuration = join(__dirname, 'configuration');
const configSet = ['schema.xml', 'solrconfig.xml'];
const program = ['pom.xml', 'Launcher.java'].map((name) => join(__dirname, name));

export interface Solr {
  readonly url: string;
  readonly child: Child;
  /** Bytes of the index of a core. */
  readonly indexSize: number;
}

/**
 * Starts Solr with the cores of an earlier run if they have the same places, else fills new ones. Each has one segment.
 *
 * @param contents identifies the places, which `lines` has as JSON texts
 * @throws StartFailure if it cannot be fetched or does not start
 */
export async function startSolr(
  { dataDir, cacheDir, abort }: BenchServers,
  contents: string,
  lines: () => Iterable<string>,
): Promise<Solr> {
  const jdk = findJdk(process.env);
  if (!jdk) throw new StartFailure('Solr needs a JDK.');
  const installed = await install(cacheDir, jdk, abort);
  const home = solrFolder(dataDir);
  const mark = join(home, 'contents');
  const files = [...['solr.xml', ...configSet].map((name) => join(configuration, name)), ...program];
  const fingerprint = hashOf([contents, ...files.map((file) => readFileSync(file, 'utf8'))]);
  const isLoaded = existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint;
  if (!isLoaded) layOutCores(home);
  const child = startProgram(jdk, installed, { home, logFile: join(dataDir, 'solr.log') });
  const line = once(createInterface(child.output), 'line').then(([text]) => text as string);
  const url = await Promise.race([line, child.exited, delay(startTimeoutMs, undefined, { ref: false })]);
  if (typeof url !== 'string') {
    await child.stop(2000);
    throw new StartFailure(`Solr did not start.\n${child.logTail()}`);
  }
  for (const core of cores) {
    // A core of an earlier run is loaded after the server has started.
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline && !(await fetch(`${url}/${core}/select?rows=0`)).ok) await delay(50);
    if (!isLoaded) await step(report, `Places in Solr, ${core}`, () => load(`${url}/${core}`, lines()));
    await update(`${url}/${core}`, '?optimize=true&maxSegments=1', '[]');
  }
  writeFileSync(mark, fingerprint);
  const index = join(home, cores[1], 'data', 'index');
  const indexSize = readdirSync(index).reduce((sum, name) => sum + statSync(join(index, name)).size, 0);
  return { url, child, indexSize };
}

/** The folder of the cores. */
export function solrFolder(dataDir: string): string {
  return join(dataDir, 'solr');
}

/** Fetches Solr's published jars and compiles the launcher, once. @returns the folder */
async function install(cacheDir: string, jdk: Jdk, abort: AbortSignal): Promise<string> {
  const home = join(cacheDir, `solr-${hashOf(program.map((file) => readFileSync(file, 'utf8'))).slice(0, 8)}`);
  if (existsSync(home)) return home;
  const building = `${home}.building-${process.pid}`;
  mkdirSync(building, { recursive: true });
  try {
    // Maven writes a target folder beside its project.
    const pom = join(building, 'pom.xml');
    cpSync(join(__dirname, 'pom.xml'), pom);
    const env = { ...process.env, JAVA_HOME: jdk.home };
    const options = { env, signal: abort, maxBuffer: 2 ** 26 };
    await run('mvn', ['-B', '-q', '-f', pom, `-Dhome=${building}`, 'package'], options);
    const paths = [
      '-cp',
      join(building, 'lib', '*'),
      '-d',
      join(building, 'classes'),
      join(__dirname, 'Launcher.java'),
    ];
    await run(join(jdk.home, 'bin/javac'), ['--release', '21', '-nowarn', ...paths]);
    renameSync(building, home);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    abort.throwIfAborted();
    const { stdout = '', message } = error as Error & { stdout?: string };
    const reason = stdout.split('\n').find((line) => line.includes('ERROR')) ?? message;
    throw new StartFailure(`Solr could not be fetched with Maven (bench/http/baselines/solr/pom.xml): ${reason}`);
  }
  return home;
}

function layOutCores(home: string): void {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'configsets/places/conf'), { recursive: true });
  cpSync(join(configuration, 'solr.xml'), join(home, 'solr.xml'));
  for (const name of configSet) cpSync(join(configuration, name), join(home, 'configsets/places/conf', name));
  for (const core of cores) {
    mkdirSync(join(home, core));
    const properties = `name=${core}\nconfigSet=places\ncaches=${core === 'cached'}\n`;
    writeFileSync(join(home, core, 'core.properties'), properties);
  }
}

function startProgram(jdk: Jdk, installed: string, { home, logFile }: { home: string; logFile: string }): Child {
  const options = [
    ...(process.env.ES_JAVA_OPTS ?? productionJvm.ES_JAVA_OPTS).split(' '),
    '--enable-native-access=ALL-UNNAMED',
    ...[`-Dsolr.solr.home=${home}`, `-Dsolr.install.dir=${installed}`, `-Dsolr.log.dir=${home}`],
  ];
  const classPath = [join(installed, 'lib', '*'), join(installed, 'classes')].join(':');
  const command = [join(jdk.home, 'bin/java'), ...options, '-cp', classPath, 'Launcher'] as const;
  return new Child(command, { logFile, output: 'pipe', stopSignal: 'SIGTERM' });
}

async function load(core: string, lines: Iterable<string>): Promise<void> {
  for (const batch of batches(lines, 2000)) {
    const documents = batch.map((line) => solrDocument(JSON.parse(line) as PlaceRecord));
    await update(core, '', JSON.stringify(documents));
  }
}

async function update(core: string, query: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${core}/update${query}`, { method: 'POST', headers, body });
  if (!response.ok) throw new StartFailure(`Solr: ${await response.text()}`);
}

/** Solr has no nested members: paths become names of fields. */
function solrDocument({
  id,
  name,
  phones,
  urlService,
  address,
  location,
  openingHours,
  ...lists
}: PlaceRecord): object {
  const { categories = [], utilities = [], statistics = {} } = lists as Partial<PlaceRecord>;
  const subcategories = categories.flatMap(({ subcategory }) => subcategory ?? []);
  return {
    ...{ id, name, phones, urlService, openingHours },
    ...prefixed('address', { ...address }),
    ...(location && { point: `${location.lat},${location.lng}` }),
    'categories.id': categories.map((one) => one.id),
    'categories.name': categories.map((one) => one.name),
    'categories.subcategory.id': subcategories.map((one) => one.id),
    'categories.subcategory.name': subcategories.map((one) => one.name),
    'utilities.id': utilities.map((one) => one.id),
    ...prefixed('statistics', statistics),
  };
}

function prefixed(path: string, members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value as unknown]));
}

/** The query string of Solr's `/select` for a question. */
export function solrQuery(question: Question): string {
  const { words, filters, circle, rectangle, start, rows } = question;
  const query = new URLSearchParams({ start: String(start), rows: String(rows), sort: sortOf(question) });
  if (words === undefined) query.append('q', '*:*');
  else for (const [name, value] of Object.entries(wordsQuery(words))) query.append(name, value);
  for (const { field, value } of filters) query.append('fq', `{!term f=${field}}${value}`);
  if (circle) {
    query.append('fq', `{!geofilt d=${circle.metres / 1000}}`);
    query.append('sfield', 'point');
    query.append('pt', `${circle.lat},${circle.lon}`);
    query.append('fl', '*,distance:geodist()');
  }
  if (rectangle) {
    const { top, left, bottom, right } = rectangle;
    query.append('fq', `point:[${bottom},${left} TO ${top},${right}]`);
  }
  return query.toString();
}

function wordsQuery(words: string): Record<string, string> {
  return { q: words, defType: 'edismax', qf: 'name^2 all', 'q.op': 'AND' };
}

function sortOf({ words, sort }: Question): string {
  if (sort.length === 0) return words === undefined ? 'statistics.pageviews desc,id asc' : 'score desc,id asc';
  const keys = sort.map(({ field, order }) => `${field === 'distance' ? 'geodist()' : field} ${order}`);
  return [...keys, 'id asc'].join(',');
}
