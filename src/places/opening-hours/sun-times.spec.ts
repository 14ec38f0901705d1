import { berlin, hoursOn, reykjavik, svalbard, sydney, tromso, ushuaia } from '../../../test/support/place-hours.js';

describe('opening hours by the sun', () => {
  const onDay = (day: string, openingHours: string, site: typeof berlin): string => hoursOn(day, openingHours, site, 3);

  it.each([
    ['2027-06-21', 'dawn-dusk', berlin, '03:52-22:23'],
    ['2026-12-21', 'sunrise-sunset', berlin, '08:14-15:54'],
    // The clocks change on October 25, 2026.
    ['2026-10-24', 'sunrise-sunset', berlin, '07:48-17:52'],
    ['2026-10-25', 'sunrise-sunset', berlin, '06:49-16:50'],
    // On short days such a range would end before it begins.
    ['2026-12-21', '16:30-sunset', berlin, ''],
    ['2026-12-21', 'sunrise-08:00', berlin, ''],
    ['2026-12-21', 'daylight', berlin, '08:14-15:54'],
    ['2026-12-21', 'Daytime', berlin, '08:14-15:54'],
    ['2026-12-21', '08:00-Abenddämmerung', berlin, '08:00-16:35'],
    ['2026-12-21', 'sunset-18:00', berlin, '15:54-18:00'],
    ['2026-12-21', 'sunset-02:00', berlin, '00:00-02:00 15:54-24:00'],
    ['2026-12-21', 'dusk-dawn', berlin, '00:00-07:33 16:35-24:00'],
    ['2027-06-21', '22:00-sunrise', sydney, '00:00-07:00 22:00-24:00'],
    ['2027-06-21', 'sunrise-sunset', reykjavik, '00:00-00:03 02:55-24:00'],
    ['2027-06-21', 'sunrise-sunset', ushuaia, '09:58-17:11'],
  ])('on %s are those of %s: %s', (day, openingHours, site, expected) => {
    expect(onDay(day, openingHours, site)).toBe(expected);
  });

  it.each([
    ['sunrise-sunset', tromso],
    ['dawn-dusk', reykjavik],
    ['sunrise-sunset', svalbard],
  ])('are unknown where there is no such event on some days: %s', (openingHours, site) => {
    expect(onDay('2026-11-21', openingHours, site)).toBe('unknown');
  });
});
