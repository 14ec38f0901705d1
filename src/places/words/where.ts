import { type GeoPoint } from '../query/geometry.js';
import { type Rectangle, rectangleAround } from '../query/location.js';
import { HOUSE_NUMBER, isStreetWord } from './numbers.js';
import { CENTRE_WORDS, RELATIONS } from './role-phrases.js';
import { foldedWordsOf, phrasesByMeaning } from './word-lists.js';
import { foldedPhrase, foldedWords, joinUnspaced, keysOf, textOf, type Token } from './words.js';
import { fold } from './fold.js';

/** The members of an address that name an area. */
export type AddressPart = 'country' | 'state' | 'city' | 'district';

/** An area needs so many places to be recognized without a word such as `near`. The data may have any word as a city. */
export const MIN_PLACES = 3;

/** A country, state, city or district that places of the data have in their addresses. */
export interface Area extends Readonly<Partial<Record<AddressPart, string>>> {
  readonly type: AddressPart;
  /** In the most frequent spelling of the data: `RI`, `København`. */
  readonly name: string;
  /** See `canonicalKey`. */
  readonly key: string;
  /** Other keys that name it: codes, other spellings, names in other languages. */
  readonly otherKeys?: readonly string[];
  /** The keys of the areas that contain it, the smallest first: the city of a district, then state and country. */
  readonly parentKeys: readonly string[];
  /** The number of its places. */
  readonly places: number;
  /** The middle of its places; absent if none has a location. */
  readonly centre?: GeoPoint;
  /** Metres around the centre that contain most of its places. */
  readonly radius: number;
  /** Around most of its places: of a state or country, which `centre` and `radius` say less of. */
  readonly box?: Rectangle;
  /** Whether most addresses of its city name no district. Then places lie in it that do not say so. */
  readonly isPartial?: boolean;
  /** Its id in `areas.id` of its places (`areas/area-ids.ts`): `us/ri/providence`. Several if districts of one name are taken for one. */
  readonly ids: readonly string[];
}

/** A place where people live, which the map and suggestions show. */
export type LocalArea = Area & { readonly type: 'city' | 'district' };

export function isLocal(area: Area): area is LocalArea {
  return area.type === 'city' || area.type === 'district';
}

/** `in`: places must be in the area. `near`: in the area or around it. `preferred`: anywhere, but places in the area come first. */
type Relation = 'in' | 'near' | 'preferred';

/** The rectangle around most places of an area; undefined if none has a location. */
export function boxOf({ box, centre, radius }: Area): Rectangle | undefined {
  return box ?? (centre && rectangleAround(centre, radius));
}

/** The area that words of a text name. */
export interface Where {
  readonly relation: Relation;
  readonly area: Area;
  /** The words that name the area, as typed: `near providence`. */
  readonly words: string;
  /** Whether they have typing errors. */
  readonly isCorrected?: boolean;
}

/** An area with the positions of the words that name it. */
export interface RecognizedWhere extends Where {
  /** The position of the first word. */
  readonly from: number;
  /** The position after the last word. */
  readonly end: number;
}

/** The areas of the data. */
export interface AreaNames {
  /** The areas that have a name, in any spelling or language. @param key see `areaKey` */
  named(key: string): readonly Area[];

  /** The city in or around which a point lies; without a point, the city of more than half of all places in cities. */
  cityAround(point: GeoPoint | undefined): Area | undefined;
}

/** The name without case, accents and punctuation. */
export function areaKey(name: string): string {
  return joinUnspaced(foldedPhrase(name));
}

/** Words of names of areas, by their other spellings: `mt eden` has the key `mount eden`. */
const CANONICAL_WORDS = canonicalWords('area word');

/** The same for the first word of a name: `n providence`. */
const CANONICAL_FIRST_WORDS = canonicalWords('first area word');

function canonicalWords(role: string): ReadonlyMap<string, string> {
  return new Map(phrasesByMeaning(role).flatMap(([word, others]) => others.map((other) => [other, word] as const)));
}

/** One key for all spellings of a name: `mount eden` for Mt Eden, `north providence` for N. Providence. */
export function canonicalKey(name: string): string {
  return canonicalOf(foldedWords(name));
}

/** @param words folded */
export function canonicalOf(words: readonly string[]): string {
  const [only = '', ...others] = words;
  // `pt` alone is Portugal, or no name.
  if (others.length === 0) return (only.length > 2 ? CANONICAL_WORDS.get(only) : undefined) ?? only;
  const first = CANONICAL_FIRST_WORDS.get(words[0] ?? '');
  return joinUnspaced(
    words.map((word, at) => (at === 0 ? first : undefined) ?? CANONICAL_WORDS.get(word) ?? word).join(' '),
  );
}

/** The most words of the name of an area. */
const MAX_NAME_WORDS = 6;

/** The most words at the beginning or end of a text that may name an area with its city, state and country. */
const MAX_AREA_WORDS = 12;

/** A district, its city, state and country. */
const MAX_PARTS = 4;

/** All areas that some words of a text may name: several areas may have the same name. */
interface NamedAreas {
  /** The keys in the text: that of a district, then that of its city. */
  readonly parts: readonly string[];
  readonly areas: readonly Area[];
  /** The position after the last word. */
  readonly end: number;
}

/** Finds the areas that all parts name together, such as the parts for a district and its city. */
type AreasOf = (parts: readonly string[]) => readonly Area[];

/**
 * Finds the area (country, state, city or district) that a text names. Looks after words such as `near` or `in` anywhere, then at the
 * end of the text, then at its beginning. The names of the area's city, state and country may follow.
 *
 * @param centre of the caller: of areas with the same name, the nearest is meant. Without a centre, the one with the most places.
 * @param kindEnd the position after the name of a kind that starts at a position: `town hall` in `auckland town hall`
 */
export function recognizeWhere(
  tokens: readonly Token[],
  names: AreaNames,
  centre?: GeoPoint,
  kindEnd: KindEnd = () => undefined,
): RecognizedWhere | undefined {
  const keys = keysOf(tokens);
  const areasFromWord = areasFrom(names);
  const areasAt = (at: number): NamedAreas => withCentreWords(keys, areasFromWord(keys, at), kindEnd);
  const isMixedCase = tokens.some(({ text }) => text !== text.toUpperCase());
  const toWhere = (
    relation: Relation,
    from: number,
    { parts, areas, end }: NamedAreas,
  ): RecognizedWhere | undefined => {
    const isInCapitals = isMixedCase && tokens.slice(from, end).every(({ text }) => text === text.toUpperCase());
    const meant = isInCapitals || !isOftenAWord(parts) ? areas : areas.filter(isLocal);
    const area = chooseArea(meant, centre);
    if (!area || (relation === 'preferred' && area.places < MIN_PLACES)) return undefined;
    return { relation, area, words: joinUnspaced(textOf(tokens.slice(from, end))), from, end };
  };
  for (const from of tokens.keys()) {
    const phrase = RELATIONS.longestMatchAt(keys, from);
    const where = phrase && toWhere(phrase.meaning, from, areasAfter(keys, phrase.end, areasAt));
    if (where) return where;
  }
  for (let from = Math.max(0, tokens.length - MAX_AREA_WORDS); from < tokens.length; from += 1) {
    const named = areasAt(from);
    if (BINDING_WORDS.has(keys[from - 1] ?? '') && isCountryBefore(named, names)) continue;
    const where = named.end === tokens.length ? toWhere('preferred', from, named) : undefined;
    if (where && !(HOUSE_NUMBER.test(keys[from - 1] ?? '') && isNamedAsStreet(where.area))) return where;
  }
  return toWhere('preferred', 0, areasAt(0));
}

/** Whether a district has the name of a street: in `12 courtenay place wellington`, only `wellington` is an area. */
function isNamedAsStreet({ type, name, district = name }: Area): boolean {
  const words = foldedWords(district);
  return type === 'district' && words.length > 1 && isStreetWord(words.at(-1) ?? '');
}

/** Words that bind the name of a country to what is before it: `bank of scotland edinburgh`, `banco do brasil botafogo`. */
const BINDING_WORDS = foldedWordsOf('binding');

/** Whether the first part is the name of a country, and other parts follow it. */
function isCountryBefore({ parts }: NamedAreas, names: AreaNames): boolean {
  const [first = '', ...others] = parts;
  return others.length > 0 && names.named(first).every(({ type }) => type === 'country');
}

/** Codes of states and countries that are also words of some language. In capitals, they count as codes. */
const WORDS_AS_CODES = foldedWordsOf('code as word');

/** Codes of three letters that count in small letters, too. */
const KNOWN_CODES = foldedWordsOf('sure code');

/** Whether a single key is more often a word than a code. After the name of a city, a code counts as a code: `portland or`. */
function isOftenAWord([key = '', ...others]: readonly string[]): boolean {
  if (others.length > 0 || !/^[a-z]{2,3}$/.test(key)) return false;
  return key.length === 2 ? WORDS_AS_CODES.has(key) : !KNOWN_CODES.has(key);
}

/** Metres around the middle of a city that are its centre. */
const CENTRE_RADIUS = 2000;

/**
 * The position of words at the end of a text for the centre of a city that it does not name: `restaurant innenstadt`, `bars in the city centre`.
 * Words that names have, too (`centre`), count only after one such as `in`.
 */
export function startOfCentre(tokens: readonly Token[]): number | undefined {
  const keys = keysOf(tokens);
  const endsWithCentre = (at: number): boolean => CENTRE_WORDS.longestMatchAt(keys, at)?.end === keys.length;
  const from = keys.findIndex((key, at) => {
    const relation = RELATIONS.longestMatchAt(keys, at);
    if (!relation) return at > 0 && endsWithCentre(at) && !(at === keys.length - 1 && GENERIC_NAMES.has(key));
    const last = relation.end + countWordsBeforeArea(keys, relation.end);
    return keys.some((_, start) => start >= relation.end && start <= last && endsWithCentre(start));
  });
  return from === -1 ? undefined : from;
}

/** The centre of a city, as the words from a position on name it. */
export function centreOfCity(
  tokens: readonly Token[],
  from: number,
  city: Area | undefined,
): RecognizedWhere | undefined {
  const area = city && { ...city, ids: [], radius: Math.min(CENTRE_RADIUS, city.radius) };
  return area && { relation: 'in', area, words: joinUnspaced(textOf(tokens.slice(from))), from, end: tokens.length };
}

/** Common words of names that some addresses give as the city. */
export const GENERIC_NAMES = foldedWordsOf('common area name');

function areasAfter(keys: readonly string[], from: number, areasAt: (at: number) => NamedAreas): NamedAreas {
  const last = from + countWordsBeforeArea(keys, from);
  let named = areasAt(from);
  for (let at = from + 1; at <= last && named.areas.length === 0; at += 1) named = areasAt(at);
  if (named.parts.length > 1) return named;
  const ofCentre = areasAt(afterCentreOf(keys, last));
  return ofCentre.areas.length > 0 ? ofCentre : named;
}

/** The position of the city in `the cbd of auckland`, or in `centre de paris`; at the end if there is none. */
function afterCentreOf(keys: readonly string[], from: number): number {
  const centre = keys[from] === 'heart' ? from + 1 : CENTRE_WORDS.longestMatchAt(keys, from)?.end;
  if (centre === undefined || !BINDING_WORDS.has(keys[centre] ?? '')) return keys.length;
  return centre + 1 + countWordsBeforeArea(keys, centre + 1);
}

/** Finds the areas that words from a position on name. Remembers the results. */
export function areasFrom(names: Pick<AreaNames, 'named'>): (keys: readonly string[], from: number) => NamedAreas {
  const areasOf = areasByParts(names);
  return (keys, from) => findAreas(keys, from, areasOf);
}

/** Finds the areas that the words from `from` on name: `pinheiros são paulo` is a district and its city. */
function findAreas(keys: readonly string[], from: number, areasOf: AreasOf): NamedAreas {
  let parts: readonly string[] = [];
  let areas: readonly Area[] = [];
  let end = from;
  while (parts.length < MAX_PARTS) {
    const areasFor = (key: string): readonly Area[] => areasOf([...parts, key]);
    const isBound = parts.length > 0 && BINDING_WORDS.has(keys[end] ?? '');
    const next = nextPart(keys, end, areasFor) ?? (isBound ? nextPart(keys, end + 1, areasFor) : undefined);
    if (!next) break;
    parts = [...parts, next.key];
    ({ areas, end } = next);
  }
  return { parts, areas, end };
}

type KindEnd = (keys: readonly string[], from: number) => number | undefined;

/** A part of a city for the post: `københavn k`. A character of Chinese or Japanese is a word: `京都 寺` asks for temples. */
const POSTAL_LETTER = /^\p{Ll}$/u;

/** Adds words for the centre that follow a city, unless they begin the name of a kind, or the last word if it is a letter. */
function withCentreWords(keys: readonly string[], named: NamedAreas, kindEnd: KindEnd): NamedAreas {
  const { areas, end } = named;
  const isCity = areas.some(({ type }) => type === 'city');
  if (isCity && end === keys.length - 1 && POSTAL_LETTER.test(keys[end] ?? '')) return { ...named, end: keys.length };
  const centre = isCity ? CENTRE_WORDS.longestMatchAt(keys, end) : undefined;
  if (!centre || (kindEnd(keys, end) ?? 0) > centre.end) return named;
  return { ...named, end: centre.end };
}

/** The longest name at a position for which `areasFor` finds areas. */
function nextPart(
  keys: readonly string[],
  from: number,
  areasFor: (key: string) => readonly Area[],
): { key: string; areas: readonly Area[]; end: number } | undefined {
  for (let end = Math.min(keys.length, from + MAX_NAME_WORDS); end > from; end -= 1) {
    const key = keys.slice(from, end).join(' ');
    const areas = areasFor(key);
    if (areas.length > 0) return { key, areas, end };
  }
  return undefined;
}

/**
 * Finds the areas that one part names and that lie in the areas of all other parts. Remembers the results, because a text may repeat a
 * word that names thousands of areas.
 */
function areasByParts(names: Pick<AreaNames, 'named'>): AreasOf {
  const remembered = new Map<string, readonly Area[]>();
  const rememberedKeys = new Map<string, ReadonlySet<string>>();
  const areaKeysOf = (part: string): ReadonlySet<string> => {
    const keys = rememberedKeys.get(part) ?? new Set(names.named(part).map(({ key }) => key));
    rememberedKeys.set(part, keys);
    return keys;
  };
  const areasOf: AreasOf = (parts) => {
    const before = parts.slice(0, -1);
    const last = parts.at(-1) ?? '';
    const named = names.named(last);
    if (before.length === 0 || named.length === 0) return named;
    const key = parts.join('\n');
    const areas = remembered.get(key) ?? [
      ...areasOf(before).filter(liesIn(areaKeysOf(last))),
      ...before.map(areaKeysOf).reduce((inside, keys) => inside.filter(liesIn(keys)), named),
    ];
    remembered.set(key, areas);
    return areas;
  };
  return areasOf;
}

/** Whether an area lies in an area with one of the keys. */
function liesIn(keys: ReadonlySet<string>): (area: Area) => boolean {
  return ({ parentKeys }) => parentKeys.some((key) => keys.has(key));
}

/**
 * Of areas with the same name, the nearest to the centre. Without a centre, the one with the most places. If that is a district, it is
 * joined with all districts of this name, because most cities have a Centro.
 */
function chooseArea(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const chosen = chooseOne(areas, centre);
  if (!chosen || centre || chosen.type !== 'district' || chosen.district === undefined) return chosen;
  const { type, name, key, district } = chosen;
  const folded = fold(district);
  const isSame = (name: string): boolean => name === district || fold(name) === folded;
  const same = areas.filter((area) => area.district !== undefined && isSame(area.district));
  if (same.length < 2) return chosen;
  const places = same.reduce((sum, area) => sum + area.places, 0);
  return { type, name, key, district, parentKeys: [], places, radius: 0, ids: same.flatMap(({ ids }) => ids) };
}

function chooseOne(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const [only, ...others] = areas;
  if (others.length === 0) return only;
  const named = withoutNamesakes(areas).filter((area) => !isNamedAsItsCity(area));
  const candidates = centre ? named.filter((area) => isMeantFrom(centre, area, named)) : named;
  let best: { area: Area; distance: number } | undefined;
  for (const area of candidates) {
    const distance = centre ? squaredDistance(area, centre) : 0;
    const isBetter =
      !best || distance < best.distance || (distance === best.distance && area.places > best.area.places);
    if (isBetter) best = { area, distance };
  }
  return best?.area ?? only;
}

/** An area is close within `closeDegrees`. An area that is not close needs this share of the places of each area of the same name. */
const PROMINENCE = { share: 0.1, closeDegrees: 0.3 } as const;

function isMeantFrom(centre: GeoPoint, area: Area, namesakes: readonly Area[]): boolean {
  const isClose = squaredDistance(area, centre) < PROMINENCE.closeDegrees ** 2;
  return isClose || namesakes.every(({ places }) => area.places >= PROMINENCE.share * places);
}

/** The district of a city with the same name: the name means the city. */
function isNamedAsItsCity({ type, key, parentKeys }: Area): boolean {
  return type === 'district' && key === parentKeys[0];
}

/** Of a state and its city with the same name, the city is meant if it has at least this share of the state's places: São Paulo. */
const MIN_SHARE_OF_CITY = 0.05;

/** Of each state or country and its city with the same name, keeps only the one that is meant. */
export function withoutNamesakes(areas: readonly Area[]): readonly Area[] {
  const regions = areas.filter(({ type }) => type === 'state' || type === 'country');
  const left = new Set<Area>();
  for (const region of regions) {
    const cities = areas.filter(({ type, parentKeys }) => type === 'city' && parentKeys.includes(region.key));
    const isCityMeant = cities.some(({ places }) => places >= MIN_SHARE_OF_CITY * region.places);
    for (const area of isCityMeant ? [region] : cities) left.add(area);
  }
  return left.size === 0 ? areas : areas.filter((area) => !left.has(area));
}

/** In square degrees, only for comparisons. An area without a centre is farther away than all others. */
function squaredDistance({ centre }: Area, from: GeoPoint): number {
  if (!centre) return 360 ** 2;
  const east = Math.abs(centre.lng - from.lng);
  const shrunk = Math.min(east, 360 - east) * Math.cos((((centre.lat + from.lat) / 2) * Math.PI) / 180);
  return (centre.lat - from.lat) ** 2 + shrunk ** 2;
}

/** Words that may stand between `in` or `near` and the name: `in the city of Newport`, `no bairro de Moema`. */
const WORDS_BEFORE_AREA = foldedWordsOf('before area');

const MAX_WORDS_BEFORE_AREA = 3;

/** How many of `WORDS_BEFORE_AREA` follow. A name can start with such a word, so it may start at any of these positions. */
function countWordsBeforeArea(words: readonly string[], at: number): number {
  let count = 0;
  while (count < MAX_WORDS_BEFORE_AREA && WORDS_BEFORE_AREA.has(words[at + count] ?? '')) count += 1;
  return count;
}
