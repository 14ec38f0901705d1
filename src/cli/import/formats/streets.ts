import { join } from 'node:path';
import addressFormatter from '@fragaria/address-formatter';
import { WordLists } from '../../../places/words/word-lists.js';

interface Street {
  street?: string;
  number?: string;
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
  String.raw`^(${numbers}(?:\s?(?:bis|ter|quater)|\s?½|\s1/2|\s[a-d](?=,?\s(?:rue|avenue|av|boulevard|bd|place|pl|chemin|route|impasse|allée|quai|cours)\b))?)` +
    String.raw`(?:,\s{0,3}|\s{1,3})(\S.*)$`,
  'isu',
);

/** `12 b`, `5 A 12` (Finland), `12 bis` */
const trailing = new RegExp(
  String.raw`^(.*?[^\s,])(?:,\s{0,3}|\s{1,3})(?:(?:n[ºo°.r]{1,2}\.?|num\.?|número|nummer|č\. ?p\.|д\.|дом|#)(?:\s?:)?\s?)?` +
    String.raw`(${numbers}(?:\s[a-z](?:\s\d{1,4})?(?!\S)|\s?(?:bis|ter))?)\.?$`,
  'isu',
);

/** Bounds the time that the regular expressions take. */
const maxLength = 500;

/**
 * Splits a street from the house number, in the order of the country: `3 Richardson Pl` (AU), `Hauptstraße 12a` (DE). Any
 * other text is the street, as it is: `Rua 7`, `Level 2, 3 Richardson Pl`, and texts of unknown countries.
 */
export function streetOf(freeform: string | undefined, { country, city, zipcode }: Surroundings): Street {
  if (freeform === undefined) return {};
  const order = country === undefined || freeform.length > maxLength ? undefined : numberPosition(country);
  const [, first = '', second = ''] = (order === 'first' ? leading : trailing).exec(freeform) ?? [];
  const [number, street] = order === 'first' ? [first, second] : [second, first];
  const isSplit =
    order !== undefined &&
    number !== '' &&
    // `75001 Paris`
    number !== zipcode &&
    (zipcode !== undefined || street !== city) &&
    isStreet(street, order === 'first');
  return isSplit ? { street, number } : { street: freeform };
}

const positions = new Map<string, 'first' | 'last' | undefined>();

/** Where a country writes the house number. Undefined where houses are not numbered along streets. */
function numberPosition(country: string): 'first' | 'last' | undefined {
  if (!positions.has(country)) positions.set(country, readPosition(country));
  return positions.get(country);
}

function readPosition(country: string): 'first' | 'last' | undefined {
  if (country === 'JP') return undefined;
  const text = addressFormatter.format({ road: 'Street', houseNumber: '7', countryCode: country.toLowerCase() });
  const [street, number] = [text.indexOf('Street'), text.indexOf('7')];
  if (street < 0 || number < 0) return undefined;
  return number < street ? 'first' : 'last';
}

const lists = new WordLists([join(__dirname, 'street-words.txt')]);

const roads = new Set(lists.phrasesOf('road'));

const units = new Set(lists.phrasesOf('unit'));

const particles = new Set(lists.phrasesOf('particle'));

/** Whether a text names a street by itself. */
function isStreet(text: string, isAfterNumber: boolean): boolean {
  // `Piso 3, Florida`, and addresses without spaces.
  if (/[,;]| - |[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return false;
  const words = wordsOf(isAfterNumber ? (text.split('#')[0] ?? '') : text);
  const [first = '', second = '', last = ''] = [words[0], words[1], words.at(-1)];
  const hasRoad = words.some((word) => roads.has(word));
  if (isAfterNumber) {
    // `3 Level 2`, but `10 Bay Street`
    if (units.has(first) && /^(?:\d.*|.?)$/.test(second)) return false;
    // `9 de Julio`, `2 Mezzanine Floor`, but `14 De Lacy St`
    if (!hasRoad && (/^(?:de|del|di|of|do|da)$/.test(first) || /^(?:floor|level|andar|piso|etage)$/.test(last)))
      return false;
    // `1000 5 Ave S`, but `7 Mile Road` and `94, 96 Marchmont Crescent`
    if (/^(?:\d+[a-z]?|miles?)$/.test(first)) return !first.startsWith('mile') && roads.has(second);
    // `10 Highway 101`, `25 Imperial Pl Ste 2`, but `8 Mai 1945`
    if (/^\d+[a-z]?$/.test(last)) return hasRoad || words.some((word) => units.has(word));
    // `State Street`, `Bay St`
    return first === 'the' || hasName(words) || (words.length > 1 && roads.has(last));
  }
  if (/^\d+[a-z]?$/.test(last)) return words.length > 1 && words.slice(0, -1).every((word) => roads.has(word));
  // `Pohjoisesplanadi 33 Keskuskatu` is a corner, `Corso 22 Marzo` is not.
  const number = words.findIndex((word, index) => index > 0 && /^\d+$/.test(word));
  return !units.has(last) && hasName(words) && !(number > 0 && hasName(words.slice(0, number)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Whether a word is a name, and not the kind of a road, a part of a building or a number. */
function hasName(words: readonly string[]): boolean {
  // `Avenue A`, `D Street`
  if (words.some((word) => /^[a-z]$/.test(word)) && words.some((word) => word.length > 1 && roads.has(word)))
    return true;
  const hasRoad = words.some((word) => roads.has(word));
  return words.some(
    (word) =>
      (/\p{L}{2}/u.test(word.replace(/^\d+(?:st|nd|rd|th)$/, '')) || (hasRoad && /^\d+\D/.test(word))) &&
      ![roads, units, particles].some((known) => known.has(word)),
  );
}
