import { type GeoPoint } from '../geo-point.js';
import { foldedWords } from '../text/typed-words.js';
import { type Area, type AreaNames, areaKey, MIN_PLACES, type Relation, type Where } from './area.js';
import { chooseArea } from './choose-area.js';
import { fillersAt, phraseAt } from './place-words.js';

/** No name of an area has more words. */
const MAX_NAME_WORDS = 6;

/** Words at the beginning or end of a text that may name an area with its city, state and country. */
const MAX_AREA_WORDS = 12;

/** A word of the text as typed, and folded; `d'ouro` has two folded words. */
interface Token {
  readonly text: string;
  readonly key: string;
}

/** An area that the words from some position up to `end` name. */
interface NamedArea {
  readonly area: Area;
  readonly end: number;
}

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
  const areaAt = (at: number): NamedArea | undefined => findArea(keys, at, names, centre);
  const toWhere = (relation: Relation, area: Area, from: number, end: number): Where => ({
    relation,
    area,
    words: textOf(tokens.slice(from, end)),
    rest: textOf([...tokens.slice(0, from), ...tokens.slice(end)]),
  });
  for (const from of tokens.keys()) {
    const phrase = phraseAt(keys, from);
    const named = phrase && areaAfter(keys, from + phrase.length, areaAt);
    if (named) return toWhere(phrase.relation, named.area, from, named.end);
  }
  for (let from = Math.max(0, tokens.length - MAX_AREA_WORDS); from < tokens.length; from += 1) {
    const named = areaAt(from);
    if (named?.end === tokens.length && isKnown(named.area)) return toWhere('first', named.area, from, named.end);
  }
  const leading = areaAt(0);
  return leading && isKnown(leading.area) ? toWhere('first', leading.area, 0, leading.end) : undefined;
}

function isKnown({ places }: Area): boolean {
  return places >= MIN_PLACES;
}

function areaAfter(
  keys: readonly string[],
  from: number,
  areaAt: (at: number) => NamedArea | undefined,
): NamedArea | undefined {
  const fillers = fillersAt(keys, from);
  for (let skipped = 0; skipped <= fillers; skipped += 1) {
    const named = areaAt(from + skipped);
    if (named) return named;
  }
  return undefined;
}

/** The area that the words from `from` on name: `pinheiros são paulo` is the district of that city. */
function findArea(
  keys: readonly string[],
  from: number,
  names: AreaNames,
  centre: GeoPoint | undefined,
): NamedArea | undefined {
  let parts: readonly string[] = [];
  let areas: readonly Area[] = [];
  let end = from;
  for (;;) {
    const next = nextPart(keys, end, (key) => areasWith([...parts, key], names));
    if (!next) break;
    parts = [...parts, next.key];
    ({ areas, end } = next);
  }
  const area = chooseArea(areas, centre);
  return area && { area, end };
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

/** The areas that one of the parts names, and that lie in all that the other parts name. */
function areasWith(parts: readonly string[], names: AreaNames): Area[] {
  const last = parts.at(-1) ?? '';
  if (names.named(last).length === 0 && (parts.length === 1 || !names.isRegion(last))) return [];
  return parts.flatMap((part, at) => {
    const others = parts.filter((_, index) => index !== at);
    return names.named(part).filter((area) => others.every((other) => liesIn(area, other)));
  });
}

function liesIn({ type, city, state, country }: Area, key: string): boolean {
  const around = [...(type === 'district' ? [city] : []), state, country];
  return around.some((name) => name !== undefined && areaKey(name) === key);
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}
