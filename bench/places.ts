import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../dev/services/start-failure.js';
import { Random } from '../test/support/random.js';
import { type PlaceRecord } from '../src/places/place.js';

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

/** Writes lines to a file, with backpressure. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}

/** A place as its line for `import` has it. */
export type PlaceLine = Pick<PlaceRecord, 'id' | 'name'> & Partial<PlaceRecord>;

/** Degrees between the copies of two passes over the originals. */
const SHIFT = 2;

/** Passes per column of copies. */
const ROWS = 20;

/**
 * Derives places from real ones; the same seed gives the same places. Each pass over the originals makes a copy of Rhode
 * Island elsewhere. A name combines two originals, so that names share words as real names do, without repeating.
 */
export function* derivedPlaces(originals: readonly string[], count: number, seed: number): Generator<string> {
  const random = new Random(seed);
  const lines = originals.map((line) => JSON.parse(line) as PlaceLine);
  for (let made = 0; made < count; made += 1) {
    const pass = Math.floor(made / lines.length);
    const line = lines[made % lines.length];
    if (line) yield JSON.stringify(derive(line, pass, random.pick(lines).name, random));
  }
}

/** @param other the name that gives the second half of the new one */
function derive(line: PlaceLine, pass: number, other: string, random: Random): PlaceLine {
  const { address, location, phones } = line;
  return {
    ...line,
    id: `derived-${pass}-${line.id}`,
    name: crossNames(line.name, other),
    ...(phones && { phones: phones.map(() => String(random.between(14_000_000_000, 14_999_999_999))) }),
    ...(address && {
      address: { ...address, ...(address.number !== undefined && { number: String(random.between(1, 9999)) }) },
    }),
    ...(location && {
      location: {
        lat: shift(location.lat, ((pass % ROWS) - ROWS) * SHIFT, random),
        lng: shift(location.lng, Math.floor(pass / ROWS) * SHIFT, random),
      },
    }),
  };
}

/** The first half of the words of one name and the second half of another. */
function crossNames(first: string, second: string): string {
  const [words, others] = [first.split(' '), second.split(' ')];
  return [...words.slice(0, Math.ceil(words.length / 2)), ...others.slice(Math.floor(others.length / 2))].join(' ');
}

/** Six decimals, as in the originals. */
function shift(degrees: string, by: number, random: Random): string {
  return (Number(degrees) + by + random.next() / 1000).toFixed(6);
}
