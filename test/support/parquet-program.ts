import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const folder = join(process.cwd(), '.data', 'test');

/**
 * Takes the place of `src/cli/import/formats/parquet-program.ts`: the source, bundled. To compile it at each start takes ten times as
 * long as to run it.
 */
export const PARQUET_PROGRAM = bundle('src/cli/import/formats/parquet-rows.ts', join(folder, 'parquet-rows.js'));

function bundle(source: string, path: string): string {
  const { outputFiles } = buildSync({ entryPoints: [source], bundle: true, platform: 'node', write: false });
  mkdirSync(folder, { recursive: true });
  // Other workers write and run it, too.
  const written = `${path}.${process.pid}`;
  for (const { contents } of outputFiles) writeFileSync(written, contents);
  renameSync(written, path);
  return path;
}
