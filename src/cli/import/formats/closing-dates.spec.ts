import { dateState, hasClosed } from './closing-dates.js';
import { SourceRecord } from './define.js';
import { OptionalMembers } from './field-values.js';

function recordOf(fields: Readonly<Record<string, unknown>>): SourceRecord {
  return new SourceRecord(fields, new OptionalMembers(), (whole) => whole);
}

const isoDay = (daysLater: number): string => new Date(Date.now() + daysLater * 86_400_000).toISOString().slice(0, 10);

describe('a date of closing', () => {
  it.each([
    ['2024-02-29', 'past'],
    ['2024-02', 'past'],
    ['2024', 'past'],
    ['2024-12-31T23:59:59.5Z', 'past'],
    ['2024-12-31 24:00+01', 'past'],
    [isoDay(0), 'past'],
    [isoDay(1), 'future'],
    // A month comes with its last day.
    [isoDay(32).slice(0, 7), 'future'],
    [isoDay(0).slice(0, 4), isoDay(0).endsWith('-12-31') ? 'past' : 'future'],
    ['1900-01-01T00:00:00', 'default'],
    ...'1970-01-01 1969-12-31 1904-01-01 1899-12-30 1899-12-31 1753-01-01 1601-01-01 0001-01-01'
      .split(' ')
      .map((day): [string, string] => [day, 'default']),
    ['2023-02-29', undefined],
    ['2024-04-31', undefined],
    ['2024-00-10', undefined],
    ['2024-13', undefined],
    ['2024-10-00', undefined],
    ['0000', undefined],
    ['0000-05-05', undefined],
    ['closed 2024-10-10', undefined],
    ['2024-10-10x', undefined],
    ['', undefined],
    ['2024-02-29 24:00:00.5 utc', 'past'],
    ['2024-02-29 10:00 PDT', undefined],
    ['2024-02-29x10:00', undefined],
  ])('has come, or not: %j', (text, state) => {
    const record = recordOf({});
    expect(dateState(record, 'closed', text)).toBe(state);
    const reason = 'is what programs write for no date, and closes no place';
    expect(record.optional.faults).toEqual(state === 'default' ? [{ member: 'closed', value: text, reason }] : []);
  });

  it.each([
    ...['2024-10-10', '2024-10-10T10:00'].map((date) => [date, true] as const),
    ...[undefined, null, '', 'NA', '0000-00-00', '0001-01-01 00:00', '1970-01-01'].map(
      (date) => [date, false] as const,
    ),
  ])('closes a place by its day only: %j', (date, isClosed) => {
    expect(hasClosed(recordOf({ date }), 'date')).toBe(isClosed);
  });

  it.each(['2024', '2024-10', isoDay(1), 'yes', 'NAB', 'x0000-00-00'])(
    'is rejected if it is no day that has passed: %j',
    (date) => {
      expect(() => hasClosed(recordOf({ date }), 'date')).toThrow(
        `date: "${date}" must be a date that has passed, YYYY-MM-DD`,
      );
    },
  );
});
