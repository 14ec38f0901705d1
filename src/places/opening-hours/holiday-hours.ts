import { LRUCache } from 'lru-cache';
import { MINUTES_OF_DAY, MINUTES_OF_WEEK } from '../query/open.js';
import { append, Evaluation, type MinuteRange, type Site } from './evaluate.js';
import { type OpenDays, weekExcept, type WeeklyHours } from './weekly-hours.js';

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
export function holidayHours(
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
  const around: MinuteRange[] = [];
  for (const { from, until } of days) {
    const end = around.at(-1)?.until ?? known.from;
    append(around, { from: Math.max(from, end), until: Math.min(until + MINUTES_OF_DAY, known.until) });
  }
  return around;
}
