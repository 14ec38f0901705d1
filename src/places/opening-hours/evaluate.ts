// The library reads dates in the time zone of the process. It gets local times of places as if they were UTC.
import '../../config/process.js';
import OpeningHours, { type nominatim_object } from 'opening_hours';
import { MINUTES_OF_DAY } from '../query/open.js';
import { clock, dependsOnSun, minuteOfClock, withoutComments } from './day-times.js';

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
    private readonly nights?: OpeningHours,
  ) {}

  /**
   * @returns undefined if the text cannot be read, depends on holidays of an unknown country or on an unknown sunset, or is one that the
   * library misreads
   */
  static of(text: string, site: Site): Evaluation | undefined {
    return attempt(() => {
      const read = (part: string): OpeningHours => new OpeningHours(part, toAddress(site));
      const hours = read(text);
      // To write it, the library evaluates the present, which fails where the sun does not rise today.
      const canonical = attempt(() => hours.prettifyValue()) ?? text;
      if ((dependsOnSun(canonical) && !site.position) || isMisread(canonical)) return undefined;
      const [day, night] = partsAtMidnight(canonical) ?? [];
      if (day === undefined || night === undefined) return new Evaluation(hours);
      return new Evaluation(read(day), read(night));
    });
  }

  /** Hours after midnight are changes of their own. */
  private get maxChanges(): number {
    return this.nights ? 2 * MAX_CHANGES : MAX_CHANGES;
  }

  /** Whether all weeks are alike. */
  get isWeekly(): boolean {
    return this.hours.isWeekStable();
  }

  /** @returns undefined if it changes too often, or no holidays are known for this time */
  openTimes(from: number, until: number): OpenTimes | undefined {
    return attempt(() => {
      const times = this.readTimes(this.hours, from, until);
      if (!this.nights) return times;
      const nights = this.readTimes(this.nights, from - MINUTES_OF_DAY, until - MINUTES_OF_DAY);
      return { ...times, open: union([...times.open, ...nights.open.map((range) => later(range, MINUTES_OF_DAY))]) };
    });
  }

  private readTimes(hours: OpeningHours, from: number, until: number): OpenTimes {
    const end = new Date(until * MS_OF_MINUTE);
    const iterator = hours.getIterator(new Date(from * MS_OF_MINUTE));
    const open: MinuteRange[] = [];
    let at = from;
    let isUncertain = false;
    for (; at < until; this.changes += 1) {
      if (this.changes > this.maxChanges) throw new Error('It changes too often');
      const isOpen = iterator.getState();
      isUncertain ||= iterator.getUnknown();
      const next = iterator.advance(end) ? Math.ceil(iterator.getDate().getTime() / MS_OF_MINUTE) : until;
      if (isOpen) open.push({ from: at, until: Math.min(next, until) });
      at = next;
    }
    return { open: union(open), isUncertain };
  }
}

/** Whether the library gives other hours than the specification. Comments do not count. */
function isMisread(canonical: string): boolean {
  const rules = withoutComments(canonical);
  return (
    endsAtEaster(rules) ||
    endsWithFebruary(rules) ||
    hasTimesForAllDays(rules) ||
    [...rules.matchAll(DATE_RANGE)].some(isMisreadRange)
  );
}

/** The library ends a range of dates a day too early if its end is counted from Easter: `Nov 01-easter`, `Dec 24-easter +1 day`. */
function endsAtEaster(rules: string): boolean {
  return /-(?:\d{4} )?easter/.test(rules);
}

/** The library never opens in these days of a common year: `Feb 10-28`. */
function endsWithFebruary(rules: string): boolean {
  return /Feb [\d,-]+-2[89]\b/.test(rules);
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
  const end = minuteOfClock(until);
  return end > minuteOfClock(from) ? end - MINUTES_OF_DAY : end;
}

function beginsBefore(minute: number, rule: string): boolean {
  return [...rule.matchAll(CLOCK_RANGE)].some(([, from = '']) => minuteOfClock(from) < minute);
}

/** A rule that is closed on the same days. */
function closed(rule: string): string {
  if (IS_OFF.test(rule)) return rule;
  const days = rule.replace('24/7', 'Mo-Su').replace(/ open$/, '');
  return CLOCK_RANGES.test(days) ? days.replace(CLOCK_RANGES, 'off') : `${days} off`;
}

export function later({ from, until }: MinuteRange, minutes: number): MinuteRange {
  return { from: from + minutes, until: until + minutes };
}

/** The times of several ranges of minutes. */
export function joinTimes(times: readonly OpenTimes[]): OpenTimes {
  return { open: union(times.flatMap(({ open }) => open)), isUncertain: times.some(({ isUncertain }) => isUncertain) };
}

/** The minutes that are in one of the ranges, in order. */
export function union(ranges: readonly MinuteRange[]): MinuteRange[] {
  const joined: MinuteRange[] = [];
  for (const { from, until } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, until) };
    else if (from < until) joined.push({ from, until });
  }
  return joined;
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

/** An address as Nominatim writes it. The library wants texts, other than its types say, and ignores what is undefined. */
function toAddress({ country, state, position }: Site): nominatim_object {
  return {
    lat: position && String(position.lat),
    lon: position && String(position.lng),
    address: {
      country_code: country?.toLowerCase(),
      'ISO3166-2-lvl4': `${country}-${state}`.toUpperCase(),
      state,
    },
  } as unknown as nominatim_object;
}
