import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { foldedWordsOf, phrasesOf } from './word-lists.js';
import { foldedPhrase, hasWord } from './words.js';

/** A telephone number or a postcode, in all spellings that data may have. Some texts may be either. */
export interface RecognizedNumber {
  readonly type: 'phone' | 'postcode';
  readonly words: string;
  readonly phones: readonly string[];
  /** Digits with which a telephone number may begin: country and area code. */
  readonly phonePrefixes?: readonly string[];
  readonly postcodes: readonly string[];
  /** The beginning that all postcodes of the same district share: `eh1 ` for EH1 1AA. */
  readonly prefixes?: readonly string[];
}

/** Digits, and what people write between them. */
const PHONE = /^\+?[\d\s().\-/–]+$/u;

const PHONE_LABEL =
  /^(?:phone|telephone|telefone?|telefono|teléfono|telefon|tel|tlf|tfno|fone|fon|ph|call|mobile|mob|cell|fax|☎️?|📞|тел|電話)(?:\s*(?:no|nr|number|#))?[.:]?\s*/iu;

/** A plus sign shows that fewer digits are the beginning of a number, too. */
const PHONE_DIGITS = { min: 6, minAfterPlus: 2, max: 15 } as const;

/** A telephone number is tried in so many countries, those with the most places first. Each try takes a tenth of a millisecond. */
const MAX_COUNTRIES = 20;

/**
 * Recognizes a telephone number, with all digits that data may have: with the country code, without it, and as typed. With a plus sign
 * it may be the beginning of a number: `+55 11`.
 */
export function recognizePhone(text: string, countries: readonly string[]): RecognizedNumber | undefined {
  const given = text.replace(PHONE_LABEL, '').trim();
  const digits = given.replace(/\D/gu, '');
  const hasPlus = given.startsWith('+');
  const min = hasPlus ? PHONE_DIGITS.minAfterPlus : PHONE_DIGITS.min;
  if (!PHONE.test(given) || digits.length < min || digits.length > PHONE_DIGITS.max) return undefined;
  const spellings = new Set([digits, digits.replace(/^00/u, ''), digits.replace(/^0/u, '')]);
  const international = given.replace(/^00/u, '+');
  const tried = international.startsWith('+') ? [undefined] : countries.slice(0, MAX_COUNTRIES);
  for (const country of tried) {
    const parsed = parsePhoneNumberFromString(international, country as CountryCode | undefined);
    if (!parsed) continue;
    spellings.add(parsed.number.slice(1));
    spellings.add(parsed.nationalNumber);
    spellings.add(`0${parsed.nationalNumber}`);
  }
  const isCode = POSTCODE.test(given);
  return {
    type: isCode && LONG_POSTCODE.test(given) ? 'postcode' : 'phone',
    words: text,
    phones: [...spellings],
    // The zero of `+49 (0) 30` is not dialled after a country code.
    ...(hasPlus && { phonePrefixes: [given.replace('(0)', '').replace(/\D/gu, '')] }),
    postcodes: isCode ? postcodeSpellings(given) : [],
  };
}

/** Forms of postcodes that other words rarely have. */
const POSTCODE =
  /^(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|\d{5}-\d{3,4}|\d{8}|\d{4}-\d{3}|\d{3}-\d{4}|\d{2}-\d{3}|\d{4,6})$/u;

/** Forms of postcodes that other words often have. They count only if the data have places in these countries. */
const LOCAL_POSTCODES: readonly (readonly [countries: string, form: RegExp])[] = [
  ['nl', /^\d{4} ?[a-z]{2}$/u],
  ['se cz sk gr', /^\d{3} \d{2}$/u],
];

export function isPostcode(words: string, countries: readonly string[]): boolean {
  const isLocal = LOCAL_POSTCODES.some(
    ([codes, form]) => form.test(words) && countries.some((country) => codes.split(' ').includes(country)),
  );
  return isLocal || POSTCODE.test(words);
}

/** Postcodes of Brazil, and long ones of the United States. */
const LONG_POSTCODE = /^\d{5}-\d{3,4}$/u;

/** A plain number may also be a house number. It is a postcode if it is the whole text, follows a kind, or has a country code before it. */
export const PLAIN_POSTCODE = /^\d{4,6}$/u;

const BRITISH_POSTCODE = /^([a-z]{1,2}\d[a-z\d]?) ?\d[a-z]{2}$/u;

/** The first part of a British postcode, which many write alone. */
export const BRITISH_DISTRICT = /^[a-z]{1,2}\d[a-z\d]?$/u;

/** The beginning that the postcodes of the same district share; empty unless the postcode is British. @param postcode in small letters */
export function postcodePrefixes(postcode: string): string[] {
  const [, district] = BRITISH_POSTCODE.exec(postcode) ?? [];
  return district === undefined ? [] : [`${district} `];
}

/** The postcode without spaces and hyphens, and with a space or a hyphen at each position. */
export function postcodeSpellings(postcode: string): string[] {
  const compact = postcode.replace(/[\s-]/gu, '');
  const splits = Array.from({ length: compact.length - 1 }, (_, at) => [
    compact.slice(0, at + 1),
    compact.slice(at + 1),
  ]);
  return [compact, ...splits.flatMap(([start, rest]) => [`${start} ${rest}`, `${start}-${rest}`])];
}

/** Words for streets, by whether they stand before or after the name. */
const STREET_WORDS = {
  before: foldedWordsOf('street before'),
  after: foldedWordsOf('street after'),
} as const;

/** Words for streets and squares that also end names of districts. */
const SQUARE_WORDS = foldedWordsOf('square');

/** @param word folded */
export function isStreetWord(word: string): boolean {
  return STREET_WORDS.before.has(word) || isLastOfStreet(word);
}

/** Whether a word ends the name of a street and of little else: `burger place` and `hotel largo do machado` name none. @param word folded */
export function endsStreetName(word: string): boolean {
  return STREET_WORDS.after.has(word);
}

/** Whether a word may begin a name: `hotel st pauli`, `dentist dr smith`, `av paulista`. @param word folded */
export function beginsName(word: string): boolean {
  return TITLES.has(word) || STREET_WORDS.before.has(word);
}

/** Whether a word ends names of squares, and so names of streets and districts. @param word folded */
function isSquareWord(word: string): boolean {
  return SQUARE_WORDS.has(word);
}

/** Whether a name is that of a street: `asaph st`. @param words folded */
export function isStreetName(words: readonly string[]): boolean {
  return words.length > 1 && (STREET_WORDS.before.has(words[0] ?? '') || STREET_WORDS.after.has(words.at(-1) ?? ''));
}

/** A house number with the words of a street: `123 thayer st`, `rua alagoas 730`. */
export interface RecognizedAddress<Word = string> {
  readonly number: number;
  readonly street: readonly Word[];
  /** The words after the street: a village, or a district. */
  readonly locality: readonly Word[];
}

export const HOUSE_NUMBER = /^(\d{1,5})[a-z]?$/iu;

/** Recognizes an address with a house number; undefined if the words are no address. */
export function recognizeAddress(words: readonly string[]): RecognizedAddress | undefined {
  const numbers = words.flatMap((word, at) => (HOUSE_NUMBER.test(word) ? [at] : []));
  const others = words.filter((word, at) => !numbers.includes(at) && hasWord(word));
  const [at] = numbers;
  if (at === undefined || numbers.length > 1 || !others.some((word) => /\p{L}{2}/u.test(word))) return undefined;
  const number = Number(HOUSE_NUMBER.exec(words[at] ?? '')?.[1]);
  const end = endOfStreet(others, words.slice(0, at).filter(hasWord).length);
  return { number, street: others.slice(0, end), locality: others.slice(end) };
}

/**
 * The position after the street: `main st | riverside`, `rua alagoas | savassi`. If no word shows where the street ends, all words
 * belong to it.
 *
 * @param before the number of words before the house number
 */
function endOfStreet(words: readonly string[], before: number): number {
  const keys = words.map(foldedPhrase);
  const ends = [...keys.keys()].filter((at) => at > 0 && isLastOfStreet(keys[at] ?? ''));
  const isBefore = STREET_WORDS.before.has(keys[0] ?? '');
  // `rua dr arnaldo`, `mt st john ave`
  const isTitle = (at: number): boolean =>
    TITLES.has(keys[at] ?? '') && ((isBefore && at === 1) || ends.some((other) => other > at + 1));
  const last = ends.find((at) => !isTitle(at)) ?? -1;
  const end = Math.max(before, last + 1);
  const street = keys.slice(0, end);
  const isNamed = street.some(namesStreet);
  return isNamed && !street.every(isStreetWord) ? end : words.length;
}

/** `st` and `dr` may mean Saint and Doctor instead of street and drive. */
const TITLES = foldedWordsOf('title');

/** The end of a name that is one word with the word for the street: `hauptstrasse`. */
const STREET_ENDING = new RegExp(`.(?:${phrasesOf('street ending').map(foldedPhrase).join('|')})$`, 'u');

/** Whether a word says that it names a street: `st`, `hauptstrasse`. @param key folded */
function namesStreet(key: string): boolean {
  return isStreetWord(key) || STREET_ENDING.test(key);
}

export function hasStreetWord(words: readonly string[]): boolean {
  return words.map(foldedPhrase).some(namesStreet);
}

/** Whether the name of a street ends with this word. @param key folded */
function isLastOfStreet(key: string): boolean {
  return STREET_WORDS.after.has(key) || isSquareWord(key);
}
