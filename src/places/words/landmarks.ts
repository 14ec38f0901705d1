import { isLinkWord, isQualifier, isStopWord } from './fillers.js';
import { type GeoPoint } from '../query/geometry.js';
import { NEAR_ME, RELATIONS, UNSURE_NEAR } from './role-phrases.js';
import { type Catalogues, type KindDefinition, type KindNames } from './catalogues.js';
import { recognizeWhere, startOfCentre, type Where } from './where.js';
import { editDistance, foldedWords, joinUnspaced, keysOf, nameKey, textOf, type Token } from './words.js';

/** A place near which the search looks for other places: `near sky tower`. */
export interface Landmark {
  /** The words as typed: `near sky tower`. */
  readonly words: string;
  /** The name of the place: `sky tower`. */
  readonly name: string;
  /** The area in which the name ends, and the name without the area: `hagley park` of `hagley park christchurch`. */
  readonly inArea?: { readonly name: string; readonly where: Where };
  /** Whether the words may also be a part of a name: `by lynn mall`. */
  readonly isUnsure?: boolean;
  /** Present if the name is that of a kind. Then any place of the kind may be meant: `near the airport`. */
  readonly kind?: KindDefinition;
}

/** If an area has the name of a kind and fewer places, the kind is meant: some addresses have a district `Beach`. */
const MANY_PLACES = 100;

/** Whether the words of an area more likely name a kind: `near the beach`. @param keys folded words */
export function isUnlikelyArea({ area }: Pick<Where, 'area'>, keys: readonly string[], kinds: KindNames): boolean {
  const named = keys.filter((key) => !isStopWord(key));
  return area.places < MANY_PLACES && kinds.longestKindAt(named, 0)?.end === named.length;
}

/**
 * Finds the landmark in a text: the words after a phrase such as `near`, in `cafe near sky tower`. If these words name an area, there
 * is no landmark.
 *
 * @returns the landmark and the words before it. If all words in another order name an area, no landmark and the words in that order:
 *   `near airport auckland` becomes `near auckland airport`. Undefined if there is no such phrase, or if an area follows it.
 */
export function extractLandmark(
  tokens: readonly Token[],
  { areas, kinds }: Catalogues,
  {
    enabledRoles,
    centre,
  }: {
    readonly enabledRoles: { readonly where: boolean; readonly kind: boolean };
    readonly centre?: GeoPoint | undefined;
  },
): { tokens: readonly Token[]; landmark?: Landmark } | undefined {
  const keys = keysOf(tokens);
  const from = startOfLandmark(keys);
  if (from === -1) return undefined;
  const nearTokens = tokens.slice(from);
  // `near the city centre`
  if (startOfCentre(tokens) === from) return undefined;
  const sureEnd = nearPhraseEnd(keys, from);
  const phraseEnd = sureEnd ?? UNSURE_NEAR.longestMatchAt(keys, from)?.end;
  let start = (phraseEnd ?? from) - from;
  while (start < nearTokens.length - 1 && isBeforeName(nearTokens[start]?.key ?? '')) start += 1;
  const named = nearTokens.slice(start);
  if (named.length === 0) return undefined;
  const areaIn = (words: readonly Token[]) => (enabledRoles.where ? recognizeWhere(words, areas, centre) : undefined);
  const isArea = (where: ReturnType<typeof areaIn>): boolean =>
    where !== undefined && !isUnlikelyArea(where, keysOf(named), kinds);
  const whole = areaIn(nearTokens);
  if (whole && whole.end - whole.from === nearTokens.length && isArea(whole)) return undefined;
  const where = areaIn(named);
  const rest = where ? [...named.slice(0, where.from), ...named.slice(where.end)] : named;
  // `hotel at auckland`
  if (rest.length === 0 && isArea(where)) return undefined;
  const inArea = where && rest.length > 0 && isArea(where) ? { name: textOf(rest), where } : undefined;
  // `near airport auckland` is near Auckland Airport, which data have as a district.
  const swapped = inArea && where ? [...named.slice(where.from, where.end), ...rest] : [];
  const swappedArea = areaIn(swapped);
  if (swappedArea && swapped.length === named.length && swappedArea.end - swappedArea.from === swapped.length)
    return { tokens: [...tokens.slice(0, from), ...nearTokens.slice(0, start), ...swapped] };
  // `the best beach`, but Best Western.
  const words = withoutPraise(keysOf(inArea ? rest : named));
  const kind = enabledRoles.kind ? kinds.longestKindAt(words, 0) : undefined;
  const landmark = {
    ...{ words: joinUnspaced(textOf(nearTokens)), name: textOf(named) },
    ...(inArea && { inArea }),
    ...(sureEnd === undefined && { isUnsure: true }),
    ...(kind?.end === words.length && { kind: kind.kind }),
  };
  return { tokens: tokens.slice(0, from), landmark };
}

/** The position of the first phrase such as `near`, or else of one that names have, too, such as `by`. @returns -1 without such a phrase */
export function startOfLandmark(keys: readonly string[]): number {
  const sure = keys.findIndex((_, at) => at > 0 && nearPhraseEnd(keys, at) !== undefined);
  return sure === -1 ? keys.findIndex((_, at) => at > 0 && UNSURE_NEAR.longestMatchAt(keys, at)) : sure;
}

/** Whether a word stands before the name of a landmark, and is no part of it: `near the`. */
function isBeforeName(key: string): boolean {
  return isStopWord(key) && !isQualifier(key);
}

/** The words from the first on that is no praise. */
function withoutPraise(keys: readonly string[]): readonly string[] {
  const start = keys.findIndex((key) => !isQualifier(key) && !isStopWord(key));
  return start === -1 ? keys : keys.slice(start);
}

/** The position after a phrase such as `near` that starts at `at`; undefined if no phrase starts there, or `near me` does. */
function nearPhraseEnd(keys: readonly string[], at: number): number | undefined {
  const phrase = RELATIONS.longestMatchAt(keys, at);
  return phrase?.meaning === 'near' && (NEAR_ME.longestMatchAt(keys, at)?.end ?? 0) < phrase.end
    ? phrase.end
    : undefined;
}

/** What is known of a place that words may name as a landmark. */
export interface LandmarkCandidate {
  /** Its name first, then its further names and its brand. */
  readonly names: readonly string[];
  /** The parts of its address. */
  readonly address: readonly string[];
  /** The kinds that its categories say. */
  readonly kinds: readonly string[];
}

/** Kinds of places by which people say where something is. */
const LANDMARK_KINDS = new RegExp(
  '^(?:aeroway|historic|natural|public_transport|railway|waterway|man_made)/|^education/(?:university|college|school)|' +
    '^tourism/(?:aquarium|artwork|attraction|gallery|museum|theme_park|viewpoint|zoo)|' +
    '^leisure/(?:bandstand|garden|golf_course|marina|nature_reserve|park|resort|sports_centre|stadium|track|water_park)|' +
    '^amenity/(?:arts_centre|casino|cinema|community_centre|conference_centre|courthouse|events_venue|ferry_terminal|fountain|hospital|' +
    'library|marketplace|place_of_worship|prison|theatre|townhall)|' +
    '^landuse/(?:cemetery|harbour)|^shop/(?:mall|department_store)',
  'u',
);

export function isLandmarkKind(id: string): boolean {
  return LANDMARK_KINDS.test(id);
}

export type LikenessToLandmark = 'named' | 'sure' | 'maybe' | 'unknown';

/**
 * How likely words name a place as a landmark.
 *
 * - `named`: its name is the words, perhaps with its area.
 * - `sure`: it is a landmark by its kind, or of the kind that the words name.
 * - `maybe`: its name is the words with words for its kind (`biltmore`: Biltmore Hotel).
 * - `unknown`: neither a category nor the name says what it is.
 * - undefined: it only has the words in its name.
 *
 * @param typingErrors that each word may have
 */
export function likenessToLandmark(
  { names, address, kinds }: LandmarkCandidate,
  { name, inArea, kind }: Landmark,
  catalogue: KindNames,
  typingErrors: number,
): LikenessToLandmark | undefined {
  const texts = inArea ? [name, inArea.name] : [name];
  const ofAddress = address.flatMap(foldedWords);
  const isNamed = (others: readonly string[]): boolean =>
    texts.some((text) => names.some((one) => isNameWith(one, text, others, typingErrors)));
  const isLandmark = (id: string) => (kind ? kind.idsWithNarrower.includes(id) : isLandmarkKind(id));
  if (isNamed(ofAddress)) return 'named';
  if (kinds.some(isLandmark)) return 'sure';
  // What is called the Harbour School is no harbour.
  const ofKind = kind ? [] : names.flatMap((one) => wordsForKinds(foldedWords(one), kinds, catalogue));
  if (ofKind.length > 0 && isNamed([...ofAddress, ...ofKind])) return 'maybe';
  const said = new Set(foldedWords(name));
  const others = foldedWords(names[0] ?? '').filter((word) => !said.has(word));
  const saysKind = others.some((_, at) => catalogue.longestKindAt(others, at) !== undefined);
  return kinds.length > 0 || saysKind ? undefined : 'unknown';
}

/** Whether a name has all words of a text in any order, and besides them only articles and the like, and `others`. Spaces do not count. */
function isNameWith(name: string, text: string, others: readonly string[], typingErrors: number): boolean {
  if (nameKey(name) === nameKey(text)) return true;
  const words = withoutLinkWords(foldedWords(text));
  const inName = withoutLinkWords(foldedWords(name)).filter((word) => words.includes(word) || !others.includes(word));
  const errors = typingErrors * words.length;
  if (words.length === 0 || inName.length === 0) return false;
  if (editDistance(inName.join(''), words.join(''), errors + 1) <= errors) return true;
  return words.every((word) => inName.includes(word)) && inName.every((word) => words.includes(word));
}

/** The words that name one of the kinds. */
function wordsForKinds(words: readonly string[], kinds: readonly string[], catalogue: KindNames): string[] {
  return words.flatMap((_, at) => {
    const named = catalogue.longestKindAt(words, at);
    return named && kinds.some((id) => named.kind.idsWithNarrower.includes(id)) ? words.slice(at, named.end) : [];
  });
}

function withoutLinkWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !isLinkWord(word));
}
