import { LRUCache } from 'lru-cache';
import { minuteOf, MINUTES_OF_DAY, MINUTES_OF_WEEK } from '../query/open.js';
import { type PlaceRecord } from '../place.js';
import { append, dependsOnSun, Evaluation, type MinuteRange, type OpenTimes, type Site } from './evaluate.js';
import { holidayHours } from './holiday-hours.js';
import { sunTimes } from './sun-hours.js';
import { countryOf, timeZoneAt } from './time-zones.js';
import { everyWeek, mostWeeks, type WeeklyHours } from './weekly-hours.js';

/** When a place is open. Without a location its time zone is not known. */
export interface PlaceHours extends WeeklyHours {
  readonly timeZone: string | undefined;
}

/** For so many days exceptions such as holidays are known. The index is renewed in half of this time. */
const KNOWN_DAYS = 366;

/** OpenStreetMap has no longer values. */
const MAX_LENGTH = 255;

/** Hours that are not readable are cached too. */
const UNKNOWN = Symbol('unknown');

/** Many places have the same hours. Its size counts ranges, of some 60 bytes each. */
const cache = new LRUCache<string, WeeklyHours | typeof UNKNOWN>({
  maxSize: 300_000,
  sizeCalculation: (hours) =>
    hours === UNKNOWN ? 1 : 1 + hours.week.length + hours.exceptions.length + hours.dates.length,
});

/**
 * When a place is open, by its opening hours, country, state and location. All that ask about opening hours ask this.
 *
 * @param now from the day before on, exceptions are known
 * @param days for how many days exceptions are known at most. Fewer are read faster, and are the same.
 * @returns undefined if it has no opening hours, or none that can be read
 */
export function hoursOf(record: PlaceRecord, now: Date, days = KNOWN_DAYS): PlaceHours | undefined {
  const { openingHours: text, location, address } = record;
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
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
  if (hours !== UNKNOWN) return { ...hours, timeZone };
  // A place that is never sure to be open has no hours. In a few days of its season it may be so.
  return days < KNOWN_DAYS ? hoursOf(record, now) : undefined;
}

function readHours(
  text: string,
  site: Site,
  known: MinuteRange,
  timeZone: string | undefined,
): WeeklyHours | undefined {
  if (site.position && timeZone !== undefined) return toHours(sunTimes(text, site, known, timeZone), known);
  const evaluation = Evaluation.of(text, site);
  if (!evaluation) return undefined;
  if (evaluation.isWeekly) {
    const week = { from: known.from, until: known.from + MINUTES_OF_WEEK };
    const times = evaluation.openTimes(week.from, week.until);
    return isCertain(times) ? everyWeek(times.open, week) : undefined;
  }
  const hours = holidayHours(text, evaluation, { site, known });
  if (hours) return hours;
  const times = evaluation.openTimes(known.from, known.until);
  return times ? toHours(times, known) : hoursWhileKnown(evaluation, known);
}

function toHours(times: OpenTimes | undefined, known: MinuteRange): WeeklyHours | undefined {
  return isCertain(times) ? mostWeeks(times.open, known) : undefined;
}

function isCertain(times: OpenTimes | undefined): times is OpenTimes {
  return times !== undefined && (times.open.length > 0 || !times.isUncertain);
}

/** The hours until the day whose school holidays are not known yet. */
function hoursWhileKnown(evaluation: Evaluation, { from, until }: MinuteRange): WeeklyHours | undefined {
  const open: MinuteRange[] = [];
  let isUncertain = false;
  let day = from;
  for (; day < until; day += MINUTES_OF_DAY) {
    const times = evaluation.openTimes(day, day + MINUTES_OF_DAY);
    if (!times) break;
    for (const range of times.open) append(open, range);
    isUncertain ||= times.isUncertain;
  }
  return day === from ? undefined : toHours({ open, isUncertain }, { from, until: day });
}

/** Places may have the name of a country instead of its code. */
function countryCode(country: string | undefined): string | undefined {
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : undefined;
}
