import { LRUCache } from 'lru-cache';
import { minuteOf, MINUTES_OF_DAY, MINUTES_OF_WEEK } from '../query/open.js';
import { type PlaceRecord } from '../place.js';
import { append, dependsOnSun, Evaluation, type MinuteRange, type Site } from './evaluate.js';
import { holidayHours } from './holiday-hours.js';
import { countryOf, offsetOf, timeZoneAt } from './time-zones.js';
import { everyWeek, mostWeeks, type WeeklyHours } from './weekly-hours.js';

/** When a place is open. Without a location its time zone is not known. */
export interface PlaceHours extends WeeklyHours {
  readonly timeZone: string | undefined;
}

/** For so many days exceptions such as holidays are known. The index is renewed in half of this time. */
const KNOWN_DAYS = 366;

/** Minutes of an hour and degrees of longitude: the sun crosses 15° an hour. */
const DEGREES_OF_MINUTE = 15 / 60;

/** Hours that are not readable are cached too. */
const UNKNOWN = Symbol('unknown');

/** Many places have the same hours. Its size counts ranges, of some 60 bytes each. */
const cache = new LRUCache<string, WeeklyHours | typeof UNKNOWN>({
  maxSize: 300_000,
  sizeCalculation: (hours) =>
    hours === UNKNOWN ? 1 : 1 + hours.week.length + hours.exceptions.length + hours.dates.length,
});

/** What opening hours depend on. */
type Timetable = Pick<PlaceRecord, 'openingHours' | 'address' | 'location'>;

/**
 * When a place is open, by its opening hours, country, state and location.
 *
 * @param now from the day before on, exceptions are known
 * @param days for how many days exceptions are known
 * @returns undefined if it has no opening hours, or none that can be read
 */
export function hoursOf(record: Timetable, now: Date, days = KNOWN_DAYS): PlaceHours | undefined {
  const { openingHours: text, location, address } = record;
  if (text === undefined) return undefined;
  const timeZone = location && timeZoneAt(location);
  const country = countryCode(address?.country) ?? (timeZone && countryOf(timeZone));
  const today = Math.floor(minuteOf(now) / MINUTES_OF_DAY) * MINUTES_OF_DAY;
  const known = { from: today - MINUTES_OF_DAY, until: today + days * MINUTES_OF_DAY };
  const position = location && { lat: Number(location.lat), lng: Number(location.lng) };
  const site = { country, state: address?.state, position: dependsOnSun(text) ? position : undefined };
  const key = JSON.stringify([text, site, site.position && timeZone, known]);
  let hours = cache.get(key);
  if (hours === undefined) {
    hours = readHours(text, site, known, timeZone) ?? UNKNOWN;
    cache.set(key, hours);
  }
  return hours === UNKNOWN ? undefined : { ...hours, timeZone };
}

function readHours(
  text: string,
  site: Site,
  known: MinuteRange,
  timeZone: string | undefined,
): WeeklyHours | undefined {
  if (site.position && timeZone !== undefined) return readSunHours(text, site, known, timeZone);
  const evaluation = Evaluation.of(text, site);
  if (!evaluation) return undefined;
  if (evaluation.isWeekly) {
    const week = { from: known.from, until: known.from + MINUTES_OF_WEEK };
    const open = evaluation.openRanges(week.from, week.until);
    return open && everyWeek(open, week);
  }
  const hours = holidayHours(text, evaluation, { site, known });
  if (hours) return hours;
  const open = evaluation.openRanges(known.from, known.until);
  return open && mostWeeks(open, known);
}

/** Evaluates the days before and after a change of the clocks apart: the sun does not change its time with them. */
function readSunHours(text: string, site: Site, known: MinuteRange, timeZone: string): WeeklyHours | undefined {
  const open: MinuteRange[] = [];
  for (const { from, until, offset } of daysByOffset(known, timeZone)) {
    const position = site.position && { ...site.position, lng: site.position.lng - offset * DEGREES_OF_MINUTE };
    const ranges = Evaluation.of(text, { ...site, position })?.openRanges(from, until);
    if (!ranges) return undefined;
    for (const range of ranges) append(open, range);
  }
  return mostWeeks(open, known);
}

/** Runs of days with the same offset from UTC at noon. */
function daysByOffset({ from, until }: MinuteRange, timeZone: string): (MinuteRange & { offset: number })[] {
  const runs: (MinuteRange & { offset: number })[] = [];
  for (let day = from; day < until; day += MINUTES_OF_DAY) {
    const offset = offsetOf(timeZone, day + MINUTES_OF_DAY / 2);
    const last = runs.at(-1);
    if (last?.offset === offset) runs[runs.length - 1] = { ...last, until: day + MINUTES_OF_DAY };
    else runs.push({ from: day, until: day + MINUTES_OF_DAY, offset });
  }
  return runs;
}

/** Places may have the name of a country instead of its code. */
function countryCode(country: string | undefined): string | undefined {
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined;
}
