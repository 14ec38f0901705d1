import { type SourceRecord } from './define.js';
import { invalidField } from './field-values.js';

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
  // Databases and R write these instead of no date.
  if (text === undefined || /^(?:NA$|0000-00-00|0001-01-01)/.test(text)) return false;
  const state = dateState(record, field, text);
  if (state === 'default') return false;
  if (state === 'past' && text.length >= 'YYYY-MM-DD'.length) return true;
  throw invalidField(record.labelOf(field), text, 'a date that has passed, YYYY-MM-DD');
}

/**
 * Whether a date (ISO 8601) has come. A month or a year comes with its last day. Undefined if it is no date. Reports a date that programs
 * write instead of no date: it closes no place.
 */
export function dateState(
  record: SourceRecord,
  field: string,
  text: string,
): 'past' | 'future' | 'default' | undefined {
  // A year, a month or a day, perhaps with a time.
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ]\d\d:\d\d[\d:.,+ -]*(?:Z|UTC)?)?)?)?$/i.exec(text);
  if (!match) return undefined;
  if (defaultDates.includes(text.slice(0, 10))) {
    record.optional.report(record.labelOf(field), text, 'is what programs write for no date, and closes no place');
    return 'default';
  }
  const [, year, month = '12', day] = match;
  // Day 0 is the last one of the month before.
  const date = new Date(Date.UTC(Number(year), Number(month) - (day === undefined ? 0 : 1), Number(day ?? 0)));
  if (!date.toISOString().startsWith(`${year}-${month}-${day ?? ''}`)) return undefined;
  return date.getTime() <= Date.now() ? 'past' : 'future';
}
