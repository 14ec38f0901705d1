import { isLinkWord } from './fillers.js';
import { distanceInMetres, type GeoPoint } from './geometry.js';
import { attributesIn, NEAR_ME, RELATIONS } from './role-phrases.js';
import { type Area, type Where } from './where.js';
import { editDistance, foldedWords, joinUnspaced, keysOf, textOf, type Token, tokensOf } from './words.js';

// A quarter that no address names is known all the same: stops, schools and shops have its name in theirs, and streets are called after
// it. If what has a word in its name or street lies close together, the word names that locality (docs/relevance.md).

/** Words of a text that may name a locality. */
export interface LocalitySpan {
  /** As typed, with a word such as `in` before them. */
  readonly words: string;
  /** The words of the name. */
  readonly name: string;
  /** `near` after a word such as `near`. */
  readonly relation: 'in' | 'near';
  /** Whether a word such as `in` or `near` is before them. */
  readonly isSaid: boolean;
  /** How much must speak for the locality, as in `WEIGHTS`. */
  readonly minWeight: number;
  /** The other words of the text. */
  readonly rest: string;
}

/** The most words of a locality: `rechts der isar`. */
const MAX_WORDS = 3;

/** The most spans of a text that are looked up. */
const MAX_SPANS = 6;

/** How much must speak for a locality, as in `WEIGHTS`: after a word such as `in`, beside a kind, and beside a name, which may have the words. */
const MIN_WEIGHT = { said: 3, besideKind: 4, besideName: 10 } as const;

/** A longer text says more than a kind and a locality. */
const MAX_TEXT_WORDS = 8;

/**
 * The words of a text that may name a locality, the likeliest first: what follows a word such as `in`; then the whole text, its end and
 * its beginning. What places offer is no locality, nor are words such as `the`.
 *
 * @param text words without a role
 * @param mayBeAll whether the whole text may be a locality: then other words say what is looked for there
 */
export function localitySpans(text: string, mayBeAll: boolean): LocalitySpan[] {
  const tokens = tokensOf(text);
  const keys = keysOf(tokens);
  const count = tokens.length;
  if (count === 0 || count > MAX_TEXT_WORDS) return [];
  const spans = new Map<string, LocalitySpan>();
  const add = (from: number, start: number, end: number, relation?: 'in' | 'near'): void => {
    const name = trimmed(tokens.slice(start, end));
    const rest = [...tokens.slice(0, from), ...tokens.slice(end)];
    if (name.length === 0 || (rest.length === 0 && !mayBeAll) || attributesIn(keysOf(name)).length > 0) return;
    const key = keysOf(name).join(' ');
    if (spans.size >= MAX_SPANS || spans.has(key)) return;
    spans.set(key, {
      words: joinUnspaced(textOf(tokens.slice(from, end))),
      name: textOf(name),
      relation: relation ?? 'in',
      isSaid: relation !== undefined,
      minWeight: relation ? MIN_WEIGHT.said : mayBeAll ? MIN_WEIGHT.besideKind : MIN_WEIGHT.besideName,
      rest: textOf(rest),
    });
  };
  for (const from of tokens.keys()) {
    const said = NEAR_ME.longestMatchAt(keys, from) ? undefined : RELATIONS.longestMatchAt(keys, from);
    if (!said) continue;
    for (let end = Math.min(count, said.end + MAX_WORDS); end > said.end; end -= 1)
      add(from, said.end, end, said.meaning);
  }
  for (let words = Math.min(count, MAX_WORDS); words > 0; words -= 1) {
    add(count - words, count - words, count);
    add(0, 0, words);
  }
  return [...spans.values()];
}

/** Words without those at their ends that say nothing: `the park`. */
function trimmed(tokens: readonly Token[]): readonly Token[] {
  const isName = ({ key }: Token): boolean => !isLinkWord(key);
  return tokens.slice(Math.max(0, tokens.findIndex(isName)), tokens.findLastIndex(isName) + 1);
}

/** A place that may speak for a locality. */
export interface LocalityEvidence {
  readonly point: GeoPoint;
  readonly name: string;
  readonly street?: string | undefined;
}

/** A place that speaks for some words as a locality. */
interface WeightedPoint extends GeoPoint {
  /** Places of one name or on one street share one weight. */
  readonly weight: number;
  /** Whether it has all words as whole words. */
  readonly isWhole: boolean;
}

/** How much a place speaks for words that may name the locality that it lies in. */
const WEIGHTS = {
  /** The words are its whole name: a stop, a square. */
  exactName: 3,
  /** Its name has the words. */
  name: 2,
  /** A word of its name or street begins with them: `Sendlinger Straße`. */
  beginning: 1,
} as const;

/** A shorter word begins too many others. */
export const MIN_BEGINNING = 3;

/** Metres around a place within which others lie in the same locality. */
const REACH = 1200;

/** Metres within which all that has the words counts. Other cities have a locality of the same name. */
const SURROUNDINGS = 30_000;

/** This share of all that has the words in the surroundings must lie in the locality. What lies all over a city names no part of it. */
const MIN_SHARE = 0.4;

/** Metres: the least radius of a locality. */
const MIN_RADIUS = 1000;

/** The middle of a locality, and the metres around it that hold it. */
export interface Extent {
  readonly centre: GeoPoint;
  readonly radius: number;
}

/**
 * Where most of what has the words of a span in its name or street lies; undefined if it does not lie close together. Whole words count
 * first, then beginnings too: Sendlinger Tor is not in Sendling.
 *
 * @param mayHaveErrors whether words with typing errors count if nothing has the words without
 */
export function localityOf(
  { name, minWeight }: LocalitySpan,
  evidence: readonly LocalityEvidence[],
  mayHaveErrors: boolean,
): Extent | undefined {
  const words = foldedWords(name);
  const asTyped = weightedPoints(words, evidence, isSame);
  const points = asTyped.length > 0 || !mayHaveErrors ? asTyped : weightedPoints(words, evidence, isSimilar);
  const whole = points.filter(({ isWhole }) => isWhole);
  return extentOf(whole, minWeight) ?? extentOf(points, minWeight);
}

function extentOf(points: readonly WeightedPoint[], minWeight: number): Extent | undefined {
  const near = (centre: GeoPoint, metres: number) => points.filter((one) => distanceInMetres(centre, one) <= metres);
  let best: { centre: GeoPoint; weight: number } | undefined;
  for (const { lat, lng } of points) {
    const weight = sumOf(near({ lat, lng }, REACH));
    if (!best || weight > best.weight) best = { centre: { lat, lng }, weight };
  }
  if (!best || best.weight < minWeight) return undefined;
  const { centre, weight } = best;
  if (weight < MIN_SHARE * sumOf(near(centre, SURROUNDINGS))) return undefined;
  const distances = near(centre, REACH).map((point) => distanceInMetres(centre, point));
  return { centre, radius: Math.ceil(Math.max(MIN_RADIUS, ...distances)) };
}

/** Whether a word of a place is a word of a span. */
type IsWord = (word: string, ofPlace: string) => boolean;

const isSame: IsWord = (word, ofPlace) => word === ofPlace;

/** As Elasticsearch with the same fuzziness. */
const isSimilar: IsWord = (word, ofPlace) => {
  const errors = typingErrorsOf(word);
  return editDistance(word, ofPlace, errors + 1) <= errors;
};

/** Typing errors that a word may have: as `AUTO:4,7`. */
function typingErrorsOf(word: string): number {
  return word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
}

function weightedPoints(
  words: readonly string[],
  evidence: readonly LocalityEvidence[],
  isWord: IsWord,
): WeightedPoint[] {
  const found = evidence.flatMap(({ point, name, street }) => {
    const ofName = weightIn(words, foldedWords(name), isWord);
    if (ofName > 0) return [{ ...point, text: name, weight: ofName }];
    const ofStreet = street !== undefined && weightIn(words, foldedWords(street), isWord) > 0;
    return ofStreet ? [{ ...point, text: street, weight: WEIGHTS.beginning }] : [];
  });
  const times = new Map<string, number>();
  for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1);
  return found.map(({ lat, lng, text, weight }) => ({
    lat,
    lng,
    weight: weight / (times.get(text) ?? 1),
    isWhole: weight > WEIGHTS.beginning,
  }));
}

/** How much a name with some words speaks for a locality with others. 0 if it does not have them. */
function weightIn(words: readonly string[], ofPlace: readonly string[], isWord: IsWord): number {
  const has = (word: string): boolean => ofPlace.some((one) => isWord(word, one));
  if (words.every(has)) return words.length === ofPlace.length ? WEIGHTS.exactName : WEIGHTS.name;
  const last = words.at(-1) ?? '';
  const begins = last.length >= MIN_BEGINNING && ofPlace.some((one) => one.startsWith(last));
  return begins && words.slice(0, -1).every(has) ? WEIGHTS.beginning : 0;
}

function sumOf(points: readonly WeightedPoint[]): number {
  return points.reduce((sum, { weight }) => sum + weight, 0);
}

/** An area that few addresses name as a span: what has its name tells where it is. @param rest the other words of the text */
export function spanOfArea({ words, area, relation }: Where, rest: string): LocalitySpan {
  return {
    words,
    name: area.name,
    relation: relation === 'near' ? relation : 'in',
    isSaid: true,
    minWeight: MIN_WEIGHT.said,
    rest,
  };
}

/**
 * The locality as the area that words of the text name.
 *
 * @param known the district that is the locality, or the city that it lies in. Without a district, no place has its id
 */
export function whereOf({ words, name, relation }: LocalitySpan, { centre, radius }: Extent, known?: Area): Where {
  if (known?.type === 'district') return { relation, words, area: { ...known, centre, radius } };
  const inCity = known && { city: known.name, parentKeys: [known.key, ...known.parentKeys] };
  return {
    ...{ relation, words },
    area: { type: 'district', name, key: '', parentKeys: [], ...inCity, places: 0, centre, radius, ids: [] },
  };
}
