import { clock, dependsOnSun, minuteOfClock } from './day-times.js';

describe('the times of a day', () => {
  it.each([
    ['00:00', 0],
    ['08:05', 485],
    ['24:00', 1440],
    ['26:30', 1590],
  ])('are minutes, written with two digits: %s', (text, minute) => {
    expect([minuteOfClock(text), clock(minute)]).toEqual([minute, text]);
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
});
