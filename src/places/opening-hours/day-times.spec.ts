import { clock, dependsOnSun, EVENTS, minuteOf, USUAL_SUN } from './day-times.js';

const sun = { dawn: 300, sunrise: 330, sunset: 1200, dusk: 1230 };

describe('the times of a day', () => {
  it.each([
    ['00:00', 0],
    ['08:05', 485],
    ['26:30', 1590],
    ['dawn', 300],
    ['sunrise', 330],
    ['sunset', 1200],
    ['dusk', 1230],
    ['(sunset-01:30)', 1110],
    ['(sunrise+01:05)', 395],
  ])('are minutes: %s', (point, minute) => {
    expect(minuteOf(point, sun)).toBe(minute);
  });

  it.each([
    [0, '00:00'],
    [485, '08:05'],
    [1440, '24:00'],
    [1590, '26:30'],
  ])('are written with two digits: %d', (minute, text) => {
    expect(clock(minute)).toBe(text);
  });

  it.each(['sunrise', 'Sunset', 'dawn', 'DUSK'].map((event) => [`Mo 10:00-${event}`]))(
    'depend on the sun: %s',
    (text) => {
      expect(dependsOnSun(text)).toBe(true);
    },
  );

  it.each(['24/7', 'Su 10:00-12:00', 'Sun 10:00-12:00', 'dusty'])('do not depend on the sun: %s', (text) => {
    expect(dependsOnSun(text)).toBe(false);
  });

  it('have a usual day from 06:00 to 18:00', () => {
    expect(EVENTS.map((event) => clock(minuteOf(event, USUAL_SUN)))).toEqual(['05:30', '06:00', '18:00', '18:30']);
  });
});
