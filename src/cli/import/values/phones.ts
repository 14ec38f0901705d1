import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { withAsciiDigits } from '../../../places/words/fold.js';
import { type ValueFault } from '../parse-row.js';

interface Phones {
  /** Digits. */
  numbers: string[];
  /** Fax numbers, parts of the text with digits but without a telephone number, and a whole text without any. */
  faults: Pick<ValueFault, 'value' | 'reason'>[];
}

/** Bounds the time that the regular expressions take. */
const maxTextLength = 1000;
const maxRunLength = 100;

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
  if (text.length > maxTextLength) return { numbers: [], faults: [{ value: text, reason: noNumber }] };
  const written = withoutListNumbers(normalize(text)).replace(extension, ' ');
  // Few digits beside other words may be the number of a house or a room.
  const minDigits = /\p{L}/u.test(written.replace(telephoneWords, '')) ? 7 : 3;
  const parts = written
    .replace(commaBeforeEnding, '/')
    .split(/[;,|\n]/)
    .map((part) => readPart(part, { country, minDigits }));
  const numbers = parts.flatMap((part) => part.numbers);
  const faults = parts.flatMap((part) => part.faults);
  if (numbers.length === 0 && faults.length === 0) faults.push({ value: text, reason: noNumber });
  return { numbers, faults };
}

function normalize(text: string): string {
  return (
    fromSpreadsheet(withAsciiDigits(text.normalize('NFKC').trim()))
      // Numbers copied from web pages contain invisible direction marks.
      .replace(/\p{Cf}/gu, '')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      // Korea and Japan: `5678~9` are 5678 and 5679.
      .replace(/~/g, '/')
      .replace(/[^\S\n]+/g, ' ')
      .replace(timeRange, ' ')
      .replace(/(?<![\d./-])24 ?\/ ?7(?![\d./-])/g, ' ')
      .replace(/(?:https?:\/\/)?\bwa\.me\/\+?/gi, '+')
      .replace(/[^ \n]+/g, (word) => (/@|:\/\/|www\./i.test(word) ? ' ' : word))
      .replace(/; ?(?=(?:ext|isub|phone-context)=)/gi, ' ')
      // Brazil: `(0xx11)` stands for a zero, the digits of a carrier, and the area code.
      .replace(/\(?\b0 ?(?:xx|\*\*) ?(\d\d)\b\)?/gi, '$1 ')
  );
}

/** `10.00 - 18.00`, `8.15-16` */
const timeRange = /(?<![\d.:-])(?:[01]?\d|2[0-4])[.:][0-5]\d ?- ?(?:[01]?\d|2[0-4])(?:[.:][0-5]\d)?(?![\d.:-])/g;

/** A comma before another ending of the number: `224 123 456, 457`. */
const commaBeforeEnding = /(?<=\d[\d ().,/-]{5,60}\d) ?, ?(?=\d{1,4} ?(?:[,;|\n]|$))/g;

const listNumber = /(?<![^\s;,|])\(?(\d\d?)[.):] ?(?=[(+]{0,2}\d)/g;

/** `1. 401-274-0100 2. 401-274-0101`: the numbers of a list that counts from 1. */
function withoutListNumbers(text: string): string {
  const marks = [...text.matchAll(listNumber)];
  const isList = marks.length > 1 && marks.every(([, number], index) => Number(number) === index + 1);
  return isList ? text.replace(listNumber, ';') : text;
}

/** Undoes the forms in which spreadsheets write numbers: `14015550100.0` and `1.4015550100E10`. A rounded number (`1.40156E+10`) is lost. */
function fromSpreadsheet(text: string): string {
  if (/^\d{5,}\.0+$/.test(text)) return text.replace(/\.0+$/, '');
  const [, decimals, sign, exponent] = /^\d\.(\d+)E(\+?)(\d\d?)$/i.exec(text) ?? [];
  if (decimals === undefined) return text;
  // Programs without the sign write all digits but trailing zeros.
  const isExact = sign === '' || decimals.length === Number(exponent);
  return isExact && Number.isSafeInteger(Number(text)) ? String(Number(text)) : 'rounded';
}

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

/** Digits and what is written between the digits of a number. */
const runPattern = /[+(]{0,3} ?\d[\d ().\-/+]*/g;

const fax = /fax|факс|传真|傳真|ファ(?:ッ)?クス|팩스|فاكس|فکس|(?<!\p{L})f(?=\s*[.:])|📠/iu;

/** Words that say that a number is (also) a telephone number. */
const telephone =
  /(?<!\p{L})(?:t|m|p|h|c|tel|tels|tél|telefon[eo]?|teléfono|telefono|puh|tlf|tfno|phone|ph|fone|fones|call|cel|cell|celular|cellulare|mob|mobile|movil|móvil|mobil|handy|gsm|whatsapp|whats|wpp|zap|hotline|free|toll|tollfree|office|тел|моб|电话|電話|手机|전화|هاتف|تلفن)(?!\p{L})/iu;

const telephoneWords = new RegExp(telephone, 'giu');

const weekday =
  /(?<!\p{L})(?:mo|tu|we|th|fr|sa|su|mon|tue|wed|thu|fri|sat|sun|seg|sex|sab|dom|lun|mar|mer|jeu|ven|sam|dim)(?!\p{L})/iu;

/** Words before numbers of another kind. */
const otherNumber =
  /(?<!\p{L})(?:cnpj|cpf|nif|cif|vat|tin|abn|siret|siren|kvk|iban|p\.?o\.?\s*box|box|postcode|zip|cep|plz|inn|инн)(?!\p{L})/iu;

/** Words and signs before the number of a room, which another number may follow. */
const room =
  /(?:#|(?<!\p{L})(?:rm|room|ste|suite|apt|unit|flat|floor|fl|bldg|building|zimmer|zi|raum|sala|sl|apto|dpto|piso|bureau)[. ]{0,2}#?) ?$/iu;

interface PartContext {
  country: CountryCode | undefined;
  /** The fewest digits of a number that no numbering plan knows. */
  minDigits: number;
}

/** How the digits of a run are read. */
interface RunContext extends PartContext {
  followsRoom: boolean;
  /** Digits beside a number that are no number are added to it. */
  dropped: string[];
}

interface Run {
  text: string;
  before: string;
  after: string;
}

function readPart(part: string, context: PartContext): Phones {
  const vanity = vanityNumber(part, context.country);
  if (vanity !== undefined) return { numbers: [vanity], faults: [] };
  const phones: Phones = { numbers: [], faults: [] };
  const runs = runsOf(part);
  for (const [index, run] of runs.entries()) {
    const isFax = isFaxNumber(run, index === runs.length - 1);
    const dropped: string[] = [];
    const followsRoom = room.test(run.before);
    const isOther = isAttached(run) || otherNumber.test(run.before);
    const numbers = isOther ? undefined : numbersIn(run, { ...context, followsRoom, dropped });
    phones.faults.push(...dropped.map((value) => ({ value, reason: noNumber })));
    if (numbers && isFax) phones.faults.push({ value: run.text, reason: 'is a fax number' });
    else if (numbers) phones.numbers.push(...numbers);
    else if (onlyDigits(run.text).length >= 5) phones.faults.push({ value: part.trim(), reason: noNumber });
  }
  return phones;
}

/** The runs of digits with the words before and after each. */
function runsOf(part: string): Run[] {
  const found = [...part.matchAll(runPattern)].flatMap(({ 0: text, index }) => {
    const note = startOfNote(text);
    const pieces = note === undefined ? [text] : [text.slice(0, note), text.slice(note)];
    return pieces.flatMap((piece, at) => {
      if (!/\d/.test(piece)) return [];
      const offset = index + (at === 0 ? 0 : (note ?? 0));
      const start = offset + piece.length - piece.trimStart().length;
      return { start, end: offset + piece.search(/\d\D*$/) + 1 };
    });
  });
  return found.map(({ start, end }, index) => ({
    text: part.slice(start, end),
    before: part.slice(found[index - 1]?.end ?? 0, start),
    after: part.slice(end),
  }));
}

/** Where a parenthesis starts that the run does not end: `… 0958 (24 hours)`. */
function startOfNote(run: string): number | undefined {
  const start = run.lastIndexOf('(');
  return start >= 0 && !run.includes(')', start) ? start : undefined;
}

/** Whether letters, or the signs of times, prices or service codes (`*123#`), touch the digits. Then the digits are no telephone number. */
function isAttached({ text, before, after }: Run): boolean {
  const word = /[a-z]{1,30}$/i.exec(before)?.[0];
  if (word !== undefined && !telephone.test(word) && !fax.test(`${word}:`)) return true;
  // `#2 401-555-0100` is a number after that of a room.
  if (/[*$€£@_]$/.test(before) || (before.endsWith('#') && !text.includes(' ')) || /^[*#%_]/.test(after)) return true;
  if (after.startsWith(':')) return true;
  const unit = /^[a-z]+/i.exec(after)?.[0] ?? '';
  return unit.length > 0 && unit.length <= 2;
}

function isFaxNumber({ before, after }: Run, isLast: boolean): boolean {
  // The words in parentheses right after the number before belong to that one.
  const own = before.replace(/^ ?\)? ?\([^)]*\)/, '');
  if (fax.test(own)) return !telephone.test(own);
  const note = /^ ?\(([^)]*)\)/.exec(after)?.[1];
  if (note !== undefined) return fax.test(note) && !telephone.test(note);
  return isLast && fax.test(after) && !telephone.test(own) && !telephone.test(after);
}

const keypad = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const vanityTypes = ['TOLL_FREE', 'SHARED_COST', 'PREMIUM_RATE', 'UAN'];

/** `1-800-FLOWERS`, `1300 FLIGHT`: letters that stand for keys, if the digits are such a number. */
function vanityNumber(part: string, country: CountryCode | undefined): string | undefined {
  const written = part.trim().replace(/^(?:tel|phone|ph|call)\b[.: ]*/i, '');
  const [before = ''] = written.split(/[a-z]/i);
  if (
    // Letters after a whole number are a word.
    onlyDigits(before).length >= 10 ||
    !/^[+(]{0,2}\d[\d ().-]*[a-z][a-z\d .-]*$/i.test(written) ||
    /\d[a-z]/i.test(written) ||
    !/[a-z]{3}/i.test(written)
  )
    return undefined;
  const keys = written.replace(/[a-z]/gi, (letter) =>
    String(keypad.findIndex((letters) => letters.includes(letter.toLowerCase())) + 2),
  );
  // In North America further letters may follow, which the network ignores.
  const [, tollFree] = /^\+?1?(8(?:00|33|44|55|66|77|88)\d{7})\d{0,3}$/.exec(onlyDigits(keys)) ?? [];
  if (tollFree !== undefined) return onlyDigits(keys).startsWith('1') ? `1${tollFree}` : tollFree;
  const number = parse(keys, country);
  const isLocal = number?.countryCallingCode === '1' && /^[A-Z]+$/.test(/[a-z]+/i.exec(written)?.[0] ?? '');
  const isVanity = number?.isValid() === true && (isLocal || vanityTypes.includes(number.getType() ?? ''));
  return isVanity ? onlyDigits(keys) : undefined;
}

/** @returns undefined if the digits are no telephone number */
function numbersIn({ text, before }: Run, context: RunContext): string[] | undefined {
  if (text.length > maxRunLength || isDate(text) || isTimeRange(text, before)) return undefined;
  const numbers = text.split(/(?=\+)/).flatMap((piece) => severalNumbers(clean(piece), context) ?? []);
  return numbers.length > 0 ? numbers : undefined;
}

/** Unifies the ways to write the country code and the zero that is only dialed within the country. */
function clean(run: string): string {
  const text = run
    .trim()
    .replace(/^\+[ (]{0,3}(\d+) ?\)/, '+$1 ')
    .replace(/^\+[ (]{0,3}/, '+')
    .replace(/ +/g, ' ');
  const [, code = '', rest] = /^([^(]*\d) ?\( ?0 ?\)(.*)$/.exec(text) ?? [];
  if (rest === undefined) return text;
  const start = /^(?:\+|00)/.test(code) ? code : `+${code}`;
  const [first = '', second = ''] = rest.split(/\/| - /);
  const numbers = [rest, first, `${first}/${second}`];
  const belongsToNumber = numbers.some((number) => keepsZero(start.replace(/^00/, '+'), number.trim()));
  return `${start} ${belongsToNumber ? '0' : ''}${rest.trim()}`;
}

/** Whether a zero belongs to a number. In Italy it belongs to fixed lines, not to mobiles of ten digits. */
function keepsZero(start: string, number: string): boolean {
  const [without, withZero] = [parse(`${start} ${number}`, undefined), parse(`${start} 0${number}`, undefined)];
  if (withZero?.isValid() !== true) return false;
  return (
    without?.isValid() !== true || (withZero.nationalNumber.startsWith('0') && !/^3\d{9}$/.test(without.nationalNumber))
  );
}

function severalNumbers(run: string, context: RunContext): string[] | undefined {
  const { country, minDigits } = context;
  const lists = listsIn(run);
  const list =
    lists.find(([first]) => validDigits(first, country) !== undefined) ??
    lists.map((pieces) => afterAreaCode(...pieces, country)).find((found) => found !== undefined);
  if (list) return alternatives(...list, context);
  const local = lists.find(([first]) => mayBeNumber(first, country));
  if (local) return alternatives(...local, context);
  const whole = validDigits(run, country);
  if (whole !== undefined) return [whole];
  return (
    spacedNumbers(run, country) ??
    afterOtherNumber(run, context) ??
    withEnding(run, context) ??
    plainNumber(run, minDigits)
  );
}

/** A number and what follows it. */
type List = [first: string, others: string[]];

/** The parts of a run around slashes and hyphens, if they may be several numbers. */
function listsIn(run: string): List[] {
  return ['/', ' - '].flatMap((separator): List[] => {
    const pieces = run.split(separator).flatMap((piece) => (/\d/.test(piece) ? [piece.trim()] : []));
    const [first = '', ...others] = pieces;
    const shortest = Math.min(...others.map((piece) => onlyDigits(piece).length));
    // `030 1234567 - 12` is one number.
    return others.length > 0 && (separator === '/' || shortest >= 5) ? [[first, others]] : [];
  });
}

/** The list `06221/540123`, `540124` of `06221/540123/540124`: what precedes the first slash is an area code. */
function afterAreaCode(first: string, [second = '', ...others]: string[], country?: CountryCode): List | undefined {
  const digits = onlyDigits(second).length;
  const number = `${first}/${second}`;
  // `0221/12/34/56` is one number. Endings of one or two digits are no numbers of their own.
  const isList = others.every((piece) => digits >= 5 || onlyDigits(piece).length === digits);
  // With other digits behind it, a number without an area code may be valid by chance.
  const isComplete = !/^\(?[+0]/.test(first) && onlyDigits(first).length >= 6;
  if (digits < 3 || !isList || isComplete || validDigits(number, country) === undefined) return undefined;
  return [number, others];
}

/** Whether digits that no numbering plan lists may be a number. An area code is none: `+49 6221`, `033201`. */
function mayBeNumber(text: string, country: CountryCode | undefined): boolean {
  const number = text.replace(/^\(?00/, '+');
  const digits = number.startsWith('+') ? (parse(number, country)?.nationalNumber ?? '') : onlyDigits(number);
  return digits.length >= (/^\(?[+0]/.test(number) ? 7 : 6);
}

/** A valid number before a hyphen: `210 1234567-8` ends in 7 or 8, and `021-61234567-8001` has an extension. */
function withEnding(run: string, context: RunContext): string[] | undefined {
  const [, first = '', ending = ''] = /^(.*\d\)?) ?- ?(\d{1,5})$/.exec(run) ?? [];
  const number = validDigits(first, context.country);
  if (number === undefined) return undefined;
  const isRange = ending.length <= 2 && ending > number.slice(-ending.length);
  return isRange ? alternatives(first, [ending], context) : [number];
}

/** `2015 401-555-0100` and `2. 401-555-0100`: a year, a room or the number in a list is no part of the number. */
function afterOtherNumber(run: string, { country, followsRoom }: RunContext): string[] | undefined {
  const [, other = '', mark = '', rest] = /^(\d{1,5})([.)]?) (.*)$/.exec(run) ?? [];
  if (rest === undefined) return undefined;
  if (country !== undefined) {
    const number = validDigits(rest, country);
    return number === undefined ? undefined : [number];
  }
  const isNorthAmerican = /^\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}$/.test(rest);
  const isRoom = followsRoom && (isNorthAmerican || onlyDigits(rest).length >= 8 || /^\d{3}-\d{4}$/.test(rest));
  // A post code.
  const hasTrunkPrefix = other.length === 5 && /^\(?0[1-9]/.test(rest) && onlyDigits(rest).length >= 8;
  return isRoom || hasTrunkPrefix || (mark !== '' && isNorthAmerican) ? [onlyDigits(rest)] : undefined;
}

/** `030 `, `(11) `, `06221/`, `+49 30 ` and the rest of the number. */
const areaCode = /^(?:\(?0\d{1,5}\)?|\(\d{1,5}\)|\+\d{1,3} ?\(?\d{1,5}\)?)[ /-]+([^ /-].*)$/;

/**
 * The numbers of `3333-4444 / 3333-5555`, and of `3333-4444/5555`, where the second part replaces the ending of the first. Parts that
 * are no numbers go to `dropped`.
 */
function alternatives(
  first: string,
  others: readonly string[],
  { country, dropped }: RunContext,
): string[] | undefined {
  const number = validDigits(first, country) ?? plainNumber(first, 6)?.[0];
  if (number === undefined) return undefined;
  const parsed = parse(first, country);
  const inherited = parsed?.country ?? country;
  const isInternational = parsed?.number === `+${number}`;
  const [, local = first] = areaCode.exec(first) ?? [];
  const areaEnd = number.length - onlyDigits(local).length;
  const minKept = isInternational ? parsed.countryCallingCode.length : 1;
  const more = others.flatMap((piece) => {
    const digits = onlyDigits(piece);
    const end = Math.max(0, number.length - digits.length);
    const replaced = number.slice(0, end) + digits;
    const isEnding = !/^[+(0]/.test(piece) || /^\d{1,4}$/.test(piece);
    // `030 1234567 / 87654321`: a longer number may have the same area code.
    const endings = [Math.max(areaEnd, end), end].filter((kept) => isEnding && kept >= minKept);
    const ending = endings
      .map((kept) => number.slice(0, kept) + digits)
      .find((text) => validDigits(isInternational ? `+${text}` : text, inherited) !== undefined);
    if (ending !== undefined) return [ending];
    const valid = validDigits(piece, inherited);
    if (valid !== undefined) return [valid];
    const plain = digits.length > 4 ? plainNumber(piece, 6) : undefined;
    if (plain !== undefined) return plain;
    if (digits.length <= 4 && validDigits(first, country) === undefined) return [replaced];
    dropped.push(piece);
    return [];
  });
  return [number, ...more];
}

/** Splits numbers that only spaces separate: into the fewest valid numbers that use all digits. */
function spacedNumbers(run: string, country: CountryCode | undefined): string[] | undefined {
  const words = run.split(' ');
  const inherited = country ?? firstCountry(words);
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= words.length; end += 1) {
    for (let start = Math.max(0, end - 6); start < end; start += 1) {
      const before = best[start];
      const number = before && validDigits(words.slice(start, end).join(' '), inherited);
      if (before === undefined || number === undefined || (best[end]?.length ?? Infinity) <= before.length + 1)
        continue;
      best[end] = [...before, number];
    }
  }
  return best[words.length] ?? repeatedShape(run);
}

function firstCountry(words: readonly string[]): CountryCode | undefined {
  const ends = words.map((_, index) => words.slice(0, index + 1).join(' '));
  return ends.map((start) => parse(start, undefined)).find((number) => number?.isValid())?.country;
}

/** Splits `401-555-0100 401-555-0101` although the country is unknown: both numbers have the same form. */
function repeatedShape(run: string): string[] | undefined {
  if (onlyDigits(run).length <= 15 || run.startsWith('+')) return undefined;
  const [, { length } = ''] = /^((?:\D*0){7}.*?)(?: \1)+$/.exec(run.replace(/\d/g, '0')) ?? [];
  if (length === 0) return undefined;
  return Array.from({ length: (run.length + 1) / (length + 1) }, (_, at) =>
    onlyDigits(run.slice(at * (length + 1), (at + 1) * (length + 1))),
  );
}

/** Digits that may be a number although the country is unknown, or its numbering plan does not list them. */
function plainNumber(run: string, minDigits: number): string[] | undefined {
  const digits = onlyDigits(run);
  // A leading 00 is the prefix of international numbers.
  const maxDigits = digits.startsWith('00') ? 17 : 15;
  if (digits.length < minDigits || digits.length > maxDigits || /^(\d)\1{5,}$|^0+$/.test(digits)) return undefined;
  // `9-17`, `12/3`
  if (digits.length < 5 && !/^\d+$/.test(run)) return undefined;
  const isDecimal = /^-?(?:\d{1,3}\.\d{3,}|\d{7,}\.\d+)$/.test(run) && !/^\d{3}\.\d{4}$/.test(run);
  return isDecimal || isDate(digits.replace(/^((?:19|20)\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')) ? undefined : [digits];
}

function isDate(text: string): boolean {
  const [, year] = /^(\d{4})([-./])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  const [, first, , second, ending] = /^(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)$/.exec(text) ?? [];
  const isDay = (day = '0', month = '0'): boolean =>
    Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  if (year !== undefined) return /^(?:19|20)/.test(year);
  if (ending === undefined) return false;
  return (ending.length === 2 || /^(?:19|20)/.test(ending)) && (isDay(first, second) || isDay(second, first));
}

/** `Mo-Fr 0900-1800` */
function isTimeRange(text: string, before: string): boolean {
  const time = '(?:[01]\\d|2[0-4])[0-5]\\d';
  return weekday.test(before) && new RegExp(`^${time}\\s*-\\s*${time}`).test(text);
}

/** The digits of a number that the numbering plan of its country lists. */
function validDigits(run: string, country: CountryCode | undefined): string | undefined {
  const candidates = /^\(?00[1-9]/.test(run) ? [run.replace(/^\(?00/, '+').replace(/^(\+\d+)\)/, '$1'), run] : [run];
  for (const candidate of candidates) {
    const number = parse(candidate, country);
    if (number?.isValid() !== true) continue;
    const isForeign = country === undefined || number.countryCallingCode !== getCountryCallingCode(country);
    return candidate.startsWith('+') || isForeign ? number.number.slice(1) : onlyDigits(candidate);
  }
  return undefined;
}

function parse(run: string, country: CountryCode | undefined) {
  return parsePhoneNumberFromString(run, { ...(country && { defaultCountry: country }), extract: false });
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
