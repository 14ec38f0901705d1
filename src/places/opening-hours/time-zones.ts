import findTimeZone from '@photostructure/tz-lookup';
import { getTimezone } from 'countries-and-timezones';
import { LRUCache } from 'lru-cache';
import { type PlaceRecord } from '../place.js';

const MINUTE_IN_MS = 60_000;

/** Time zones change their offset at a quarter of an hour. */
const MINUTES_OF_OFFSET = 15;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Offsets by time zone and quarter of an hour. */
const offsets = new LRUCache<string, number>({ max: 50_000 });

/** The IANA time zone of a location. */
export function timeZoneAt({ lat, lng }: NonNullable<PlaceRecord['location']>): string {
  return findTimeZone(Number(lat), Number(lng));
}

/** The country whose time zone it is, and not that of others who use it too. */
export function countryOf(timeZone: string): string | undefined {
  return getTimezone(timeZone)?.countries[0];
}

/**
 * Minutes that the clocks of a time zone are ahead of UTC.
 *
 * @param minute since 1970 in UTC
 */
export function offsetOf(timeZone: string, minute: number): number {
  const since = Math.floor(minute / MINUTES_OF_OFFSET) * MINUTES_OF_OFFSET;
  const key = `${timeZone} ${since}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = readOffset(timeZone, new Date(since * MINUTE_IN_MS));
    offsets.set(key, offset);
  }
  return offset;
}

function readOffset(timeZone: string, date: Date): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
