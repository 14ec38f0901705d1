import { isFiller, isQualifier, isStopWord } from './fillers.js';
import { fold } from './fold.js';
import { type GeoPoint } from './geometry.js';
import { ACTIVITIES, ATTRIBUTES, ENDINGS, NEAR_ME, type NamedTime, OPEN_TIMES, QUESTIONS } from './role-phrases.js';
import { isPostcode, PLAIN_POSTCODE, postcodeSpellings, readAddress, type ReadNumber, readPhone } from './numbers.js';
import { type AreaNames, nearPhraseAt, readWhere, type Where } from './where.js';
import { type WordVariants } from './synonyms.js';
import { foldedWords } from './words.js';

/** The roles of words that a request may turn off, each with a parameter: `q.kind=off`. */
export const ROLES = ['kind', 'where', 'near', 'when', 'number'] as const;

export type RolesRead = Readonly<Record<(typeof ROLES)[number], boolean>>;

/** Ids of categories and subcategories of the data. */
export interface CategoryIds {
  readonly categories: readonly string[];
  readonly subcategories: readonly string[];
}

/** What makes a place one of a kind: its categories, or words of its name. */
export interface KindFilter extends CategoryIds {
  /** A preset of OpenStreetMap's editors: `amenity/dentist`. */
  readonly id: string;
  /** The kind with all narrower ones. */
  readonly ids: readonly string[];
  /** What the brand of a place may say instead: kinds with those that readers take for the same. */
  readonly brandKinds: readonly string[];
  /** In English. */
  readonly name: string;
  /** Folded words of names. */
  readonly phrases: readonly string[];
  /** The same with what may say something else too, such as `petrol` in a name. It counts where nothing else is found. */
  readonly weak: Pick<KindFilter, 'phrases' | 'brandKinds'>;
  /** Categories of broader kinds: a place of them is one of the kind if its name has these words. */
  readonly broader?: CategoryIds & { readonly phrases: readonly string[] };
  /** Categories of kinds that a person may take instead: bars for pubs. */
  readonly alternatives: CategoryIds & Pick<KindFilter, 'brandKinds'>;
  /** The broader kind, for data that do not say the narrower one: restaurants for vegan ones. */
  readonly general?: KindFilter;
}

/** The kinds of places that the directory has. */
export interface KindNames {
  /**
   * The longest words that name a kind, from a position on.
   *
   * @param words folded; an emoji is a word
   */
  named(words: readonly string[], from: number): { readonly kind: KindFilter; readonly end: number } | undefined;
}

/** A kind of place with the words of `q` that name it. */
export interface ReadKind extends KindFilter {
  readonly words: string;
  /** These words with those that are searched, as typed. A place that has all of them is found as well. */
  readonly text: string;
  /** What else counts for the words of `text`; absent, nothing. */
  readonly variants?: WordVariants;
}

/** A place near which others are searched: `near sky tower`. */
export interface Landmark {
  readonly words: string;
  readonly name: string;
  /** The area that the name ends with: `hagley park christchurch`. */
  readonly where?: Where;
}

export interface ReadTime {
  readonly words: string;
  readonly time: NamedTime;
}

/** What the words of `q` say (docs/query-language.md). */
export interface WordRoles {
  /** The words that are searched as words. */
  readonly text: string;
  readonly kind?: ReadKind;
  readonly where?: Where;
  /** The words that ask for places near the caller: `near me`. */
  readonly near?: string;
  readonly landmark?: Landmark;
  readonly when?: ReadTime;
  readonly number?: ReadNumber;
  /** Words that say nothing about a place. */
  readonly fillers: readonly string[];
  /** The roles of the words if no place has the name of the landmark. */
  readonly otherwise?: WordRoles;
}

/** What words are compared with. */
export interface Catalogues {
  readonly areas: AreaNames;
  readonly kinds: KindNames;
  /** ISO 3166 codes of the countries of the data. */
  readonly countries: readonly string[];
}

interface RoleOptions {
  readonly reads: RolesRead;
  /** Of the caller: of areas with the same name, the nearest is meant. */
  readonly centre?: GeoPoint | undefined;
}

/** A word as typed, and folded. */
interface Token {
  readonly text: string;
  readonly key: string;
}

/** Reads the words of `q`: what kind of place they ask for, where, when, and which words are left. */
export function readWords(text: string, catalogues: Catalogues, options: RoleOptions): WordRoles {
  const { reads } = options;
  const number = reads.number ? readPhone(text, catalogues.countries) : undefined;
  if (number) return { text: '', number, fillers: [] };
  const withKinds = reads.kind ? withActivities(tokensOf(text), catalogues.kinds) : tokensOf(text);
  const { tokens, removed } = withoutQuestion(withKinds);
  const when = reads.when ? takeTime(tokens) : undefined;
  const rest = when?.tokens ?? tokens;
  const said = { fillers: removed, ...(when && { when: when.when }) };
  const landmark = reads.near ? takeLandmark(rest, catalogues, options) : undefined;
  if (!landmark) return readPlace(rest, said, catalogues, options);
  const before = readPlace(landmark.tokens, said, catalogues, { ...options, reads: { ...reads, where: false } });
  return { ...before, landmark: landmark.landmark, otherwise: readPlace(rest, said, catalogues, options) };
}

/** Reads where, numbers and kinds. */
function readPlace(
  given: readonly Token[],
  { fillers, when }: Pick<WordRoles, 'fillers' | 'when'>,
  catalogues: Catalogues,
  options: RoleOptions,
): WordRoles {
  const { reads } = options;
  const { where, near, tokens: placed } = takePlace(given, catalogues, options);
  const postcode = reads.number
    ? takePostcode(placed, catalogues.countries, placed.length === given.length)
    : undefined;
  const tokens = postcode?.tokens ?? placed;
  // Streets are called after churches and markets.
  const isAddress = isOnStreet(tokens, catalogues.kinds);
  const kind = reads.kind && !isAddress ? takeKind(tokens, catalogues.kinds) : undefined;
  const rest = kind?.tokens ?? tokens;
  const isSaid = ({ key }: Token): boolean => kind !== undefined && isFillerBesideKind(key);
  // `cheap Little Market` may be Little Market.
  const asTyped = kind && textOf(tokens.filter(({ key }) => !isQualifier(key)));
  return {
    text: textOf(rest.filter((token) => !isSaid(token))),
    ...(kind && { kind: { ...kind.kind, ...(asTyped && { text: asTyped }) } }),
    ...(where && { where }),
    ...(near !== undefined && { near }),
    ...(when && { when }),
    ...(postcode && { number: postcode.number }),
    fillers: [...fillers, ...rest.filter(isSaid).map(({ text }) => text)],
  };
}

/** Words that may be left out at the beginning or the end of a whole name. */
const MAX_EXTRA_WORDS = 3;

/**
 * The texts without words at their beginning or end, the longest first: the whole name of a place may be one of them. A kind alone is
 * no name.
 */
export function possibleNames(words: readonly string[], kind: readonly string[]): string[] {
  const names: string[] = [];
  const ofKind = new Set(kind);
  for (let extra = 1; extra <= Math.min(MAX_EXTRA_WORDS, words.length - 1); extra += 1) {
    for (let before = 0; before <= extra; before += 1) {
      const name = words.slice(before, words.length - (extra - before));
      if (name.some((word) => !ofKind.has(word) && !isFillerBesideKind(fold(word)))) names.push(name.join(' '));
    }
  }
  return names;
}

/** Whether words of a text name a time, so that what they find depends on the present. */
export function namesTime(text: string): boolean {
  return takeTime(tokensOf(text)) !== undefined;
}

/** Whether words have a role beside names, or are fillers. */
export function saysMore({ kind, where, near, landmark, when, number, fillers }: WordRoles): boolean {
  return [kind, where, near, landmark, when, number].some((role) => role !== undefined) || fillers.length > 0;
}

/** The words of a text that name what places offer. */
export function attributesIn(words: readonly string[]): string[] {
  const keys = words.map((word) => foldedWords(word).join(' '));
  const found = new Set<number>();
  for (let at = 0; at < keys.length;) {
    const end = ATTRIBUTES.at(keys, at)?.end ?? at;
    for (let position = at; position < end; position += 1) found.add(position);
    at = Math.max(end, at + 1);
  }
  return words.filter((_, position) => found.has(position));
}

const EMOJI = /\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}\ufe0f]|\u200d\p{Extended_Pictographic})*/gu;

export function hasEmoji(text: string): boolean {
  return text.match(EMOJI) !== null;
}

function tokensOf(text: string): Token[] {
  return text
    .replace(EMOJI, ' $& ')
    .split(/\s+/u)
    .flatMap(splitUnspaced)
    .flatMap((word): Token[] => {
      const key = foldedWords(word).join(' ');
      if (key !== '') return [{ text: word, key }];
      return word.match(EMOJI) ? [{ text: word, key: word.replaceAll('\ufe0f', '') }] : [];
    });
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text in a script without spaces. */
function splitUnspaced(text: string): string[] {
  return UNSPACED.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [text];
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

function keysOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ key }) => key);
}

function without(tokens: readonly Token[], from: number, end: number): Token[] {
  return [...tokens.slice(0, from), ...tokens.slice(end)];
}

const ARTICLES = new Set(
  'a an the some any o os as um uma en et den det el la los las un una ein eine le les'.split(' '),
);

/** `where can i buy shoes` asks for shoes. A question without more is a name: `Where Is It`. */
function withoutQuestion(tokens: readonly Token[]): { tokens: readonly Token[]; removed: string[] } {
  const end = QUESTIONS.at(keysOf(tokens), 0)?.end ?? 0;
  let rest = end;
  while (end > 0 && rest < tokens.length - 1 && ARTICLES.has(tokens[rest]?.key ?? '')) rest += 1;
  const start = end === 0 || rest >= tokens.length ? 0 : rest;
  const until = beforeEnding(tokens, start);
  const removed = [...tokens.slice(0, start), ...tokens.slice(until)].map(({ text }) => text);
  return { tokens: tokens.slice(start, until), removed };
}

/** The position of what a text asks about a place, if it ends so: `blume opening hours`. */
function beforeEnding(tokens: readonly Token[], start: number): number {
  const keys = keysOf(tokens);
  for (let from = start + 1; from < keys.length; from += 1)
    if (ENDINGS.at(keys, from)?.end === keys.length) return from;
  return tokens.length;
}

/** `where to eat` is a word for restaurants. */
function withActivities(tokens: readonly Token[], kinds: KindNames): readonly Token[] {
  const keys = keysOf(tokens);
  // Few texts have one, and looking up kinds takes longer.
  if (!keys.some((_, at) => ACTIVITIES.at(keys, at))) return tokens;
  const read: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const activity = ACTIVITIES.at(keys, at);
    // `bed and breakfast` is a kind.
    const kind = kinds.named(keys, at);
    const isKind = kind !== undefined && kind.end >= (activity?.end ?? 0);
    const end = (isKind ? kind : activity)?.end ?? at + 1;
    const named = tokens.slice(at, end);
    if (activity && !isKind) read.push({ text: textOf(named), key: activity.meaning });
    else read.push(...named);
    at = end;
  }
  return read;
}

function takeTime(tokens: readonly Token[]): { tokens: Token[]; when: ReadTime } | undefined {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const found = OPEN_TIMES.at(keys, from);
    if (!found || found.end - from === tokens.length) continue;
    const words = textOf(tokens.slice(from, found.end));
    return { tokens: without(tokens, from, found.end), when: { words, time: found.meaning } };
  }
  return undefined;
}

type ReadPlace = Pick<WordRoles, 'where' | 'near'> & { readonly tokens: readonly Token[] };

function takePlace(tokens: readonly Token[], catalogues: Catalogues, { reads, centre }: RoleOptions): ReadPlace {
  const where = reads.where ? readWhere(textOf(tokens), catalogues.areas, centre) : undefined;
  if (where && !isStreet(where, tokens) && !isGeneric(where) && !isRatherKind(where, tokens, catalogues)) {
    const rest = withoutWords(tokens, where.words);
    // `nearest bakery auckland`: the area says more than `nearest` does.
    return { tokens: (reads.near ? takeNearMe(rest) : undefined)?.tokens ?? rest, where };
  }
  return (reads.near ? takeNearMe(tokens) : undefined) ?? { tokens };
}

/** Without neighbouring words. Areas have no emoji, and what words are read as. */
function withoutWords(tokens: readonly Token[], words: string): Token[] {
  const removed = words.split(/\s+/u);
  const at = tokens.findIndex(
    (_, from) => textOf(tokens.slice(from)).split(/\s+/u).slice(0, removed.length).join(' ') === words,
  );
  let length = 0;
  let end = at;
  while (end < tokens.length && length < removed.length) {
    length += (tokens[end]?.text ?? '').split(/\s+/u).length;
    end += 1;
  }
  return at === -1 ? [...tokens] : without(tokens, at, end);
}

/** Words for streets, without which no street has a name: `av brasil` is one, not a country. */
const STREET_WORDS = new Set(
  (
    'avenida av rua r alameda al travessa estrada rodovia largo calle cl carrera cra via viale piazza street st road rd avenue ave lane ln ' +
    'drive dr dve place pl court ct crescent cres cre highway hwy quay terrace tce vej gade alle boulevard blvd torv strasse str platz ' +
    'straat laan rue gata gatan katu tie'
  ).split(' '),
);

export function hasStreetWord(words: readonly string[]): boolean {
  return words.some((word) => STREET_WORDS.has(foldedWords(word).join(' ')));
}

/** Whether words are an address: a number beside a word for streets, or beside two words that name no kind. */
function isOnStreet(tokens: readonly Token[], kinds: KindNames): boolean {
  if (!readAddress(tokens.map(({ text }) => text))) return false;
  const others = takeKind(tokens, kinds)?.tokens ?? tokens;
  const words = others.filter(({ key }) => !/\d/u.test(key) && !isStopWord(key));
  return words.length > 1 || tokens.some(({ key }) => STREET_WORDS.has(key));
}

/** Whether the name of an area is that of a street: `rua alagoas 730`. */
function isStreet({ relation, rest, words: named }: Where, tokens: readonly Token[]): boolean {
  const after = tokensOf(textOf(tokens).split(named)[1] ?? '')[0];
  if (relation === 'preferred' && after && STREET_WORDS.has(after.key)) return true;
  const words = tokensOf(rest).filter(({ key }) => !/^\d+[a-z]?$/u.test(key));
  return relation === 'preferred' && words.length > 0 && words.every(({ key }) => STREET_WORDS.has(key));
}

/** Parts of names that data have as cities. */
const GENERIC_NAMES = new Set(
  'ave cen center centre central city cnr corner east head north one park south st sts the town two upper west'.split(
    ' ',
  ),
);

function isGeneric({ relation, area }: Where): boolean {
  return relation === 'preferred' && (GENERIC_NAMES.has(area.key) || STREET_WORDS.has(area.key));
}

/** Whether the words of an area name a kind as well, and no other words do: `church` is a district somewhere. */
function isRatherKind({ relation, words, rest }: Where, tokens: readonly Token[], { kinds }: Catalogues): boolean {
  if (relation !== 'preferred') return false;
  const area = tokensOf(words);
  const namesKind = (some: readonly Token[]): boolean => kinds.named(keysOf(some), 0)?.end === some.length;
  if (namesKind(tokens) || (namesKind(area) && !takeKind(tokensOf(rest), kinds))) return true;
  // `garden centre` is a kind, although a city is called Centre.
  const keys = keysOf(tokens);
  const at = keys.indexOf(area[0]?.key ?? '');
  return keys.slice(0, at).some((_, from) => (kinds.named(keys, from)?.end ?? 0) > at);
}

function takeNearMe(tokens: readonly Token[]): ReadPlace | undefined {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const found = NEAR_ME.at(keys, from);
    if (!found) continue;
    return { tokens: without(tokens, from, found.end), near: textOf(tokens.slice(from, found.end)) };
  }
  return undefined;
}

/** `cafe near sky tower`: what follows the phrase is a place, unless all of it is the name of an area. */
function takeLandmark(
  tokens: readonly Token[],
  { areas }: Catalogues,
  { reads, centre }: RoleOptions,
): { tokens: readonly Token[]; landmark: Landmark } | undefined {
  const keys = keysOf(tokens);
  for (const from of keys.keys()) {
    const length = from === 0 ? undefined : nearPhraseAt(keys, from);
    if (length === undefined || (NEAR_ME.at(keys, from)?.end ?? 0) >= from + length) continue;
    let start = from + length;
    while (start < tokens.length - 1 && isStopWord(keys[start] ?? '')) start += 1;
    const name = textOf(tokens.slice(start));
    const where = reads.where ? readWhere(textOf(tokens.slice(from)), areas, centre) : undefined;
    if (name === '' || where?.rest === '') return undefined;
    const inArea = reads.where ? readWhere(name, areas, centre) : undefined;
    const landmark = {
      words: textOf(tokens.slice(from)),
      name,
      ...(inArea && inArea.rest !== '' && { where: inArea }),
    };
    return { tokens: tokens.slice(0, from), landmark };
  }
  return undefined;
}

/**
 * The last kind that words name, because the words before it describe it. A narrower kind counts more than a broader one:
 * `restaurante japonês`.
 */
function takeKind(tokens: readonly Token[], kinds: KindNames): { tokens: Token[]; kind: ReadKind } | undefined {
  const keys = keysOf(tokens);
  let best: { kind: KindFilter; from: number; end: number } | undefined;
  const broader: { from: number; end: number }[] = [];
  for (let from = 0; from < keys.length;) {
    const found = kinds.named(keys, from);
    // `church street`, but `market place`.
    if (!found || STREET_WORDS.has(keys[found.end] ?? '')) {
      from += 1;
      continue;
    }
    const match = { ...found, from };
    if (best && isWithin(best.kind, found.kind)) broader.push(match);
    else {
      if (best && isWithin(found.kind, best.kind)) broader.push(best);
      best = match;
    }
    from = found.end;
  }
  if (!best) return undefined;
  const { kind, from, end } = best;
  const taken = [...broader, { from, end }];
  const isTaken = (at: number): boolean => taken.some((match) => at >= match.from && at < match.end);
  const words = textOf(tokens.filter((_, at) => isTaken(at)));
  return { tokens: tokens.filter((_, at) => !isTaken(at)), kind: { ...kind, words, text: textOf(tokens) } };
}

function isWithin({ id }: KindFilter, broader: KindFilter): boolean {
  return broader.ids.includes(id);
}

function isFillerBesideKind(key: string): boolean {
  return isStopWord(key) || isQualifier(key) || isFiller(key);
}

function takePostcode(
  tokens: readonly Token[],
  countries: readonly string[],
  isWhole: boolean,
): { tokens: Token[]; number: ReadNumber } | undefined {
  const texts = tokens.map(({ text }) => text.toLowerCase().replace(/[,.;]$/u, ''));
  const codes = countries.map((country) => country.toLowerCase());
  for (const from of texts.keys()) {
    for (const end of [from + 3, from + 2, from + 1]) {
      if (end > texts.length) continue;
      const words = texts.slice(from, end).join(' ');
      const [, country = '', code = words] = /^([a-z]{1,2})[- ](.+)$/u.exec(words) ?? [];
      const hasCountry = country !== '' && codes.some((known) => known.startsWith(country));
      const postcode = hasCountry ? code : words;
      const isPlain = PLAIN_POSTCODE.test(postcode);
      if (!isPostcode(postcode, codes) || (isPlain && !hasCountry && (tokens.length > 1 || !isWhole))) continue;
      const number: ReadNumber = {
        ...{ type: 'postcode', words: textOf(tokens.slice(from, end)) },
        ...{ phones: [], postcodes: postcodeSpellings(postcode) },
      };
      return { tokens: without(tokens, from, end), number };
    }
  }
  return undefined;
}
