import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Jdk } from '../../../../dev/services/jdk.js';
import { StartFailure } from '../../../../dev/services/start-failure.js';

const run = promisify(execFile);

const sources = ['pom.xml', 'Launcher.java'];

/**
 * Fetches Solr's published jars and compiles the launcher, once.
 *
 * @returns the folder
 * @throws StartFailure if the jars cannot be fetched
 */
export async function layOutSolr(cacheDir: string, jdk: Jdk, abort: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(join(__dirname, name)));
  const home = join(cacheDir, `solr-${hash.digest('hex').slice(0, 8)}`);
  if (existsSync(home)) return home;
  const building = `${home}.building-${process.pid}`;
  mkdirSync(building, { recursive: true });
  try {
    // Maven writes a target folder beside its project.
    cpSync(join(__dirname, 'pom.xml'), join(building, 'pom.xml'));
    const env = { ...process.env, JAVA_HOME: jdk.home };
    await run('mvn', ['-B', '-q', '-f', join(building, 'pom.xml'), `-Dhome=${building}`, 'package'], {
      env,
      signal: abort,
      maxBuffer: 2 ** 26,
    });
    const classPath = ['-cp', join(building, 'lib', '*'), '-d', join(building, 'classes')];
    await run(join(jdk.home, 'bin/javac'), [
      '--release',
      '21',
      '-nowarn',
      ...classPath,
      join(__dirname, 'Launcher.java'),
    ]);
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
