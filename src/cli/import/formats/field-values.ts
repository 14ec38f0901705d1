import { LRUCache } from 'lru-cache';
import { nameOfState, stateCodeOf } from '../../../places/areas/regions.js';
import { KindCatalogue } from '../../../places/kinds/kind-catalogue.js';
import { withoutMarks } from '../../../places/words/fold.js';
import { quoteValue, escapeControls } from '../../visible-text.js';
import { type ValueFault } from '../parse-row.js';

/** A record of a data set does not follow its format. */
export class InvalidRecordError extends Error {
  constructor(readonly fault: ValueFault) {
    super(escapeControls(`${fault.member}: ${quoteValue(fault.value)} ${fault.reason}`));
  }
}

/** Reads optional members of a place. Leaves out invalid values, and reports them. */
export class OptionalMembers {
  readonly faults: ValueFault[] = [];

  read<T>(readMember: () => T): T | undefined {
    try {
      return readMember();
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      // A member may be read twice.
      if (!this.faults.some(({ member }) => member === error.fault.member)) this.faults.push(error.fault);
      return undefined;
    }
  }

  /** Reports a value that is left out. @param options.isKept the value is kept, but not understood */
  report(member: string, value: unknown, reason: string, { isKept = false } = {}): void {
    this.faults.push({ member, value, reason, ...(isKept && { isKept }) });
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object, or a text that holds one in JSON; undefined if absent or null. */
export function objectOf(given: unknown, name: string): JsonObject | undefined {
  const value = fromJson(given);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidField(name, given, 'an object');
  return value as JsonObject;
}

/** A list, or a text that holds one in JSON; empty if absent or null. */
export function listOf(given: unknown, name: string): readonly unknown[] {
  const value = fromJson(given);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField(name, given, 'a list');
  return value as unknown[];
}

/** A trimmed string; undefined if absent, null or empty. Numbers are converted, unless JSON has rounded them. */
export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') {
    const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
    if (isRounded) throw invalidField(name, value, `a text: numbers beyond ${Number.MAX_SAFE_INTEGER} are rounded`);
    return String(value);
  }
  if (typeof value !== 'string') throw invalidField(name, value, 'a string');
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The strings of a list, without empty ones. */
export function textsOf(value: unknown, name: string): string[] {
  return listOf(value, name).flatMap((item, index) => textOf(item, `${name}[${index}]`) ?? []);
}

/** `phones: 5 must be a list` */
export function invalidField(name: string, value: unknown, allowed: string): InvalidRecordError {
  return new InvalidRecordError({ member: name, value, reason: `must be ${allowed}` });
}

/** A country code in capitals, taken from the region code if the country is absent. Returns other text unchanged. */
export function countryOf(country: string | undefined, region?: string): string | undefined {
  const code = country ?? /^([A-Z]{2})-[A-Z\d]{1,3}$/.exec(String(region))?.[1];
  return code?.replace(/^[a-z]{2}$/i, (letters) => letters.toUpperCase());
}

/**
 * Normalizes a state: `NSW`, `New South Wales` and `AU-NSW` all give `NSW`. Countries with numeric codes, such as Japan,
 * give the name.
 */
export function stateOf(region: string | undefined, country: string | undefined): string | undefined {
  if (region === undefined || country === undefined) return region;
  const prefix = `${country}-`;
  const bare = region.toUpperCase().startsWith(prefix) ? region.slice(prefix.length) : region;
  const code = /^[A-Z]{2}$/.test(country) ? stateCodeOf(country, bare) : undefined;
  if (code === undefined) return bare;
  const short = code.slice(prefix.length);
  return /\d/.test(short) ? nameOfState(code) : short;
}

/** `computer_hardware_company` → `Computer hardware company`, `atm` → `ATM` */
export function displayName(key: string): string {
  const words = key.replace(/[_\s]+/g, ' ').trim();
  const written = words.replace(/\p{L}+/gu, (word) => acronyms.memo('en').get(word) ?? word);
  return written.charAt(0).toUpperCase() + written.slice(1);
}

/** The acronyms in names of kinds, by their letters in lower case. */
const acronyms = new LRUCache<string, ReadonlyMap<string, string>>({
  max: 1,
  memoMethod: (language) => {
    const catalogue = KindCatalogue.load();
    const names = catalogue.ids.map((id) => catalogue.labelOf(id, [language]));
    const found = names.join('\n').match(/\b\p{Lu}{2,}\b/gu) ?? [];
    return new Map(found.map((acronym) => [acronym.toLowerCase(), acronym]));
  },
});

/**
 * `Dining and Drinking` → `dining-and-drinking`. Marks go as in searches: `Cafés` → `cafes`, but `किला` stays, because in most scripts
 * marks are vowels or tones.
 */
export function slug(name: string): string {
  const text = withoutMarks(name.normalize('NFKC'))
    .replace(/\p{Variation_Selector}/gu, '')
    .toLowerCase();
  return text.match(/(?:\p{L}\p{M}*|\p{N})+/gu)?.join('-') ?? '';
}

/** An entry in double or single quotes, or the text between commas. numpy writes no comma between quoted entries. */
const entryPattern =
  /\s*(?:"((?:[^"\\]|\\.|"")*)"\s*|'((?:[^'\\]|\\.)*)'(?=\s*(?:,|$)|\s+['"])\s*|([^\s,][^,]*)?)(?:,|$|(?=['"]))/gy;

/**
 * Reads a list of strings: a list, or a list as programs write it in CSV: `["a","b"]`, `['a', 'b']`, `[a, b]`, `{"a","b"}`,
 * `['a' 'b']` (numpy) or a single entry.
 *
 * @param count the expected number of entries, if known: entries without quotes may contain commas
 */
export function readTextList(value: unknown, name: string, count = Infinity): string[] {
  if (Array.isArray(value)) return textsOf(value, name);
  const text = textOf(value, name);
  if (text === undefined) return [];
  if (!/^[[{]/.test(text)) return [text];
  if (!/^\[.*\]$|^\{.*\}$/s.test(text)) throw invalidField(name, text, 'a list, [a, b] or {a,b}');
  const entries = entriesOf(text.slice(1, -1));
  return entries.length > count && !/["']\s*,/.test(text) ? rejoinLabels(entries) : entries;
}

function entriesOf(inner: string): string[] {
  const entries = [...inner.matchAll(entryPattern)].map(([, double, single, bare]) => {
    const quoted = double ?? single;
    return quoted === undefined ? (bare ?? '').trim() : quoted.replace(/""/g, '"').replace(/\\(.)/g, '$1').trim();
  });
  return entries.filter((text) => !isNullMarker(text));
}

/** Joins `A > B` and `C` to `A > B, C`: every label has levels, so an entry without levels belongs to the label before it. */
function rejoinLabels(entries: readonly string[]): string[] {
  const labels: string[] = [];
  for (const part of entries) {
    const previous = part.includes('>') ? undefined : labels.pop();
    labels.push(previous === undefined ? part : `${previous}, ${part}`);
  }
  return labels;
}

/** Texts that programs write for an absent value: PostgreSQL, MySQL, pandas, R, Excel, DBeaver, Go and JavaScript. */
const markers = new Set([
  ...['', '-', '--', '–', '—', '?', '\\N', 'NULL', 'null', 'Null', '(null)', '<null>', '[NULL]', 'nil', '<nil>'],
  ...['NaN', 'nan', 'NAN', '-nan', '-NaN', 'NaT', 'None', 'none', '<NA>', '#N/A', '#NA', '#NULL!', 'N/A', 'n/a'],
  ...['undefined', '1.#QNAN', '1.#IND', '-1.#QNAN', '-1.#IND'],
]);

export function isNullMarker(text: string): boolean {
  return markers.has(text.trim());
}

/** The columns of a record, with null instead of null markers. `NA` stays: see `isNa`. */
export function withoutNullMarkers(record: JsonObject): JsonObject {
  return mapColumns(record, (value) => (typeof value === 'string' && isNullMarker(value) ? null : value));
}

/** The columns of a record, with null instead of `NA` in columns where it cannot be a value. */
export function withoutNa(record: JsonObject, mayBeNa: readonly string[]): JsonObject {
  return mapColumns(record, (value, column) => (isNa(value) && !mayBeNa.includes(column) ? null : value));
}

function mapColumns(record: JsonObject, change: (value: unknown, column: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([column, value]) => [column, change(value, column)]));
}

/** Whether a value is `NA`, the null marker of R. Of a country, a state or a name it is a value: Namibia, Naples. */
export function isNa(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === 'NA';
}

/** Removes `.0` from an identifier, telephone number or post code that a program has taken for a number: `14015550100.0`. */
export function withoutFraction<T extends string | undefined>(text: T): T {
  return text?.replace(/^(\d+)\.0+$/, '$1') as T;
}

/** Parses a text that holds a JSON object or list: programs write nested members into tables so. Returns other values unchanged. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
