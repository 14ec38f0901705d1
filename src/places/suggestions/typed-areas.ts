import { type Areas, letterOf } from '../areas/areas.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { type Area, areasFrom, canonicalKey, type LocalArea, withoutNamesakes } from '../words/where.js';
import {
  type CategoryMatch,
  foldText,
  hasTypedPrefixes,
  keysOf,
  matchCategory,
  textOf,
  type Token,
  tokensOf,
} from '../words/words.js';

/** A city or district whose name matches the typed text, and how it matches. */
export interface MatchedArea {
  readonly area: LocalArea;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** One letter starts too many names. */
const MIN_AREA_LETTERS = 2;

/** Names that are compared with a text that has a typing error: those of the areas with the most places. */
const MAX_COMPARED_AREAS = 2000;

/**
 * The cities and districts whose names match the text. If none does, a typing error counts, but not in the first letter of the text.
 *
 * @param near where the caller is: the nearest come first, else those with the most places
 */
export function matchAreas(areas: Areas, text: string, near: GeoPoint | undefined): MatchedArea[] {
  const typed = foldText(text);
  const [first = ''] = typed.words;
  if (typed.text.length < MIN_AREA_LETTERS) return [];
  const key = canonicalKey(text);
  const candidates = areas.startingWith(letterOf(first));
  const asTyped = candidates.filter(({ area, folded }) => area.key.startsWith(key) || hasTypedPrefixes(folded, typed));
  const compared = asTyped.length > 0 ? asTyped : candidates.slice(0, MAX_COMPARED_AREAS);
  const matched = compared.flatMap(({ area, folded }) => {
    const match = area.key.startsWith(key) ? 'startsWith' : matchCategory(folded, typed);
    return match === undefined ? [] : [{ area, match }];
  });
  return near ? nearestFirst(matched, near) : matched;
}

/** A typed text as the name of a place, and of a city or district that the place is in: `mcdonalds aar`. */
export interface NameInArea {
  readonly name: string;
  /** The ids of those that the words may mean. */
  readonly areas: readonly string[];
}

/** Words at the end of a text that may name an area. */
const MAX_AREA_WORDS = 6;

/** Each is a part of the search of its own. */
const MAX_NAMES_IN_AREAS = 3;

/** The areas of one reading: those nearest to the caller, else those with the most places. */
const MAX_AREAS_OF_NAME = 20;

/**
 * The readings of a text as a name and an area: at its end, where the area may be incomplete, or at its beginning. Those with the
 * most words for the area come first.
 *
 * @param near where the caller is
 */
export function namesInAreas(text: string, areas: Areas, near: GeoPoint | undefined): NameInArea[] {
  const tokens = tokensOf(text);
  const keys = keysOf(tokens);
  const readings: NameInArea[] = [];
  const add = (name: readonly Token[], named: readonly Area[]): void => {
    if (name.length === 0 || named.length === 0 || readings.length === MAX_NAMES_IN_AREAS) return;
    const meant = withoutNamesakes(named).map((area) => ({ area }));
    const sorted = near ? nearestFirst(meant, near) : meant.sort((a, b) => b.area.places - a.area.places);
    readings.push({ name: textOf(name), areas: sorted.slice(0, MAX_AREAS_OF_NAME).flatMap(({ area }) => area.ids) });
  };
  const areasAtEnd = areasFrom(withUnfinished(areas, keys.at(-1) ?? ''));
  for (let from = Math.max(1, keys.length - MAX_AREA_WORDS); from < keys.length; from += 1) {
    const { areas: named, end } = areasAtEnd(keys, from);
    if (end === keys.length) add(tokens.slice(0, from), named);
  }
  const first = areasFrom(areas)(keys, 0);
  add(tokens.slice(first.end), first.areas);
  return readings;
}

/** The areas with those whose name starts with words that the user is still typing. */
function withUnfinished(areas: Areas, last: string): Pick<Areas, 'named'> {
  const startingWith = (key: string) =>
    areas.startingWith(letterOf(key)).filter(({ folded }) => startsWith(folded, key));
  return {
    named: (key) =>
      key.endsWith(last)
        ? [...new Set<Area>([...areas.named(key), ...startingWith(key).map(({ area }) => area)])]
        : areas.named(key),
  };
}

function startsWith({ text, unpunctuated }: { text: string; unpunctuated: string }, typed: string): boolean {
  return text.startsWith(typed) || unpunctuated.startsWith(typed);
}

/** An area without locations is the farthest. */
function nearestFirst<T extends { readonly area: Area }>(items: readonly T[], from: GeoPoint): T[] {
  const distances = new Map(
    items.map(({ area }) => [area, area.centre ? distanceInMetres(from, area.centre) : Infinity] as const),
  );
  return items.toSorted((a, b) => (distances.get(a.area) ?? 0) - (distances.get(b.area) ?? 0));
}
