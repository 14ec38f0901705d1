import { MINUTES_OF_DAY, minuteOfWeek } from '../query/open.js';
import { append, type MinuteRange } from './evaluate.js';

/** The opening hours of some days. */
export interface OpenDays {
  readonly days: MinuteRange;
  readonly open: readonly MinuteRange[];
}

/** When a place is open, as the index has it. Minutes on the clock of the place. */
export interface WeeklyHours {
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
export function everyWeek(open: readonly MinuteRange[], week: MinuteRange): WeeklyHours {
  return { week: toWeek(usualDays(splitDays(open, week))), exceptions: [], dates: [], known: ALWAYS };
}

/** @param open the open times of the days of `known`; each weekday is usually as on most of its days */
export function mostWeeks(open: readonly MinuteRange[], known: MinuteRange): WeeklyHours {
  const days = splitDays(open, known);
  return toHours(usualDays(days), days, known);
}

/** @param others the days of `known` that may differ from the usual week, in order */
export function weekExcept(usual: OpenDays, others: readonly OpenDays[], known: MinuteRange): WeeklyHours {
  const days = new Map(others.flatMap(({ days: range, open }) => [...splitDays(open, range)]));
  return toHours(usualDays(splitDays(usual.open, usual.days)), days, known);
}

/** @param days all that differ from `usual`, in order */
function toHours(usual: Days, days: Days, known: MinuteRange): WeeklyHours {
  const exceptions: MinuteRange[] = [];
  append(exceptions, { from: ALWAYS.from, until: known.from });
  const dates: MinuteRange[] = [];
  for (const [day, ranges] of days) {
    if (keyOf(ranges) === keyOf(usual.get(weekdayOf(day)) ?? [])) continue;
    const start = day * MINUTES_OF_DAY;
    append(exceptions, { from: start, until: start + MINUTES_OF_DAY });
    for (const { from, until } of ranges) append(dates, { from: start + from, until: start + until });
  }
  append(exceptions, { from: known.until, until: ALWAYS.until });
  return { week: toWeek(usual), exceptions, dates, known };
}

/**
 * Whether a place is open. The same as the query of `search-body/hours-clauses.ts`.
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

/** @param days by weekday */
function toWeek(days: Days): MinuteRange[] {
  const week: MinuteRange[] = [];
  for (const [weekday, ranges] of [...days].sort(([a], [b]) => a - b)) {
    const start = weekday * MINUTES_OF_DAY;
    for (const { from, until } of ranges) append(week, { from: start + from, until: start + until });
  }
  return week;
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
  const open: MinuteRange[] = [];
  for (const range of isException ? dates : week) {
    const within = { from: Math.max(range.from, from), until: Math.min(range.until, from + MINUTES_OF_DAY) };
    append(open, { from: within.from - from + start, until: within.until - from + start });
  }
  return open;
}
