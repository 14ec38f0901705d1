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
import { type ClockTime, CLOCKS, type NamedTime } from '../query/times.js';
import { type SearchRequest } from '../query/search-request.js';
import { offsetOf } from './evaluate.js';

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

/** `open on sunday` means open at noon. */
const NOON = 12 * 60;

/**
 * The next minute at which the named time comes, on the clock of a place. A part of the day that has begun and still lasts is now.
 *
 * @param now on the same clock
 */
export function minuteOfNamedTime(time: NamedTime, now: number): number {
  if (time === 'now') return now;
  const { day, minute, until = minute, isToday } = toClockTime(time);
  const period = day === undefined ? MINUTES_OF_DAY : MINUTES_OF_WEEK;
  const inWeek = (day ?? 0) * MINUTES_OF_DAY + minute;
  const sinceLast = (minuteOfWeek(now) - inWeek + MINUTES_OF_WEEK) % period;
  if (sinceLast < until - minute) return now;
  // On Sunday, `open on sunday` is today.
  const isThisDay = (isToday ?? typeof time === 'number') && sinceLast < MINUTES_OF_DAY - minute;
  return sinceLast === 0 || isThisDay ? now - sinceLast : now - sinceLast + period;
}

function toClockTime(time: Exclude<NamedTime, 'now'>): ClockTime {
  if (typeof time === 'object') return time;
  return typeof time === 'number' ? { day: time, minute: NOON } : CLOCKS[time];
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
   * The local times that words name.
   *
   * @param now minutes since 1970 in UTC
   * @param timeUsed as in `resolve`
   * @throws ProblemError `search_unavailable`
   */
  async hoursOfNamedTime(named: NamedTime, now: number, timeUsed: TimeUsed): Promise<HoursCondition> {
    const times = await this.localTimes({ type: 'now' }, now, timeUsed);
    return {
      state: 'open',
      at: times.map(({ minute, ...zones }) => ({ minute: minuteOfNamedTime(named, minute), ...zones })),
    };
  }

  private async localTimes(openAt: OpenAt, now: number, timeUsed: TimeUsed): Promise<LocalTime[]> {
    if (openAt.type === 'local') return [{ minute: openAt.minute }];
    return toLocalTimes(openAt.type === 'now' ? now : openAt.minute, await this.timeZones.current(timeUsed));
  }
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
