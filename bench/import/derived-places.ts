import { Random } from '../../src/demonstration/island/random.js';

/** The varied fields of a line of Rhode Island. Other fields are copied. */
interface Line {
  readonly id: string;
  readonly name: string;
  readonly phones?: readonly string[];
  readonly address?: { readonly street?: string; readonly number?: string };
  readonly location?: { readonly lat: string; readonly lng: string };
}

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
  const lines = originals.map((line) => JSON.parse(line) as Line);
  for (let made = 0; made < count; made += 1) {
    const pass = Math.floor(made / lines.length);
    const line = lines[made % lines.length];
    if (line) yield JSON.stringify(derive(line, { pass, other: random.pick(lines), random }));
  }
}

interface Change {
  readonly pass: number;
  /** Its name gives the second half of the new name. */
  readonly other: Line;
  readonly random: Random;
}

function derive(line: Line, { pass, other, random }: Change): Line {
  const { address, location, phones } = line;
  return {
    ...line,
    id: `derived-${pass}-${line.id}`,
    name: crossNames(line.name, other.name),
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
