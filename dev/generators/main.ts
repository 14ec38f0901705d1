import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf, main } from '../main.js';
import { run } from '../run-program.js';
import { report, step } from '../services/step.js';
import {
  folderOf,
  type Generator,
  GENERATORS,
  installed,
  javaEnvironment,
  javaOptions,
  versionFiles,
} from './generators.js';

/** For each generator: registries may be slow, or not there. */
const TIMEOUT_MS = 90_000;

const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

type Run = (...command: [string, ...string[]]) => Promise<unknown>;

const install: Readonly<Record<Generator, (folder: string, run: Run) => Promise<void>>> = {
  /** The generator, and the packages that its clients need. */
  async java(folder, execute) {
    const copy = ['-DexcludeTransitive=true', '-Dmdep.stripVersion=true', `-DoutputDirectory=${folder}`];
    await execute('mvn', '-B', '-q', '-f', versionFiles.java, MAVEN_COPY, ...copy);
    const client = join(folder, 'client');
    const jar = join(folder, 'openapi-generator-cli.jar');
    await execute('java', '-jar', jar, ...javaOptions(resolve('test/golden/openapi.json'), client));
    const libraries = ['-DincludeScope=compile', `-DoutputDirectory=${join(folder, 'lib')}`];
    await execute('mvn', '-B', '-q', '-f', join(client, 'pom.xml'), MAVEN_COPY, ...libraries);
    rmSync(client, { recursive: true });
  },

  async python(folder, execute) {
    const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--only-binary', ':all:'];
    await execute('python3', '-m', 'pip', 'install', ...options, '--target', folder, '-r', versionFiles.python);
  },

  async typescript(folder, execute) {
    copyFileSync(versionFiles.typescript, join(folder, 'package.json'));
    await execute('npm', 'install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder);
  },
};

/**
 * `node --import tsx dev/generators/main.ts` installs the generators of clients that the tests use, as far as their registries can be
 * reached. Reports those that cannot be installed; their tests are skipped then.
 */
async function installGenerators(): Promise<number> {
  const env = { ...process.env, ...javaEnvironment };
  for (const generator of GENERATORS) {
    if (installed(generator) !== undefined) continue;
    const folder = folderOf(generator);
    const building = `${folder}.building-${process.pid}`;
    const abort = AbortSignal.timeout(TIMEOUT_MS);
    mkdirSync(building, { recursive: true });
    try {
      await step(report, `the ${generator} generator`, () =>
        install[generator](building, (...command) => run(command, { env, abort })),
      );
      mkdirSync(dirname(folder), { recursive: true });
      renameSync(building, folder);
    } catch (error) {
      report(`not installed: the ${generator} generator (${messageOf(error).split('\n')[0] ?? ''})`);
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
  }
  return 0;
}

void main(installGenerators);
