import { type CountryCode, findPhoneNumbersInText, getCountryCallingCode } from 'libphonenumber-js/max';
import { withAsciiDigits } from '../../../places/words/fold.js';
import { type ValueFault } from '../parse-row.js';

interface Phones {
  /** Digits. */
  numbers: string[];
  /** Fax numbers, parts of the text with digits but without a telephone number, and a whole text without any. */
  faults: Pick<ValueFault, 'value' | 'reason'>[];
}

/** Bounds the time that the search for numbers takes. */
const maxTextLength = 1000;

const noNumber = 'holds no telephone number';

/** The numbers of several texts, each once. Faults name the text by its index. */
export function phonesOf(texts: readonly string[], country: CountryCode | undefined, firstIndex = 0) {
  const phones = texts.map((text) => readPhones(text, country));
  return {
    numbers: [...new Set(phones.flatMap(({ numbers }) => numbers))],
    faults: phones.flatMap(({ faults }, index) =>
      faults.map((fault) => ({ member: `phones[${firstIndex + index}]`, ...fault })),
    ),
  };
}

/**
 * Finds the telephone numbers in a text. International numbers give all their digits. Other numbers give the digits as they
 * are written. Extensions, fax numbers and words are left out.
 *
 * @param country of the place, whose numbering plan says where a number ends
 */
function readPhones(text: string, country: CountryCode | undefined): Phones {
  const normalized = text.length > maxTextLength ? '' : normalize(text);
  // Normalization makes some signs longer.
  const written = normalized.length > maxTextLength ? '' : normalized;
  const parts = written
    .split(separator)
    .flatMap(splitAtSlashes)
    .map((part) => readPart(part.trim(), country));
  const numbers = parts.flatMap((part) => part.numbers);
  const faults = parts.flatMap((part) => part.faults);
  if (numbers.length === 0 && faults.length === 0) faults.push({ value: text, reason: noNumber });
  return { numbers, faults };
}

/** Semicolons, bars and line breaks, and commas, hyphens and plus signs with at least seven digits before them and six behind them. */
const separator = /[;|\n]|(?<=(?:\d\D{0,3}){7})(?:,| [-+] )(?=\D{0,20}(?:\d\D{0,3}){6})/;

function normalize(text: string): string {
  return (
    fromSpreadsheet(withAsciiDigits(text.normalize('NFKC').trim()))
      // Numbers copied from web pages contain invisible direction marks.
      .replace(/\p{Cf}/gu, '')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/(?:https?:\/\/)?\bwa\.me\/\+?/gi, '+')
      .replace(/\S+/g, (word) => (/@|:\/\/|www\./i.test(word) ? ' ' : word))
      .replace(/; ?(?=ext=)/gi, ' ')
      .replace(/^([^\d+]{0,30})00(?=[1-9]\d)/gm, '$1+')
      .replace(/[(+ ]{0,3}\+[( ]{0,3}(\d{1,3}) ?\)/g, '+$1 ')
  );
}

/** Undoes the forms in which spreadsheets write numbers: `14015550100.0` and `1.4015550100E+10`. A rounded number (`1.40156E+10`) is lost. */
function fromSpreadsheet(text: string): string {
  const [, decimals, sign, exponent] = /^\d\.(\d+)E(\+?)(\d\d?)$/i.exec(text) ?? [];
  // Programs without the sign write all digits but trailing zeros.
  if (decimals !== undefined) return sign === '' || decimals.length === Number(exponent) ? String(Number(text)) : '';
  return text.replace(/^(\d{5,})\.0+$/, '$1');
}

/**
 * The numbers between slashes. After fewer digits, a slash is part of a number: `06221/540123`, `01/42/68/53/00`. Up to four digits, and
 * what looks like the end of the number before, replace that end: `3333-4444/5555`, `(11) 3333-4444 / 3333-5555`.
 */
function splitAtSlashes(text: string): string[] {
  const parts: string[] = [];
  let last = '';
  for (const piece of text.split(/[/~]/)) {
    const before = parts.pop();
    const run = /[\d ().+/-]{0,60}$/.exec(before ?? '')?.[0] ?? '';
    const isComplete = onlyDigits(run).length >= (run.includes('+') ? 9 : 7) && onlyDigits(last).length >= 3;
    if (before === undefined) parts.push(piece);
    else if (!isComplete) parts.push(`${before}/${piece}`);
    else parts.push(before, isEnding(piece.trim(), before.trim()) ? withEnding(before, piece.trim()) : piece);
    last = piece;
  }
  return parts;
}

function isEnding(text: string, number: string): boolean {
  if (/^\d{1,4}$/.test(text)) return true;
  const [shape, end] = [number, text].map((digits) => digits.replace(/\d/g, '9'));
  return /^9[9 .-]{4,}$/.test(end ?? '') && new RegExp(`(?<!9)${end}$`).test(shape ?? '');
}

function withEnding(number: string, ending: string): string {
  return number.replace(new RegExp(`(?:\\d\\D*){${onlyDigits(ending).length}}$`), '') + ending;
}

function readPart(part: string, country: CountryCode | undefined): Phones {
  const phones: Phones = { numbers: [], faults: [] };
  const found = numbersIn(part, country);
  for (const number of found) {
    if (isFax(number)) phones.faults.push({ value: number.written, reason: 'is a fax number' });
    else phones.numbers.push(number.digits);
  }
  if (found.length === 0 && onlyDigits(part).length >= 5) phones.faults.push({ value: part, reason: noNumber });
  return phones;
}

/** A number, the words between it and the number before, and those behind it that are its own. */
interface Found {
  written: string;
  digits: string;
  before: string;
  after: string;
}

/** The numbers that the plan of their country lists. If there are none, runs of digits that may be a number. */
function numbersIn(text: string, country: CountryCode | undefined): Found[] {
  if (date.test(text)) return [];
  // Few countries keep a zero in parentheses. In China, an extension follows a hyphen.
  const withoutZero = text.replace(/(\+\d+) ?\( ?0 ?\)/, '$1 ');
  const withoutExtension = text.replace(/ ?- ?\d{1,5}$/, '');
  for (const form of new Set([text, withoutZero, withoutExtension])) {
    const listed = listedNumbers(form, country);
    if (listed.length > 0) return listed;
  }
  return unlistedNumbers(withoutZero);
}

const date = /^(?:\d{4}([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:\d{4}|\d\d))(?![\d./-])/;

function listedNumbers(text: string, country: CountryCode | undefined): Found[] {
  const numbers = findPhoneNumbersInText(text, country);
  const found = withWords(
    text,
    numbers.map(({ startsAt, endsAt, number }): Range => {
      const written = text.slice(startsAt, endsAt);
      const isInternational =
        written.includes('+') || country === undefined || number.countryCallingCode !== getCountryCallingCode(country);
      const national = number.ext ? onlyDigits(written).slice(0, -number.ext.length) : onlyDigits(written);
      return [startsAt, endsAt, isInternational ? number.number.slice(1) : national];
    }),
  );
  return found.filter(({ digits }, index) => index === 0 || digits.length >= minDigitsBesideOthers);
}

/** Letters and signs beside digits make them something else: `*123#`, `12:30`, `12kg`. A run starts where its digits do. */
const digitRun = /(?<![\p{L}*#$]|\d:|\d[ ()./-]{0,3})[+(]{0,3}\d(?:[\d )./-]|\(\d{1,5}\))*\d(?![a-z\d*#%:])/giu;

/** Fewer may be the number of a house, a room or a time. */
const minDigitsBesideOthers = 7;

function unlistedNumbers(text: string): Found[] {
  const minDigits = /^[\d ]*$/.test(text) ? 3 : minDigitsBesideOthers;
  const runs = [...text.matchAll(digitRun)].map(({ 0: run, index }): Range => [
    index,
    index + run.length,
    onlyDigits(run),
  ]);
  return withWords(
    text,
    runs.filter(
      ([, , digits]) => digits.length >= minDigits && digits.length <= 15 && !/^(\d)\1{5,}$|^0+$/.test(digits),
    ),
  );
}

type Range = readonly [start: number, end: number, digits: string];

/** Belongs to the number before it: `030 1234567 (Fax)`. */
const note = /^ ?\([^)]*\)/;

function withWords(text: string, ranges: readonly Range[]): Found[] {
  return ranges.map(([start, end, digits], index) => ({
    written: text.slice(start, end),
    digits,
    before: text.slice(ranges[index - 1]?.[1] ?? 0, start).replace(note, ''),
    after: index === ranges.length - 1 ? text.slice(end) : (note.exec(text.slice(end))?.[0] ?? ''),
  }));
}

const fax = /fax|факс|传真|傳真|ファ(?:ッ)?クス|팩스|فاكس|فکس|(?<!\p{L})f(?=\s*[.:])|📠/iu;

/** Words that say that a number is (also) a telephone number. */
const telephone =
  /(?<!\p{L})(?:t|tels?|t[eé]l|telf|tlf|tfno|(?:tel[eé])?fon[eo]?s?|phone|ph|office|mob(?:il[eo]?)?|cel(?:ular)?|puh|whatsapp|тел(?:ефон)?|т|电话|電話|전화|هاتف)(?!\p{L})/iu;

function isFax({ before, after }: Found): boolean {
  return fax.test(before + after) && !telephone.test(before + after);
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
