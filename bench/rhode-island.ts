import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../dev/services/start-failure.js';

/** What the benchmarks need of a line. */
export interface PlaceLine {
  readonly id: string;
  readonly name: string;
  readonly address?: { readonly city?: string };
}

/**
 * The file of the 16,786 places of Rhode Island.
 *
 * @throws StartFailure when it is not there
 */
export function rhodeIslandFile(): string {
  const file = resolve('../shared/data/rhode-island/places.ndjson.gz');
  if (existsSync(file)) return file;
  throw new StartFailure(`This benchmark measures over real places, and their file is missing: ${file}`);
}

export function readPlaces(file: string): PlaceLine[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as PlaceLine);
}
