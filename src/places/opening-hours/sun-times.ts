import { getTimes } from 'suncalc';
import { MINUTES_OF_DAY } from '../query/open.js';
import { clock, EVENTS, minuteOf, type Sun, type SunEvent, USUAL_SUN } from './day-times.js';
import { Evaluation, joinTimes, type MinuteRange, type OpenTimes, type Site } from './evaluate.js';
import { offsetOf } from './time-zones.js';

/** Minutes of an hour and degrees of longitude: the sun crosses 15° an hour. */
const DEGREES_OF_MINUTE = 15 / 60;

const NOON = MINUTES_OF_DAY / 2;

/** What the sun does on a day. */
interface SunDay {
  readonly sun: Sun;
  /** The events that happen on this day, and not before or after midnight. */
  readonly within: readonly SunEvent[];
}

/** A site whose sun is known. */
export interface SunSite extends Site {
  readonly position: { readonly lat: number; readonly lng: number; readonly timeZone: string };
}

const EQUATOR = { lat: 0, lng: 0 };

const EVENT = EVENTS.join('|');

const CLOCK = String.raw`\d\d:\d\d`;

const SUN_POINT = String.raw`\b(?:${EVENT})\b|\((?:${EVENT})[+-]${CLOCK}\)`;

const POINT = `${CLOCK}|${SUN_POINT}`;

/** Ranges that begin or end by the sun, and points of the sun alone. */
const RANGE = new RegExp(`(?!${CLOCK}-${CLOCK})(${POINT})-(${POINT})|${SUN_POINT}`, 'g');

/** Stand for a range that is empty on a day. No text has both minutes for this reason, so each is read with the other one. */
const LAST_MINUTE = '23:59-24:00';

const FIRST_MINUTE = '00:00-00:01';

/**
 * The hours of a text with sunrise, sunset, dawn or dusk. The library evaluates runs of days on which the sun rises and sets as
 * usual. On other days, and where it would let a range that ends before it begins go on until the next day, it gets the text
 * with the times of that day.
 *
 * - A range that ends after it begins on a day of twelve hours is empty on a day that is too short for it.
 * - Where the sun stays down, it rises and sets at noon. Where it stays up, it rises and sets at midnight.
 *
 * @returns undefined if the text cannot be read
 */
export function sunTimes(text: string, site: SunSite, days: MinuteRange): OpenTimes | undefined {
  // Where the sun does not rise today, the library does not write the text in the usual spelling.
  const canonical = Evaluation.of(text, { ...site, position: EQUATOR })?.canonical;
  if (canonical === undefined) return undefined;
  const times: OpenTimes[] = [];
  for (const run of runsOf(canonical, site, days)) {
    const ofRun = run.sun ? timesOnDay(canonical, site, run.days.from, run.sun) : timesOfRun(text, site, run);
    if (!ofRun) return undefined;
    times.push(ofRun);
  }
  return joinTimes(times);
}

/** Days with the same offset from UTC at noon. The clocks change, the sun does not. */
interface Run {
  readonly days: MinuteRange;
  readonly offset: number;
  /** Of a single day that the library cannot evaluate. */
  readonly sun?: Sun;
}

function runsOf(canonical: string, site: SunSite, { from, until }: MinuteRange): Run[] {
  const events = EVENTS.filter((event) => canonical.includes(event));
  const offsetAt = (day: number): number => offsetOf(site.position.timeZone, day + NOON);
  const dayAt = (day: number): SunDay => sunDay(day, site, offsetAt(day));
  const isWithin = ({ within }: SunDay): boolean => events.every((event) => within.includes(event));
  const runs: Run[] = [];
  let [before, today] = [dayAt(from - MINUTES_OF_DAY), dayAt(from)];
  for (let day = from; day < until; day += MINUTES_OF_DAY) {
    const after = dayAt(day + MINUTES_OF_DAY);
    const days = { from: day, until: day + MINUTES_OF_DAY };
    const offset = offsetAt(day);
    const last = runs.at(-1);
    // The library looks at the days before and after, too.
    if (![before, today, after].every(isWithin) || !hasUsualOrder(canonical, today.sun)) {
      runs.push({ days, offset, sun: today.sun });
    } else if (last && !last.sun && last.offset === offset) {
      runs[runs.length - 1] = { days: { from: last.days.from, until: days.until }, offset };
    } else runs.push({ days, offset });
    [before, today] = [today, after];
  }
  return runs;
}

function sunDay(day: number, site: SunSite, offset: number): SunDay {
  const { lat, lng } = positionAt(site, offset);
  const times = getTimes(new Date((day + NOON) * 60_000), lat, lng);
  const minuteOfDay = (date: Date): number => Math.floor(date.getTime() / 60_000) - day;
  const noon = minuteOfDay(times.solarNoon);
  const pair = (rise: Date | null, set: Date | null): [rise: number, set: number] => {
    if (rise && set) return [minuteOfDay(rise), minuteOfDay(set)];
    return times.alwaysDown ? [noon, noon] : [noon - NOON, noon + NOON];
  };
  const [sunrise, sunset] = pair(times.sunrise, times.sunset);
  const [dawn, dusk] = pair(times.dawn, times.dusk);
  const sun = { dawn, sunrise, sunset, dusk };
  return { sun, within: EVENTS.filter((event) => times[event] && sun[event] >= 0 && sun[event] < MINUTES_OF_DAY) };
}

/** The place at the same hour of the sun in UTC: the library gets local times as if they were UTC. */
function positionAt({ position: { lat, lng } }: SunSite, offset: number): { lat: number; lng: number } {
  return { lat, lng: lng - offset * DEGREES_OF_MINUTE };
}

/** Whether each range ends after it begins if it usually does, and otherwise on the next day. */
function hasUsualOrder(canonical: string, sun: Sun): boolean {
  return [...canonical.matchAll(RANGE)].every(([, from = '', to]) => {
    if (to === undefined) return true;
    return isOvernight(from, to) ? minuteOf(to, sun) < minuteOf(from, sun) : minuteOf(to, sun) > minuteOf(from, sun);
  });
}

function isOvernight(from: string, to: string): boolean {
  return minuteOf(to, USUAL_SUN) < minuteOf(from, USUAL_SUN);
}

function timesOfRun(text: string, site: SunSite, { days, offset }: Run): OpenTimes | undefined {
  return Evaluation.of(text, { ...site, position: positionAt(site, offset) })?.openTimes(days.from, days.until);
}

/** Evaluates a day by the times of its sun. */
function timesOnDay(canonical: string, site: SunSite, day: number, sun: Sun): OpenTimes | undefined {
  const [text, other] = [withTimes(canonical, sun, LAST_MINUTE), withTimes(canonical, sun, FIRST_MINUTE)];
  const read = (of: string, from: number, until: number): OpenTimes | undefined =>
    Evaluation.of(of, site)?.openTimes(from, until);
  const end = day + MINUTES_OF_DAY;
  if (text === other) return read(text, day, end);
  const [most, rest] = [read(text, day, end - 1), read(other, end - 1, end)];
  return most && rest && joinTimes([most, rest]);
}

/** The text with times in place of what the sun does. */
function withTimes(canonical: string, sun: Sun, empty: string): string {
  return canonical.replace(RANGE, (text: string, from: string, to?: string) => {
    if (to === undefined) return clock(Math.max(0, minuteOf(text, sun)));
    const begin = Math.max(0, minuteOf(from, sun));
    const end = minuteOf(to, sun) + (isOvernight(from, to) ? MINUTES_OF_DAY : 0);
    if (end <= begin) return empty;
    return `${clock(Math.min(begin, MINUTES_OF_DAY - 1))}-${clock(Math.min(end, 2 * MINUTES_OF_DAY))}`;
  });
}
