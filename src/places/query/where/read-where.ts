import { type GeoPoint } from '../geo-point.js';
import { foldedWords } from '../text/typed-words.js';
import { type Area, type AreaNames, MIN_PLACES, type Relation, type Where } from './area.js';
import { chooseArea } from './choose-area.js';
import { fillersAt, phraseAt } from './place-words.js';

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
    if (!area || (relation === 'first' && area.places < MIN_PLACES)) return undefined;
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
    const where = named.end === tokens.length ? toWhere('first', from, named) : undefined;
    if (where) return where;
  }
  return toWhere('first', 0, areasAt(0));
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
