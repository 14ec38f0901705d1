import { type KindNames } from './catalogues.js';
import { isLinkWord, unqualifiedWords, wordsNotIn } from './fillers.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { attributesIn, NEAR_ME, RELATIONS } from './role-phrases.js';
import { type Area, type Where } from './where.js';
import {
  countWords,
  editDistance,
  joinUnspaced,
  keysOf,
  maxTypingErrors,
  splitAtSeparators,
  textOf,
  type Token,
  tokensOf,
} from './words.js';

// Most addresses name no quarter. But stops, schools and shops have its name in theirs, and streets are named after it. If the places that
// mention a name lie close together, the name means that locality (docs/relevance.md).

/** Words of a text that may name a locality. */
export interface LocalitySpan {
  /** As typed, with the preposition before them. */
  readonly words: string;
  /** The words of the name. */
  readonly name: string;
  /** What the preposition before them says; absent without one. */
  readonly relation?: 'in' | 'near';
  /** The score that the places which mention the name must have together: see `SCORES`. */
  readonly minScore: number;
  /** The other words of the text. */
  readonly otherWords: string;
}

/** The most words of a locality: `klinikum rechts der isar`. */
const MAX_WORDS = 4;

/** The most spans of a text that are looked up. */
const MAX_SPANS = 8;

/** Numbers and single letters name no locality. */
const HAS_LETTERS = /\p{L}{2}/u;

/** A longer text has more to say than a kind and a locality. */
const MAX_TEXT_WORDS = 8;

/** The least score (`SCORES`) with and without a preposition: of all words beside a kind, and of some beside words of a name, which may have them, too. */
const MIN_SCORE = {
  afterPreposition: { alone: 3, besideName: 6 },
  without: { alone: 5, besideName: 10 },
} as const;

/**
 * The words of a text that may name a locality, the likeliest first: what follows a preposition; then the whole text, its end and its
 * beginning. What places offer (`vegan`) is no locality, nor are kinds (`harbour`) and words such as `the`.
 *
 * @param text words without a role
 * @param typed all of `q`. Beside a kind, `text` has no prepositions
 * @param options.hasKind whether other words name a kind: then the whole text may be a locality
 */
export function localitySpans(
  text: string,
  typed: string,
  { hasKind, kinds }: { readonly hasKind: boolean; readonly kinds: Pick<KindNames, 'areOnlyKinds'> },
): LocalitySpan[] {
  const tokens = tokensOf(text);
  const keys = keysOf(tokens);
  if (keys.length === 0 || countWords(text) > MAX_TEXT_WORDS) return [];
  const allTokens = tokensOf(typed);
  const spans = new Map<string, LocalitySpan>();
  const add = (start: number, end: number): void => {
    const name = trimmed(tokens.slice(start, end));
    const nameKeys = keysOf(name);
    const from = prepositionBefore(keys, start)?.from ?? start;
    const otherWords = textOf([...tokens.slice(0, from), ...tokens.slice(end)]);
    const saysOtherwise = attributesIn(nameKeys).length > 0 || kinds.areOnlyKinds(nameKeys);
    const isNone = !HAS_LETTERS.test(textOf(name)) || (otherWords === '' && !hasKind) || saysOtherwise;
    const key = nameKeys.join(' ');
    if (isNone || spans.has(key) || spans.size >= MAX_SPANS || hasPreposition(nameKeys)) return;
    const { words, relation } = asTyped(allTokens, name);
    const { alone, besideName } = MIN_SCORE[relation ? 'afterPreposition' : 'without'];
    const minScore = hasKind && isOnlyOffers(otherWords) ? alone : besideName;
    spans.set(key, { words, name: joinUnspaced(textOf(name)), ...(relation && { relation }), minScore, otherWords });
  };
  for (const start of tokens.keys()) {
    if (!prepositionBefore(keys, start)) continue;
    for (let end = Math.min(keys.length, start + MAX_WORDS); end > start; end -= 1) add(start, end);
  }
  for (let words = Math.min(keys.length, MAX_WORDS); words > 0; words -= 1) {
    add(keys.length - words, keys.length);
    add(0, words);
  }
  return [...spans.values()];
}

/** Whether all words of a text but fillers are what places offer: `vegan`. */
export function isOnlyOffers(text: string): boolean {
  const words = splitAtSeparators(text);
  return wordsNotIn(unqualifiedWords(words), attributesIn(words)).length === 0;
}

/** Words without those at their ends that say nothing: `the park`. */
function trimmed(tokens: readonly Token[]): readonly Token[] {
  const isName = ({ key }: Token): boolean => !isLinkWord(key);
  return tokens.slice(Math.max(0, tokens.findIndex(isName)), tokens.findLastIndex(isName) + 1);
}

/** The words of the longest preposition: `in der Nähe von der`. */
const MAX_PREPOSITION_WORDS = 5;

/** The phrase such as `in` or `near` that stands before a word, perhaps with an article between them. */
function prepositionBefore(
  keys: readonly string[],
  before: number,
): { readonly from: number; readonly relation: 'in' | 'near' } | undefined {
  for (let from = Math.max(0, before - MAX_PREPOSITION_WORDS); from < before; from += 1) {
    const found = RELATIONS.longestMatchAt(keys, from);
    if (!found || found.end > before || (NEAR_ME.longestMatchAt(keys, from)?.end ?? 0) > found.end) continue;
    if (keys.slice(found.end, before).every(isLinkWord)) return { from, relation: found.meaning };
  }
  return undefined;
}

function hasPreposition(keys: readonly string[]): boolean {
  return keys.some((_, at) => RELATIONS.longestMatchAt(keys, at) ?? NEAR_ME.longestMatchAt(keys, at));
}

/** A name with the preposition that `q` has before it. */
function asTyped(typed: readonly Token[], name: readonly Token[]): Pick<LocalitySpan, 'words' | 'relation'> {
  const keys = keysOf(typed);
  const start = keys.findIndex((_, at) => name.every(({ key }, index) => keys[at + index] === key));
  const found = start === -1 ? undefined : prepositionBefore(keys, start);
  if (!found) return { words: joinUnspaced(textOf(name)) };
  return { words: joinUnspaced(textOf(typed.slice(found.from, start + name.length))), relation: found.relation };
}

/** A place that may mention a locality. */
export interface LocalityEvidence {
  readonly point: GeoPoint;
  readonly name: string;
  readonly street?: string | undefined;
}

/** The score of a place that mentions a name. Places of one name or on one street share one score. */
const SCORES = {
  /** It is the whole name of the place: a stop, a square. */
  exactName: 3,
  /** The name of the place has it. */
  name: 2,
  /** A word of the name or street begins with it: `Sendlinger Straße`. */
  beginning: 1,
} as const;

/** A shorter word begins too many others. */
export const MIN_BEGINNING = 3;

/** Metres around a place within which others lie in the same locality. */
const REACH = 1200;

/** Metres within which all places that mention a name count. Other cities have a locality of the same name. */
export const SURROUNDINGS = 30_000;

/** This share of the score in the surroundings must lie in the locality. What lies all over a city names no part of it. */
const MIN_SHARE = 0.4;

/** Metres. */
const MIN_RADIUS = 1000;

/** Where a locality is. */
export interface Locality {
  /** Its name as places write it. */
  readonly name: string;
  readonly centre: GeoPoint;
  /** Metres around the centre within which the places lie that mention it. */
  readonly radius: number;
  /** Whether places write the words of the span otherwise. */
  readonly isCorrected?: boolean;
}

interface Mention extends GeoPoint {
  /** The name or the street. */
  readonly text: string;
  readonly score: number;
  /** The words of the name as the place writes them; absent if a word only begins with them. */
  readonly name?: string;
  /** Whether it is the whole name of the place. */
  readonly isWhole?: boolean;
}

/**
 * Where most of the places lie that mention the name of a span; undefined if they do not lie close together. Whole words count first, then
 * beginnings too: Sendlinger Tor is not in Sendling.
 *
 * @param mayHaveErrors whether earlier steps found nothing: then words with typing errors count if no place mentions the name as typed
 */
export function localityOf(
  { name, minScore, otherWords }: LocalitySpan,
  evidence: readonly LocalityEvidence[],
  mayHaveErrors: boolean,
): Locality | undefined {
  const words = keysOf(tokensOf(name));
  const asTyped = mentionsIn(evidence, words, isSame).map((mention) =>
    // Beside a kind alone, several words that are a whole name and found nothing else mean that place.
    mayHaveErrors && mention.isWhole && otherWords === ''
      ? { ...mention, score: mention.score * words.length }
      : mention,
  );
  const isCorrected = mayHaveErrors && asTyped.length === 0;
  const mentions = isCorrected ? mentionsIn(evidence, words, isSimilar) : asTyped;
  const written = mentions.find((mention) => mention.name !== undefined)?.name ?? name;
  const whole = mentions.filter((mention) => mention.name !== undefined);
  const extent = extentOf(whole, minScore) ?? extentOf(mentions, minScore);
  return extent && { name: written, ...extent, ...(isCorrected && { isCorrected }) };
}

function extentOf(mentions: readonly Mention[], minScore: number): Pick<Locality, 'centre' | 'radius'> | undefined {
  const near = (centre: GeoPoint, metres: number) => mentions.filter((one) => isWithin(centre, one, metres));
  let best: { centre: GeoPoint; score: number } | undefined;
  for (const { lat, lng } of mentions) {
    const score = scoreOf(near({ lat, lng }, REACH));
    if (!best || score > best.score) best = { centre: { lat, lng }, score };
  }
  if (!best || best.score < minScore) return undefined;
  const { centre, score } = best;
  if (score < MIN_SHARE * scoreOf(near(centre, SURROUNDINGS))) return undefined;
  const distances = near(centre, REACH).map((point) => distanceInMetres(centre, point));
  return { centre, radius: Math.ceil(Math.max(MIN_RADIUS, ...distances)) };
}

/** A degree of latitude, in metres. */
const DEGREE = 111_000;

function isWithin(a: GeoPoint, b: GeoPoint, metres: number): boolean {
  // All pairs are compared. Most of them are farther apart by their latitudes alone.
  return Math.abs(a.lat - b.lat) * DEGREE <= metres && distanceInMetres(a, b) <= metres;
}

/** Whether a word of a place is a word of a span. */
type IsWord = (word: string, ofPlace: string) => boolean;

const isSame: IsWord = (word, ofPlace) => word === ofPlace;

const isSimilar: IsWord = (word, ofPlace) => {
  const errors = maxTypingErrors(word);
  return editDistance(word, ofPlace, errors + 1) <= errors;
};

function mentionsIn(evidence: readonly LocalityEvidence[], words: readonly string[], isWord: IsWord): Mention[] {
  const found = evidence.flatMap(({ point, name, street }): Mention[] => {
    const inName = mentionIn(name, words, isWord);
    if (inName) return [{ ...point, text: name, ...inName }];
    const inStreet = street === undefined ? undefined : mentionIn(street, words, isWord);
    return inStreet && street !== undefined ? [{ ...point, text: street, score: SCORES.beginning }] : [];
  });
  const times = new Map<string, number>();
  for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1);
  return found.map((mention) => ({ ...mention, score: mention.score / (times.get(mention.text) ?? 1) }));
}

/** How a text mentions neighbouring words; undefined if it does not. */
function mentionIn(
  text: string,
  words: readonly string[],
  isWord: IsWord,
): Pick<Mention, 'score' | 'name' | 'isWhole'> | undefined {
  const tokens = tokensOf(text);
  const keys = keysOf(tokens);
  const last = words.length - 1;
  const hasAt = (at: number, to: number): boolean =>
    words.slice(0, to).every((word, index) => isWord(word, keys[at + index] ?? ''));
  const start = keys.findIndex((_, at) => hasAt(at, words.length));
  if (start !== -1) {
    const name = textOf(tokens.slice(start, start + words.length)).replace(/[,;:)]$/u, '');
    const isWhole = keys.length === words.length;
    return { name, isWhole, score: isWhole ? SCORES.exactName : SCORES.name };
  }
  const beginning = words[last] ?? '';
  const begins = keys.some((_, at) => hasAt(at, last) && keys[at + last]?.startsWith(beginning));
  return begins && beginning.length >= MIN_BEGINNING ? { score: SCORES.beginning } : undefined;
}

function scoreOf(mentions: readonly Mention[]): number {
  return mentions.reduce((sum, { score }) => sum + score, 0);
}

/** A district that few addresses name, as a span: what mentions it tells where it is. */
export function spanOfDistrict({ words, area, relation }: Where, otherWords: string): LocalitySpan {
  return {
    words,
    name: area.name,
    relation: relation === 'near' ? relation : 'in',
    minScore: MIN_SCORE.afterPreposition.alone,
    otherWords,
  };
}

/**
 * The locality as the area that words of the text name.
 *
 * @param known the district that is the locality, or the city that it lies in. Without a district, no place has its id
 */
export function whereOf(
  { words, relation = 'in' }: LocalitySpan,
  { name, centre, radius, isCorrected }: Locality,
  known?: Area,
): Where {
  const said = { relation, words, ...(isCorrected && { isCorrected }) };
  if (known?.type === 'district') return { ...said, area: { ...known, centre, radius } };
  const inCity = known && {
    ...{ city: known.name, ...(known.state !== undefined && { state: known.state }) },
    ...(known.country !== undefined && { country: known.country }),
    parentKeys: [known.key, ...known.parentKeys],
  };
  const area: Area = { type: 'district', name, key: '', parentKeys: [], ...inCity, places: 0, centre, radius, ids: [] };
  return { ...said, area };
}
