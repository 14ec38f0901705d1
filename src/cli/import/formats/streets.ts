import { join } from 'node:path';
import addressFormatter from '@fragaria/address-formatter';
import { LRUCache } from 'lru-cache';
import { fold } from '../../../places/words/fold.js';
import { WordLists } from '../../../places/words/word-lists.js';

interface Street {
  street?: string | undefined;
  number?: string | undefined;
}

interface Surroundings {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  city?: string | undefined;
  zipcode?: string | undefined;
}

/** `12`, `12a`, `12-14`, `12/3`, `12-A`, `14,16,18`, `138; 140` */
const numbers = String.raw`\d{1,6}[a-z]?(?:(?:\s?[-–/&;]\s?|,(?=\d))(?:\d{1,5}[a-z]?|[a-z])(?![\p{L}\d])){0,3}`;

/** `10 bis`, `12 1/2`, and in French `10 B rue …` */
const leading = new RegExp(
  String.raw`^(?<number>${numbers}(?:\s?(?:bis|ter|quater)|\s?½|\s1/2|\s[a-d](?=,?\s(?:rue|avenue|av|boulevard|bd|place|pl|chemin|route|impasse|allée|quai|cours)\b))?)` +
    String.raw`(?:,\s{0,3}|\s{1,3})(?<street>\S.*)$`,
  'isu',
);

/** `12 b`, `5 A 12` (Finland), `12 bis` */
const trailing = new RegExp(
  String.raw`^(?<street>.*?[^\s,])(?:,\s{0,3}|\s{1,3})(?:(?:n[ºo°.r]{1,2}\.?|num\.?|número|nummer|č\. ?p\.|д\.|дом|#)(?:\s?:)?\s?)?` +
    String.raw`(?<number>${numbers}(?:\s[a-z](?:\s\d{1,4})?(?!\S)|\s?(?:bis|ter))?)\.?$`,
  'isu',
);

/** Bounds the time that long texts take. */
const maxLength = 500;

/** By country: where it writes the house number. */
const patterns = new LRUCache<string, RegExp>({
  max: 300,
  memoMethod: (country) => {
    const text = addressFormatter.format({ road: 'Street', houseNumber: '7', countryCode: country });
    return text.startsWith('7') ? leading : trailing;
  },
});

/**
 * Splits a street from the house number, in the order of the country: `3 Richardson Pl` (AU), `Hauptstraße 12a` (DE). Any
 * other text is the street, as it is: `Rua 7`, `Level 2, 3 Richardson Pl`, and texts of unknown countries.
 */
export function streetOf(freeform: string | undefined, { country, city, zipcode }: Surroundings): Street {
  if (freeform === undefined) return {};
  // Japan numbers blocks, not the houses along streets.
  const isSplittable = country !== undefined && country !== 'JP' && freeform.length <= maxLength;
  const pattern = isSplittable ? patterns.memo(country) : undefined;
  const { street, number } = pattern?.exec(freeform)?.groups ?? {};
  const isSplit =
    street !== undefined &&
    // `75001 Paris`
    number !== zipcode &&
    (zipcode !== undefined || street !== city) &&
    isStreet(street, pattern === leading);
  return isSplit ? { street, number } : { street: freeform };
}

const lists = new WordLists([join(__dirname, 'street-words.txt')]);

const setOf = (role: string): ReadonlySet<string | undefined> => new Set(lists.phrasesOf(role));

const [roads, units, particles] = [setOf('road'), setOf('unit'), setOf('particle')];

const [floors, miles, prepositions] = [setOf('floor'), setOf('mile'), setOf('preposition')];

/** Whether a text names a street by itself. */
function isStreet(text: string, isAfterNumber: boolean): boolean {
  // `Piso 3, Florida`, and addresses without spaces.
  if (/[,;]| - |[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return false;
  // `Broadway # 3`
  const words = fold(text.replace(/#.*/s, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words;
  const last = words.at(-1);
  if (isAfterNumber) {
    // `3 Level 2`, but `10 Bay Street`. `7 Mile Road`
    if ((units.has(first) && !/\D{2}/.test(second ?? '')) || miles.has(first)) return false;
    // `9 de Julio`, `2 Mezzanine Floor`, but `14 De Lacy St`
    if ((prepositions.has(first) || floors.has(last)) && !words.some((word) => roads.has(word))) return false;
    // `1000 5 Ave S`, but `94, 96 Marchmont Crescent`
    if (isNumber(first)) return roads.has(second);
    // `10 Highway 101`, `25 Imperial Pl Ste 2`, but `8 Mai 1945`
    if (isNumber(last)) return words.some((word) => roads.has(word) || units.has(word));
    // `The Mall`, `Bay St`, `State Street`
    return hasName(words) || (words.length > 1 && (first === 'the' || roads.has(last)));
  }
  // `Rua 7`
  if (isNumber(last)) return words.length > 1 && words.slice(0, -1).every((word) => roads.has(word));
  // `Pohjoisesplanadi 33 Keskuskatu` is a corner, `Corso 22 Marzo` is not.
  const isCorner = words.some((word, index) => isNumber(word) && hasName(words.slice(0, index)));
  return !units.has(last) && hasName(words) && !isCorner;
}

function isNumber(word = ''): boolean {
  return /^\d+[a-z]?$/.test(word);
}

/** Whether a word is a name, and not the kind of a road, a part of a building or a number. */
function hasName(words: readonly string[]): boolean {
  const hasRoad = words.some((word) => word.length > 1 && roads.has(word));
  // `Avenue A`, `5th Avenue`, but `2nd Floor`
  const name = hasRoad ? /\p{L}/u : /^\p{L}{2}/u;
  const isKnown = (word: string) => word.length > 1 && [roads, units, particles].some((known) => known.has(word));
  return words.some((word) => name.test(word) && !isKnown(word));
}
