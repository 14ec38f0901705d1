import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthPlot } from './plot.js';
import { type GrowthPoint } from './point.js';

const pointsFile = join(__dirname, 'points.json');
const plotFile = join(__dirname, '../../../../docs/images/search-growth.svg');

/** The points of earlier runs with `--commit`. */
export function committedPoints(): GrowthPoint[] {
  return existsSync(pointsFile) ? (JSON.parse(readFileSync(pointsFile, 'utf8')) as GrowthPoint[]) : [];
}

/** Writes the points and their plot. */
export function commitPoints(points: readonly GrowthPoint[]): void {
  writeFileSync(pointsFile, `${JSON.stringify(points, rounded, 2)}\n`);
  writeFileSync(plotFile, growthPlot(points));
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}
