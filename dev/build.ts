import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, type ProgramOptions } from './run-program.js';
import { step, type Report } from './services/step.js';

/** What the last build was made from, and when its files were written. */
const STAMP = 'dist/.built-from';

const SETTINGS = ['package.json', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Made by the build itself. */
const GENERATED = /filter-parser\.(js|d\.ts)$|^src\/explore\/assets\//;

/** `npm run build` into dist/; compiling takes longer than all the rest of a start, so what has not changed is left alone. */
export async function build(report: Report, options: ProgramOptions): Promise<void> {
  const sources = sourcesHash();
  const last = lastStamp();
  if (last !== undefined && last === stamp(sources)) {
    report('  Build: nothing has changed since the last one');
    return;
  }
  rmSync(STAMP, { force: true });
  await step(report, 'Build', () => quietly('npm run build', ['npm', 'run', 'build'], options));
  writeFileSync(STAMP, stamp(sources));
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = ['web', 'src'].flatMap(filesOf).filter((name) => !GENERATED.test(name));
  for (const file of [...SETTINGS, ...files]) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Whoever builds by other means changes files in dist/, and so the stamp. */
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
