import { type SourceRecord } from './define.js';
import { invalidField } from './field-values.js';

/** Texts that programs write instead of no date. */
const noDate = /^(?:0000-00-00|0001-01-01)(?:$|[T ])/;

/**
 * Days that programs write instead of no date: the first day that Unix, Excel (of Windows, macOS and OLE), SQL Server, Windows and
 * .NET count from. West of Greenwich, the first day of Unix is a day earlier.
 */
const defaultDates = [
  ...['1970-01-01', '1969-12-31', '1900-01-01', '1904-01-01', '1899-12-30', '1899-12-31'],
  ...['1753-01-01', '1601-01-01', '0001-01-01'],
];

/**
 * Whether a field has a date of closing. Reports a date that programs write instead of no date.
 *
 * @throws InvalidRecordError if it is no date, or has not passed: it must not delete a place
 */
export function hasClosed(record: SourceRecord, field: string): boolean {
  const text = record.strictText(field);
  if (text === undefined || text === 'NA' || noDate.test(text)) return false;
  const state = dateState(record, field, text);
  if (state === 'default') return false;
  if (state === 'past' && /^\d{4}-\d\d-\d\d/.test(text)) return true;
  throw invalidField(record.labelOf(field), text, 'a date that has passed, YYYY-MM-DD');
}

/** A year, a month or a day, perhaps with a time. */
const isoDate =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;

/**
 * Whether a date (ISO 8601) has come. A month or a year comes with its last day. Undefined if it is no date. Reports a date that programs
 * write instead of no date: it closes no place.
 */
export function dateState(
  record: SourceRecord,
  field: string,
  text: string,
): 'past' | 'future' | 'default' | undefined {
  const [, year, month = '12', day] = isoDate.exec(text) ?? [];
  if (year === undefined || year === '0000' || Number(month) < 1 || Number(month) > 12) return undefined;
  // The day before the next month.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const dayOfMonth = day === undefined ? lastDay : Number(day);
  if (dayOfMonth < 1 || dayOfMonth > lastDay) return undefined;
  if (defaultDates.includes(text.slice(0, 10))) {
    record.optional.report(record.labelOf(field), text, 'is what programs write for no date, and closes no place');
    return 'default';
  }
  return Date.UTC(Number(year), Number(month) - 1, dayOfMonth) <= Date.now() ? 'past' : 'future';
}
