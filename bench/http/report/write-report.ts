import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { dataDirOf } from '../../../dev/data-dir.js';
import { type GroupResult } from '../bench.js';
import { growthPlot } from '../groups/growth/plot.js';
import { markdown } from './markdown.js';

/** Writes the report to `bench-reports/<date>` in DATA_DIR. @returns the folder */
export function writeReport(results: readonly GroupResult[], seed: number): string {
  const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = join(dataDirOf(process.env), 'bench-reports', date);
  mkdirSync(folder, { recursive: true });
  const about = [
    `${date}, seed ${seed}`,
    `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model ?? ''})`,
  ];
  const files = {
    'report.md': markdown(results, about),
    'report.json': `${JSON.stringify({ about, results }, undefined, 2)}\n`,
  };
  for (const { growth } of results) if (growth) writeFileSync(join(folder, 'growth.svg'), growthPlot(growth));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
