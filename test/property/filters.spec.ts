import fc from 'fast-check';
import { type PlaceRecord } from '../../src/places/place.js';
import { getWithRetry } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';
import { SEED } from './seed.js';

/** The number of pairs of a search and a filter. Run 10,000 after a change of the steps: `PROPERTY_CASES=10000`. */
const CASES = Number(process.env.PROPERTY_CASES ?? 200);

const LANES = 4;

/** A page has all places that a search can find. */
const ROWS = 50;

/** Words of names, some of which name kinds, cities and streets. */
const NAMES =
  'mercado municipal central padaria aurora hotel jardim livraria paulista museu antigo farmacia santos'.split(' ');
const CITIES = ['Santos', 'Campinas', 'Aurora do Sul', undefined];
const DISTRICTS = ['Jardim Central', 'Vila Antiga', undefined, undefined];
const STREETS = ['Rua do Mercado', 'Avenida Paulista', undefined];
const KINDS = [
  { id: 'food', name: 'Food', subcategory: { id: 'bakery', name: 'Bakery' } },
  { id: 'shop', name: 'Shop', subcategory: { id: 'bookstore', name: 'Bookstore' } },
  { id: 'stay', name: 'Lodging', subcategory: { id: 'hotel', name: 'Hotel' } },
];
const HOURS = ['24/7', 'Mo-Fr 08:00-18:00', undefined];

function pick<T>(values: readonly T[], at: number): T {
  return values[at % values.length] as T;
}

const places: PlaceRecord[] = Array.from({ length: ROWS }, (_, at) => {
  const [city, district, street] = [pick(CITIES, at), pick(DISTRICTS, at >> 1), pick(STREETS, at)];
  const openingHours = pick(HOURS, at);
  const name = [pick(NAMES, at), pick(NAMES, 3 * at + 1), pick(NAMES, 5 * at + 2)].slice(0, 1 + (at % 3)).join(' ');
  return {
    id: `filtered-${at}`,
    name,
    phones: at % 4 === 0 ? ['551130000000'] : [],
    address: {
      country: 'BR',
      ...(city !== undefined && { city }),
      ...(district !== undefined && { district }),
      ...(street !== undefined && { street, number: String(at) }),
    },
    ...(at % 5 !== 0 && { location: { lat: String(-23 - at / 100), lng: String(-46 - at / 100) } }),
    categories: at % 2 === 0 ? [pick(KINDS, at >> 1)] : [],
    ...(at % 3 === 0 && { statistics: { rating: String(1 + (at % 5)) } }),
    ...(openingHours !== undefined && { openingHours }),
  };
});

/** Words as typed: right, with a letter that is wrong, missing or swapped, or of no place. */
const words = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...NAMES, 'bakery', 'bookstore', 'campinas', 'vila', 'rua', 'avenida'), weight: 5 },
      { arbitrary: misspelt(fc.constantFrom(...NAMES, 'bakery', 'campinas', 'avenida')), weight: 4 },
      { arbitrary: fc.constantFrom('xyzzy', 'best', 'near', 'open', '12'), weight: 1 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.join(' '));

function misspelt(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(word, fc.nat(), fc.constantFrom('wrong', 'missing', 'swapped')).map(([whole, where, how]) => {
    const at = 1 + (where % (whole.length - 2));
    const [before, letter, next, after] = [
      whole.slice(0, at),
      whole.charAt(at),
      whole.charAt(at + 1),
      whole.slice(at + 2),
    ];
    if (how === 'missing') return before + next + after;
    return how === 'swapped' ? before + next + letter + after : `${before}z${next}${after}`;
  });
}

const field = fc.constantFrom(
  'address.district',
  'address.city',
  'address.street',
  'statistics.rating',
  'location',
  'phones',
);

const clause = fc.oneof(
  field.map((name) => `${name}:[* TO *]`),
  fc.constantFrom('address.city:Santos', 'address.city:"Aurora do Sul"', 'address.district:Vila*', 'name:merc*'),
  fc.constantFrom('categories.subcategory.name:Bakery', 'statistics.rating:[3 TO *]', 'id:(filtered-1 OR filtered-7)'),
);

/** Each only takes away from what is found. */
const filter = fc.oneof(
  { arbitrary: clause.map((one) => ['fq', one] as const), weight: 5 },
  { arbitrary: clause.map((one) => ['fq', `NOT ${one}`] as const), weight: 3 },
  { arbitrary: fc.constantFrom('2026-12-01T12:00', '2026-12-01T23:00').map((at) => ['open', at] as const), weight: 1 },
  { arbitrary: fc.tuple(clause, clause).map(([a, b]) => ['fq', `${a} OR ${b}`] as const), weight: 2 },
);

const search = fc.record({
  q: words,
  match: fc.constantFrom('relaxed', 'relaxed', 'corrected'),
  near: fc.constantFrom(
    {},
    {},
    { 'location.bias': '-23.1,-46.1' },
    { 'location.lat': '-23.1', 'location.lng': '-46.1' },
  ),
  earlier: fc.array(
    clause.map((one): [string, string] => ['fq', one]),
    { maxLength: 1 },
  ),
});

interface Answer {
  header: { found: number; match?: string };
  places: { id: string }[];
}

describe('a filter', () => {
  const { directory, tokens } = useDirectory({ env: { SEARCH_TIMEOUT: '20000' }, places, tokens: ['application'] });
  const counts = { severalSteps: 0, cut: 0, emptied: 0 };

  async function find(parameters: readonly (readonly [string, string])[]): Promise<Answer> {
    const query = new URLSearchParams([
      ...parameters.map(([name, value]): [string, string] => [name, value]),
      ['rows', String(ROWS)],
    ]);
    const { status, body, text } = await getWithRetry(directory, `/v2/places?${query.toString()}`, tokens.application);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.results as Answer;
  }

  it(`never adds to what is found, for ${CASES} searches (PROPERTY_SEED=${SEED})`, async () => {
    const property = fc.asyncProperty(search, filter, async ({ q, match, near, earlier }, more) => {
      const given = [['q', q], ['match', match], ...Object.entries(near), ...earlier] as [string, string][];
      const [before, after] = await Promise.all([find(given), find([...given, [more[0], more[1]]])]);
      const found = new Set(before.places.map(({ id }) => id));
      expect(after.places.filter(({ id }) => !found.has(id))).toEqual([]);
      expect(after.header.found).toBeLessThanOrEqual(before.header.found);
      if (before.header.match !== undefined) counts.severalSteps += 1;
      if (after.header.found < before.header.found) counts.cut += 1;
      if (after.header.found === 0 && before.header.found > 0) counts.emptied += 1;
    });
    const runs = Math.ceil(CASES / LANES);
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        fc.assert(property, { seed: SEED + lane, numRuns: runs, endOnFailure: true }),
      ),
    );
    process.stdout.write(
      `${CASES} pairs: ${counts.severalSteps} of several steps, ${counts.cut} cut, ${counts.emptied} emptied\n`,
    );
    // Searches of one step, and filters that take nothing away, prove little.
    expect(counts.severalSteps).toBeGreaterThan(CASES / 4);
    expect(counts.cut).toBeGreaterThan(CASES / 4);
    expect(counts.emptied).toBeGreaterThan(CASES / 20);
  }, 3_600_000);
});
