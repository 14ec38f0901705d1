import { clockTime, count, decimal, distance, regionFor, weekday } from './formats.js';

/** Sets the languages of the browser. */
function speak(...languages: string[]): void {
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
}

describe('formats', () => {
  it('follow the variety of the language that the browser prefers', () => {
    speak('pt-BR', 'en-US');
    expect([count(16786, 'en'), count(16786, 'pt-BR')]).toEqual(['16,786', '16.786']);
    expect([decimal('5', 'en'), decimal('3.25', 'pt-BR')]).toEqual(['5.0', '3,3']);
    expect([clockTime('2026-11-23T19:00', 'en'), clockTime('2026-11-23T19:00', 'pt-BR')]).toEqual([
      '7:00\u00a0PM',
      '19:00',
    ]);
    expect(weekday('2026-11-23', 'en', 'long')).toBe('Monday');
  });

  it('pass over what is not a language tag', () => {
    speak('en-US@posix', 'en_GB', 'c', 'en-GB');
    expect([regionFor('en'), count(16786, 'en'), distance(90, 'en')]).toEqual(['GB', '16,786', '295 ft']);
    speak('en-US@posix');
    expect([regionFor('en'), count(16786, 'en'), distance(90, 'en')]).toEqual([undefined, '16,786', '90 m']);
  });

  it('use miles only where people do', () => {
    speak('en-US');
    expect([90, 500, 3000, 80_000].map((metres) => distance(metres, 'en'))).toEqual([
      '295 ft',
      '0.3 mi',
      '1.9 mi',
      '50 mi',
    ]);
    speak('en');
    expect([90, 999, 1500, 80_000].map((metres) => distance(metres, 'en'))).toEqual([
      '90 m',
      '999 m',
      '1.5 km',
      '80 km',
    ]);
  });
});
