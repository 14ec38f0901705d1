import { failure, success, type QueryResult } from './parsing.js';

/** A parsed `open`: the present, a local time in the time zone of each place, or an instant. Minutes since 1970. */
export type OpenAt =
  | { readonly type: 'now' }
  | { readonly type: 'local'; readonly minute: number }
  | { readonly type: 'instant'; readonly minute: number };

/** A local time with the time zones whose clocks show it. Without `timeZones`, it is meant in all time zones. */
export interface LocalTime {
  /** Minutes from 1970-01-01T00:00 on the clock of the place. */
  readonly minute: number;
  /** The end of a range of the same day: any time from `minute` until then counts. */
  readonly until?: number;
  readonly timeZones?: readonly string[];
}

/** The condition of a search by opening hours: places that are open at the local times, or places whose hours are unknown then. */
export interface HoursCondition {
  readonly state: 'open' | 'unknown';
  readonly at: readonly LocalTime[];
}

/**
 * Times of RFC 3339 in the years 1900 to 2999, and common variants: without seconds, without an offset, `+0100` and `+01`. Some of these
 * dates do not exist.
 */
const TIME =
  /^((?:19|2\d)\d\d-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?([Zz]|([+-])(\d\d)(?::?([0-5]\d))?)?$/;

const ALLOWED = [
  'now',
  'a local time of the place, such as 2026-11-23T19:30, in the years 1900 to 2999',
  'a time with an offset, such as 2026-11-23T19:30-03:00 or 2026-11-23T22:30Z',
];

const MINUTES_OF_HOUR = 60;
export const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;
export const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
const MS_OF_MINUTE = 60_000;

/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_1970 = 3;

/** Minutes since 1970 in UTC, rounded down. */
export function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / MS_OF_MINUTE);
}

/**
 * The minute of the week, from Monday 00:00.
 *
 * @param minute since 1970; before it is negative
 */
export function minuteOfWeek(minute: number): number {
  const sinceMonday = (minute + WEEKDAY_OF_1970 * MINUTES_OF_DAY) % MINUTES_OF_WEEK;
  return sinceMonday < 0 ? sinceMonday + MINUTES_OF_WEEK : sinceMonday;
}

/** The start of a minute in milliseconds since 1970. */
export function msOfMinute(minute: number): number {
  return minute * MS_OF_MINUTE;
}

/** Parses `open`. Seconds are ignored, because opening hours have none. */
export function parseOpen(text: string): QueryResult<OpenAt> {
  if (text === 'now') return success({ type: 'now' });
  const [, date, clock, offset, sign, hours = '0', minutes = '0'] = TIME.exec(text) ?? [];
  const minute = date === undefined ? undefined : minuteAt(`${date}T${clock}`);
  if (minute === undefined || Number(hours) > 14) {
    return failure({ value: text, reason: 'is not a time', allowed: ALLOWED });
  }
  if (offset === undefined) return success({ type: 'local', minute });
  const difference = Number(hours) * MINUTES_OF_HOUR + Number(minutes);
  return success({ type: 'instant', minute: sign === '-' ? minute + difference : minute - difference });
}

/** @returns undefined if there is no such day or hour */
function minuteAt(time: string): number | undefined {
  const date = new Date(`${time}:00Z`);
  // `Date` reads February 30 as March 2, and 24:00 as the next day.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(time)) return undefined;
  return minuteOf(date);
}

/** A regular expression that matches exactly the texts that `parseOpen` accepts. */
export const OPEN_PATTERN = openPattern();

function openPattern(): string {
  const days =
    '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])';
  const leapYears = '(?:19|2\\d)(?:0[48]|[2468][048]|[13579][26])|2[048]00';
  const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::(?:[0-5]\\d|60)(?:[.,]\\d+)?)?';
  const offset = '(?:[Zz]|[+-](?:0\\d|1[0-4])(?::?[0-5]\\d)?)?';
  return `^(?:now|(?:(?:19|2\\d)\\d\\d-(?:${days})|(?:${leapYears})-02-29)[Tt ]${clock}${offset})$`;
}
