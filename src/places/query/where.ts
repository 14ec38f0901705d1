import { type GeoPoint } from './geometry.js';
import { foldedWords } from './words.js';
import { fold } from './fold.js';

/** The members of an address that name an area. */
export type AddressPart = 'country' | 'state' | 'city' | 'district';

/** A name counts without a word such as `near` only with so many places: the data may have any word as a city. */
export const MIN_PLACES = 3;

/** A city or a district that places of the data have in their addresses. */
export interface Area extends Readonly<Partial<Record<AddressPart, string>>> {
  readonly type: 'city' | 'district';
  readonly name: string;
  /** See `areaKey`. */
  readonly key: string;
  /** The keys of what it lies in: the city of a district, then state and country. */
  readonly around: readonly string[];
  /** The number of its places. */
  readonly places: number;
  /** The middle of its places; absent if none has a location. */
  readonly centre?: GeoPoint;
  /** Metres around the centre that contain most of its places. */
  readonly radius: number;
  /** What an address must have to be there: state and country only if other areas have the same name. */
  readonly address: Readonly<Partial<Record<AddressPart, string>>>;
}

/** How places must lie to an area: `in` it, or in it or `near` it. With `preferred` they may lie anywhere, and those in it come first. */
type Relation = 'in' | 'near' | 'preferred';

/** Where the words of a text say that places are. */
export interface Where {
  readonly relation: Relation;
  readonly area: Area;
  /** The words that say it, as typed: `near providence`. */
  readonly words: string;
  /** The other words. */
  readonly rest: string;
}

/** The cities and districts of the data. */
export interface AreaNames {
  /** @param key see `areaKey` */
  named(key: string): readonly Area[];
  /** Whether it is the key of a state or country. */
  isRegion(key: string): boolean;
}

/** The name without case, accents and punctuation. */
export function areaKey(name: string): string {
  return foldedWords(name).join(' ');
}

/** No name of an area has more words. */
const MAX_NAME_WORDS = 6;

/** Words at the beginning or end of a text that may name an area with its city, state and country. */
const MAX_AREA_WORDS = 12;

/** A district, its city, state and country. */
const MAX_PARTS = 4;

/** A word of the text as typed, and folded; `d'ouro` has two folded words. */
interface Token {
  readonly text: string;
  readonly key: string;
}

/** The areas that the words from some position up to `end` name. */
interface NamedAreas {
  readonly areas: readonly Area[];
  readonly end: number;
}

/** The areas that all parts name together: a district and its city. */
type AreasOf = (parts: readonly string[]) => readonly Area[];

/**
 * Finds the city or district that a text names: after a word such as `near` or `in` anywhere, else at its end or beginning.
 * The names of its city, state and country may follow.
 *
 * @param centre of the caller: of areas of the same name, the nearest is meant, else the one with the most places
 */
export function readWhere(text: string, names: AreaNames, centre?: GeoPoint): Where | undefined {
  const tokens = text.split(/\s+/u).flatMap((word): Token[] => {
    const key = foldedWords(word).join(' ');
    return key === '' ? [] : [{ text: word, key }];
  });
  const keys = tokens.map(({ key }) => key);
  const areasOf = areasByParts(names);
  const areasAt = (at: number): NamedAreas => findAreas(keys, at, areasOf);
  const toWhere = (relation: Relation, from: number, { areas, end }: NamedAreas): Where | undefined => {
    const area = chooseArea(areas, centre);
    if (!area || (relation === 'preferred' && area.places < MIN_PLACES)) return undefined;
    const rest = textOf([...tokens.slice(0, from), ...tokens.slice(end)]);
    return { relation, area, words: textOf(tokens.slice(from, end)), rest };
  };
  for (const from of tokens.keys()) {
    const phrase = phraseAt(keys, from);
    const where = phrase && toWhere(phrase.relation, from, areasAfter(keys, from + phrase.length, areasAt));
    if (where) return where;
  }
  for (let from = Math.max(0, tokens.length - MAX_AREA_WORDS); from < tokens.length; from += 1) {
    const named = areasAt(from);
    const where = named.end === tokens.length ? toWhere('preferred', from, named) : undefined;
    if (where) return where;
  }
  return toWhere('preferred', 0, areasAt(0));
}

function areasAfter(keys: readonly string[], from: number, areasAt: (at: number) => NamedAreas): NamedAreas {
  const fillers = fillersAt(keys, from);
  for (let skipped = 0; skipped < fillers; skipped += 1) {
    const named = areasAt(from + skipped);
    if (named.areas.length > 0) return named;
  }
  return areasAt(from + fillers);
}

/** The areas that the words from `from` on name: `pinheiros são paulo` is the district of that city. */
function findAreas(keys: readonly string[], from: number, areasOf: AreasOf): NamedAreas {
  let parts: readonly string[] = [];
  let areas: readonly Area[] = [];
  let end = from;
  while (parts.length < MAX_PARTS) {
    const next = nextPart(keys, end, (key) => areasOf([...parts, key]));
    if (!next) break;
    parts = [...parts, next.key];
    ({ areas, end } = next);
  }
  return { areas, end };
}

/** The longest name at a position that fits the parts before it. */
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
 * The areas that one of the parts names, and that lie in all that the other parts name. Remembers them: thousands can have
 * the name of a word that a text repeats.
 */
function areasByParts(names: AreaNames): AreasOf {
  const remembered = new Map<string, readonly Area[]>();
  const areasOf: AreasOf = (parts) => {
    const before = parts.slice(0, -1);
    const last = parts.at(-1) ?? '';
    const named = names.named(last);
    if (before.length === 0) return named;
    if (named.length === 0 && !names.isRegion(last)) return [];
    const key = parts.join('\n');
    const areas = remembered.get(key) ?? [
      ...areasOf(before).filter(({ around }) => around.includes(last)),
      ...named.filter(({ around }) => before.every((part) => around.includes(part))),
    ];
    remembered.set(key, areas);
    return areas;
  };
  return areasOf;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

/**
 * Of areas with the same name, the nearest to the centre, else the one with the most places. Districts of several cities are all
 * meant if no centre says which: most cities have a Centro.
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
  return { type, name, key, district, around: [], places, radius: 0, address: { district } };
}

function chooseOne(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const [only, ...others] = areas;
  if (others.length === 0) return only;
  const candidates = areas.filter((area) => !isNamedAsItsCity(area));
  let best: { area: Area; distance: number } | undefined;
  for (const area of candidates) {
    const distance = centre ? squaredDistance(area, centre) : 0;
    const isBetter =
      !best || distance < best.distance || (distance === best.distance && area.places > best.area.places);
    if (isBetter) best = { area, distance };
  }
  return best?.area ?? only;
}

/** The district of a city with the same name: the name means the city. */
function isNamedAsItsCity({ type, key, around }: Area): boolean {
  return type === 'district' && key === around[0];
}

/** Square degrees, only to compare. An area without a centre is farther than any. */
function squaredDistance({ centre }: Area, from: GeoPoint): number {
  if (!centre) return 360 ** 2;
  const east = Math.abs(centre.lng - from.lng);
  const shrunk = Math.min(east, 360 - east) * Math.cos((((centre.lat + from.lat) / 2) * Math.PI) / 180);
  return (centre.lat - from.lat) ** 2 + shrunk ** 2;
}

/** Folded words after which the name of a city or district says where, in the languages of most data sets. */
const PHRASES: Record<Exclude<Relation, 'preferred'>, readonly string[]> = {
  in: [
    ...['in', 'inside', 'within', 'em', 'no', 'na', 'nos', 'nas', 'dentro de', 'dentro do', 'dentro da'],
    ...['en', 'dans', 'im', 'i'],
  ],
  near: [
    ...['near', 'near to', 'nearby', 'close to', 'next to', 'around'],
    ...['perto de', 'perto do', 'perto da', 'perto dos', 'perto das', 'ao redor de', 'ao redor do', 'ao redor da'],
    ...['proximo a', 'proximo ao', 'proximo de', 'proximo do', 'proximo da'],
    ...['proxima a', 'proxima ao', 'proxima de', 'proxima do', 'proxima da'],
    ...['cerca de', 'cerca del', 'alrededor de', 'pres de', 'pres du', 'autour de', 'nahe', 'bei', 'taet pa', 'naer'],
  ],
};

const RELATIONS: ReadonlyMap<string, Relation> = new Map(
  (['in', 'near'] as const).flatMap((relation) => PHRASES[relation].map((phrase) => [phrase, relation] as const)),
);

/** The most words of a phrase. */
const MAX_PHRASE_WORDS = 3;

/** Words that may stand between the phrase and the name: `in the city of Newport`, `no bairro de Moema`. */
const FILLERS = new Set(
  'the city town of downtown district a o as os de da do das dos bairro cidade del la el las los barrio ciudad le les du'.split(
    ' ',
  ),
);

const MAX_FILLERS = 3;

/** The phrase that starts at a word, and its number of words. */
function phraseAt(words: readonly string[], at: number): { relation: Relation; length: number } | undefined {
  for (let length = MAX_PHRASE_WORDS; length > 0; length -= 1) {
    const relation = RELATIONS.get(words.slice(at, at + length).join(' '));
    if (relation) return { relation, length };
  }
  return undefined;
}

/** How many fillers follow: the name may start at each of these positions, because a name can start with a filler. */
function fillersAt(words: readonly string[], at: number): number {
  let count = 0;
  while (count < MAX_FILLERS && FILLERS.has(words[at + count] ?? '')) count += 1;
  return count;
}
