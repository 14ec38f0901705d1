import { Injectable } from '@nestjs/common';
import { aggregationsOf, type Query, type TermsAggregation } from '../body/query.js';
import { SEARCH_FIELDS } from '../body/clauses.js';
import { PlaceSearcher } from '../elasticsearch/searcher.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import { type LocalTime, msOfMinute, type OpenAt } from '../query/open.js';
import { type SearchRequest } from '../query/search-request.js';
import { offsetOf } from './evaluate.js';

/** The time zones of the places in the index. A search at an instant has a clause for each of their local times. */
@Injectable()
export class IndexTimeZones {
  private readonly timeZones = new SharedRead((time) => this.searcher.run(timeZonesQuery, { time }));

  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * @param time gets what the request waits for them
   * @throws ProblemError `search_unavailable`
   */
  async current(time: TimeUsed): Promise<readonly string[]> {
    return this.timeZones.current(time);
  }
}

/** More than there are time zones. */
const MAX_TIME_ZONES = 1000;

/** The time zones that have places. */
const timeZonesQuery: Query<string[]> = {
  body: {
    query: { match_all: {} },
    size: 0,
    track_total_hits: false,
    aggs: { timeZones: { terms: { field: SEARCH_FIELDS.timeZone, size: MAX_TIME_ZONES } } },
  },
  read: (response) =>
    (aggregationsOf(response) as { timeZones: TermsAggregation }).timeZones.buckets.map(({ key }) => key),
  cost: 1,
};

/** What a request asks about opening hours. */
export type OpenRequest = Pick<SearchRequest, 'openAt' | 'showsOpen'>;

/** A response that depends on the present is right until the end of its minute. */
export function validUntil({ openAt, showsOpen = false, now }: OpenRequest & { readonly now: number }): {
  validUntil?: number;
} {
  const dependsOnNow = openAt ? openAt.type === 'now' : showsOpen;
  return dependsOnNow ? { validUntil: msOfMinute(now + 1) } : {};
}

/** Turns the times of requests into local times of the places in the index. */
@Injectable()
export class OpenPlaces {
  constructor(private readonly timeZones: IndexTimeZones) {}

  /**
   * Adds the conditions of the request to its search.
   *
   * @param now minutes since 1970 in UTC
   * @param time what the request took so far; gets what this takes
   * @throws ProblemError `search_unavailable`
   */
  async resolve<T extends OpenRequest>(request: T, now: number, time: TimeUsed): Promise<T> {
    const { openAt, showsOpen = false } = request;
    if (!openAt && !showsOpen) return request;
    const at = await this.localTimes(openAt ?? { type: 'now' }, now, time);
    return { ...request, ...(openAt && { hours: { state: 'open', at } }), ...(showsOpen && { showOpenAt: at }) };
  }

  private async localTimes(openAt: OpenAt, now: number, time: TimeUsed): Promise<LocalTime[]> {
    if (openAt.type === 'local') return [{ minute: openAt.minute }];
    return toLocalTimes(openAt.type === 'now' ? now : openAt.minute, await this.timeZones.current(time));
  }
}

/** The local times of an instant, each with its time zones. At least one, perhaps without time zones. */
function toLocalTimes(instant: number, timeZones: readonly string[]): LocalTime[] {
  const zonesByMinute = new Map<number, string[]>(timeZones.length === 0 ? [[instant, []]] : []);
  for (const timeZone of timeZones) {
    const minute = instant + offsetOf(timeZone, instant);
    zonesByMinute.set(minute, [...(zonesByMinute.get(minute) ?? []), timeZone]);
  }
  return [...zonesByMinute].map(([minute, zones]) => ({ minute, timeZones: zones }));
}
