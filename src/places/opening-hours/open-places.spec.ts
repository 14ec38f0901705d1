import { MINUTES_OF_DAY } from '../query/open.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { type NamedTime } from '../words/times.js';
import { type ElasticsearchQuery } from '../body/elasticsearch-query.js';
import { cacheExpiry, minutesOfNamedTime, OpenPlaces } from './open-places.js';

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
    ['the morning is over', morning, at('12:00'), at('10:00', 1)],
    ['it is that of another day', { ...evening, day: sunday }, at('21:30'), at('20:00', 3)],
    ['it is that of yesterday, after midnight', { ...evening, day: 2 }, at('01:00'), at('01:00')],
    ['it was that of yesterday', { ...evening, day: 2 }, at('11:00'), at('20:00', 6)],
    ['a clock has no end', { minute: 1200 }, at('21:30'), at('20:00', 1)],
    ['it is that minute', { minute: 1200 }, at('20:00'), at('20:00')],
    ['late has begun', 'late', at('23:00'), at('23:00')],
    ['it was today', { minute: 540, isToday: true }, at('11:00'), at('09:00')],
    ['a part of today is over', { minute: 900, until: 1080, isToday: true }, at('18:30'), at('15:00')],
    ['it is still to come today, and it is midnight', { minute: 540, isToday: true }, at('00:00'), at('09:00')],
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

/** Knows the time zones of the index by the response of Elasticsearch to the query for them. */
function openPlaces(timeZones: readonly string[]) {
  const response = { aggregations: { timeZones: { buckets: timeZones.map((key) => ({ key })) } } };
  const run = jest.fn(({ read }: ElasticsearchQuery<string[]>, _options: object) =>
    Promise.resolve(read(response as unknown as Parameters<typeof read>[0])),
  );
  return { open: new OpenPlaces({ run } as unknown as ElasticsearchSearcher), run };
}

/** The clocks of the first two show the same time. */
const zones = ['Pacific/Auckland', 'Antarctica/McMurdo', 'Pacific/Chatham'];
describe('the hours that words name', () => {
  const timeZones = ['Pacific/Auckland', 'Pacific/Chatham'];
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
    [{ minute: 1200 }, '2026-11-26T07:00Z', { minute: 1200 }],
  ])('are said as they are used where most places are: %j at %s', async (named, now, said) => {
    const { open } = openPlaces(timeZones);
    const { filter, time } = await open.hoursOfNamedTime(named, Date.parse(now) / 60_000, noTimeUsed());
    expect(time).toEqual(said);
    expect(filter.state).toBe('open');
    expect(filter.at.map((one) => one.timeZones)).toEqual(timeZones.map((zone) => [zone]));
  });
});

describe('the times of a request', () => {
  const now = at('06:00');
  const [auckland, chatham] = [
    { minute: at('19:00'), timeZones: zones.slice(0, 2) },
    { minute: at('19:45'), timeZones: zones.slice(2) },
  ];

  it.each([
    ['nothing', {}, {}],
    ['the present', { openAt: { type: 'now' } }, { openFilter: { state: 'open', at: [auckland, chatham] } }],
    [
      'an instant',
      { openAt: { type: 'instant', minute: at('06:00', -2) } },
      {
        openFilter: {
          state: 'open',
          at: [auckland, chatham].map(({ minute, timeZones }) => ({ minute: minute - 2 * MINUTES_OF_DAY, timeZones })),
        },
      },
    ],
    ['a local time', { openAt: { type: 'local', minute: 5 } }, { openFilter: { state: 'open', at: [{ minute: 5 }] } }],
    ['which places are open', { includesOpen: true }, { openShownAt: [auckland, chatham] }],
    [
      'which of the places open at a local time are so',
      { openAt: { type: 'local', minute: 5 }, includesOpen: true },
      { openFilter: { state: 'open', at: [{ minute: 5 }] }, openShownAt: [{ minute: 5 }] },
    ],
  ] as const)('become local times of the time zones of places: %s', async (_, request, added) => {
    expect(await openPlaces(zones).open.resolve(request, now, noTimeUsed())).toEqual({ ...request, ...added });
  });

  it('are those of UTC as long as no place has a time zone', async () => {
    const { openShownAt } = (await openPlaces([]).open.resolve({ includesOpen: true }, now, noTimeUsed())) as {
      openShownAt?: unknown;
    };
    expect(openShownAt).toEqual([{ minute: now, timeZones: [] }]);
  });

  it('need one query, and none without opening hours', async () => {
    const { open, run } = openPlaces(zones);
    await open.resolve({}, now, noTimeUsed());
    expect(run).not.toHaveBeenCalled();
    await open.resolve({ includesOpen: true }, now, noTimeUsed());
    expect(run.mock.calls).toEqual([
      [
        {
          body: {
            query: { match_all: {} },
            size: 0,
            track_total_hits: false,
            aggs: { timeZones: { terms: { field: 'search.open.timeZone', size: 1000 } } },
          },
          read: expect.any(Function),
          cost: 1,
        },
        { timeUsed: noTimeUsed() },
      ],
    ]);
  });
});

describe('a response', () => {
  const now = at('06:00');
  const endOfMinute = { validUntil: Date.parse('2026-11-26T06:01Z') };

  it.each([
    ['without opening hours', {}, {}],
    ['that shows what is open', { includesOpen: true }, endOfMinute],
    ['to words that name a time', { namesTime: true }, endOfMinute],
    ['of what is open now', { openAt: { type: 'now' } }, endOfMinute],
    ['of what is open at another time', { openAt: { type: 'instant', minute: 5 } }, {}],
    ['that shows what is open at another time', { openAt: { type: 'local', minute: 5 }, includesOpen: true }, {}],
  ] as const)('%s is valid until the end of the minute if it depends on the present', (_, request, expected) => {
    expect(cacheExpiry({ ...request, now })).toEqual(expected);
  });
});
