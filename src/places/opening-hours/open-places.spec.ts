import { MINUTES_OF_DAY } from '../query/open.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { type NamedTime } from '../query/times.js';
import { minutesOfNamedTime, OpenPlaces } from './open-places.js';

/** Thursday, 26 November 2026. */
const at = (clock: string, daysLater = 0): number =>
  Date.parse(`2026-11-26T${clock}Z`) / 60_000 + daysLater * MINUTES_OF_DAY;

const evening = { minute: 1200, until: 1560 };
const morning = { minute: 600, until: 720 };
const sunday = 6;

describe('the time that words name, on the clock of a place', () => {
  it.each<[name: string, time: NamedTime, now: number, meant: number]>([
    ['a part of the day is still to come', evening, at('17:00'), at('20:00')],
    ['it has begun', evening, at('21:30'), at('21:30')],
    ['it has begun the day before', evening, at('01:00'), at('01:00')],
    ['it is over', evening, at('02:00'), at('20:00')],
    ['the morning has begun', morning, at('11:00'), at('11:00')],
    ['the morning is over', morning, at('12:00'), at('10:00', 1)],
    ['it is that of another day', { ...evening, day: sunday }, at('21:30'), at('20:00', 3)],
    ['it is that of today', { ...evening, day: 3 }, at('21:30'), at('21:30')],
    ['it is that of yesterday, after midnight', { ...evening, day: 2 }, at('01:00'), at('01:00')],
    ['it was that of yesterday', { ...evening, day: 2 }, at('11:00'), at('20:00', 6)],
    ['a clock has no end', { minute: 1200 }, at('21:30'), at('20:00', 1)],
    ['it is that minute', { minute: 1200 }, at('20:00'), at('20:00')],
    ['late has begun', 'late', at('23:00'), at('23:00')],
    ['late is to come', 'late', at('09:00'), at('22:30')],
    ['it was today', { minute: 540, isToday: true }, at('11:00'), at('09:00')],
    ['it is still to come today', { minute: 540, isToday: true }, at('07:00'), at('09:00')],
    ['a part of today is over', { minute: 900, until: 1080, isToday: true }, at('18:30'), at('15:00')],
    ['it is tomorrow', { minute: 540, isTomorrow: true }, at('15:00'), at('09:00', 1)],
    ['it is in the night after tomorrow', { minute: 1500, isTomorrow: true }, at('01:00'), at('01:00', 2)],
    ['now', 'now', at('15:00'), at('15:00')],
  ])('%s', (_, time, now, meant) => {
    expect(minutesOfNamedTime(time, now)).toEqual({ minute: meant });
  });

  it.each<[name: string, time: NamedTime, now: number, from: number, until: number]>([
    ['a day is today', 3, at('15:00'), at('15:00'), at('00:00', 1)],
    ['a day is today, and it is night', 3, at('01:00'), at('05:00'), at('00:00', 1)],
    ['a day is to come', sunday, at('15:00'), at('05:00', 3), at('00:00', 4)],
    ['a day was yesterday', 2, at('01:00'), at('05:00', 6), at('00:00', 7)],
    ['tomorrow', 'tomorrow', at('23:00'), at('05:00', 1), at('00:00', 2)],
  ])('may be any of a day: %s', (_, time, now, minute, until) => {
    expect(minutesOfNamedTime(time, now)).toEqual({ minute, until });
  });
});

describe('the hours that words name', () => {
  const timeZones = ['Pacific/Auckland', 'Pacific/Chatham'];
  const searcher = { run: () => Promise.resolve(timeZones) } as unknown as ElasticsearchSearcher;
  const evening: NamedTime = { minute: 1200, until: 1440 };

  it.each<[named: NamedTime, now: string, said: NamedTime]>([
    [evening, '2026-11-26T06:00Z', evening],
    // 20:30 in Auckland.
    [evening, '2026-11-26T07:30Z', 'now'],
    ['late', '2026-11-26T10:30Z', 'late'],
    ['tomorrow', '2026-11-26T06:00Z', 4],
    [{ minute: 540, isTomorrow: true }, '2026-11-26T06:00Z', { minute: 540, day: 4 }],
    [{ minute: 1500, isTomorrow: true }, '2026-11-26T06:00Z', { minute: 60, day: 5 }],
    [sunday, '2026-11-26T06:00Z', sunday],
  ])('are said as they are used where most places are: %j at %s', async (named, now, said) => {
    const open = new OpenPlaces(searcher);
    const { filter, time } = await open.hoursOfNamedTime(named, Date.parse(now) / 60_000, noTimeUsed());
    expect(time).toEqual(said);
    expect(filter.at.map((one) => one.timeZones)).toEqual(timeZones.map((zone) => [zone]));
  });
});
