import { en } from '../texts/en.js';
import { pt } from '../texts/pt.js';
import { clockTime, closingTime, count, decimal, distance, openingTime, regionFor, today, weekday } from './formats.js';

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
    expect(weekday('2026-11-23', 'en')).toBe('Monday');
  });

  it('pass over what is not a language tag', () => {
    speak('en-US@posix', 'en_GB', 'c', 'en-GB');
    expect([regionFor('en'), count(16786, 'en'), distance(90, 'en')]).toEqual(['GB', '16,786', '295\u00a0ft']);
    speak('en-US@posix');
    expect([regionFor('en'), count(16786, 'en'), distance(90, 'en')]).toEqual([undefined, '16,786', '90\u00a0m']);
  });

  it('use miles only where people do', () => {
    speak('en-US');
    expect([90, 500, 3000, 80_000].map((metres) => distance(metres, 'en'))).toEqual([
      '295\u00a0ft',
      '0.3\u00a0mi',
      '1.9\u00a0mi',
      '50\u00a0mi',
    ]);
    speak('en');
    expect([90, 999, 1500, 80_000].map((metres) => distance(metres, 'en'))).toEqual([
      '90\u00a0m',
      '999\u00a0m',
      '1.5\u00a0km',
      '80\u00a0km',
    ]);
  });

  it('know the date of a time zone', () => {
    const now = new Date('2026-11-23T23:30Z');
    const zones = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo', undefined, 'No/Zone'];
    expect(zones.map((zone) => today(zone, now))).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-24',
      '2026-11-23',
      '2026-11-23',
    ]);
  });

  it('name the day of an opening unless it is today', () => {
    speak('en-GB');
    const opens = (local: string) => en.opensAt(...openingTime(local, '2026-11-23', 'en'));
    expect(['2026-11-23T17:00', '2026-11-24T05:30', '2026-11-24T00:00', '2026-11-30T09:00'].map(opens)).toEqual([
      'Opens 17:00',
      'Opens Tue 05:30',
      'Opens Tue 00:00',
      'Opens 30 Nov 09:00',
    ]);
    speak('pt-BR');
    const abre = (local: string) => pt.opensAt(...openingTime(local, '2026-11-23', 'pt-BR'));
    expect(['2026-11-23T17:00', '2026-11-23T01:30', '2026-11-24T05:30'].map(abre)).toEqual([
      'Abre às 17:00',
      'Abre à 01:30',
      'Abre ter. às 05:30',
    ]);
  });

  it('name the day of a closing unless it is today or in the coming night', () => {
    speak('en-GB');
    const closes = (local: string) => closingTime(local, '2026-11-23', 'en', 'midnight');
    expect(
      [
        ...['2026-11-23T17:00', '2026-11-24T00:00', '2026-11-24T02:00', '2026-11-24T17:00'],
        ...['2026-11-25T00:00', '2026-11-28T00:00', '2026-11-28T02:00', '2026-12-01T00:00'],
      ].map(closes),
    ).toEqual([
      ...['17:00', 'midnight', '02:00', 'Tue 17:00'],
      ...['Tue midnight', 'Fri midnight', 'Sat 02:00', '30 Nov midnight'],
    ]);
  });
});
