import fc from 'fast-check';
import { type Field } from '../../src/places/query/fields.js';
import { type GeoPoint } from '../../src/places/query/geometry.js';
import { type Rectangle } from '../../src/places/query/location.js';
import { FILTERABLE } from './fields.js';
import { metresBetween } from './geography.js';
import { INDISTINCT } from './order.js';
import { type Places } from './places.js';
import { type Bound, type Condition, type Key, type Leaf, type Notation, type Search, type Tree } from './search.js';

/** The limit of clauses in a request. */
const MOST_CLAUSES = 64;

const notation = fc.constantFrom<Notation>('plain', 'signed', 'padded', 'quoted');

/** Generates searches mostly from the values of these places, so that most of them find something. */
export function searches(places: Places): fc.Arbitrary<Search> {
  const tree = trees(places);
  const points = places.points.filter((point) => point !== undefined);
  const point = pointNear(sampled(places.points.map((at) => (at ? [at] : []))));
  return fc
    .record({
      filters: fc.oneof(fc.array(tree, { maxLength: 1 }), fc.array(tree, { maxLength: 3 })),
      term: fc.option(leaves(places), { freq: 2, nil: undefined }),
      centre: fc.option(point, { freq: 2, nil: undefined }),
      radius: fc.option(fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 1_000_000 })), {
        nil: undefined,
      }),
      rectangle: fc.option(rectangles(point), { freq: 2, nil: undefined }),
      keys: keys(),
      rows: fc.integer({ min: 1, max: 50 }),
      start: fc.oneof({ arbitrary: fc.nat(60), weight: 6 }, { arbitrary: fc.nat(10_000), weight: 1 }),
    })
    .filter(({ filters, term }) => countClauses(filters) + (term ? countClauses([term]) : 0) <= MOST_CLAUSES)
    .map(({ keys: drawn, radius, centre, ...search }) => ({
      ...search,
      centre,
      order: drawn.filter(({ field }) => centre !== undefined || field !== 'distance'),
      radius: centre && radius !== undefined ? clearOfPlaces(centre, radius, points) : undefined,
    }));
}

/** Widens a radius until its circle passes through no place, at the precision of Elasticsearch. */
function clearOfPlaces(centre: GeoPoint, radius: number, points: readonly GeoPoint[]): number {
  const near = points.map((point) => metresBetween(centre, point) - radius).filter((gap) => Math.abs(gap) < 5);
  let wider = 0;
  while (near.some((gap) => Math.abs(gap - wider) < INDISTINCT)) wider += INDISTINCT;
  return Number((radius + wider).toFixed(2));
}

/** The synthetic places come last. A quarter of the values is drawn from them. */
const SYNTHETIC = 60;

/** Draws values as often as places have them. */
function sampled<T>(ofPlaces: readonly (readonly T[])[]): fc.Arbitrary<T> {
  const [all, synthetic] = [ofPlaces.flat(), ofPlaces.slice(-SYNTHETIC).flat()];
  const usual = fc.constantFrom(...all);
  if (synthetic.length === 0) return usual;
  return fc.oneof({ arbitrary: usual, weight: 3 }, { arbitrary: fc.constantFrom(...synthetic), weight: 1 });
}

function pointNear(points: fc.Arbitrary<GeoPoint>): fc.Arbitrary<GeoPoint> {
  const shift = fc.oneof(fc.constant(0), fc.integer({ min: -300_000, max: 300_000 }));
  return fc.tuple(points, shift, shift).map(([{ lat, lng }, north, east]) => ({
    lat: within(-90, lat + north / 1e6, 90),
    lng: within(-180, lng + east / 1e6, 180),
  }));
}

/** Edges are on places and between them. A rectangle may cross the antimeridian and have no height or width. */
function rectangles(corner: fc.Arbitrary<GeoPoint>): fc.Arbitrary<Rectangle> {
  return fc
    .tuple(corner, corner, fc.boolean(), fc.constantFrom('as drawn', 'all longitudes', 'no height', 'no width'))
    .map(([a, b, isCrossing, shape]) => {
      const [west, east] = isCrossing ? [a.lng, b.lng] : [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)];
      const north = Math.max(a.lat, b.lat);
      const rectangle = { north, south: Math.min(a.lat, b.lat), west, east };
      if (shape === 'all longitudes') return { ...rectangle, west: -180, east: 180 };
      if (shape === 'no height') return { ...rectangle, south: north };
      return shape === 'no width' ? { ...rectangle, east: west } : rectangle;
    });
}

function within(least: number, value: number, greatest: number): number {
  // The precision of the data, so that an edge is on a place or clearly beside it. Adding zero turns -0 into 0.
  return Math.round(Math.min(Math.max(value, least), greatest) * 1e6) / 1e6 + 0;
}

function keys(): fc.Arbitrary<Key[]> {
  const names = [...FILTERABLE].flatMap(([name, { sortable }]) => (sortable ? [name] : []));
  const key = fc.record({ field: fc.constantFrom('distance', 'distance', ...names), descending: fc.boolean() });
  return fc.uniqueArray(key, { maxLength: 3, selector: ({ field }) => field });
}

function trees(places: Places): fc.Arbitrary<Tree> {
  const leaf = leaves(places);
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: leaf, weight: 4 },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constantFrom('all' as const, 'any' as const, 'any' as const),
          of: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
          parenthesised: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('not' as const), of: tie('tree'), minus: fc.boolean() }) },
    ),
  }));
  return tree;
}

function leaves(places: Places): fc.Arbitrary<Leaf> {
  return fc.oneof(
    ...[...FILTERABLE].map(([field, tested]) => {
      const condition = conditions(tested, places.values.get(field) ?? [], places.words.get(field) ?? []);
      return fc.record({
        type: fc.constant('leaf' as const),
        field: fc.constant(field),
        condition,
        spelling: fc.nat(1),
      });
    }),
  );
}

type Values = readonly (readonly string[])[];

/** The words of the texts of each place. */
type Words = readonly Values[];

function conditions({ kind }: Field, values: Values, words: Words): fc.Arbitrary<Condition> {
  const present = fc.record({ type: fc.constant('present' as const), braces: fc.boolean() });
  // Without values in the places there is nothing to draw from.
  if (!takesValues(kind) || !hasValues(values)) return present;
  const single = kind === 'number' ? numbers(values) : texts(kind, values, words);
  const lists = (of: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
    fc.record({ type: fc.constant('one of' as const), of: fc.array(of, { minLength: 1, maxLength: 4 }) });
  return fc.oneof(
    { arbitrary: single, weight: 6 },
    { arbitrary: present, weight: 1 },
    {
      arbitrary: lists(fc.oneof({ arbitrary: single, weight: 9 }, { arbitrary: lists(single), weight: 1 })),
      weight: 2,
    },
  );
}

const takesValues = (kind: Field['kind']): boolean => kind !== 'presence' && kind !== 'parent';
const hasValues = (values: Values): boolean => values.some((ofPlace) => ofPlace.length > 0);

/** The fields that searches only check for presence because none of these places has a value. */
export function fieldsWithoutValues(places: Places): string[] {
  return [...FILTERABLE].flatMap(([name, { kind }]) =>
    takesValues(kind) && !hasValues(places.values.get(name) ?? []) ? [name] : [],
  );
}

function texts(kind: Field['kind'], values: Values, words: Words): fc.Arbitrary<Condition> {
  const of = kind === 'text' ? fc.oneof(phrases(sampled(values)), someWords(words)) : sampled(values);
  const other = fc.constantFrom('nothing has this', 'OR', '&', '*');
  const text = respelled(fc.oneof({ arbitrary: of, weight: 19 }, { arbitrary: other, weight: 1 }));
  const value = fc.record({ type: fc.constant('value' as const), text, quoted: fc.boolean() });
  if (kind === 'id') return value;
  const length = fc.integer({ min: 2, max: 8 });
  const prefix = fc
    .tuple(text, length)
    .map(([whole, letters]) => ({ type: 'prefix' as const, text: Array.from(whole).slice(0, letters).join('') }))
    // Accents do not count.
    .filter((drawn) => Array.from(drawn.text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')).length >= 2);
  return fc.oneof({ arbitrary: value, weight: 2 }, { arbitrary: prefix, weight: 1 });
}

/** Consecutive words of a name. */
function phrases(names: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(names, fc.nat(3), fc.integer({ min: 1, max: 4 })).map(([name, from, length]) => {
    const parts = name.split(' ');
    return parts.slice(from % parts.length, (from % parts.length) + length).join(' ');
  });
}

/** Words of a name in any order. */
function someWords(ofPlaces: Words): fc.Arbitrary<string> {
  return fc
    .constantFrom(...ofPlaces.map((texts) => texts.flat()).filter((words) => words.length > 0))
    .chain((words) => fc.shuffledSubarray([...words], { minLength: 1, maxLength: Math.min(3, words.length) }))
    .map((words) => words.join(' '));
}

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'Ê', o: 'õ', c: 'ç', n: 'Ñ', u: 'ü' };

/** Changes case and adds accents, composed or not. Ids then no longer match; other values still do. */
function respelled(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const accent = (whole: string): string => whole.replace(/[aeocnu]/g, (letter) => ACCENTED[letter] ?? letter);
  return fc.oneof(
    { arbitrary: text, weight: 5 },
    { arbitrary: text.map((whole) => whole.toUpperCase()), weight: 1 },
    { arbitrary: text.map((whole) => whole.toLowerCase()), weight: 1 },
    { arbitrary: text.map(accent), weight: 1 },
    { arbitrary: text.map((whole) => accent(whole).normalize('NFD')), weight: 1 },
  );
}

/** Whether a fraction can be added without loss of precision. */
const isPlain = (number: number): boolean => number < 1e9;

/** Values of places, and values close to them. */
function numbers(values: Values): fc.Arbitrary<Condition> {
  const beside = fc.constantFrom(0, 0, 0, 1, -1, 0.5, -0.25);
  const value = fc
    .tuple(sampled(values.map((texts) => texts.map(Number).filter(isPlain))), beside)
    .map(([number, more]) => Math.round((number + more) * 1e6) / 1e6 + 0);
  const bound: fc.Arbitrary<Bound> = fc.record({
    value: fc.option(value, { freq: 4, nil: undefined }),
    inclusive: fc.boolean(),
    notation,
  });
  return fc.oneof(
    fc.record({ type: fc.constant('number' as const), value, notation }),
    fc
      .record({ type: fc.constant('range' as const), lower: bound, upper: bound })
      // Two open bounds test for presence.
      .filter(({ lower, upper }) => lower.value !== undefined || upper.value !== undefined),
  );
}

function countClauses(trees: readonly Tree[]): number {
  const ofCondition = (condition: Condition): number =>
    condition.type === 'one of' ? condition.of.reduce((sum, part) => sum + ofCondition(part), 0) : 1;
  const ofTree = (tree: Tree): number => {
    if (tree.type === 'leaf') return ofCondition(tree.condition);
    return tree.type === 'not' ? ofTree(tree.of) : countClauses(tree.of);
  };
  return trees.reduce((sum, tree) => sum + ofTree(tree), 0);
}
