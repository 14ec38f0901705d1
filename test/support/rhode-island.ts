import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type PlaceRecord } from '../../src/places/place.js';
import { runCommand } from './command-line.js';
import { type Directory } from './directory.js';
import { waitUntil } from './retry.js';

const file = resolve('../shared/data/rhode-island/places.ndjson.gz');

/** Tests on the 16,786 places of Rhode Island. Skipped if their file is missing. */
export function describeOverRhodeIsland(name: string, tests: () => void): void {
  if (existsSync(file)) describe(name, tests);
  // oxlint-disable-next-line no-restricted-properties -- the data are not in the repository; the title names the missing file
  else describe.skip(`${name} (needs ${file})`, tests);
}

export function readRhodeIsland(): PlaceRecord[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  // Lines omit empty lists.
  return lines.map((line) => {
    const record = JSON.parse(line) as Partial<PlaceRecord> & Pick<PlaceRecord, 'id' | 'name'>;
    return { phones: [], categories: [], ...record };
  });
}

/** Imports the places into a running directory. They are searchable when this resolves. */
export async function importRhodeIsland(directory: Directory): Promise<void> {
  const { status, messages } = await runCommand(directory.database, ['import', 'places', file]);
  if (status === 0) return;
  if (!messages.includes('The changes are stored')) throw new Error(`The import of ${file} failed:\n${messages}`);
  // Elasticsearch was too busy for the command, which indexes as well. The running service goes on.
  const settles = () =>
    directory.settle().then(
      () => true,
      () => false,
    );
  await waitUntil(settles, 200);
}
