import { type Areas, letterOf } from '../areas/areas.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { type Area, areaKey, type LocalArea, withoutNamesakes } from '../words/where.js';
import { type CategoryMatch, foldText, hasTypedPrefixes, matchCategory, splitAtSpaces } from '../words/words.js';
import { type SynonymMatch } from '../words/synonyms.js';

/** Finds the words that have synonyms. */
export interface SynonymFinder {
  find(words: readonly string[]): SynonymMatch[];
}

/** Spellings of one text that are looked up: each is a look-up of its own. */
const MAX_SPELLINGS = 8;

/** The text as typed, then with one or more of its words as synonyms of them: `mount ed`, `mt ed`. */
function spellingsWithSynonyms(text: string, synonyms: SynonymFinder): string[] {
  const words = splitAtSpaces(text);
  let spellings = [words];
  // From the right, so that the positions of the words on the left stay.
  for (const { from, end: to, texts } of synonyms.find(words).reverse()) {
    const replaced = texts.flatMap((synonym) =>
      spellings.map((spelling) => [...spelling.slice(0, from), synonym, ...spelling.slice(to)]),
    );
    spellings = [...spellings, ...replaced].slice(0, MAX_SPELLINGS);
  }
  return [text, ...spellings.slice(1).map((spelling) => spelling.join(' '))];
}

/** A city or district whose name matches the typed text, and how it matches. */
export interface MatchedArea {
  readonly area: LocalArea;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** One letter starts too many names. */
const MIN_AREA_LETTERS = 2;

/** Names that are compared with a text that has a typing error: those of the areas with the most places. */
const MAX_COMPARED_AREAS = 2000;

/** The cities and districts whose names match the text or a spelling with synonyms, those with the most places first. */
export function matchAreas(areas: Areas, text: string, synonyms: SynonymFinder): MatchedArea[] {
  const [typed = text, ...others] = spellingsWithSynonyms(text, synonyms);
  const found = new Map<Area, MatchedArea>();
  for (const spelling of others)
    for (const matched of matchSpelling(areas, spelling, false)) found.set(matched.area, matched);
  for (const matched of matchSpelling(areas, typed, found.size === 0)) {
    if (matched.match === 'startsWith' || !found.has(matched.area)) found.set(matched.area, matched);
  }
  return others.length === 0 ? [...found.values()] : [...found.values()].sort((a, b) => b.area.places - a.area.places);
}

/** @param isCorrected whether a typing error counts if no name matches as typed. It is not in the first letter of the text */
function matchSpelling(areas: Areas, text: string, isCorrected: boolean): MatchedArea[] {
  const typed = foldText(text);
  const [first = ''] = typed.words;
  if (typed.text.length < MIN_AREA_LETTERS) return [];
  const candidates = areas.startingWith(letterOf(first));
  const asTyped = candidates.filter(({ folded }) => hasTypedPrefixes(folded, typed));
  const compared = asTyped.length > 0 || !isCorrected ? asTyped : candidates.slice(0, MAX_COMPARED_AREAS);
  return compared.flatMap(({ area, folded }) => {
    const match = matchCategory(folded, typed);
    return match === undefined ? [] : [{ area, match }];
  });
}

/** A typed text as the name of a place, and of a city or district that the place is in: `mcdonalds aar`. */
export interface NameInArea {
  readonly name: string;
  /** The ids of those that the words may mean. */
  readonly areas: readonly string[];
  /** The city that the words name, if it is no area. */
  readonly city?: string;
}

/** Words at the end or the beginning of a text that may name an area. */
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
export function namesInAreas(
  text: string,
  areas: Areas,
  synonyms: SynonymFinder,
  near: GeoPoint | undefined,
): NameInArea[] {
  const words = splitAtSpaces(text);
  const readings: NameInArea[] = [];
  const add = (name: readonly string[], area: readonly string[], isComplete: boolean): void => {
    if (readings.length === MAX_NAMES_IN_AREAS) return;
    const meant = areasCalled(area.join(' '), areas, synonyms, isComplete);
    if (meant.length === 0) return;
    readings.push({ name: name.join(' '), areas: chooseAreas(meant, near).flatMap(({ ids }) => ids) });
  };
  const longest = Math.min(MAX_AREA_WORDS, words.length - 1);
  for (let length = longest; length > 0; length -= 1) {
    add(words.slice(0, words.length - length), words.slice(words.length - length), false);
  }
  if (readings.length === 0) readings.push(...namesInOtherCities(words, areas));
  for (let length = longest; length > 0; length -= 1) add(words.slice(length), words.slice(0, length), true);
  return readings;
}

/** The places of some cities lie too far apart for an area: their name is in wrong addresses as well. */
function namesInOtherCities(words: readonly string[], areas: Areas): NameInArea[] {
  const starts = [1, 2].map((count) => words.length - count).filter((start) => start > 0);
  return starts.flatMap((start) => {
    const city = words.slice(start).join(' ');
    if (!areas.isOtherCity(areaKey(city))) return [];
    return [{ name: words.slice(0, start).join(' '), areas: [], city }];
  });
}

function areasCalled(text: string, areas: Areas, synonyms: SynonymFinder, isComplete: boolean): readonly Area[] {
  const found = spellingsWithSynonyms(text, synonyms).flatMap((spelling) => {
    const key = areaKey(spelling);
    if (key === '') return [];
    const complete = [...areas.named(key), ...areasWithin(key, areas, isComplete)];
    if (isComplete) return complete;
    const unfinished = areas.startingWith(letterOf(key)).filter(({ folded }) => startsWith(folded, key));
    return [...complete, ...unfinished.map(({ area }) => area)];
  });
  return withoutNamesakes([...new Set(found)]);
}

function startsWith({ text, unpunctuated }: { text: string; unpunctuated: string }, typed: string): boolean {
  return text.startsWith(typed) || unpunctuated.startsWith(typed);
}

/** The areas whose name is followed by what they lie in: `newport ri`, `ponsonby auckl`. */
function areasWithin(key: string, areas: Areas, isComplete: boolean): Area[] {
  const words = key.split(' ');
  return words.slice(1).flatMap((_, at) => {
    const named = areas.named(words.slice(0, at + 1).join(' '));
    return named.length > 0 ? named.filter(liesIn(words.slice(at + 1), areas, isComplete)) : [];
  });
}

/** Whether an area lies in all that some words name: its city, state and country. */
function liesIn(words: readonly string[], areas: Areas, isComplete: boolean): (area: Area) => boolean {
  const checks = words.map((_, at): ((area: Area) => boolean) => {
    const text = words.slice(0, at + 1).join(' ');
    const rest = words.slice(at + 1);
    const keys = new Set(areas.named(text).map(({ key }) => key));
    if (rest.length > 0) {
      const liesInRest = keys.size > 0 ? liesIn(rest, areas, isComplete) : () => false;
      return (area) => area.parentKeys.some((key) => keys.has(key)) && liesInRest(area);
    }
    return ({ parentKeys }) => parentKeys.some((key) => keys.has(key) || (!isComplete && key.startsWith(text)));
  });
  return (area) => checks.some((check) => check(area));
}

function chooseAreas(areas: readonly Area[], near: GeoPoint | undefined): Area[] {
  const sorted = near ? byDistance(areas, near) : [...areas].sort((a, b) => b.places - a.places);
  return sorted.slice(0, MAX_AREAS_OF_NAME);
}

function byDistance(areas: readonly Area[], from: GeoPoint): Area[] {
  const withDistance = areas.map((area) => ({ area, distance: distanceTo(area, from) }));
  return withDistance.sort((a, b) => a.distance - b.distance).map(({ area }) => area);
}

/** In metres. An area without locations is the farthest. */
export function distanceTo({ centre }: Area, from: GeoPoint): number {
  return centre ? distanceInMetres(from, centre) : Infinity;
}
