import { type PlaceRecord } from '../place.js';
import { MINUTES_OF_DAY, minuteOf } from '../query/open.js';
import { berlin, placeWith, sydney, ushuaia } from '../../../test/support/place-hours.js';
import { presentHours } from '../place-responses.js';
import { hoursOf, openRangesOn } from './place-hours.js';
import { openWeekOf } from './open-week.js';

const saoPaulo = { lat: '-23.55', lng: '-46.63' };

/** The week of a place in São Paulo, which is three hours behind UTC. 2026-11-23 is a Monday. */
function weekOf(openingHours: string, instant: string) {
  const record: PlaceRecord = {
    ...{ id: '1', name: 'A', phones: [], categories: [], openingHours },
    ...{ location: saoPaulo, address: { country: 'BR' } },
  };
  return presentHours(openingHours, openWeekOf(record, { type: 'now' }, minuteOf(new Date(instant))));
}

const rangesOf = (week: ReturnType<typeof weekOf>) =>
  week.days?.map(({ ranges }) => ranges.map(({ from, until }) => `${from.slice(8)}-${until.slice(8)}`).join(' '));

describe('openWeekOf', () => {
  it('says until when a place is open, and its days from today on', () => {
    const week = weekOf('Mo-Fr 09:00-19:00; Sa 10:00-12:00,14:00-16:00', '2026-11-24T15:00Z');
    expect(week).toMatchObject({ timeZone: 'America/Sao_Paulo', open: true, changes: '2026-11-24T19:00' });
    expect(week.days?.map(({ date }) => date.slice(-2))).toEqual(['24', '25', '26', '27', '28', '29', '30']);
    expect(rangesOf(week)).toEqual([
      '24T09:00-24T19:00',
      '25T09:00-25T19:00',
      '26T09:00-26T19:00',
      '27T09:00-27T19:00',
      '28T10:00-28T12:00 28T14:00-28T16:00',
      '',
      '30T09:00-30T19:00',
    ]);
  });

  it('says when a place opens, also after days on which it is closed', () => {
    expect(weekOf('Mo-Fr 09:00-19:00', '2026-11-28T15:00Z')).toMatchObject({
      open: false,
      changes: '2026-11-30T09:00',
    });
    expect(weekOf('Mo-Fr 09:00-19:00', '2026-11-24T02:00Z')).toMatchObject({
      open: false,
      changes: '2026-11-24T09:00',
    });
  });

  it.each([
    ['Mo-Fr 08:00-18:00; Dec 24-Jan 10 off', '2026-12-23T15:00Z', '2026-12-23T18:00'],
    ['Su[1] 10:00-14:00', '2026-12-06T15:00Z', '2026-12-06T14:00'],
    ['Nov 23-24: 10:00-24:00', '2026-11-24T15:00Z', '2026-11-25T00:00'],
  ])('says when a place closes that does not open again within a week: %s', (openingHours, instant, changes) => {
    expect(weekOf(openingHours, instant)).toMatchObject({ open: true, changes });
  });

  it.each([
    ['at the minute in which it opens', 'Mo-Fr 09:00-19:00', '2026-11-24T12:00Z', true, '2026-11-24T19:00'],
    ['at the minute in which it closes', 'Mo-Fr 09:00-19:00', '2026-11-24T22:00Z', false, '2026-11-25T09:00'],
    ['on the day after the week', '2026 Dec 01 10:00-12:00', '2026-11-24T15:00Z', false, '2026-12-01T10:00'],
    ['later', '2026 Dec 02 00:00-12:00', '2026-11-24T15:00Z', false, undefined],
  ])('says what changes next: %s', (_, openingHours, instant, open, changes) => {
    const week = weekOf(openingHours, instant);
    expect([week.open, week.changes]).toEqual([open, changes]);
  });

  it.each([
    ['Tu 18:00-36:00', ['24T18:00-25T12:00', '']],
    ['Tu 18:00-36:30', ['24T18:00-25T00:00', '25T00:00-25T12:30']],
    ['Tu 18:00-24:00; We 00:30-02:00', ['24T18:00-25T00:00', '25T00:30-25T02:00']],
    ['Mo 18:00-26:00; Tu 10:00-12:00', ['24T10:00-24T12:00', '']],
  ])('counts at most half a day to the evening before: %s', (openingHours, ranges) => {
    expect(rangesOf(weekOf(openingHours, '2026-11-24T15:00Z'))?.slice(0, 2)).toEqual(ranges);
  });

  it('begins on the day of a time that is asked for', () => {
    const record: PlaceRecord = {
      ...{ id: '1', name: 'A', phones: [], categories: [], openingHours: 'Mo-Fr 09:00-19:00' },
      ...{ location: saoPaulo, address: { country: 'BR' } },
    };
    const now = minuteOf(new Date('2026-11-24T15:00Z'));
    const minute = minuteOf(new Date('2026-12-05T01:00Z'));
    const startOf = (type: 'local' | 'instant') => openWeekOf(record, { type, minute }, now)?.days[0]?.start;
    // At 01:00 in UTC it is the evening before in São Paulo.
    expect([startOf('local'), startOf('instant')]).toEqual(
      ['2026-12-05', '2026-12-04'].map((day) => minuteOf(new Date(`${day}T00:00Z`))),
    );
    const { location: _location, ...nowhere } = record;
    expect(openWeekOf(nowhere, { type: 'now' }, now)).toBeUndefined();
    const { openingHours: _openingHours, ...unknown } = record;
    const isOpenAt = (place: PlaceRecord, minute: number) => openWeekOf(place, { type: 'now' }, minute)?.isOpen;
    expect([record, nowhere, unknown].map((place) => isOpenAt(place, now))).toEqual([true, undefined, undefined]);
    // It is 08:59 and 09:00.
    expect(['11:59', '12:00'].map((time) => isOpenAt(record, minuteOf(new Date(`2026-11-24T${time}Z`))))).toEqual([
      false,
      true,
    ]);
  });

  it('counts hours past midnight to the evening before', () => {
    const week = weekOf('Mo-Su 18:00-02:00', '2026-11-24T04:00Z');
    expect(week).toMatchObject({ open: true, changes: '2026-11-24T02:00' });
    expect(rangesOf(week)?.slice(0, 2)).toEqual(['24T18:00-25T02:00', '25T18:00-26T02:00']);
    expect(rangesOf(week)).toHaveLength(7);
  });

  it('knows the night before west of Greenwich, where it is two days before that of UTC', () => {
    const week = weekOf('Mo-Su 20:00-02:00; PH off', '2026-11-24T01:00Z');
    expect(rangesOf(week)?.slice(0, 2)).toEqual(['23T20:00-24T02:00', '24T20:00-25T02:00']);
  });

  it('shows days that are open all day as such, and no change', () => {
    const week = weekOf('24/7', '2026-11-24T15:00Z');
    expect(week.open).toBe(true);
    expect(week).toHaveProperty('changes', undefined);
    expect(rangesOf(week)?.[6]).toBe('30T00:00-01T00:00');
  });

  it('knows holidays', () => {
    const week = weekOf('Mo-Su 09:00-18:00; PH off', '2026-12-24T15:00Z');
    expect(rangesOf(week)?.slice(0, 3)).toEqual(['24T09:00-24T18:00', '', '26T09:00-26T18:00']);
  });

  it.each(['by appointment', 'Mo-Fr 10:00+'])('says only the text of hours that cannot be read: %s', (text) => {
    const { openingHours, ...week } = weekOf(text, '2026-11-24T15:00Z');
    expect(openingHours).toBe(text);
    expect(Object.values(week).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('hours by the sun', () => {
  const now = new Date('2026-11-20T12:00Z');

  it('are the same for a search and for the week of a place', () => {
    const texts = ['sunrise-sunset', '(sunrise+01:00)-(sunset-01:00)', 'dusk-dawn', 'Mo-Fr 10:00-sunset'];
    const sites = [ushuaia, berlin, sydney];
    for (const [text, site] of texts.flatMap((one) => sites.map((place) => [one, place] as const))) {
      const record = placeWith(text, site);
      const indexed = hoursOf(record, now);
      for (let day = 0; day < 360; day += 59) {
        const instant = Date.parse('2026-11-20T00:00Z') / 60_000 + day * MINUTES_OF_DAY + ((day * 7) % 24) * 60;
        const week = openWeekOf(record, { type: 'instant', minute: instant }, instant);
        const today = week?.days[0];
        if (!indexed || !today) throw new Error(`${text} is not known on day ${day}`);
        // The week counts hours past midnight to the evening before.
        const beforeMidnight = (ranges: readonly { from: number }[]) =>
          ranges.filter(({ from }) => from > today.start).map(({ from }) => from);
        const searched = openRangesOn(indexed, today.start);
        expect([text, day, beforeMidnight(today.open)]).toEqual([text, day, beforeMidnight(searched)]);
      }
    }
  });
});

describe('hours that are known for some days only', () => {
  const now = new Date('2026-11-20T12:00Z');

  it('are known until then in a search and for the week of a place', () => {
    const paris = { lat: '48.86', lng: '2.35', country: 'FR' };
    const record = {
      ...placeWith('Mo-Fr 08:00-12:00; SH off', paris),
      address: { country: 'FR', state: 'Île-de-France' },
    };
    const hours = hoursOf(record, now);
    expect(hours?.known.until).toBeGreaterThan(Date.parse('2027-01-01T00:00Z') / 60_000);
    const instant = Date.parse('2026-12-01T09:00Z') / 60_000;
    expect(openWeekOf(record, { type: 'now' }, instant)?.isOpen).toBe(true);
    // The week of the last known day is shorter, and no day after it has hours.
    const last = hours?.known.until ?? 0;
    const week = openWeekOf(record, { type: 'local', minute: last - 2 * MINUTES_OF_DAY }, instant);
    expect(week?.days.map(({ start }) => start)).toEqual([last - 2 * MINUTES_OF_DAY, last - MINUTES_OF_DAY]);
    expect(openWeekOf(record, { type: 'local', minute: last + 60 }, instant)).toBeUndefined();
  });

  it('are closed, not unknown, in a season in which they are never sure', () => {
    const record = placeWith('Apr-Sep 10:00-18:00; Oct-Mar "by appointment"', berlin);
    const instant = Date.parse('2026-12-01T09:00Z') / 60_000;
    expect(openWeekOf(record, { type: 'now' }, instant)).toMatchObject({ isOpen: false, days: { length: 7 } });
  });
});
