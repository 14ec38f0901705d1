import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { runProgram } from '../../src/cli/program.js';
import { Terminal } from '../../src/cli/terminal.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { type Directory } from './directory.js';

const file = resolve('../shared/data/rhode-island/places.ndjson.gz');

/** Tests on the 16,786 places of Rhode Island. Skipped if their file is missing. */
export function describeOverRhodeIsland(name: string, tests: () => void): void {
  if (existsSync(file)) describe(name, tests);
  // eslint-disable-next-line jest/no-disabled-tests -- the data are not in the repository; the title names the missing file
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
  await importPlaces(directory, file);
}

export async function importPlaces(directory: Directory, path: string): Promise<void> {
  const messages: string[] = [];
  const collect = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      messages.push(chunk.toString());
      done();
    },
  });
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: directory.database.url,
    ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
    ELASTICSEARCH_INDEX: directory.database.name,
  };
  const terminal = new Terminal(Readable.from([]), collect, collect);
  const status = await runProgram(['import', 'places', path], environment, terminal);
  if (status !== 0) throw new Error(`The import of ${path} failed:\n${messages.join('')}`);
}
