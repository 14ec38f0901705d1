import { type Catalogues, type KindNames } from './catalogues.js';
import { isFillerNextToKind, isLinkWord, isQualifier, isStopWord, unqualifiedWords } from './fillers.js';
import { type GeoPoint } from '../query/geometry.js';
import { isUnlikelyArea, type Landmark, extractLandmark } from './landmarks.js';
import { asksForNight, extractKind, type RecognizedKind, withSeparateKinds, withStars } from './named-kinds.js';
import {
  ACTIVITIES,
  ASKED_ALONE,
  type AskedText,
  DETERMINERS,
  NAMES_FOOD,
  NEAR_ME,
  NEEDS,
  PRODUCTS,
  withoutQuestion,
} from './role-phrases.js';
import {
  BRITISH_DISTRICT,
  HOUSE_NUMBER,
  isPostcode,
  isStreetWord,
  PLAIN_POSTCODE,
  postcodeSpellings,
  recognizeAddress,
  type RecognizedNumber,
  recognizePhone,
} from './numbers.js';
import { type NamedTime, openTimeAt } from './times.js';
import {
  GENERIC_NAMES,
  centreOfCity,
  recognizeWhere,
  startOfCentre,
  type RecognizedWhere,
  type Where,
} from './where.js';
import { textOf, type Token, tokensOf, keysOf, splitAtSeparators, without } from './words.js';

/** The roles that words may have instead of being a part of a name. A request may turn each off: `q.kind=off`. */
export const ROLES = ['kind', 'where', 'near', 'when', 'number'] as const;

export type EnabledRoles = Readonly<Record<(typeof ROLES)[number], boolean>>;

/** A time with the words of `q` that name it. */
export interface RecognizedTime {
  readonly words: string;
  readonly time: NamedTime;
}

/** The roles of the words of `q` (docs/query-language.md). */
export interface WordRoles {
  /** The words without a role, which are searched as words. */
  readonly text: string;
  readonly kind?: RecognizedKind;
  readonly where?: Where;
  /** The words that ask for places near the caller: `near me`. */
  readonly near?: string;
  readonly landmark?: Landmark;
  readonly when?: RecognizedTime;
  readonly number?: RecognizedNumber;
  /** Words that say nothing about a place, such as `where can i find`. They are not searched. */
  readonly ignoredWords: readonly string[];
  /** The roles that the words have if those of a question are a part of a name: `All Saints`. Present if no kind is named. */
  readonly rolesIfName?: WordRoles;
  /** The roles that the words have if no place has the name of the landmark. */
  readonly rolesIfNotALandmark?: WordRoles;
}

export interface RoleOptions {
  readonly enabledRoles: EnabledRoles;
  /** The centre of the search. Of areas with the same name, the nearest is meant. */
  readonly centre?: GeoPoint | undefined;
}

/** In longer texts no roles are recognized. That would take long, and nobody asks for places in so many words. */
const MAX_WORDS = 40;

/** Recognizes the roles of the words of `q`: the kind of place, the area, the time, and which words are left. */
export function recognizeRoles(text: string, catalogues: Catalogues, options: RoleOptions): WordRoles {
  const { enabledRoles } = options;
  const number = enabledRoles.number ? recognizePhone(text, catalogues.countries) : undefined;
  if (number) return { text: '', number, ignoredWords: [] };
  // `pizza / burger` is `pizza/burger`.
  const typed = tokensOf(text.replaceAll(' / ', '/ '));
  if (typed.length > MAX_WORDS || !Object.values(enabledRoles).includes(true)) return { text, ignoredWords: [] };
  const withKinds = enabledRoles.kind ? withKindsAsWords(typed, catalogues.kinds) : typed;
  const asked = withoutQuestion(withKinds, (keys, at) => phraseEnd(keys, at, enabledRoles, catalogues.kinds));
  const roles = recognizeAll(asked, catalogues, options);
  if (asked.question.length === 0 || (roles.text === '' && !roles.kind)) return roles;
  const whole = { tokens: withKinds, question: [], isQuestion: false };
  const isNothing = unqualifiedWords(splitAtSeparators(roles.text)).length === 0;
  if (isNothing && !roles.kind) return recognizeAll(whole, catalogues, options);
  if (roles.kind) return roles;
  // Only words of the question could name a kind: `ibirapuera telefone` asks for no telephone.
  const withoutKind = { ...options, enabledRoles: { ...enabledRoles, kind: false } };
  return { ...roles, rolesIfName: recognizeAll(whole, catalogues, withoutKind) };
}

/** Takes each phrase that means a kind for one word, which names the kind. */
function withKindsAsWords(typed: readonly Token[], kinds: KindNames): readonly Token[] {
  const separate = withSeparateKinds(withWholeKinds(typed, kinds), kinds);
  return withStars(withNeeds(withMeanings(separate, ACTIVITIES, kinds), kinds));
}

/** The position after a phrase that no question splits: a kind (`public telephone`), a product, or a time (`all night`). */
function phraseEnd(keys: readonly string[], at: number, { kind, when }: EnabledRoles, kinds: KindNames): number {
  const phrases = [
    kind ? kinds.longestKindAt(keys, at) : undefined,
    kind ? PRODUCTS.longestMatchAt(keys, at) : undefined,
    when ? openTimeAt(keys, at) : undefined,
  ];
  return Math.max(...phrases.map((phrase) => phrase?.end ?? at));
}

/** Recognizes all roles of words without those of a question. */
function recognizeAll(
  { tokens, question, isQuestion }: AskedText,
  catalogues: Catalogues,
  options: RoleOptions,
): WordRoles {
  const { enabledRoles } = options;
  const when = enabledRoles.when ? extractTime(tokens, enabledRoles.kind ? catalogues.kinds : undefined) : undefined;
  const rest = when?.tokens ?? tokens;
  const alreadyFound = { ignoredWords: question, ...(when && { when: when.when }) };
  const { landmark, tokens: before } = (enabledRoles.near ? extractLandmark(rest, catalogues, options) : undefined) ?? {
    tokens: rest,
  };
  if (!landmark) return recognizeWithProducts(before, alreadyFound, catalogues, options, isQuestion);
  const rolesBefore = recognizeParts(before, alreadyFound, catalogues, {
    ...options,
    enabledRoles: { ...enabledRoles, where: false },
  });
  const isAllKind = rolesBefore.kind !== undefined && rolesBefore.text === '';
  if (landmark.isUnsure && !isAllKind)
    return recognizeWithProducts(rest, alreadyFound, catalogues, options, isQuestion);
  return { ...rolesBefore, landmark, rolesIfNotALandmark: recognizeParts(rest, alreadyFound, catalogues, options) };
}

/** As `recognizeParts`, but words for a product may name the kind of shop that sells it: `bread` a bakery. */
function recognizeWithProducts(
  tokens: readonly Token[],
  alreadyFound: Pick<WordRoles, 'ignoredWords' | 'when'>,
  catalogues: Catalogues,
  options: RoleOptions,
  isQuestion: boolean,
): WordRoles {
  const products = options.enabledRoles.kind ? withMeanings(tokens, PRODUCTS) : tokens;
  const typed = recognizeParts(tokens, alreadyFound, catalogues, options);
  // `essen germany` is a city.
  if (products === tokens || (typed.where && typed.text === '' && !typed.kind)) return typed;
  const asKind = recognizeParts(products, alreadyFound, catalogues, options);
  const isAll = asKind.kind !== undefined && asKind.text === '';
  const hasLocation = (asKind.where ?? asKind.near) !== undefined;
  const [alone, ...others] = keysOf(tokens).filter(
    (key) => !isStopWord(key) && (NAMES_FOOD.has(key) || !isQualifier(key)),
  );
  const isAlone = others.length === 0 && ASKED_ALONE.has(alone ?? '');
  return isAll && (isQuestion || hasLocation || isAlone) ? asKind : typed;
}

/** Replaces phrases by the kind they mean, except where a kind has an equally long name. Returns the same array if nothing changes. */
function withMeanings(tokens: readonly Token[], phrases: typeof PRODUCTS, kinds?: KindNames): readonly Token[] {
  const keys = keysOf(tokens);
  // Few texts have such a phrase, and looking up kinds takes longer.
  if (!keys.some((_, at) => phrases.longestMatchAt(keys, at))) return tokens;
  const replaced: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = phrases.longestMatchAt(keys, at);
    // `bed and breakfast` is a kind.
    const kind = kinds?.longestKindAt(keys, at);
    const isKind = kind !== undefined && kind.end >= (found?.end ?? 0);
    const end = (isKind ? kind : found)?.end ?? at + 1;
    const words = tokens.slice(at, end);
    replaced.push(...(found && !isKind ? [{ text: textOf(words), key: found.meaning }] : words));
    at = end;
  }
  return replaced;
}

/** The most words of a thing that a need is about: `fix my mobile phone`. */
const MAX_THING_WORDS = 2;

/** Replaces a need by the kind that meets it: `fix my watch` by `watch repair`. */
function withNeeds(tokens: readonly Token[], kinds: KindNames): readonly Token[] {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const need = NEEDS.longestMatchAt(keys, from);
    if (!need) continue;
    const thing = DETERMINERS.has(keys[need.end] ?? '') ? need.end + 1 : need.end;
    for (let end = Math.min(keys.length, thing + MAX_THING_WORDS); end > thing; end -= 1) {
      for (const ending of need.meaning) {
        const key = [...keys.slice(thing, end), ending].join(' ');
        if (kinds.longestKindAt([key], 0))
          return [...tokens.slice(0, from), { text: textOf(tokens.slice(from, end)), key }, ...tokens.slice(end)];
      }
    }
  }
  return tokens;
}

/** Recognizes an area or `near me`, a postcode and a kind. Time and ignored words are given. */
function recognizeParts(
  given: readonly Token[],
  { ignoredWords, when }: Pick<WordRoles, 'ignoredWords' | 'when'>,
  catalogues: Catalogues,
  options: RoleOptions,
): WordRoles {
  const { enabledRoles } = options;
  const { where, near, tokens: placed } = extractLocation(given, catalogues, options);
  const postcode = enabledRoles.number
    ? extractPostcode(placed, catalogues, placed.length === given.length)
    : undefined;
  const tokens = postcode?.tokens ?? placed;
  // Streets are called after churches and markets.
  const isAddress = isOnStreet(tokens, catalogues.kinds);
  const kind = enabledRoles.kind && !isAddress ? extractKind(tokens, catalogues.kinds) : undefined;
  const rest = kind?.tokens ?? tokens;
  const isIgnored = ({ key }: Token): boolean => kind !== undefined && isFillerNextToKind(key);
  // Names need no article, and `cheap Little Market` may be Little Market: `a library` is Grand Library, too.
  const textWithoutQualifiers = kind && textOf(tokens.filter(({ key }) => !isQualifier(key) && !isLinkWord(key)));
  return {
    text: textOf(rest.filter((token) => !isIgnored(token))),
    ...(kind && { kind: { ...kind.kind, ...(textWithoutQualifiers && { textWithoutQualifiers }) } }),
    ...(where && { where }),
    ...(near !== undefined && { near }),
    ...(when && { when }),
    ...(postcode && { number: postcode.number }),
    ignoredWords: [...ignoredWords, ...rest.filter(isIgnored).map(({ text }) => text)],
  };
}

/** Whether words of a text name a time. Then the result of the search depends on the present. */
export function namesTime(text: string): boolean {
  const tokens = tokensOf(text);
  // Without the price, `open` and `now` are neighbours: `pizza open under 10 dollars now`.
  const asked = withoutQuestion(tokens, (keys, at) => openTimeAt(keys, at)?.end ?? at);
  return [tokens, asked.tokens].some((each) => extractTime(each) !== undefined);
}

/** Whether any word has a role, or is ignored. */
export function hasAnyRole({ kind, where, near, landmark, when, number, ignoredWords }: WordRoles): boolean {
  return [kind, where, near, landmark, when, number].some((role) => role !== undefined) || ignoredWords.length > 0;
}

/** In these scripts, dictionaries split a word that the catalogue has as one: `コイン` and `ランドリー`, `ร้าน` and `อาหาร`. */
const PART_OF_WORD = /^[\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+$/u;

const MAX_PARTS_OF_WORD = 4;

/** Joins words that together name a kind in a script without spaces. */
function withWholeKinds(tokens: readonly Token[], kinds: KindNames): readonly Token[] {
  if (!tokens.some(({ key }) => PART_OF_WORD.test(key))) return tokens;
  const replaced: Token[] = [];
  for (let from = 0; from < tokens.length;) {
    let end = from + 1;
    while (end < from + MAX_PARTS_OF_WORD && [from, end].every((at) => PART_OF_WORD.test(tokens[at]?.key ?? '')))
      end += 1;
    const joined = (): string => keysOf(tokens.slice(from, end)).join('');
    while (end > from + 1 && kinds.longestKindAt([joined()], 0) === undefined) end -= 1;
    const parts = tokens.slice(from, end);
    if (parts.length === 1) replaced.push(...parts);
    else replaced.push({ text: parts.map(({ text }) => text).join(''), key: joined() });
    from = end;
  }
  return replaced;
}

function extractTime(
  tokens: readonly Token[],
  kinds?: KindNames,
): { tokens: Token[]; when: RecognizedTime } | undefined {
  const keys = keysOf(tokens);
  const typed = tokens.map(({ text }) => text);
  for (const from of keys.keys()) {
    if (!openTimeAt(keys, from)) continue;
    const isNightPlace = kinds !== undefined && asksForNight(tokens, from, kinds);
    const found = openTimeAt(keys, from, { typed, isNightPlace });
    if (!found) continue;
    const words = textOf(tokens.slice(from, found.end));
    return { tokens: without(tokens, from, found.end), when: { words, time: found.meaning } };
  }
  return undefined;
}

type ExtractedLocation = Pick<WordRoles, 'where' | 'near'> & { readonly tokens: readonly Token[] };

function extractLocation(
  tokens: readonly Token[],
  catalogues: Catalogues,
  { enabledRoles, centre }: RoleOptions,
): ExtractedLocation {
  const { areas, kinds } = catalogues;
  const kindEnd = (keys: readonly string[], from: number) => kinds.longestKindAt(keys, from)?.end;
  const where = enabledRoles.where
    ? recognizeWhere(tokens, areas, centre, enabledRoles.kind ? kindEnd : undefined)
    : undefined;
  if (where && !isStreet(where, tokens) && !isGeneric(where) && !isMoreLikelyKind(where, tokens, catalogues)) {
    const rest = without(tokens, where.from, where.end);
    // `nearest bakery auckland`: the area says more than `nearest` does.
    return { tokens: (enabledRoles.near ? extractNearMe(rest) : undefined)?.tokens ?? rest, where };
  }
  return (
    (enabledRoles.near ? extractNearMe(tokens) : undefined) ??
    (enabledRoles.where && enabledRoles.kind ? extractCentre(tokens, catalogues, centre) : undefined) ?? { tokens }
  );
}

/** Extracts words for the centre of a city beside those of a kind, of which they are no part: `garden centre`. */
function extractCentre(
  tokens: readonly Token[],
  { areas, kinds }: Catalogues,
  centre: GeoPoint | undefined,
): ExtractedLocation | undefined {
  const from = startOfCentre(tokens);
  if (from === undefined || endsInKind(keysOf(tokens), from, kinds)) return undefined;
  const rest = tokens.slice(0, from);
  const where = extractKind(rest, kinds) && centreOfCity(tokens, from, areas.cityAround(centre));
  return where && { tokens: rest, where };
}

/** Whether words from `from` on are a part of the name of a kind that begins before them. */
function endsInKind(keys: readonly string[], from: number, kinds: KindNames): boolean {
  return keys.slice(0, from).some((_, at) => (kinds.longestKindAt(keys, at)?.end ?? 0) > from);
}

/** Whether the words are an address: a number with a word such as `street`, or a number with two words that name no kind. */
function isOnStreet(tokens: readonly Token[], kinds: KindNames): boolean {
  if (!recognizeAddress(tokens.map(({ text }) => text))) return false;
  const others = extractKind(tokens, kinds)?.tokens ?? tokens;
  const words = others.filter(({ key }) => !/\d/u.test(key) && !isStopWord(key));
  return words.length > 1 || tokens.some(({ key }) => isStreetWord(key));
}

/** Whether the name of an area is a part of the name of a street: `rua alagoas 730`, `av brasil`. */
function isStreet({ relation, from, end }: RecognizedWhere, tokens: readonly Token[]): boolean {
  if (relation !== 'preferred') return false;
  if (isStreetWord(tokens[end]?.key ?? '')) return true;
  const others = without(tokens, from, end).filter(({ key }) => !HOUSE_NUMBER.test(key));
  return others.length > 0 && others.every(({ key }) => isStreetWord(key));
}

function isGeneric({ relation, area }: Where): boolean {
  return relation === 'preferred' && (GENERIC_NAMES.has(area.key) || isStreetWord(area.key));
}

/** Whether the words of an area name a kind, too, and no other words name one: `church` is a district somewhere. */
function isMoreLikelyKind(
  { relation, area, from, end }: RecognizedWhere,
  tokens: readonly Token[],
  { kinds }: Catalogues,
): boolean {
  const keys = keysOf(tokens);
  if (relation !== 'preferred') return isUnlikelyArea({ area }, keys.slice(from, end), kinds);
  const namesKind = (some: readonly string[]): boolean => kinds.longestKindAt(some, 0)?.end === some.length;
  if (namesKind(keys) || (namesKind(keys.slice(from, end)) && !extractKind(without(tokens, from, end), kinds)))
    return true;
  // `garden centre` is a kind, although a city is called Centre.
  return endsInKind(keys, from, kinds);
}

function extractNearMe(tokens: readonly Token[]): ExtractedLocation | undefined {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const found = NEAR_ME.longestMatchAt(keys, from);
    if (!found) continue;
    return { tokens: without(tokens, from, found.end), near: textOf(tokens.slice(from, found.end)) };
  }
  return undefined;
}

function extractPostcode(
  tokens: readonly Token[],
  { countries, kinds }: Catalogues,
  isWhole: boolean,
): { tokens: Token[]; number: RecognizedNumber } | undefined {
  const texts = tokens.map(({ text }) => text.toLowerCase().replace(/[,.;]$/u, ''));
  const codes = countries.map((country) => country.toLowerCase());
  const take = (from: number, end: number, postcodes: readonly string[], prefixes: readonly string[]) => {
    const words = textOf(tokens.slice(from, end));
    const number: RecognizedNumber = {
      type: 'postcode',
      words,
      phones: [],
      postcodes,
      ...(prefixes.length > 0 && { prefixes }),
    };
    return { tokens: without(tokens, from, end), number };
  };
  for (const from of texts.keys()) {
    for (const end of [from + 3, from + 2, from + 1]) {
      if (end > texts.length) continue;
      const words = texts.slice(from, end).join(' ');
      const [, country = '', code = words] = /^([a-z]{1,2})[- ](.+)$/u.exec(words) ?? [];
      const hasCountry = country !== '' && codes.some((known) => known.startsWith(country));
      const postcode = hasCountry ? code : words;
      if (!isPostcode(postcode, codes)) continue;
      const isSure = !PLAIN_POSTCODE.test(postcode) || hasCountry || (tokens.length === 1 && isWhole);
      if (isSure || isKindBefore(tokens, from, end, kinds)) return take(from, end, postcodeSpellings(postcode), []);
    }
  }
  const last = texts.length - 1;
  const district = texts[last] ?? '';
  const isDistrict = BRITISH_DISTRICT.test(district) && codes.includes('gb');
  return isDistrict && isKindBefore(tokens, last, last + 1, kinds)
    ? take(last, last + 1, [district], [`${district} `])
    : undefined;
}

/** Whether the text ends at `end`, and all words before `from` name a kind: `bakery 6011`. */
function isKindBefore(tokens: readonly Token[], from: number, end: number, kinds: KindNames): boolean {
  const kind = end === tokens.length ? extractKind(tokens.slice(0, from), kinds) : undefined;
  return kind?.tokens.every(({ key }) => isFillerNextToKind(key)) ?? false;
}
