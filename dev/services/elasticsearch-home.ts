import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Jdk } from './jdk.js';
import { StartFailure } from './start-failure.js';

const run = promisify(execFile);

/** The Maven project and the Java sources of a home folder. */
const SOURCES = resolve(__dirname, '../elasticsearch');
const DESCRIPTOR = 'plugin-descriptor.properties';

/** Downloads many small files in parallel. Maven ends too soon for the optimizing compiler to pay off. */
const MAVEN_OPTS = '-Dmaven.artifact.threads=16 -XX:TieredStopAtLevel=1';

/** The home folder for the current sources, which may not exist yet. */
export function elasticsearchHome(cacheDir: string): string {
  const hash = createHash('sha256');
  for (const file of ['pom.xml', ...sources('launcher'), ...sources('analysis')]) {
    hash.update(readFileSync(join(SOURCES, file)));
  }
  return join(resolve(cacheDir), `elasticsearch-${elasticsearchVersion()}-${hash.digest('hex').slice(0, 8)}`);
}

export function elasticsearchVersion(): string {
  return /<elasticsearch\.version>(.*)</.exec(readFileSync(join(SOURCES, 'pom.xml'), 'utf8'))?.[1] ?? '';
}

/**
 * Lays out the home folder of an Elasticsearch node: the published server jars, our launcher, and the analysis filters
 * that the published jars lack. Builds a temporary folder and renames it, so that an interrupted run leaves no partial home.
 */
export async function layOutElasticsearchHome(home: string, jdk: Jdk, abort: AbortSignal): Promise<void> {
  const building = `${home}.building-${process.pid}`;
  try {
    for (const folder of ['config', 'plugins', 'modules/analysis-common']) {
      mkdirSync(join(building, folder), { recursive: true });
    }
    await fetchJars(building, jdk, abort);
    await describeNetty(join(building, 'modules/transport-netty4'), jdk);
    await compile('launcher', join(building, 'lib'), jdk, building);
    await compile('analysis', join(building, 'modules/analysis-common'), jdk, building);
    const descriptor = readFileSync(join(SOURCES, 'analysis', DESCRIPTOR), 'utf8');
    writeFileSync(
      join(building, 'modules/analysis-common', DESCRIPTOR),
      descriptor.replaceAll('${elasticsearch.version}', elasticsearchVersion()),
    );
    renameSync(building, home);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    // Another process has laid out the same home in the meantime.
    if (!existsSync(home)) throw error;
  }
}

function sources(folder: string): string[] {
  return readdirSync(join(SOURCES, folder))
    .sort()
    .map((name) => join(folder, name));
}

async function fetchJars(home: string, jdk: Jdk, abort: AbortSignal): Promise<void> {
  const env = { ...process.env, JAVA_HOME: jdk.home, MAVEN_OPTS: `${MAVEN_OPTS} ${process.env.MAVEN_OPTS ?? ''}` };
  const args = ['-B', '-q', '-f', join(SOURCES, 'pom.xml'), `-Dhome=${home}`, 'package'];
  try {
    const maven = run('mvn', args, { env, signal: abort, maxBuffer: 2 ** 26 });
    maven.child.stdin?.end();
    await maven;
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    const errors = stdout.split('\n').filter((line) => line.includes('ERROR'));
    const reason = errors.slice(0, 5).join('\n') || message;
    throw new StartFailure(`Maven could not fetch Elasticsearch's jars (dev/elasticsearch/pom.xml).\n${reason}`);
  }
}

/** Extracts the descriptor from the netty jar. Removes its Java module name, because the server does not run as Java modules. */
async function describeNetty(module: string, jdk: Jdk): Promise<void> {
  const jar = readdirSync(module).find((name) => name.startsWith('transport-netty4-')) ?? '';
  const inside = `META-INF/es-plugins/transport-netty4/${DESCRIPTOR}`;
  await run(join(jdk.home, 'bin/jar'), ['--extract', '--file', jar, inside], { cwd: module });
  const descriptor = readFileSync(join(module, inside), 'utf8');
  rmSync(join(module, 'META-INF'), { recursive: true });
  writeFileSync(join(module, DESCRIPTOR), descriptor.replace(/^modulename=.*$/m, ''));
}

async function compile(folder: string, target: string, jdk: Jdk, home: string): Promise<void> {
  const classes = join(home, 'classes');
  const java = sources(folder).filter((name) => name.endsWith('.java'));
  const options = ['--release', '21', '-nowarn', '-d', classes, '-cp', join(home, 'lib', '*')];
  try {
    await run(join(jdk.home, 'bin/javac'), [...options, ...java.map((name) => join(SOURCES, name))]);
    await run(join(jdk.home, 'bin/jar'), ['--create', '--file', join(target, `${folder}.jar`), '-C', classes, '.']);
  } catch (error) {
    throw new StartFailure(`The Java sources of dev/elasticsearch do not compile.\n${String(error)}`);
  }
  rmSync(classes, { recursive: true });
}
