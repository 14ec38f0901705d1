import { LRUCache } from 'lru-cache';
import { countryCodeOf } from '../areas/regions.js';
import { minuteOf, MINUTES_OF_DAY, MINUTES_OF_WEEK, minuteOfWeek } from '../query/open.js';
import { type PlaceRecord } from '../place.js';
import { dependsOnSun } from './day-times.js';
import { Evaluation, joinTimes, later, type MinuteRange, type OpenTimes, type Site, union } from './evaluate.js';
import { type SunSite, sunTimes } from './sun-times.js';
import { countryOf, timeZoneAt } from './time-zones.js';

/** When a place is open. Without a location its time zone is not known. */
interface PlaceHours extends WeeklyHours {
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

/** `position` only if the hours depend on the sun. */
type PlaceSite = Omit<Site, 'position'> & { readonly position: SunSite['position'] | undefined };

/** What opening hours depend on. */
type Timetable = Pick<PlaceRecord, 'openingHours' | 'address' | 'location'>;

/**
 * When a place is open, by its opening hours, country, state and location. All that ask about opening hours ask this.
 *
 * @param now from the day before on, exceptions are known
 * @param days for how many days exceptions are known at most. Fewer are read faster, and are the same.
 * @returns undefined if it has no opening hours, or none that can be read
 */
export function hoursOf(record: Timetable, now: Date, days = KNOWN_DAYS): PlaceHours | undefined {
  const { openingHours: text, location, address } = record;
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  const position = location && {
    ...{ lat: Number(location.lat), lng: Number(location.lng) },
    timeZone: timeZoneAt(location),
  };
  const timeZone = position?.timeZone;
  const country = countryCode(address?.country) ?? (timeZone && countryOf(timeZone));
  const today = Math.floor(minuteOf(now) / MINUTES_OF_DAY) * MINUTES_OF_DAY;
  const known = { from: today - MINUTES_OF_DAY, until: today + days * MINUTES_OF_DAY };
  const site = { country, state: address?.state, position: dependsOnSun(text) ? position : undefined };
  const key = JSON.stringify([text, site, known]);
  let hours = cache.get(key);
  if (hours === undefined) {
    hours = readHours(text, site, known) ?? UNKNOWN;
    cache.set(key, hours);
  }
  if (hours !== UNKNOWN) return { ...hours, timeZone };
  // A place that is never sure to be open has no hours. In a few days of its season it may be so.
  return days < KNOWN_DAYS ? hoursOf(record, now) : undefined;
}

/** Kosovo has the time zone of Serbia but other holidays. ISO 3166 has no code for it. */
function countryCode(country = ''): string | undefined {
  return countryCodeOf(country) ?? (/^xkx?$|kosov|косов/i.test(country.trim()) ? 'XK' : undefined);
}

function readHours(text: string, { position, ...place }: PlaceSite, known: MinuteRange): WeeklyHours | undefined {
  if (position) return toHours(sunTimes(text, { ...place, position }, known), known);
  const site = { ...place, position };
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
  const times: OpenTimes[] = [];
  let day = from;
  for (; day < until; day += MINUTES_OF_DAY) {
    const ofDay = evaluation.openTimes(day, day + MINUTES_OF_DAY);
    if (!ofDay) break;
    times.push(ofDay);
  }
  return day === from ? undefined : toHours(joinTimes(times), { from, until: day });
}

/** Texts in which weeks differ by public holidays only. */
const ONLY_HOLIDAYS = /^(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|off|closed)\b|\d{1,2}:\d\d|[-,; ])+$/;

/** The public holidays of a country or state. */
const holidays = new LRUCache<string, readonly MinuteRange[]>({ max: 2000 });

/**
 * The hours of a text with public holidays. Evaluates a week without holidays and the days around each holiday, which takes a
 * tenth of the time of a year.
 *
 * @returns undefined if this does not suffice to know them
 */
function holidayHours(
  text: string,
  evaluation: Evaluation,
  { site, known }: { site: Site; known: MinuteRange },
): WeeklyHours | undefined {
  const days = ONLY_HOLIDAYS.test(text) ? holidaysOf(site, known) : undefined;
  const from = days && startOfUsualWeek(days, known);
  if (days === undefined || from === undefined) return undefined;
  const week = { from, until: from + MINUTES_OF_WEEK };
  const usual = openIn(evaluation, week);
  const others = daysAround(days, known).map((range) => openIn(evaluation, range));
  return weekExcept(usual, others, known);
}

function openIn(evaluation: Evaluation, days: MinuteRange): OpenDays {
  // The holidays of these days are known, and the changes are few.
  return { days, open: evaluation.openTimes(days.from, days.until)?.open ?? [] };
}

function holidaysOf(site: Site, known: MinuteRange): readonly MinuteRange[] | undefined {
  const key = JSON.stringify([site.country, site.state, known]);
  const cached = holidays.get(key);
  if (cached) return cached;
  const days = Evaluation.of('PH', site)?.openTimes(known.from, known.until)?.open;
  if (days) holidays.set(key, days);
  return days;
}

/** Hours past midnight reach into the next day, so the day before the week is none either. */
function startOfUsualWeek(days: readonly MinuteRange[], { from, until }: MinuteRange): number | undefined {
  for (let start = from + MINUTES_OF_DAY; start + MINUTES_OF_WEEK <= until; start += MINUTES_OF_DAY) {
    const first = start - MINUTES_OF_DAY;
    if (days.every((day) => day.until <= first || day.from >= start + MINUTES_OF_WEEK)) return start;
  }
  return undefined;
}

/** The holidays and the days after them. */
function daysAround(days: readonly MinuteRange[], known: MinuteRange): MinuteRange[] {
  return union(days.map(({ from, until }) => ({ from, until: Math.min(until + MINUTES_OF_DAY, known.until) })));
}

/** The opening hours of some days. */
interface OpenDays {
  readonly days: MinuteRange;
  readonly open: readonly MinuteRange[];
}

/** When a place is open, as the index has it. Minutes on the clock of the place. */
interface WeeklyHours {
  /** Open in every usual week. Minutes from Monday 00:00. */
  readonly week: readonly MinuteRange[];
  /** Days to which `week` does not apply. Minutes since 1970, as all below. */
  readonly exceptions: readonly MinuteRange[];
  /** Open on days of `exceptions`. */
  readonly dates: readonly MinuteRange[];
  /** The time for which the hours are known. */
  readonly known: MinuteRange;
}

/** All times that an `integer_range` of Elasticsearch holds. */
const ALWAYS: MinuteRange = { from: -(2 ** 31), until: 2 ** 31 - 1 };

/** 0 is Monday. */
function weekdayOf(day: number): number {
  return minuteOfWeek(day * MINUTES_OF_DAY) / MINUTES_OF_DAY;
}

/** @param open the open times of the seven days of `week`, which all weeks are like */
function everyWeek(open: readonly MinuteRange[], week: MinuteRange): WeeklyHours {
  return { week: joinDays([...usualDays(splitDays(open, week))]), exceptions: [], dates: [], known: ALWAYS };
}

/** @param open the open times of the days of `known`; each weekday is usually as on most of its days */
function mostWeeks(open: readonly MinuteRange[], known: MinuteRange): WeeklyHours {
  const days = splitDays(open, known);
  return withExceptions(usualDays(days), days, known);
}

/** @param others the days of `known` that may differ from the usual week, in order */
function weekExcept(usual: OpenDays, others: readonly OpenDays[], known: MinuteRange): WeeklyHours {
  const days = new Map(others.flatMap(({ days: range, open }) => [...splitDays(open, range)]));
  return withExceptions(usualDays(splitDays(usual.open, usual.days)), days, known);
}

/** @param days all that differ from `usual`, in order */
function withExceptions(usual: Days, days: Days, known: MinuteRange): WeeklyHours {
  const others = [...days].filter(([day, ranges]) => keyOf(ranges) !== keyOf(usual.get(weekdayOf(day)) ?? []));
  const exceptions = union([
    { from: ALWAYS.from, until: known.from },
    ...others.map(([day]) => ({ from: day * MINUTES_OF_DAY, until: (day + 1) * MINUTES_OF_DAY })),
    { from: known.until, until: ALWAYS.until },
  ]);
  return { week: joinDays([...usual]), exceptions, dates: joinDays(others), known };
}

/** @param days numbers of days, since 1970 or Monday, with the ranges of each */
function joinDays(days: readonly (readonly [number, readonly MinuteRange[]])[]): MinuteRange[] {
  return union(days.flatMap(([day, ranges]) => ranges.map((range) => later(range, day * MINUTES_OF_DAY))));
}

/**
 * Whether a place is open. The same as the query of `body/hours.ts`.
 *
 * @param minute on the clock of the place since 1970
 * @returns undefined if its hours are not known for that time
 */
export function isOpenAt({ week, exceptions, dates, known }: WeeklyHours, minute: number): boolean | undefined {
  if (!includes([known], minute)) return undefined;
  return includes(dates, minute) || (includes(week, minuteOfWeek(minute)) && !includes(exceptions, minute));
}

function includes(ranges: readonly MinuteRange[], minute: number): boolean {
  return ranges.some(({ from, until }) => from <= minute && minute < until);
}

/** The ranges of each day, in minutes of the day. */
type Days = ReadonlyMap<number, readonly MinuteRange[]>;

function splitDays(open: readonly MinuteRange[], { from, until }: MinuteRange): Days {
  const days = new Map<number, MinuteRange[]>();
  for (let day = from / MINUTES_OF_DAY; day < until / MINUTES_OF_DAY; day += 1) days.set(day, []);
  for (const range of open) {
    for (let at = range.from; at < range.until;) {
      const day = Math.floor(at / MINUTES_OF_DAY);
      const end = Math.min(range.until, (day + 1) * MINUTES_OF_DAY);
      days.get(day)?.push({ from: at - day * MINUTES_OF_DAY, until: end - day * MINUTES_OF_DAY });
      at = end;
    }
  }
  return days;
}

/** The most frequent ranges of each weekday, by weekday. */
function usualDays(days: Days): Days {
  const counts = new Map<string, number>();
  const usual = new Map<number, readonly MinuteRange[]>();
  for (const [day, ranges] of days) {
    const weekday = weekdayOf(day);
    const countOf = (of: readonly MinuteRange[]): number => counts.get(`${weekday} ${keyOf(of)}`) ?? 0;
    counts.set(`${weekday} ${keyOf(ranges)}`, countOf(ranges) + 1);
    const before = usual.get(weekday);
    if (!before || countOf(ranges) > countOf(before)) usual.set(weekday, ranges);
  }
  return usual;
}

function keyOf(ranges: readonly MinuteRange[]): string {
  return ranges.map(({ from, until }) => `${from}-${until}`).join();
}

/**
 * The open times of a day.
 *
 * @param start of the day, on the clock of the place
 */
export function openRangesOn({ week, exceptions, dates }: WeeklyHours, start: number): MinuteRange[] {
  const isException = includes(exceptions, start);
  const from = isException ? start : minuteOfWeek(start);
  const within = (isException ? dates : week).map((range) => ({
    from: Math.max(range.from, from),
    until: Math.min(range.until, from + MINUTES_OF_DAY),
  }));
  return union(within).map((range) => later(range, start - from));
}
