// The library reads dates in the time zone of the process. It gets local times of places as if they were UTC.
import '../../config/process.js';
import OpeningHours, { type nominatim_object } from 'opening_hours';
import { getTimes } from 'suncalc';
import findTimeZone from '@photostructure/tz-lookup';
import { getTimezone } from 'countries-and-timezones';
import { LRUCache } from 'lru-cache';
import { MINUTES_OF_DAY } from '../query/open.js';
import { type PlaceRecord } from '../place.js';

/** Minutes. The end is not part of it. */
export interface MinuteRange {
  readonly from: number;
  readonly until: number;
}

/** What the opening hours of a place depend on, apart from their text. */
export interface Site {
  /** ISO 3166-1 alpha-2. Decides about public holidays. */
  readonly country: string | undefined;
  /** A name, or the second part of an ISO 3166-2 code. */
  readonly state: string | undefined;
  /** Decides about sunrise and sunset. The longitude is that of a place at the same hour of the sun in UTC. */
  readonly position: { readonly lat: number; readonly lng: number } | undefined;
}

/** Changes between open and closed in one evaluation: more than six a day for a year. */
const MAX_CHANGES = 2500;

const MS_OF_MINUTE = 60_000;

/** When a place is open, within the minutes that were asked for. */
export interface OpenTimes {
  readonly open: readonly MinuteRange[];
  /** Whether it may be open at other times, too: `unknown` and comments. */
  readonly isUncertain: boolean;
}

/** The opening hours of one text in OpenStreetMap's syntax. All times are minutes on the clock of the place since 1970. */
export class Evaluation {
  private changes = 0;

  private constructor(
    private readonly hours: OpeningHours,
    /** The hours after midnight, on the day on which they begin, if `hours` end at midnight. */
    private readonly nights?: Evaluation,
  ) {}

  /**
   * @returns undefined if the text cannot be read, depends on holidays of an unknown country or on an unknown sunset, or is one that the
   * library misreads
   */
  static of(text: string, site: Site): Evaluation | undefined {
    if (dependsOnSun(text) && !site.position) return undefined;
    const evaluation = attempt(() => new Evaluation(new OpeningHours(text, toAddress(site))));
    if (!evaluation || !(MAY_BE_MISREAD.test(text) || mayLastIntoTheNight(text))) return evaluation;
    const canonical = evaluation.canonical ?? text;
    if (isMisread(canonical)) return undefined;
    const parts = partsAtMidnight(canonical);
    if (!parts) return evaluation;
    const [hours, nights] = parts.map((part) => attempt(() => new OpeningHours(part, toAddress(site))));
    return hours && nights ? new Evaluation(hours, new Evaluation(nights)) : evaluation;
  }

  /** Whether all weeks are alike. */
  get isWeekly(): boolean {
    return this.hours.isWeekStable() && this.nights?.isWeekly !== false;
  }

  /** The text in the usual spelling. */
  get canonical(): string | undefined {
    return attempt(() => this.hours.prettifyValue());
  }

  /** @returns undefined if it changes too often, or no holidays are known for this time */
  openTimes(from: number, until: number): OpenTimes | undefined {
    const times = attempt(() => this.readTimes(from, until));
    if (!this.nights) return times;
    const nights = this.nights.openTimes(from - MINUTES_OF_DAY, until - MINUTES_OF_DAY)?.open.map(dayLater);
    return times && nights && { ...times, open: union(times.open, nights) };
  }

  private readTimes(from: number, until: number): OpenTimes | undefined {
    const end = new Date(until * MS_OF_MINUTE);
    const iterator = this.hours.getIterator(new Date(from * MS_OF_MINUTE));
    const open: MinuteRange[] = [];
    let at = from;
    let isUncertain = false;
    for (; at < until; this.changes += 1) {
      if (this.changes > MAX_CHANGES) return undefined;
      const isOpen = iterator.getState();
      isUncertain ||= iterator.getUnknown();
      const next = iterator.advance(end) ? Math.ceil(iterator.getDate().getTime() / MS_OF_MINUTE) : until;
      if (isOpen) append(open, { from: at, until: Math.min(next, until) });
      at = next;
    }
    return { open, isUncertain };
  }
}

/** Whether there may be two rules and a range that ends after midnight, in any spelling: to get the usual one takes as long as to read. */
function mayLastIntoTheNight(text: string): boolean {
  return (
    /[,;]/.test(text) &&
    (/[ap]\.?m/i.test(text) ||
      [...text.matchAll(HOURS)].some(([, from, until]) => Number(until) <= Number(from) || Number(until) >= 24))
  );
}

const HOURS = /(\d{1,2})(?:\D\d\d)?\s?-\s?(\d{1,2})/g;

/** In any spelling. */
const MAY_BE_MISREAD = /easter|[a-z]{3}\W*\d|;\s*(?:[\d(]|sun|dawn|dusk)/i;

/** Whether the library gives other hours than the specification. Comments do not count. */
function isMisread(canonical: string): boolean {
  const rules = canonical.replaceAll(/"[^"]*"/g, '');
  return endsAtEaster(rules) || hasTimesForAllDays(rules) || [...rules.matchAll(DATE_RANGE)].some(isMisreadRange);
}

/** The library ends a range of dates a day too early if its end is counted from Easter: `Nov 01-easter`, `Dec 24-easter +1 day`. */
function endsAtEaster(rules: string): boolean {
  return /-(?:\d{4} )?easter/.test(rules);
}

/** Times without days, after a semicolon, replace all before. The library adds them: `Mo-Fr 08:00-12:00; 14:00-18:00`. */
function hasTimesForAllDays(rules: string): boolean {
  return /; (?:\d\d:|\(|sun|dawn|dusk)(?![^;]*\boff\b)/.test(rules);
}

/** Days of a month without a year: `Dec 24-Jan 06`, `Feb 01-29`. */
const DATE_RANGE = /(?<!\d{4} )\b([A-Z][a-z]{2}) (\d\d)-(?:([A-Z][a-z]{2}) )?(\d\d)\b/g;

/** The library never opens in a range of a whole year, `Mar 15-Mar 14`, and reads an end of `Feb 29` as March in most years. */
function isMisreadRange([, month, day, endMonth = month, endDay]: readonly (string | undefined)[]): boolean {
  const from = new Date(`${month} ${day} ${COMMON_YEAR} UTC`);
  const until = new Date(`${endMonth} ${endDay} ${COMMON_YEAR} UTC`);
  return until.getUTCDate() !== Number(endDay) || until.getTime() + MINUTES_OF_DAY * MS_OF_MINUTE === from.getTime();
}

/** Has no February 29. */
const COMMON_YEAR = 2027;

/** Rules of the usual spelling, and what separates them. */
const RULE_SEPARATOR = /([;,] )/;

const CLOCK_RANGE = /(\d\d:\d\d)-(\d\d:\d\d)/g;

/** Times of a day in the usual spelling. */
const CLOCK_RANGES = /\d\d:\d\d-\d\d:\d\d(?:,\d\d:\d\d-\d\d:\d\d)*/;

const IS_OFF = /\b(?:off|closed)\b/;

/** What the rules of two parts cannot say: comments, `unknown`, fallbacks, open ends, intervals and the times of the sun. */
const INDIVISIBLE = /"|unknown|\|\||:\d\d[+/]|sun(?:rise|set)|dawn|dusk/;

/**
 * The hours of a text up to midnight, and those after midnight on the day on which they begin. Together they are open on Friday at 01:00
 * by `Mo-Th 18:00-02:00; Fr 18:00-04:00`, as people mean it: the night belongs to Thursday. The library ends the night of a day at
 * midnight if another rule is about the next day, and begins it at midnight if another rule closes the day before.
 *
 * @param canonical in the usual spelling
 * @returns undefined if the library reads the text so, too
 */
function partsAtMidnight(canonical: string): [day: string, night: string] | undefined {
  const parts = canonical.split(RULE_SEPARATOR);
  const ends = nightEnds(canonical);
  if (parts.length === 1 || ends.length === 0 || INDIVISIBLE.test(canonical)) return undefined;
  const lastEnd = Math.max(...ends);
  let [day, night] = ['', ''];
  for (let at = 0; at < parts.length; at += 2) {
    const [separator = '', rule = ''] = [parts[at - 1], parts[at]];
    day +=
      separator +
      rule.replaceAll(CLOCK_RANGE, (range, from: string, until: string) =>
        nightEnd(from, until) > 0 ? `${from}-24:00` : range,
      );
    const nights = nightsOf(rule);
    // It closes hours of two days.
    if (IS_OFF.test(rule) && (nights !== undefined || beginsBefore(lastEnd, rule))) return undefined;
    // A rule that is added takes nothing away.
    if (nights !== undefined || separator !== ', ') night += separator + (nights ?? closed(rule));
  }
  return [day, night];
}

/** `Fr 12:00-14:00,18:00-02:00` → `Fr 00:00-02:00`. @returns undefined if none of its times ends after midnight */
function nightsOf(rule: string): string | undefined {
  const ends = nightEnds(rule);
  if (ends.length === 0) return undefined;
  return rule.replace(CLOCK_RANGES, ends.map((end) => `00:00-${clock(end)}`).join());
}

/** The minutes after midnight until which the times of rules last. */
function nightEnds(rules: string): number[] {
  return [...rules.matchAll(CLOCK_RANGE)].map(([, from, until]) => nightEnd(from, until)).filter((end) => end > 0);
}

/** Of `18:00-02:00` and `18:00-26:00`, 120. @returns at most 0 if the range ends at midnight or before */
function nightEnd(from = '', until = ''): number {
  const end = minuteOf(until, USUAL_SUN);
  return end > minuteOf(from, USUAL_SUN) ? end - MINUTES_OF_DAY : end;
}

function beginsBefore(minute: number, rule: string): boolean {
  return [...rule.matchAll(CLOCK_RANGE)].some(([, from = '']) => minuteOf(from, USUAL_SUN) < minute);
}

/** A rule that is closed on the same days. */
function closed(rule: string): string {
  if (IS_OFF.test(rule)) return rule;
  const days = rule.replace('24/7', 'Mo-Su').replace(/ open$/, '');
  return CLOCK_RANGES.test(days) ? days.replace(CLOCK_RANGES, 'off') : `${days} off`;
}

function dayLater({ from, until }: MinuteRange): MinuteRange {
  return { from: from + MINUTES_OF_DAY, until: until + MINUTES_OF_DAY };
}

/** The minutes that are in one of the lists, in order. */
function union(...lists: readonly (readonly MinuteRange[])[]): MinuteRange[] {
  const joined: MinuteRange[] = [];
  for (const { from, until } of lists.flat().sort((a, b) => a.from - b.from)) {
    const end = joined.at(-1)?.until ?? from;
    append(joined, { from: Math.max(from, Math.min(end, until)), until });
  }
  return joined;
}

/** Whether the hours differ from day to day and from place to place. */
export function dependsOnSun(text: string): boolean {
  return /sun(?:rise|set)|dawn|dusk/i.test(text);
}

/** Adds a range, or extends the last one. */
export function append(ranges: MinuteRange[], range: MinuteRange): void {
  if (range.until <= range.from) return;
  const last = ranges.at(-1);
  if (last?.until === range.from) ranges[ranges.length - 1] = { from: last.from, until: range.until };
  else ranges.push(range);
}

/**
 * The library throws texts and errors, for input that it cannot read and for holidays that it does not know. It also writes
 * some of them to the console.
 */
function attempt<T>(read: () => T): T | undefined {
  const { error, warn } = console;
  Object.assign(console, { error: () => undefined, warn: () => undefined });
  try {
    return read();
  } catch {
    return undefined;
  } finally {
    Object.assign(console, { error, warn });
  }
}

/** An address as Nominatim writes it. The library wants texts, other than its types say. */
function toAddress({ country, state, position }: Site): nominatim_object {
  const code = country?.toLowerCase();
  const address = {
    ...(code !== undefined && { country_code: code }),
    ...(country !== undefined &&
      state !== undefined && { 'ISO3166-2-lvl4': `${country}-${state}`.toUpperCase(), state }),
  };
  const { lat, lng } = position ?? { lat: 0, lng: 0 };
  return { lat: String(lat), lon: String(lng), address } as unknown as nominatim_object;
}

/** Minutes of an hour and degrees of longitude: the sun crosses 15° an hour. */
const DEGREES_OF_MINUTE = 15 / 60;

const NOON = MINUTES_OF_DAY / 2;

const EVENTS = ['dawn', 'sunrise', 'sunset', 'dusk'] as const;

type SunEvent = (typeof EVENTS)[number];

/** Minutes from the beginning of a day. Its sunset may be after midnight. */
type Sun = Readonly<Record<SunEvent, number>>;

/** What the sun does on a day. */
interface SunDay {
  readonly sun: Sun;
  /** The events that happen on this day, and not before or after midnight. */
  readonly within: readonly SunEvent[];
}

/** The day by which the library decides whether a range ends on the next day. */
const USUAL_SUN: Sun = { dawn: 5.5 * 60, sunrise: 6 * 60, sunset: 18 * 60, dusk: 18.5 * 60 };

const EQUATOR = { lat: 0, lng: 0 };

const EVENT = EVENTS.join('|');

const POINT = `\\d\\d:\\d\\d|(?:${EVENT})|\\((?:${EVENT})[+-]\\d\\d:\\d\\d\\)`;

const RANGE = new RegExp(`(${POINT})-(${POINT})|\\((?:${EVENT})[+-]\\d\\d:\\d\\d\\)|\\b(?:${EVENT})\\b`, 'g');

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
export function sunTimes(text: string, site: Site, days: MinuteRange, timeZone: string): OpenTimes | undefined {
  // The library evaluates the present for it, which fails where the sun does not rise today.
  const canonical = Evaluation.of(text, { ...site, position: EQUATOR })?.canonical;
  if (canonical === undefined) return undefined;
  const open: MinuteRange[] = [];
  let isUncertain = false;
  for (const run of runsOf(canonical, site, days, timeZone)) {
    const times = run.sun ? timesOnDay(canonical, site, run.days.from, run.sun) : timesOfRun(text, site, run);
    if (!times) return undefined;
    for (const range of times.open) append(open, range);
    isUncertain ||= times.isUncertain;
  }
  return { open, isUncertain };
}

/** Days with the same offset from UTC at noon. The clocks change, the sun does not. */
interface Run {
  readonly days: MinuteRange;
  readonly offset: number;
  /** Of a single day that the library cannot evaluate. */
  readonly sun?: Sun;
}

function runsOf(canonical: string, site: Site, { from, until }: MinuteRange, timeZone: string): Run[] {
  const events = EVENTS.filter((event) => canonical.includes(event));
  const offsetAt = (day: number): number => offsetOf(timeZone, day + NOON);
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

function sunDay(day: number, site: Site, offset: number): SunDay {
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
function positionAt({ position }: Site, offset: number): { lat: number; lng: number } {
  const { lat, lng } = position ?? { lat: 0, lng: 0 };
  return { lat, lng: lng - offset * DEGREES_OF_MINUTE };
}

/** Whether each range ends after it begins if it usually does, and otherwise on the next day. */
function hasUsualOrder(canonical: string, sun: Sun): boolean {
  return [...canonical.matchAll(RANGE)].every(([, from, to]) => {
    if (from === undefined || to === undefined || (isClock(from) && isClock(to))) return true;
    return isOvernight(from, to) ? minuteOf(to, sun) < minuteOf(from, sun) : minuteOf(to, sun) > minuteOf(from, sun);
  });
}

function isOvernight(from: string, to: string): boolean {
  return minuteOf(to, USUAL_SUN) < minuteOf(from, USUAL_SUN);
}

function isClock(point: string): boolean {
  return /^\d/.test(point);
}

/** The minute of `08:00`, `sunset` or `(sunset-01:00)` from the beginning of the day. */
function minuteOf(point: string, sun: Sun): number {
  const [, event, sign, hours = '0', minutes = '0'] = /^\(?([a-z]*)([+-]?)(?:(\d\d):(\d\d))?/.exec(point) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const known = EVENTS.find((name) => name === event);
  return (known ? sun[known] : 0) + offset;
}

function timesOfRun(text: string, site: Site, { days, offset }: Run): OpenTimes | undefined {
  return Evaluation.of(text, { ...site, position: positionAt(site, offset) })?.openTimes(days.from, days.until);
}

/** Evaluates a day by the times of its sun. */
function timesOnDay(canonical: string, site: Site, day: number, sun: Sun): OpenTimes | undefined {
  const [text, other] = [withTimes(canonical, sun, LAST_MINUTE), withTimes(canonical, sun, FIRST_MINUTE)];
  const read = (from: number, until: number, of = text): OpenTimes | undefined =>
    Evaluation.of(of, { ...site, position: undefined })?.openTimes(from, until);
  const end = day + MINUTES_OF_DAY;
  if (text === other) return read(day, end);
  const most = read(day, end - 1);
  const rest = read(end - 1, end, other);
  return most && rest && { open: [...most.open, ...rest.open], isUncertain: most.isUncertain || rest.isUncertain };
}

/** The text with times in place of what the sun does. */
function withTimes(canonical: string, sun: Sun, empty: string): string {
  return canonical.replace(RANGE, (text: string, from?: string, to?: string) => {
    if (from === undefined || to === undefined) return clock(Math.max(0, minuteOf(text, sun)));
    if (isClock(from) && isClock(to)) return text;
    const begin = Math.max(0, minuteOf(from, sun));
    const end = minuteOf(to, sun) + (isOvernight(from, to) ? MINUTES_OF_DAY : 0);
    if (end <= begin) return empty;
    return `${clock(Math.min(begin, MINUTES_OF_DAY - 1))}-${clock(Math.min(end, 2 * MINUTES_OF_DAY))}`;
  });
}

/** Hours go on after 24:00. */
function clock(minute: number): string {
  const digits = (number: number): string => String(number).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}

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
