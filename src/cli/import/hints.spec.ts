import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatHint, otherKindOf } from './hints.js';
import { recordLineReader } from './row-reader.js';
import { type RecordKindName, recordKindNames } from './record-kinds.js';

const created = 1_700_000_000_000;

const folder = join(__dirname, '../seed/data');

const seedLines = (kind: RecordKindName): string[] =>
  readFileSync(join(folder, `${kind}.ndjson`), 'utf8')
    .trim()
    .split('\n');

/** The fewest members that tell a record of the kind from all others. */
const distinct: Readonly<Record<RecordKindName, object>> = {
  categories: { id: 'a', name: 'A', subcategories: [] },
  places: { id: 'a', name: 'A', location: { lat: 1, lng: 1 } },
  users: { id: 'a', name: 'A', email: 'a@example.org' },
  follows: { follower: 'a', following: 'b', created },
  checkins: { user: 'a', place: 'b', created },
  reviews: { id: 'a', user: 'a', place: 'b', rating: 4, created },
};

/** The members that each kind requires, and nothing else. */
const minimal: Readonly<Record<RecordKindName, object>> = {
  ...distinct,
  categories: { id: 'a', name: 'A' },
  places: { id: 'a', name: 'A' },
  users: { id: 'a', name: 'A' },
  reviews: { id: 'a', user: 'a', place: 'b', created },
};

const pairs = recordKindNames.flatMap((kind) =>
  recordKindNames.filter((given) => given !== kind).map((given) => ({ kind, given })),
);
describe('the kind of a line', () => {
  it.each(pairs)('is $kind, imported as $given', ({ kind, given }) => {
    const reader = recordLineReader(given);
    for (const line of [JSON.stringify(distinct[kind]), ...seedLines(kind)]) {
      expect(otherKindOf(JSON.parse(line) as object, given)).toBe(kind);
      expect(reader.parse(Buffer.from(line))).toEqual({
        rejected: `looks like ${kind}, not ${given}: \`import ${kind}\` reads it`,
        otherKind: kind,
      });
    }
  });

  it.each(recordKindNames)('is that of the import: %s', (kind) => {
    const lines = [distinct[kind], minimal[kind], ...seedLines(kind).map((line) => JSON.parse(line) as object)];
    const others = lines.filter((line) => otherKindOf(line, kind) !== undefined);
    expect(others).toEqual([]);
  });

  it.each<[RecordKindName, object]>([
    ['places', { id: 'a', name: 'A', phones: [], email: 'a@example.org', photos: [], gender: '', created }],
    ['places', { id: 'a', name: 'A', address: {}, user: 'u', text: 't', rating: 3, links: {} }],
    ['places', { id: 'a', name: 'A', website: 'https://example.org' }],
    ['places', { id: 'a', name: 'A', user: 'u', place: 'p', text: 't', created }],
    ['users', { id: 'a', name: 'A', email: 'a@example.org', address: {}, location: {}, phones: [] }],
    ['users', { id: 'a', name: 'A', statistics: {} }],
    ['categories', { id: 'a', name: 'A', subcategories: [], statistics: {}, icon: 'x' }],
    ['reviews', { id: 'a', user: 'u', place: 'p', created, text: null }],
    ['reviews', { id: 'a', user: 'u', place: 'p', created, source: 'web', text: '' }],
    ['checkins', { id: 'a', user: 'u', place: 'p', created, comment: 'x' }],
    ['follows', { id: 'a', name: 'A', follower: 'u', following: 'v', created }],
    ['places', { id: 'a', title: 'A', text: 'x', rating: 3 }],
    ['places', { id: 'a', title: 'A', email: 'a@example.org' }],
    ['places', {}],
    ['reviews', {}],
    ['reviews', { foo: 1 }],
  ])('is not doubted because of other members: %s %j', (kind, line) => {
    expect(otherKindOf(line, kind)).toBeUndefined();
  });
});

describe('unknown members', () => {
  const warningsOf = (kind: RecordKindName, ...lines: object[]) => {
    const reader = recordLineReader(kind);
    for (const line of lines) reader.parse(Buffer.from(JSON.stringify(line)));
    return reader.notes?.();
  };

  it('are counted by name', () => {
    const lines = [
      { id: 'a', name: 'A', adress: { city: 'B' }, locaton: { lat: 1, lng: 2 } },
      { id: 'b', name: 'B', adress: { city: 'B' }, Brand: 'C', tags: {} },
      { id: 'c', nmae: 'C' },
    ];
    expect(warningsOf('places', ...lines)).toEqual([
      'warning: 2 lines have the unknown member "adress", which is left out.',
      'warning: 1 line has the unknown member "locaton", which is left out.',
      'warning: 1 line has the unknown member "Brand", which is left out.',
      'warning: 1 line has the unknown member "tags", which is left out.',
      'warning: 1 line has the unknown member "nmae", which is left out.',
    ]);
  });

  it('are found in objects and lists', () => {
    const categories = [
      { id: 'c', name: 'C', subcategry: {} },
      { id: 'd', name: 'D', subcategry: {} },
    ];
    const line = { id: 'a', name: 'A', address: { cty: 'B' }, categories, city: 'B', lat: 1, featured: { foto: {} } };
    expect(warningsOf('places', line)).toEqual([
      'warning: 1 line has the unknown member "address.cty", which is left out.',
      'warning: 1 line has the unknown member "categories.subcategry", which is left out.',
      'warning: 1 line has the unknown member "city", which is left out.',
      'warning: 1 line has the unknown member "lat", which is left out.',
      'warning: 1 line has the unknown member "featured.foto", which is left out.',
    ]);
  });

  it('are not what responses add to a record, nor languages of names', () => {
    const link = { rel: 'self', uri: 'https://example.org/v2/places/a' };
    const location = { lat: '1', lng: '2', distance: '3' };
    const line = {
      id: 'a',
      link,
      name: 'A',
      names: { pt: 'B' },
      location,
      categories: [{ id: 'c', name: 'C', link }],
      open: true,
    };
    expect(warningsOf('places', line, { id: 'b', name: 'B', source: 'Registry', categories: null })).toEqual([]);
  });

  it.each(recordKindNames)('are none in the records of the demonstration: %s', (kind) => {
    expect(warningsOf(kind, ...seedLines(kind).map((line) => JSON.parse(line) as object))).toEqual([]);
  });

  it('do not show values, and neither control characters nor long names', () => {
    const [first, second] =
      warningsOf('users', { id: 'a', name: 'A', pasword: 'secret', ['\u001b[31m' + 'x'.repeat(200)]: 1 }) ?? [];
    expect(first).toBe('warning: 1 line has the unknown member "pasword", which is left out.');
    expect(second).toMatch(/^warning: 1 line has the unknown member "\\u001b\[31mx+…, which is left out\.$/);
  });

  it('are listed forty at most', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`extra${at}`, at]));
    expect(warningsOf('categories', { id: 'a', name: 'A', ...many })).toHaveLength(40);
  });
});

describe('the hint at --format', () => {
  it.each([
    ['id,name\n1,A\n', '--format csv'],
    ['"id";"name"\r"1";"A"\r', '--format csv'],
    ['\uFEFFid\tname\n', '--format csv'],
    ['{"type":"FeatureCollection","features":[', '--format geojson'],
    ['{"type":"Feature","properties":{}}\n', '--format geojson'],
    ['{\n  "id": 123,\n  "type": "Feature",\n  "properties": {', '--format geojson'],
    ['{"version":0.6,"elements":[', '--format osm'],
    ['PAR1\x15', '--format overture, foursquare, osm, whosonfirst or csv'],
    ['[{"id":"a"}]', 'one record a line'],
  ])('of %j names %s', (head, hint) => {
    expect(formatHint(Buffer.from(head))).toContain(hint);
  });

  it.each([
    '{"id":"a","name":"A","features":["wifi"]}\n',
    '{"id":"a","name":"A","features":[]}\n',
    '{"elements":[1],"id":"a","name":"A"}\n',
    '{"id":"a","name":"A","elements":[{"kind":"x"}]}\n',
  ])('is none for lines with a list of that name: %j', (head) => {
    expect(formatHint(Buffer.from(head))).toBeUndefined();
  });

  it.each(['{"id":"a","name":"A"}\n', '', '\n', 'nonsense\n', '{"id":"a"\n', 'broken, line\n{"id":"a"}\n', '"text"\n'])(
    'is none for lines: %j',
    (head) => {
      expect(formatHint(Buffer.from(head))).toBeUndefined();
    },
  );
});
