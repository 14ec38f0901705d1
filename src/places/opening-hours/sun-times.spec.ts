import { berlin, hoursOn, reykjavik, svalbard, sydney, tromso, ushuaia } from '../../../test/support/place-hours.js';
import { MINUTES_OF_DAY, minuteOf } from '../query/open.js';
import { Evaluation } from './evaluate.js';
import { sunTimes } from './sun-times.js';
import { timeZoneAt } from './time-zones.js';

describe('opening hours by the sun', () => {
  const onDay = (day: string, openingHours: string, site: typeof berlin): string => hoursOn(day, openingHours, site, 3);

  it.each([
    ['2026-11-21', 'sunrise-sunset', tromso, '10:06-12:52'],
    ['2026-12-21', 'sunrise-sunset', tromso, ''],
    ['2027-06-21', 'sunrise-sunset', tromso, '00:00-24:00'],
    ['2027-06-21', 'dawn-dusk', berlin, '03:52-22:23'],
    ['2026-12-21', '08:00-sunset', tromso, '08:00-11:42'],
    ['2026-12-21', 'Mo-Su 09:00-17:00; Mo sunrise-sunset', tromso, ''],
    ['2026-12-21', '24/7; sunrise-sunset off', tromso, '00:00-24:00'],
    ['2026-12-21', 'sunset-sunrise', tromso, '00:00-24:00'],
    ['2027-06-21', '22:00-sunrise', tromso, '00:00-00:45 22:00-24:00'],
    ['2026-12-21', 'sunrise-sunset,20:00-21:00 unknown; Mo 22:00-23:00', tromso, '22:00-23:00'],
    ['2026-12-21', 'daylight', berlin, '08:14-15:54'],
    ['2026-12-21', 'Mo-Su 10:00-12:00 unknown, sunrise-sunset unknown', svalbard, 'unknown'],
    ['2026-12-21', 'sunset-06:00,10:00-12:00,18:00-20:00', tromso, '00:00-06:00 10:00-24:00'],
    ['2027-06-21', '(sunset-02:00)-(sunrise+02:00)', tromso, '00:00-02:45 22:45-24:00'],
    ['2026-12-21', '(dawn-12:00)-23:30', svalbard, '00:00-23:30'],
  ])('on %s are those of %s: %s', (day, openingHours, site, expected) => {
    expect(onDay(day, openingHours, site)).toBe(expected);
  });

  it.each([
    ['2026-11-26', '(sunrise+01:00)-(sunset-01:00)', tromso, ''],
    ['2026-12-21', '(sunrise+04:00)-(sunset-04:00)', berlin, ''],
    ['2027-06-21', '(sunrise+04:00)-(sunset-04:00)', berlin, '08:43-17:33'],
    ['2027-06-21', '(sunrise+05:00)-(sunset-05:00)', ushuaia, ''],
    ['2026-12-21', '16:30-sunset', berlin, ''],
    ['2027-06-21', '16:30-sunset', berlin, '16:30-21:33'],
  ])(
    'are empty on a day that is too short for them, not open all night: %s, %s',
    (day, openingHours, site, expected) => {
      expect(onDay(day, openingHours, site)).toBe(expected);
    },
  );

  it.each([
    ['2026-12-21', 'sunset-02:00', berlin, '00:00-02:00 15:54-24:00'],
    ['2027-06-21', '22:00-sunrise', sydney, '00:00-07:00 22:00-24:00'],
    ['2027-06-21', 'sunrise-sunset', reykjavik, '00:00-00:04 02:55-24:00'],
    ['2026-12-21', '(sunset-03:00)-(sunrise+03:00)', tromso, '00:00-24:00'],
  ])('go on after midnight where they are meant to: %s, %s', (day, openingHours, site, expected) => {
    expect(onDay(day, openingHours, site)).toBe(expected);
  });

  /** To read a text takes a millisecond, so days on which the sun rises and sets as usual are read together. */
  it.each([
    ['sunrise-sunset', berlin, '2026-11-20', 30, 30, 2],
    ['10:00-12:00, sunset-23:00', berlin, '2026-12-10', 30, 60, 2],
    ['(sunset-01:00)-sunset', sydney, '2026-12-10', 30, 30, 2],
    // The clocks change on October 25, 2026.
    ['sunrise-sunset', berlin, '2026-10-20', 10, 10, 3],
    // The sun sets before 16:30 from November 5 on.
    ['16:30-sunset', berlin, '2026-11-01', 10, 4, 14],
    // It sets after midnight, or does not.
    ['sunrise-sunset', reykjavik, '2027-06-01', 30, 31, 18],
    ['sunrise-12:00', tromso, '2027-05-10', 20, 20, 15],
    ['sunrise-sunset', tromso, '2027-01-05', 20, 10, 23],
  ])('are read in few runs: %s', (text, { lat, lng, country }, day, count, ranges, evaluations) => {
    const from = minuteOf(new Date(`${day}T00:00Z`));
    const location = { lat: Number(lat), lng: Number(lng) };
    const site = { country, state: undefined, position: { ...location, timeZone: timeZoneAt({ lat, lng }) } };
    const of = jest.spyOn(Evaluation, 'of');
    const times = sunTimes(text, site, { from, until: from + count * MINUTES_OF_DAY });
    const { length } = of.mock.calls;
    of.mockRestore();
    expect([times?.open.length, length]).toEqual([ranges, evaluations]);
  });
});
