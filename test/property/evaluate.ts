import { fieldOf } from './fields.js';
import { endsInWord, fold, wordsOf } from './fold.js';
import { type GeoPoint } from '../../src/places/query/geometry.js';
import { contains, metresBetween } from './geography.js';
import { type Places } from './places.js';
import { type Condition, type Leaf, type Search, type Tree } from './search.js';

/** Metres around a centre without a radius (`withDefaultRadius`). */
const DEFAULT_RADIUS = 50_000;

/** Whether the place at a position matches. */
type Holds = (at: number) => boolean;

/** The positions of the places that match a search, in no order. */
export function matchingPlaces(search: Search, places: Places): number[] {
  const { filters, term, centre, rectangle } = search;
  const conditions = [...filters, ...(term ? [term] : [])].map((tree) => holdsOf(tree, places));
  if (rectangle) conditions.push(withPoint(places, (point) => contains(rectangle, point)));
  const radius = radiusOf(search);
  if (centre && radius !== undefined) {
    conditions.push(withPoint(places, (point) => metresBetween(centre, point) <= radius));
  }
  return places.ids.flatMap((_, at) => (conditions.every((holds) => holds(at)) ? [at] : []));
}

/** A rectangle replaces the default radius, but not a given one. */
function radiusOf({ centre, radius, rectangle }: Search): number | undefined {
  return radius ?? (centre && !rectangle ? DEFAULT_RADIUS : undefined);
}

function withPoint(places: Places, holds: (point: GeoPoint) => boolean): Holds {
  return (at) => {
    const point = places.points[at];
    return point !== undefined && holds(point);
  };
}

function holdsOf(tree: Tree, places: Places): Holds {
  switch (tree.type) {
    case 'leaf':
      return leafHolds(tree, tree.condition, places);
    case 'not': {
      const holds = holdsOf(tree.of, places);
      return (at) => !holds(at);
    }
    case 'all': {
      const parts = tree.of.map((part) => holdsOf(part, places));
      return (at) => parts.every((holds) => holds(at));
    }
    case 'any': {
      const parts = tree.of.map((part) => holdsOf(part, places));
      return (at) => parts.some((holds) => holds(at));
    }
  }
}

function leafHolds(leaf: Leaf, condition: Condition, places: Places): Holds {
  const values = places.values.get(leaf.field) ?? [];
  const someValue =
    (holds: (value: number) => boolean): Holds =>
    (at) =>
      values[at]?.some((value) => holds(Number(value))) ?? false;
  switch (condition.type) {
    case 'value':
      return valueHolds(leaf.field, condition, places);
    case 'prefix':
      return prefixHolds(leaf.field, condition.text, places);
    case 'number':
      return someValue((value) => value === condition.value);
    case 'range': {
      const { lower, upper } = condition;
      return someValue(
        (value) =>
          (lower.value === undefined || (lower.inclusive ? value >= lower.value : value > lower.value)) &&
          (upper.value === undefined || (upper.inclusive ? value <= upper.value : value < upper.value)),
      );
    }
    case 'present':
      return (at) => places.present.get(leaf.field)?.[at] ?? false;
    case 'one of': {
      const parts = condition.of.map((part) => leafHolds(leaf, part, places));
      return (at) => parts.some((holds) => holds(at));
    }
  }
}

function valueHolds(field: string, { text, quoted }: Extract<Condition, { type: 'value' }>, places: Places): Holds {
  const { kind } = fieldOf(field);
  if (kind === 'text') {
    const wanted = wordsOf(text);
    return wordsHold(places.words.get(field), wanted, (words, texts) =>
      quoted
        ? texts.some((text) => text.some((_, from) => wanted.every((word, at) => text[from + at] === word)))
        : wanted.every((word) => words.includes(word)),
    );
  }
  const [values, wanted] = kind === 'exact' ? [places.folded.get(field), fold(text)] : [places.values.get(field), text];
  return (at) => values?.[at]?.includes(wanted) ?? false;
}

/** In a name, the last word of the prefix may be the start of a word, unless a sign or a space follows it. */
function prefixHolds(field: string, text: string, places: Places): Holds {
  if (fieldOf(field).kind === 'text') {
    const words = wordsOf(text);
    const whole = endsInWord(text) ? words.slice(0, -1) : words;
    const start = words[whole.length] ?? '';
    return wordsHold(
      places.words.get(field),
      words,
      (has) => whole.every((word) => has.includes(word)) && has.some((word) => word.startsWith(start)),
    );
  }
  const values = places.folded.get(field);
  const start = fold(text);
  return (at) => values?.[at]?.some((value) => value.startsWith(start)) ?? false;
}

type Texts = readonly (readonly string[])[];

/** A text without words matches nothing. */
function wordsHold(
  ofPlaces: readonly Texts[] = [],
  wanted: readonly string[],
  holds: (words: readonly string[], texts: Texts) => boolean,
): Holds {
  return (at) => wanted.length > 0 && holds(ofPlaces[at]?.flat() ?? [], ofPlaces[at] ?? []);
}
