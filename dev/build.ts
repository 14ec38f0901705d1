import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type ProgramOptions } from './run-program.js';
import { step, type Report } from './services/step.js';

/** Holds the hash of the sources of the last build, and when its files were written. */
const STAMP = 'dist/.built-from';

const SETTINGS = ['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Written by the build itself, or not compiled. */
const NO_SOURCE = /filter-parser\.(js|d\.ts)$|^src\/explore\/assets\/|\.spec\.ts$/;

/** Runs `npm run build` unless the sources are unchanged: compiling takes longer than the rest of a start. */
export async function build(report: Report, options: ProgramOptions): Promise<void> {
  const sources = sourcesHash();
  const last = lastStamp();
  if (last !== undefined && last === stamp(sources)) {
    report('  Build: up to date');
    return;
  }
  rmSync(STAMP, { force: true });
  await step(report, 'Build', () => run(['npm', 'run', 'build'], options));
  writeFileSync(STAMP, stamp(sources));
}

/** Whether dist/ is missing or older than its sources, whatever built it: `npm start`, `npm run build` or `npm run start:dev`. */
export function isOutdated(): boolean {
  return !existsSync('dist') || lastChange(sourceFiles()) > lastChange(filesOf('dist'));
}

function sourceFiles(): string[] {
  return [...SETTINGS, ...['web', 'src'].flatMap(filesOf).filter((name) => !NO_SOURCE.test(name))];
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** A build by other means changes the files in dist/, and with them the stamp. */
function stamp(sources: string): string {
  const written = filesOf('dist').filter((file) => file !== STAMP);
  return `${sources} ${written.length} ${lastChange(written)}`;
}

function lastChange(files: readonly string[]): number {
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
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
