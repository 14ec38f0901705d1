import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../dev/services/start-failure.js';

/**
 * The file of the 16,786 places of Rhode Island.
 *
 * @throws StartFailure if it is missing
 */
export function rhodeIslandFile(): string {
  const file = resolve('../shared/data/rhode-island/places.ndjson.gz');
  if (existsSync(file)) return file;
  throw new StartFailure(`This benchmark needs real places, and their file is missing: ${file}`);
}

/** The places of the file, one JSON text each. */
export function rhodeIslandLines(): string[] {
  return gunzipSync(readFileSync(rhodeIslandFile())).toString().trimEnd().split('\n');
}
