import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type ProgramOptions } from './run-program.js';
import { step, type Report } from './services/step.js';

/** Holds the hash of the sources of the last build, and when its files were written. */
const STAMP = 'dist/.built-from';

const SETTINGS = [
  ...['package.json', 'package-lock.json', 'nest-cli.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'tsconfig.start.json', 'dev/generate.mjs'],
];

/** Written by the build itself. */
const GENERATED = /filter-parser\.(js|d\.ts)$|^src\/explore\/assets\//;

/**
 * Builds as `npm run build` does, unless the sources are unchanged. Types are checked by `npm run check`: here, that would take
 * half the time and change nothing that is written.
 */
export async function build(report: Report, options: ProgramOptions): Promise<void> {
  const sources = sourcesHash();
  const last = lastStamp();
  if (last !== undefined && last === stamp(sources)) {
    report('  Build: up to date');
    return;
  }
  rmSync(STAMP, { force: true });
  await step(report, 'Build', async () => {
    await run(['npm', 'run', 'generate'], options);
    await run(['node_modules/.bin/nest', 'build', '--path', 'tsconfig.start.json'], options);
  });
  writeFileSync(STAMP, stamp(sources));
}

function sourcesHash(): string {
  const files = ['web', 'src'].flatMap(filesOf).filter((name) => !GENERATED.test(name));
  return hashOf([...SETTINGS, ...files]);
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** A build by other means changes the files in dist/, and with them the stamp. */
function stamp(sources: string): string {
  const written = filesOf('dist')
    .filter((file) => file !== STAMP)
    .map((file) => statSync(file).mtimeMs);
  return `${sources} ${written.length} ${Math.max(...written)}`;
}

function lastStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
