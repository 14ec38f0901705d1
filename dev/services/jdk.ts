import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export interface Jdk {
  readonly home: string;
  readonly version: number;
}

/** The Java version that Elasticsearch 9 is compiled for. */
export const OLDEST_JDK = 21;

/** The first JDK that is new enough: JAVA_HOME, PATH, then the folders where the platform keeps its JDKs. */
export function findJdk(env: NodeJS.ProcessEnv): Jdk | undefined {
  for (const home of candidates(env)) {
    const version = jdkVersion(home);
    if (version !== undefined && version >= OLDEST_JDK) return { home, version };
  }
  return undefined;
}

function* candidates(env: NodeJS.ProcessEnv): Generator<string> {
  if (env.JAVA_HOME) yield env.JAVA_HOME;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const compiler = join(folder, 'javac');
    if (existsSync(compiler)) yield dirname(dirname(realpathSync(compiler)));
  }
  for (const folder of [
    '/usr/lib/jvm',
    '/usr/java',
    '/opt',
    ...ofHome('.sdkman/candidates/java', '.jdks', '.asdf/installs/java'),
  ]) {
    yield* children(folder);
  }
  if (process.platform === 'darwin') yield* ofMacOs();
}

function ofHome(...folders: string[]): string[] {
  return folders.map((folder) => join(homedir(), folder));
}

function children(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .reverse()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function ofMacOs(): string[] {
  try {
    // The list goes to standard error.
    const list = execFileSync('/bin/sh', ['-c', '/usr/libexec/java_home -V 2>&1'], { encoding: 'utf8' });
    return javaHomesIn(list);
  } catch {
    return [];
  }
}

/** The folders in the list that macOS's `java_home -V` prints. */
export function javaHomesIn(list: string): string[] {
  return [...list.matchAll(/ (\/\S.*\/Contents\/Home)$/gm)].map(([, home = '']) => home);
}

/** The feature release of the JDK in this folder; undefined if there is no JDK, or only a runtime. */
export function jdkVersion(home: string): number | undefined {
  if (!existsSync(join(home, 'bin', 'javac'))) return undefined;
  try {
    return parseJavaVersion(readFileSync(join(home, 'release'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Parses the `release` file of a JDK: JAVA_VERSION="21.0.5", or "1.8.0_442" before Java 9. */
export function parseJavaVersion(release: string): number | undefined {
  const [, major, minor] = /^JAVA_VERSION="(\d+)(?:\.(\d+))?/m.exec(release) ?? [];
  return major === undefined ? undefined : Number(major === '1' ? minor : major);
}
