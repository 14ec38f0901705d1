import { berlin, hoursOn } from '../../../test/support/place-hours.js';
import { MINUTES_OF_DAY } from '../query/open.js';
import { Evaluation, union } from './evaluate.js';

describe('opening hours after midnight', () => {
  it.each([
    ['2026-11-27', 'Mo-Th 18:00-02:00; Fr,Sa 18:00-04:00', '00:00-02:00 18:00-24:00'],
    ['2026-11-25', 'Tu 02:30-04:30,22:00-02:00; We-Fr 05:00-08:00', '00:00-02:00 05:00-08:00'],
    ['2026-11-26', 'Mo-Fr 18:00-02:00, We 12:00-14:00', '00:00-02:00 18:00-24:00'],
    ['2026-11-27', 'Mo-Fr 10:00-18:00 open; Sa 18:00-02:00', '10:00-18:00'],
    ['2026-11-29', 'Mo-Su 18:00-02:00; Su 00:00-02:00 off', '18:00-24:00'],
    ['2026-11-29', '24/7; Sa 22:00-04:00; Su off', '00:00-04:00'],
    ['2026-11-23', 'Mo-Su 18:00-02:00; Mo off', '00:00-02:00'],
    ['2026-11-24', 'Mo-Su 18:00-02:00; Mo off', '18:00-24:00'],
    ['2026-11-24', 'Mo-Su 18:00-02:00; Mo 23:00-01:00 off', '01:00-02:00 18:00-24:00'],
    ['2026-12-25', 'Mo-Su 18:00-02:00; PH off', '00:00-02:00'],
    ['2026-12-27', 'Mo-Su 18:00-02:00; PH off', '18:00-24:00'],
    ['2026-12-25', 'Mo-Su 10:00-18:00; Dec 24 22:00-03:00; Dec 25 off', '00:00-03:00'],
    ['2026-11-27', 'Mo-Th 18:00-02:00; Fr 01:30-04:00 off', '00:00-01:30'],
    ['2026-11-27', 'Mo-Th 18:00-18:00; Fr 20:00-23:00', '00:00-18:00 20:00-23:00'],
    ['2026-11-27', 'Mo-Su 18:00-02:00; PH closed; Th 20:00-03:00', '00:00-03:00 18:00-24:00'],
    ['2026-11-27', 'Mo-Th 18:00-02:00, Fr 01:00-05:00', '00:00-05:00'],
    ['2026-11-28', 'Mo-Th 18:00-05:00; Sa 12:00-14:00,22:00-03:00; PH 18:00-02:00', '12:00-14:00 22:00-24:00'],
  ])('belong to the day on which they begin: on %s by %s', (day, openingHours, expected) => {
    expect(hoursOn(day, openingHours, berlin)).toBe(expected);
  });
});

describe('opening hours after midnight that two texts cannot say', () => {
  it.each([
    ['Mo-Th 18:00-02:00 "bar"; Fr 18:00-23:00', '18:00-23:00'],
    ['Mo-Th 18:00-02:00; Fr 18:00-23:00 unknown', ''],
    ['Mo-Th 18:00-02:00; Fr 18:00-23:00 || "call"', '18:00-23:00'],
    ['Mo-Th 18:00-02:00; Fr 18:00+', ''],
  ])('end at midnight, as the library has them: %s', (openingHours, expected) => {
    expect(hoursOn('2026-11-27', openingHours, berlin)).toBe(expected);
  });
});

describe('opening hours by Easter, 2027-03-28, and by weeks', () => {
  it.each([
    ['2027-03-28', 'Mo-Su 10:00-18:00; easter off', ''],
    ['2027-03-29', 'Mo-Su 10:00-18:00; easter +1 day off', ''],
    ['2027-03-26', 'Mo-Su 10:00-18:00; easter -2 days off', ''],
    ['2027-03-27', 'Mo-Su 10:00-18:00; easter -2 days off', '10:00-18:00'],
    ['2027-03-28', 'easter-Oct 31 10:00-18:00', '10:00-18:00'],
    ['2027-03-27', 'easter-Oct 31 10:00-18:00', ''],
    ['2027-02-03', 'week 01-05 10:00-18:00', '10:00-18:00'],
    ['2027-01-13', 'week 01-53/2 10:00-18:00', ''],
    ['2027-01-20', 'week 01-53/2 10:00-18:00', '10:00-18:00'],
    ['2027-03-28', 'Mar Su[-1]-Oct Su[-1] -1 day 10:00-18:00', '10:00-18:00'],
    ['2027-10-31', 'Mar Su[-1]-Oct Su[-1] -1 day 10:00-18:00', ''],
    ['2026-12-31', 'Mo-Su 10:00-18:00; Dec 24-Jan 10 off', ''],
    ['2027-02-28', 'Mo-Su 10:00-18:00; Feb 29 off', '10:00-18:00'],
    ['2027-03-01', 'Feb 29-Mar 15 10:00-18:00', '10:00-18:00'],
    ['2027-01-06', '2026 Dec 24-2027 Jan 06 off; Mo-Su 10:00-18:00', '10:00-18:00'],
    ['2027-01-06', 'Mo-Su 10:00-18:00; 2026 Dec 24-2027 Jan 06 off', ''],
    ['2027-02-28', '2026 Mar 01-2027 Feb 28 10:00-18:00', '10:00-18:00'],
    ['2027-03-29', 'Mo-Su 10:00-18:00; PH 12:00-14:00', '12:00-14:00'],
    ['2027-01-01', 'Mo-Su 10:00-18:00; Dec 31 20:00-02:00', '00:00-02:00 10:00-18:00'],
    ['2027-03-29', 'Mo-Su 10:00-18:00; 12:00-13:00 off', '10:00-12:00 13:00-18:00'],
    ['2027-03-29', 'Mo-Fr 10:00-12:00, 14:00-18:00', '10:00-12:00 14:00-18:00'],
    ['2027-03-27', 'Mo-Fr 08:00-16:00 "ring; 12:00-easter, Feb 01-29"; Sa 10:00-12:00', '10:00-12:00'],
    ['2027-03-28', 'Jan 01-Dec 31 10:00-18:00', '10:00-18:00'],
    ['2027-03-29', 'Mo-Fr 10:00-12:00; Sa 10:00-12:00; 11:00-11:30 off', '10:00-11:00 11:30-12:00'],
    ['2027-03-29', 'Mo-Fr 10:00-12:00; sunset-24:00 off', '10:00-12:00'],
    ['2027-03-29', 'Mo 10:00-12:00 unknown; Tu 10:00-12:00', ''],
    ['2027-03-29', 'Mar 10:00-12:00 unknown', 'unknown'],
    ['2027-03-29', 'Mo 10:00-12:00 unknown', 'unknown'],
    ['2027-03-29', 'off', ''],
  ])('on %s are those of %s', (day, openingHours, expected) => {
    expect(hoursOn(day, openingHours, berlin)).toBe(expected);
  });

  it.each([
    ...['Mo-Su 10:00-18:00; easter -2 days-easter +1 day off', 'Nov 01-easter 10:00-18:00'],
    ...['Nov 1 - easter -1 day: 10:00-18:00', '2026 Nov 01-2027 easter 10:00-18:00', 'easter – easter +1 day off'],
    ...['Nov 01 to easter 10:00-18:00', 'Nov 01-Ostern 10:00-18:00', 'Mo-Su 10:00-18:00; Dec 24 − easter off'],
    ...['week 41-05 10:00-18:00', 'week 52-01 off'],
    // A range of a whole year is never open.
    'Mar 15-Mar 14 10:00-18:00',
    'Mar 1 - Feb 28: 10:00-18:00',
    'Mo-Su 10:00-18:00; Nov 5-Nov 4 Mo off',
    // A range until February 28 is never open if its month is written once.
    ...['Feb 10-28 10:00-18:00', 'Mo-Su 10:00-18:00; 2027 Feb 20-28 off'],
    // February 29 is in March.
    'Feb 10-Feb 29 10:00-18:00',
    'Oct 1 to Feb. 29: Sa,Su 10:00-18:00',
    'Mo-Su 10:00-18:00; Feb 01-29 off',
    // Times for all days replace those before.
    'Mo-Fr 08:00-12:00; 14:00-18:00',
    '08:00-12:00; 2pm-6pm "by appointment"',
    'Mo-Fr 08:00-12:00; (sunset-02:00)-sunset',
    ...['Mo-Fr 08:00-12:00; sunset-22:00', 'Mo-Fr 08:00-12:00; dawn-08:00', 'Mo-Fr 08:00-12:00; dusk-22:00'],
    'Mo off; 14:00-18:00; Tu off',
  ])('are not understood if the library misreads them: %s', (openingHours) => {
    expect(hoursOn('2027-03-28', openingHours, berlin)).toBe('unknown');
  });
});
describe('holidays', () => {
  /** Epiphany, in three states of Germany. */
  const epiphany = Date.parse('2027-01-06T00:00Z') / 60_000;

  it.each([
    ['DE', 'Bayern', []],
    ['DE', 'BY', []],
    ['de', 'by', []],
    ['DE', 'BE', [{ from: 600, until: 1080 }]],
    ['DE', undefined, [{ from: 600, until: 1080 }]],
    [undefined, 'BY', undefined],
    ['XX', undefined, undefined],
  ])('are those of %s, %s', (country, state, open) => {
    const evaluation = Evaluation.of('10:00-18:00; PH off', { country, state, position: undefined });
    const times = evaluation?.openTimes(epiphany, epiphany + MINUTES_OF_DAY);
    expect(times?.open.map(({ from, until }) => ({ from: from - epiphany, until: until - epiphany }))).toEqual(open);
  });
});

describe('an evaluation', () => {
  const anywhere = { country: undefined, state: undefined, position: undefined };

  it('ends if the hours change too often', () => {
    const ranges = Array.from(
      { length: 18 },
      (_, hour) => `${String(hour).padStart(2, '0')}:00-${String(hour).padStart(2, '0')}:30`,
    );
    const often = Evaluation.of(ranges.join(), anywhere);
    expect(often?.openTimes(0, 60 * MINUTES_OF_DAY)?.open).toHaveLength(18 * 60);
    // The changes of all calls count.
    expect([often?.openTimes(0, 60 * MINUTES_OF_DAY)]).toEqual([undefined]);
  });

  it('reads a year of three ranges a day, one of them into the night', () => {
    const text = 'Apr-Sep 08:00-10:00,12:00-14:00,18:00-02:00; Oct-Mar 12:00-14:00,18:00-01:00';
    const year = Evaluation.of(text, anywhere)?.openTimes(0, 365 * MINUTES_OF_DAY);
    expect(year?.open.length).toBeGreaterThan(2 * 365);
  });

  it('needs no location for the sun in a comment', () => {
    expect(Evaluation.of('Mo-Fr 08:00-18:00; Sa 09:00-12:00 "Sonnenterrasse, until sunset"', anywhere)?.isWeekly).toBe(
      true,
    );
  });

  it.each(['sunrise-sunset', '10:00-sundown', 'Mo dawn-12:00', 'Su (dusk-01:00)-23:00'])(
    'needs the location for %s',
    (text) => {
      expect(Evaluation.of(text, anywhere)).toBeUndefined();
    },
  );

  it.each([
    ['10:00-12:00', false, 120],
    ['10:00-12:00 unknown', true, 0],
    ['10:00-12:00 unknown, 14:00-15:00', true, 60],
    ['10:00-12:00 "perhaps"', true, 0],
  ])('says whether it is certain: %s', (text, isUncertain, minutes) => {
    const times = Evaluation.of(text, anywhere)?.openTimes(0, MINUTES_OF_DAY);
    expect(times?.isUncertain).toBe(isUncertain);
    expect(times?.open.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(minutes);
  });
});

describe('the union of ranges', () => {
  const range = (text: string) => {
    const [from = 0, until = 0] = text.split('-').map(Number);
    return { from, until };
  };

  it.each([
    ['', ''],
    ['5-8 1-2', '1-2 5-8'],
    ['1-3 3-5', '1-5'],
    ['1-4 2-6', '1-6'],
    ['1-9 2-3', '1-9'],
    ['1-1 5-3', ''],
    ['1-3 2-2 6-4', '1-3'],
  ])('of %j is %j', (given, expected) => {
    const ranges = given.split(' ').filter(Boolean).map(range);
    expect(union(ranges)).toEqual(expected.split(' ').filter(Boolean).map(range));
  });
});
