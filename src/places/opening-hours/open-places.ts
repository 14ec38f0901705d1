import { Injectable } from '@nestjs/common';
import {
  aggregationsOf,
  type ElasticsearchQuery,
  type PlaceResponse,
  type TermsAggregationResult,
} from '../body/elasticsearch-query.js';
import { SEARCH_FIELDS } from '../body/clauses.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import {
  type HoursCondition,
  type LocalTime,
  MINUTES_OF_DAY,
  MINUTES_OF_WEEK,
  minuteOfWeek,
  msOfMinute,
  type OpenAt,
} from '../query/open.js';
import { type ClockTime, CLOCKS, type NamedTime, type Weekday } from '../words/times.js';
import { type SearchRequest } from '../query/search-request.js';
import { offsetOf } from './time-zones.js';

/** More than there are time zones. */
const MAX_TIME_ZONES = 1000;

/** The time zones that have places. */
const timeZonesQuery: ElasticsearchQuery<string[]> = {
  body: {
    query: { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: { timeZones: { terms: { field: SEARCH_FIELDS.timeZone, size: MAX_TIME_ZONES } } },
  },
  read: (response: PlaceResponse<{ timeZones: TermsAggregationResult }>) =>
    aggregationsOf(response).timeZones.buckets.map(({ key }) => key),
  cost: 1,
};

/** The parts of a request that concern opening hours. */
export type OpenRequest = Pick<SearchRequest, 'openAt' | 'includesOpen'>;

interface TimedRequest extends OpenRequest {
  readonly now: number;
  /** Whether words of `q` name a time. */
  readonly namesTime?: boolean;
}

/**
 * A response that depends on the present is right until the end of its minute. `storeParameters` in `http/parameters.ts` puts
 * `validUntil` into the context of the request. The header `Cache-Control` and the response cache read it there.
 */
export function cacheExpiry({ openAt, includesOpen = false, namesTime = false, now }: TimedRequest): {
  validUntil?: number;
} {
  const dependsOnNow = openAt ? openAt.type === 'now' : includesOpen || namesTime;
  return dependsOnNow ? { validUntil: msOfMinute(now + 1) } : {};
}

/** Before this minute of a day, a place that is open has been so since the evening before. */
const END_OF_NIGHT = 5 * 60;

type Minutes = Pick<LocalTime, 'minute' | 'until'>;

/**
 * When the named time comes next, on the clock of a place: any time of a day, or a minute. A part of the day that has begun and still
 * lasts is now.
 *
 * @param now on the same clock
 */
export function minutesOfNamedTime(time: NamedTime, now: number): Minutes {
  if (time === 'now') return { minute: now };
  const sinceMidnight = minuteOfWeek(now) % MINUTES_OF_DAY;
  const tomorrow = now - sinceMidnight + MINUTES_OF_DAY;
  if (time === 'tomorrow') return wholeDay(tomorrow);
  if (typeof time === 'number') {
    const daysUntil = (time - weekdayOf(now) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
    const { minute, until } = wholeDay(now - sinceMidnight + daysUntil * MINUTES_OF_DAY);
    // On Sunday, `open on sunday` is the rest of today.
    return { minute: Math.max(now, minute), until };
  }
  const clock: ClockTime = typeof time === 'object' ? time : CLOCKS[time];
  return { minute: clock.isTomorrow ? tomorrow + clock.minute : minuteOfClock(clock, now) };
}

function wholeDay(midnight: number): Required<Minutes> {
  return { minute: midnight + END_OF_NIGHT, until: midnight + MINUTES_OF_DAY };
}

function minuteOfClock({ day, minute, until = minute, isToday }: ClockTime, now: number): number {
  const period = day === undefined ? MINUTES_OF_DAY : MINUTES_OF_WEEK;
  const inWeek = (day ?? 0) * MINUTES_OF_DAY + minute;
  const sinceLast = (minuteOfWeek(now) - inWeek + MINUTES_OF_WEEK) % period;
  if (sinceLast < until - minute) return now;
  const isThisDay = isToday && sinceLast < MINUTES_OF_DAY - minute;
  return sinceLast === 0 || isThisDay ? now - sinceLast : now - sinceLast + period;
}

const DAYS_OF_WEEK = 7;

function weekdayOf(minute: number): Weekday {
  return Math.floor(minuteOfWeek(minute) / MINUTES_OF_DAY) as Weekday;
}

/** Turns the times of requests into local times of the places in the index. */
@Injectable()
export class OpenPlaces {
  /** The time zones of the index. A search at an instant has a clause for each different local time in them. */
  private readonly timeZones = new SharedRead((timeUsed) => this.searcher.run(timeZonesQuery, { timeUsed }));

  constructor(private readonly searcher: ElasticsearchSearcher) {}

  /**
   * Adds the conditions of the request to its search.
   *
   * @param now minutes since 1970 in UTC
   * @param timeUsed the time that the request has used; the time to read the time zones is added to it
   * @throws ProblemError `search_unavailable`
   */
  async resolve<T extends OpenRequest>(request: T, now: number, timeUsed: TimeUsed): Promise<T> {
    const { openAt, includesOpen = false } = request;
    if (!openAt && !includesOpen) return request;
    const at = await this.localTimes(openAt ?? { type: 'now' }, now, timeUsed);
    return {
      ...request,
      ...(openAt && { openFilter: { state: 'open', at } }),
      ...(includesOpen && { openShownAt: at }),
    };
  }

  /**
   * The local times that words name, and the name of the one that is used where most places are: `now` for `open tonight` at 21:00, a
   * day of the week for `tomorrow`.
   *
   * @param now minutes since 1970 in UTC
   * @param timeUsed as in `resolve`
   * @throws ProblemError `search_unavailable`
   */
  async hoursOfNamedTime(
    named: NamedTime,
    now: number,
    timeUsed: TimeUsed,
  ): Promise<{ filter: HoursCondition; time: NamedTime }> {
    const times = await this.localTimes({ type: 'now' }, now, timeUsed);
    const at = times.map(({ minute, ...zones }) => ({ ...minutesOfNamedTime(named, minute), ...zones }));
    return { filter: { state: 'open', at }, time: usedTime(named, times[0]?.minute ?? now, at[0]?.minute ?? now) };
  }

  private async localTimes(openAt: OpenAt, now: number, timeUsed: TimeUsed): Promise<LocalTime[]> {
    if (openAt.type === 'local') return [{ minute: openAt.minute }];
    return toLocalTimes(openAt.type === 'now' ? now : openAt.minute, await this.timeZones.current(timeUsed));
  }
}

/** @param used the minute that stands for the named time @param now on the same clock */
function usedTime(named: NamedTime, now: number, used: number): NamedTime {
  if (named === 'tomorrow') return weekdayOf(used);
  if (typeof named !== 'object') return named;
  if (named.until !== undefined && used === now) return 'now';
  return named.isTomorrow ? { minute: used % MINUTES_OF_DAY, day: weekdayOf(used) } : named;
}

/** The local times of an instant, each with the time zones that have it. If the index has no time zones, the instant itself. */
function toLocalTimes(instant: number, timeZones: readonly string[]): LocalTime[] {
  const zonesByMinute = new Map<number, string[]>(timeZones.length === 0 ? [[instant, []]] : []);
  for (const timeZone of timeZones) {
    const minute = instant + offsetOf(timeZone, instant);
    zonesByMinute.set(minute, [...(zonesByMinute.get(minute) ?? []), timeZone]);
  }
  return [...zonesByMinute].map(([minute, zones]) => ({ minute, timeZones: zones }));
}
