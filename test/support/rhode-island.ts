import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { runProgram } from '../../src/cli/program.js';
import { Terminal } from '../../src/cli/terminal.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { type Directory } from './directory.js';

const file = resolve('../shared/data/rhode-island/places.ndjson.gz');

/** A group of tests over the 16,786 places of Rhode Island, which is skipped where their file is missing. */
export function describeOverRhodeIsland(name: string, tests: () => void): void {
  if (existsSync(file)) describe(name, tests);
  // eslint-disable-next-line jest/no-disabled-tests -- the data are not in the repository; what is missing is said
  else describe.skip(`${name} (needs ${file})`, tests);
}

/** The places as their file has them. */
export function readRhodeIsland(): PlaceRecord[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  // Lines leave out what a record has empty.
  return lines.map((line) => {
    const record = JSON.parse(line) as Partial<PlaceRecord> & Pick<PlaceRecord, 'id' | 'name'>;
    return { phones: [], categories: [], ...record };
  });
}

/** Fills a directory by the importer, as anybody would, and waits until the places are searchable. */
export async function importRhodeIsland(directory: Directory): Promise<void> {
  await importPlaces(directory, file);
}

/** Imports a file of places into a directory that runs. */
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
