import { Random } from '../../../test/support/random.js';
import { libraryStates } from '../../../test/support/library-states.js';
import { OPENING_HOURS, UNREADABLE_HOURS } from '../../../test/support/opening-hours.js';
import { type PlaceRecord } from '../place.js';
import { minuteOf } from '../query/open.js';
import { Evaluation, union } from './evaluate.js';
import { hoursOf, isOpenAt, openRangesOn } from './place-hours.js';
import { offsetOf } from './time-zones.js';

const now = new Date('2026-11-23T12:00Z');

const berlin = { timeZone: 'Europe/Berlin', lat: '52.52', lng: '13.4', country: 'DE', state: 'Berlin' };

/** Zones with and without daylight saving, ahead and behind, with half hours, and one where the date is another one. */
const sites = [
  { timeZone: 'America/Sao_Paulo', lat: '-23.55', lng: '-46.63', country: 'BR', state: 'São Paulo' },
  berlin,
  { timeZone: 'America/New_York', lat: '41.82', lng: '-71.41', country: 'US', state: 'Rhode Island' },
  { timeZone: 'Australia/Lord_Howe', lat: '-31.55', lng: '159.08', country: 'AU', state: 'New South Wales' },
  { timeZone: 'Pacific/Auckland', lat: '-36.85', lng: '174.76', country: 'NZ', state: 'Auckland' },
  { timeZone: 'Pacific/Honolulu', lat: '21.31', lng: '-157.86', country: 'US', state: 'Hawaii' },
];

type Site = (typeof sites)[number];

function recordOf(openingHours: string, { lat, lng, country, state }: Site): PlaceRecord {
  return {
    id: '1',
    name: 'A',
    phones: [],
    categories: [],
    openingHours,
    location: { lat, lng },
    address: { country, state },
  };
}

const days = (from: string, until: string): [number, number] => [Date.parse(from), Date.parse(until)];

/** Random minutes of the next year, every three hours of holidays, and every half hour of the days when clocks change. */
function instants(): number[] {
  const random = new Random(90);
  const anyTime = Array.from({ length: 200 }, () => now.getTime() + random.between(0, 364 * 1440) * 60_000);
  const special = [
    ...[days('2027-03-13', '2027-03-16'), days('2027-03-27', '2027-03-30'), days('2027-04-02', '2027-04-06')],
    ...[days('2027-09-25', '2027-09-28'), days('2027-10-02', '2027-10-05'), days('2027-10-30', '2027-11-02')],
    days('2027-11-06', '2027-11-09'),
  ];
  const every = (minutes: number, ranges: [number, number][]) =>
    ranges.flatMap(([from, until]) =>
      Array.from({ length: (until - from) / 60_000 / minutes }, (_, index) => from + index * minutes * 60_000),
    );
  return [...anyTime, ...every(180, [days('2026-12-24', '2027-01-03')]), ...every(30, special)];
}

/** Where winter is in July and clocks change, the library counts weeks wrongly in winter. */
function isSouthern({ lat, timeZone }: Site): boolean {
  return Number(lat) < 0 && timeZone !== 'America/Sao_Paulo';
}

/** For a day after the clocks change, the library errs by an hour, and fails for hours of the sun. */
function isNearClockChange(instant: number, { timeZone }: Site): boolean {
  const minute = instant / 60_000;
  return offsetOf(timeZone, minute - 1440) !== offsetOf(timeZone, minute + 1440);
}

describe('the hours of a place', () => {
  it.each([
    ['Mo-Su 01:00-04:00', '2027-03-27T23:59Z', false],
    ['Mo-Su 01:00-04:00', '2027-03-28T01:59Z', true],
    ['Mo-Su 01:00-04:00', '2027-03-28T02:00Z', false],
    ['Mo-Su 02:30-04:00', '2027-10-31T00:30Z', true],
    ['Mo-Su 02:30-04:00', '2027-10-31T01:15Z', false],
    ['Mo-Su 02:30-04:00', '2027-10-31T01:30Z', true],
    ['Fr,Sa 22:00-05:00', '2027-03-28T02:59Z', true],
    ['Fr,Sa 22:00-05:00', '2027-03-28T22:30Z', false],
  ])('follow the clock on the day it changes: %s at %s in Berlin', (text, instant, isOpen) => {
    const hours = hoursOf(recordOf(text, berlin), now);
    const minute = minuteOf(new Date(instant));
    expect(hours && isOpenAt(hours, minute + offsetOf('Europe/Berlin', minute))).toBe(isOpen);
  });

  it('begin and end at the minute', () => {
    const hours = hoursOf(recordOf('Mo-Fr 09:00-18:00; PH off', berlin), now);
    const at = (time: string) => hours && isOpenAt(hours, minuteOf(new Date(`2026-11-24T${time}Z`)));
    expect(['08:59', '09:00', '17:59', '18:00'].map(at)).toEqual([false, true, true, false]);
  });

  it.each(UNREADABLE_HOURS.map((text) => [text]))('are unknown if they are %j', (text) => {
    for (const site of sites) expect(hoursOf(recordOf(text, site), now)).toBeUndefined();
  });

  it('have holidays only where the country is known', () => {
    const { country: _country, ...address } = { country: 'Deutschland', state: 'Berlin' };
    const atSea = { ...recordOf('Mo-Su 09:00-18:00; PH off', { ...berlin, lat: '0', lng: '-30' }), address };
    expect(hoursOf(atSea, now)).toBeUndefined();
    const inBerlin = { ...recordOf('Mo-Su 09:00-18:00; PH off', berlin), address };
    const hours = hoursOf(inBerlin, now);
    const noonOf = (day: string) => hours && isOpenAt(hours, minuteOf(new Date(`${day}T12:00Z`)));
    expect([noonOf('2026-12-24'), noonOf('2026-12-25')]).toEqual([true, false]);
  });

  it.each([
    ['UK', 'England', { lat: '51.5', lng: '-0.13' }],
    ['EL', 'Attica', { lat: '37.98', lng: '23.73' }],
    ['Deutschland', 'Berlin', undefined],
  ])('have the holidays of the country %s', (country, state, location) => {
    const address = { country, state };
    const record = { openingHours: 'Mo-Su 09:00-18:00; PH off', address, ...(location && { location }) };
    const hours = hoursOf(record, now);
    const noonOf = (day: string) => hours && isOpenAt(hours, minuteOf(new Date(`${day}T12:00Z`)));
    expect([noonOf('2026-12-24'), noonOf('2026-12-25')]).toEqual([true, false]);
  });

  it.each(['XK', 'xk', ' Xkx ', 'Kosovo', 'Republic of Kosovo', 'Kosovë'])(
    'are unknown if they depend on holidays of %s',
    (country) => {
      const record = {
        openingHours: 'Mo-Su 09:00-18:00; PH off',
        address: { country },
        location: { lat: '42.66', lng: '21.16' },
      };
      expect(hoursOf(record, now)).toBeUndefined();
      expect(hoursOf({ ...record, openingHours: 'Mo-Su 09:00-18:00' }, now)).toMatchObject({
        timeZone: 'Europe/Belgrade',
      });
    },
  );

  it('with exceptions are known for a year', () => {
    const hours = hoursOf(recordOf('Mo-Su 09:00-18:00; PH off', berlin), now);
    const noonOf = (day: string) => hours && isOpenAt(hours, minuteOf(new Date(`${day}T12:00Z`)));
    expect(['2026-11-21', '2026-11-22', '2027-11-23', '2027-11-24'].map(noonOf)).toEqual([
      undefined,
      true,
      true,
      undefined,
    ]);
  });

  it('without exceptions are known for ever', () => {
    const hours = hoursOf(recordOf('Mo-Su 09:00-18:00', berlin), now);
    const noonOf = (day: string) => hours && isOpenAt(hours, minuteOf(new Date(`${day}T12:00Z`)));
    expect(['0001-01-01', '1969-12-31', '2500-01-01'].map(noonOf)).toEqual([true, true, true]);
  });

  it('have the usual week, in order, and what differs from it', () => {
    const day = (date: string): number => minuteOf(new Date(`${date}T00:00Z`));
    const [first, last] = [day('2026-11-22'), day('2026-12-20')];
    expect(
      hoursOf(recordOf('Mo-We 10:00-18:00; 2026 Nov 23-24 off; 2026 Dec 08 11:00-12:00', berlin), now, 27),
    ).toEqual({
      timeZone: 'Europe/Berlin',
      week: [0, 1, 2].map((weekday) => ({ from: weekday * 1440 + 600, until: weekday * 1440 + 1080 })),
      exceptions: [
        { from: -2_147_483_648, until: first },
        { from: day('2026-11-23'), until: day('2026-11-25') },
        { from: day('2026-12-08'), until: day('2026-12-09') },
        { from: last, until: 2_147_483_647 },
      ],
      dates: [{ from: day('2026-12-08') + 660, until: day('2026-12-08') + 720 }],
      known: { from: first, until: last },
    });
  });

  it.each([
    // The first week without holidays begins with the first known day but one, and with the last week.
    ['2026-11-20', 21, 'Mo-Fr 18:00-02:00; PH off'],
    ['2026-12-20', 21, 'Mo-Fr 18:00-02:00; PH off'],
    ['2026-12-20', 21, 'PH 10:00-12:00'],
    ['2026-12-27', 30, 'Mo-Su,PH 18:00-02:00; Fr off'],
    ['2026-12-26', 5, 'Mo-Sa 10:00-18:00; PH off'],
    ['2026-12-20', 21, 'Mo-Fr 10:00-18:00; PH off; Dec 30 off'],
  ])('with holidays are those of each day: from %s on for %d days, %s', (date, count, text) => {
    const at = new Date(`${date}T12:00Z`);
    const hours = hoursOf(recordOf(text, berlin), at, count);
    const start = minuteOf(new Date(`${date}T00:00Z`)) - 1440;
    const until = start + (count + 1) * 1440;
    const site = { country: 'DE', state: 'Berlin', position: undefined };
    expect(hours?.known).toEqual({ from: start, until });
    const open = Array.from({ length: count + 1 }, (_, day) => start + day * 1440).flatMap(
      (day) => hours && openRangesOn(hours, day),
    );
    const expected = Evaluation.of(text, site)?.openTimes(start, until)?.open;
    expect(union(open.flatMap((range) => range ?? []))).toEqual(expected);
  });

  it('with holidays have exceptions on the holidays and after their nights', () => {
    const hours = hoursOf(recordOf('Mo-Fr 18:00-02:00; PH off', berlin), new Date('2026-12-20T12:00Z'), 21);
    const date = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 10);
    const week = [0, 1, 2, 3, 4].map((day) => ({ from: day * 1440 + 1080, until: day * 1440 + 1560 }));
    expect(hours?.week).toEqual(week);
    const exceptions = hours?.exceptions.slice(1, -1).map(({ from, until }) => `${date(from)} ${date(until)}`);
    expect(exceptions).toEqual(['2026-12-25 2026-12-27', '2027-01-01 2027-01-03']);
  });

  it('with holidays are read for a week and the days around the holidays, which are read once', () => {
    const openTimes = jest.spyOn(Evaluation.prototype, 'openTimes');
    const read = ['Mo-Fr 08:00-12:00; PH off', 'Mo-Fr 9:00-13:00, Sa 10:00-12:00; PH closed'].map((text) => {
      openTimes.mockClear();
      hoursOf(recordOf(text, { ...berlin, state: 'Hamburg' }), now);
      return openTimes.mock.calls.map(([from, until]) => (until - from) / 1440);
    });
    openTimes.mockRestore();
    const around = [3, 2, 2, 2, 2, 2, 2, 2, 2];
    expect(read).toEqual([
      [367, 7, ...around],
      [7, ...around],
    ]);
  });

  it('of which some weeks are unknown are unknown if none is sure', () => {
    const hoursIn = (text: string) => hoursOf(recordOf(text, berlin), now, 14);
    expect(hoursIn('Nov 23-30 10:00-12:00 unknown; Dec 01 10:00-12:00')?.dates).toHaveLength(1);
    expect(hoursIn('10:00-12:00 unknown; PH off')).toBeUndefined();
    expect(hoursIn('Nov-Oct 10:00-12:00 unknown')).toBeUndefined();
  });

  it('are unknown without a location if they depend on the sun', () => {
    const { location: _location, ...place } = recordOf('10:00-sunset', berlin);
    expect(hoursOf(place, now)).toBeUndefined();
  });

  it('of the sun differ from place to place, others are read once', () => {
    const tokyo = { ...berlin, lat: '35.7', lng: '139.7' };
    const sunsets = [berlin, tokyo].map((site) => hoursOf(recordOf('10:00-sunset', site), now, 3)?.week[0]?.until);
    expect(sunsets).toEqual([963, 990]);
    const [first, second] = [berlin, tokyo].map((site) => hoursOf(recordOf('Mo 10:00-12:00; PH off', site), now));
    expect(second?.dates).toBe(first?.dates);
    expect(second?.timeZone).toBe('Asia/Tokyo');
  });

  it('of a week without exceptions are of all times', () => {
    expect(hoursOf(recordOf('Tu 10:00-12:00', berlin), now)).toEqual({
      timeZone: 'Europe/Berlin',
      week: [{ from: 2040, until: 2160 }],
      exceptions: [],
      dates: [],
      known: { from: -2_147_483_648, until: 2_147_483_647 },
    });
  });

  it('are read up to 255 characters', () => {
    const longest = `Mo-Fr 09:00-10:00${' '.repeat(238)}`;
    expect(hoursOf(recordOf(longest, berlin), now)?.week).toHaveLength(5);
    expect(hoursOf(recordOf(`${longest} `, berlin), now)).toBeUndefined();
  });

  it('write nothing to the console, and leave it as it is', () => {
    const spies = (['error', 'warn'] as const).map((name) => jest.spyOn(console, name).mockReturnValue());
    const { error, warn } = console;
    for (const text of ['Mo-Fr 6.30-22; Sa,Su 8-22 x', 'mo - fr 9h - 17h'])
      hoursOf(recordOf(text, { ...berlin, state: 'Nowhere' }), now, 3);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    expect(console).toMatchObject({ error, warn });
  });

  it.each(sites)('are those of the library in $timeZone', (site) => {
    const at = instants().filter((instant) => !isNearClockChange(instant, site));
    const place = {
      lat: site.lat,
      lon: site.lng,
      address: { country_code: site.country.toLowerCase(), state: site.state },
    };
    // In one process: each takes half a second to start.
    const around = at.flatMap((instant) => [-2, 2].map((minutes) => instant + minutes * 60_000));
    const states = libraryStates(OPENING_HOURS, { timeZone: site.timeZone, place }, around);
    let compared = 0;
    const different = OPENING_HOURS.flatMap((text, index) => {
      if (text.startsWith('week') && isSouthern(site)) return [];
      const hours = hoursOf(recordOf(text, site), now);
      const wrong = at.filter((instant, position) => {
        const minute = instant / 60_000;
        const isOpen = hours && isOpenAt(hours, minute + offsetOf(site.timeZone, minute));
        const [earlier, later] = states[index]?.slice(2 * position, 2 * position + 2) ?? [];
        const isSure = typeof earlier === 'boolean' && earlier === later;
        if (isSure) compared += 1;
        return isSure && isOpen !== earlier;
      });
      const times = wrong.slice(0, 5).map((instant) => new Date(instant).toISOString());
      return wrong.length === 0 ? [] : [{ text, wrong: wrong.length, times }];
    });
    expect(different).toEqual([]);
    expect(compared / OPENING_HOURS.length / at.length).toBeGreaterThan(0.9);
  });
});
