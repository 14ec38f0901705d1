import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { hasWord } from './words.js';

/** A telephone number or a postcode, in all spellings that data may have. Some texts may be either. */
export interface ReadNumber {
  readonly type: 'phone' | 'postcode';
  readonly words: string;
  readonly phones: readonly string[];
  readonly postcodes: readonly string[];
}

/** Digits, and what people write between them. */
const PHONE = /^\+?[\d\s().\-/–]+$/u;

const PHONE_LABEL =
  /^(?:phone|telephone|telefone?|telefono|teléfono|telefon|tel|tlf|tfno|fone|fon|ph|call|mobile|mob|cell|fax|☎️?|📞|тел|電話)(?:\s*(?:no|nr|number|#))?[.:]?\s*/iu;

const PHONE_DIGITS = { min: 6, max: 15 } as const;

/** The digits of a telephone number as data may have them: with the country code, without it, and as typed. */
export function readPhone(text: string, countries: readonly string[]): ReadNumber | undefined {
  const given = text.replace(PHONE_LABEL, '').trim();
  const digits = given.replace(/\D/gu, '');
  if (!PHONE.test(given) || digits.length < PHONE_DIGITS.min || digits.length > PHONE_DIGITS.max) return undefined;
  const spellings = new Set([digits, digits.replace(/^00/u, ''), digits.replace(/^0/u, '')]);
  for (const country of countries) {
    const parsed = parsePhoneNumberFromString(given, country as CountryCode);
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
    postcodes: isCode ? postcodeSpellings(given) : [],
  };
}

/** Postcodes that no other words look like. */
const POSTCODE =
  /^(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|[a-z]\d[a-z] ?\d[a-z]\d|\d{5}-\d{3,4}|\d{8}|\d{4}-\d{3}|\d{3}-\d{4}|\d{2}-\d{3}|\d{4,6})$/u;

/** Those that other words look like, in the countries that have them. */
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

/** Those of Brazil and the United States. */
const LONG_POSTCODE = /^\d{5}-\d{3,4}$/u;

/** Numbers of one part may also be house numbers, so they must be the whole text, or have the code of the country before them. */
export const PLAIN_POSTCODE = /^\d{4,6}$/u;

/** With a space or a hyphen at each position, and without. */
export function postcodeSpellings(postcode: string): string[] {
  const compact = postcode.replace(/[\s-]/gu, '');
  const splits = Array.from({ length: compact.length - 1 }, (_, at) => [
    compact.slice(0, at + 1),
    compact.slice(at + 1),
  ]);
  return [compact, ...splits.flatMap(([start, rest]) => [`${start} ${rest}`, `${start}-${rest}`])];
}

/** A house number beside the words of a street: `123 thayer st`, `rua alagoas 730`. */
export interface ReadAddress<Word = string> {
  readonly number: number;
  readonly street: readonly Word[];
}

const HOUSE_NUMBER = /^(\d{1,5})[a-z]?$/iu;

/** Reads words as an address; undefined if they are none. */
export function readAddress(words: readonly string[]): ReadAddress | undefined {
  const numbers = words.flatMap((word, at) => (HOUSE_NUMBER.test(word) ? [at] : []));
  const street = words.filter((word, at) => !numbers.includes(at) && hasWord(word));
  const [at] = numbers;
  if (at === undefined || numbers.length > 1 || street.length === 0 || !street.some((word) => /\p{L}{2}/u.test(word)))
    return undefined;
  return { number: Number(HOUSE_NUMBER.exec(words[at] ?? '')?.[1]), street };
}
