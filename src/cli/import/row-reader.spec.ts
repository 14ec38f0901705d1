import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherKindOf, recordLineReader, formatHint } from './row-reader.js';
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
        rejected: expect.stringMatching(/^looks like an? [a-z-]+, not like a/) as string,
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
    ['places', {}],
    ['reviews', {}],
    ['reviews', { foo: 1 }],
  ])('is not doubted because of other members: %s %j', (kind, line) => {
    expect(otherKindOf(line, kind)).toBeUndefined();
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
    ['PAR1\x15', '--format overture, foursquare or csv'],
    ['[{"id":"a"}]', 'one record a line'],
  ])('of %j names %s', (head, hint) => {
    expect(formatHint(Buffer.from(head))).toContain(hint);
  });

  it.each(['{"id":"a","name":"A"}\n', '', '\n', 'nonsense\n', '{"id":"a"\n', 'broken, line\n{"id":"a"}\n', '"text"\n'])(
    'is none for lines: %j',
    (head) => {
      expect(formatHint(Buffer.from(head))).toBeUndefined();
    },
  );
});
