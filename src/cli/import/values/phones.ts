import {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { withAsciiDigits } from '../../../places/words/fold.js';
import { type ValueFault } from '../parse-row.js';

interface Phones {
  /** Digits, each number once. */
  numbers: string[];
  /** Fax numbers, parts of the text with digits but without a telephone number, and a whole text without any. */
  faults: Pick<ValueFault, 'value' | 'reason'>[];
}

/** Bounds the time that the regular expressions take. */
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
 * @param country of the place: decides where a number ends
 */
function readPhones(text: string, country?: CountryCode): Phones {
  const written = text.length > maxTextLength ? '' : normalize(text);
  // Few digits beside other words may be the number of a house or a room.
  const minDigits = /\p{L}/u.test(written.replace(telephoneWords, '')) ? 7 : 3;
  const phones = written.split(/[;,|\n]/).map((part) => readPart(part.trim(), country, minDigits));
  const numbers = [...new Set(phones.flatMap((part) => part.numbers))];
  const faults = phones.flatMap((part) => part.faults);
  if (numbers.length === 0 && faults.length === 0) faults.push({ value: text, reason: noNumber });
  return { numbers, faults };
}

function normalize(text: string): string {
  return (
    withAsciiDigits(text.normalize('NFKC').trim())
      // Numbers copied from web pages contain invisible direction marks.
      .replace(/\p{Cf}/gu, '')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      // Korea and Japan: `5678~9` are 5678 and 5679.
      .replace(/~/g, '/')
      .replace(/[^\S\n]+/g, ' ')
      // Spreadsheets.
      .replace(/^(\d{5,})\.0+$/, '$1')
      .replace(times, ' ')
      .replace(/(?:https?:\/\/)?\bwa\.me\/\+?/gi, '+')
      .replace(/[^ \n]+/g, (word) => (/@|:\/\/|www\./i.test(word) ? ' ' : word))
      .replace(/; ?(?=(?:ext|isub|phone-context)=)/gi, ' ')
      // Brazil: `(0xx11)` stands for a zero, the digits of a carrier, and the area code.
      .replace(/\(?\b0 ?(?:xx|\*\*) ?(\d\d)\b\)?/gi, '$1 ')
      // `+(49)`, `(+49)`
      .replace(/\( ?\+ ?(\d+) ?\)|\+ ?\( ?(\d+) ?\)/g, '+$1$2 ')
      .replace(extension, ' ')
      // `224 123 456, 457`: another ending of the number.
      .replace(/(?<=\d{3}) ?, ?(?=\d{1,4} ?(?:[,;|\n]|$))/g, '/')
  );
}

/** `24/7`, `10.00 - 18.00`, `8.15-16` */
const times = /(?<![\d.:/-])(?:24 ?\/ ?7|\d\d?[.:][0-5]\d ?- ?\d\d?(?:[.:][0-5]\d)?)(?![\d.:/-])/g;

const extensionWords = [
  'ext extn extension extensión extensao extensão x # ramal ramais r\\. anexo interno int poste durchwahl dw',
  'apparat app nebenstelle toestel tst wewn wew linka klapka mellék anknytning lokal dahili dah alanumero доб',
  'добавочный вн внутр внутренний 分机 分機 转 轉 内線 內線 내선 داخلي داخلی تحويلة שלוחה',
]
  .join(' ')
  .replaceAll(' ', '|');

/** `x12`, `ext. 12`, `(ramal 12)`, `доб. 12`, `转123`, `ramais 12 e 13` */
const extension = new RegExp(
  String.raw`(?:(?<!\p{L})|(?<=\p{Lo}))(?:${extensionWords})[ .:=#]{0,4}\d{1,7}(?![ ().-]{0,4}\d)` +
    String.raw`(?: ?(?:[/,-]|\b(?:e|y|and|or|ou|o|и)\b) ?\d{1,6}(?![ ().-]{0,4}\d))*`,
  'giu',
);

const fax = /fax|факс|传真|傳真|ファ(?:ッ)?クス|팩스|فاكس|فکس|(?<!\p{L})f(?=\s*[.:])|📠/iu;

/** Words that say that a number is (also) a telephone number. */
const telephone =
  /(?<!\p{L})(?:t|m|p|h|c|tel|tels|tél|telefon[eo]?|teléfono|telefono|puh|tlf|tfno|phone|ph|fone|fones|call|cel|cell|celular|cellulare|mob|mobile|movil|móvil|mobil|handy|gsm|whatsapp|whats|wpp|zap|hotline|free|toll|tollfree|office|тел|моб|电话|電話|手机|전화|هاتف|تلفن)(?!\p{L})/iu;

const telephoneWords = new RegExp(telephone, 'giu');

/** Words before numbers of another kind. */
const otherNumber =
  /(?<!\p{L})(?:cnpj|cpf|nif|cif|vat|tin|abn|siret|siren|kvk|iban|box|postcode|zip|cep|plz|inn|инн)[.: ]*$/iu;

/** `2024-01-31`, `31/1/2024`, `20240131` */
const date =
  /^(?:(?:19|20)\d\d([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;

/** Hours, degrees, and what people type instead of a number. */
const noNumbers = /^(?:\d{1,2}-\d{1,2}|-?\d{1,3}\.(?:\d{3}|\d{5,})|-?\d{1,2}\.\d{4}|\d{7,}\.\d+|0+|(\d)\1{5,})$/;

interface Found {
  start: number;
  end: number;
  numbers: string[];
}

function readPart(part: string, country: CountryCode | undefined, minDigits: number): Phones {
  const phones: Phones = { numbers: [], faults: [] };
  const listed = listedNumbers(part, country);
  const all = listed.length > 0 ? listed : plainNumbers(part, minDigits);
  for (const [index, { start, end, numbers }] of all.entries()) {
    const before = part.slice(all[index - 1]?.end ?? 0, start);
    const after = part.slice(end, all[index + 1]?.start);
    if (!isFaxNumber(before, after, index === all.length - 1)) phones.numbers.push(...numbers);
    else phones.faults.push({ value: part.slice(start, end).trim(), reason: 'is a fax number' });
  }
  if (all.length === 0 && onlyDigits(part).length >= 5) phones.faults.push({ value: part, reason: noNumber });
  return phones;
}

function isFaxNumber(before: string, after: string, isLast: boolean): boolean {
  // The words in parentheses right after the number before belong to that one.
  const own = before.replace(/^ ?\)? ?\([^)]*\)/, '');
  if (fax.test(own)) return !telephone.test(own);
  const note = /^ ?\(([^)]*)\)/.exec(after)?.[1];
  if (note !== undefined) return fax.test(note) && !telephone.test(note);
  return isLast && fax.test(after) && !telephone.test(own) && !telephone.test(after);
}

/** Numbers that the numbering plan of a country lists. */
function listedNumbers(part: string, country: CountryCode | undefined): Found[] {
  const read = (text: string) => validDigits(text, country);
  const whole = numbersOf(part, read) ?? vanityNumber(part, country);
  if (whole) return [{ start: 0, end: part.length, numbers: whole }];
  // The library knows 00 only in countries where people dial it.
  const international = part.replace(/(?<![\d.)/-] ?)\(?00(?=[1-9])/g, (zeros) => '+'.padStart(zeros.length));
  const found = findPhoneNumbersInText(international, country && { defaultCountry: country });
  return found.flatMap(({ startsAt: start, endsAt: end }) => {
    const numbers = otherNumber.test(part.slice(0, start))
      ? undefined
      : numbersOf(international.slice(start, end), read);
    return numbers ? [{ start, end, numbers }] : [];
  });
}

/** A run of digits. Letters, and signs of prices or service codes (`*123#`), do not touch telephone numbers. */
const run = /(?<![\p{L}\d*#$€£@_.:-])[+(]{0,3}-?\d(?:[\d ().\-/+]*\d)?(?![\p{L}\d*#%_:])/gu;

/** Digits that may be numbers although the country is unknown, or its numbering plan does not list them. */
function plainNumbers(part: string, minDigits: number): Found[] {
  return [...part.matchAll(run)].flatMap(({ 0: text, index: start }) => {
    // `… 0958 (24 hours)`
    const note = text.lastIndexOf('(');
    const written = note > 0 && !text.includes(')', note) ? text.slice(0, note).trimEnd() : text;
    const numbers = listOf(written, localDigits) ?? toList(plainDigits(written, minDigits));
    const isNumber = numbers.length > 0 && !date.test(written) && !otherNumber.test(part.slice(0, start));
    return isNumber ? [{ start, end: start + written.length, numbers }] : [];
  });
}

function plainDigits(text: string, min: number): string | undefined {
  const digits = onlyDigits(text);
  const isNone = digits.length < min || digits.length > 15 || noNumbers.test(text) || noNumbers.test(digits);
  return isNone ? undefined : digits;
}

/** The digits of a text that is longer than an area code. */
function localDigits(text: string): string | undefined {
  if (/\p{L}/u.test(text)) return undefined;
  return plainDigits(text, /^\(?(?:\+|00)/.test(text) ? 10 : /^\(?0/.test(text) ? 7 : 6);
}

type Read = (text: string) => string | undefined;

function numbersOf(text: string, read: Read): string[] | undefined {
  if (date.test(text)) return undefined;
  const list = listOf(text, read) ?? listOf(text, localDigits);
  if (list) return list;
  const whole = read(text);
  if (whole !== undefined) return [whole];
  // `210 1234567-8` ends in 7 or 8, and `021-61234567-8001` has an extension.
  const [, first = '', ending = ''] = /^(.*\d)-(\d{1,5})$/.exec(text) ?? [];
  const number = read(first);
  return ending.length > 2 && number !== undefined ? [number] : listOf(`${first}/${ending}`, read);
}

/**
 * The numbers of `3333-4444 / 3333-5555`, and of `3333-4444/5555`, where the second part replaces the ending of the first. What precedes the
 * first slash may be an area code.
 */
function listOf(text: string, read: Read): string[] | undefined {
  const pieces = text.split(/ ?\/ ?| - (?=.{5})/).filter((piece) => /\d/.test(piece));
  for (const count of [1, 2]) {
    const [first, others] = [pieces.slice(0, count).join('/'), pieces.slice(count)];
    const lengths = pieces.slice(1).map((piece) => onlyDigits(piece).length);
    const isList = count === 1 || lengths.every((length) => length === lengths[0] && length >= 3);
    const number = others.length > 0 && isList ? read(first) : undefined;
    if (number === undefined) continue;
    const local = onlyDigits(first.split(/[ /)]/).at(-1) ?? '').length;
    const plus = /^\(?(?:\+|00)/.test(first) ? '+' : '';
    const more = others.map((piece) => {
      const digits = onlyDigits(piece);
      if (/^[+(0]/.test(piece) && digits.length > 4) return read(piece) ?? digits;
      const withEnding = number.slice(0, -Math.min(local, digits.length)) + digits;
      return read(plus + withEnding) === undefined ? (read(piece) ?? withEnding) : withEnding;
    });
    return [number, ...more.filter((digits) => !noNumbers.test(digits))];
  }
  return undefined;
}

const keypad = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const vanityTypes = ['TOLL_FREE', 'SHARED_COST', 'PREMIUM_RATE', 'UAN'];

/** `1-800-FLOWERS`, `1300 FLIGHT`: letters that stand for keys. Further letters (`1-800-CONTACTS`) may follow. */
function vanityNumber(part: string, country: CountryCode = 'US'): string[] | undefined {
  const written = part.replace(/^(?:tel|phone|ph|call)\b[.: ]*/i, '');
  if (!/^[+(]{0,2}\d[\d ().-]*[ ().-][a-z]{3}[a-z -]*$/i.test(written)) return undefined;
  const keys = written.replace(/[a-z]/gi, (letter) =>
    String(keypad.findIndex((letters) => letters.includes(letter.toLowerCase())) + 2),
  );
  const candidates = [0, 1, 2, 3].map((more) => onlyDigits(keys).slice(0, -more || undefined));
  const number = candidates.find((digits) => vanityTypes.includes(parse(digits, country)?.getType() ?? ''));
  return number === undefined ? undefined : [number];
}

/** The digits of a number that the numbering plan of its country lists. */
function validDigits(written: string, country: CountryCode | undefined): string | undefined {
  // In Italy, `(0)` is dialed from abroad, too.
  for (const text of [written, written.replace(/\( ?0 ?\)/, '')]) {
    const number = parse(text.replace(/^\(?00(?=[1-9])/, '+'), country);
    if (number?.isValid() !== true) continue;
    const isInternational = /^\(?(?:\+|00[1-9])/.test(text) || country === undefined;
    return isInternational || number.countryCallingCode !== getCountryCallingCode(country)
      ? number.number.slice(1)
      : onlyDigits(text);
  }
  return undefined;
}

function parse(text: string, country: CountryCode | undefined) {
  return parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false });
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function toList(text: string | undefined): string[] {
  return text === undefined ? [] : [text];
}
