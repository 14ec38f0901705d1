import { type PlaceRecord } from '../place.js';
import { MINUTES_OF_DAY, msOfMinute, type OpenAt } from '../query/open.js';
import { type MinuteRange, union } from './evaluate.js';
import { hoursOf, isOpenAt, openRangesOn } from './place-hours.js';
import { offsetOf } from './time-zones.js';

const DAYS = 7;

/** From two days before that of UTC on: the day before today, in any time zone. Until the day after the seven. */
const KNOWN_DAYS = DAYS + 4;

/** Hours that end later in the next day do not belong to the evening before. */
const END_OF_NIGHT = MINUTES_OF_DAY / 2;

/** The opening hours of seven days, or of fewer if later ones are not known. Minutes on the clock of the place since 1970. */
export interface OpenWeek {
  readonly timeZone: string;
  readonly isOpen: boolean;
  /** When `isOpen` changes; absent if it does not within these days. */
  readonly change?: number;
  readonly days: readonly OpenDay[];
}

interface OpenDay {
  readonly start: number;
  /** Those that begin on this day, with their hours past midnight. */
  readonly open: readonly MinuteRange[];
}

/**
 * @param at the time on whose day the week begins
 * @param now minutes since 1970 in UTC
 * @returns undefined if the opening hours or the time zone are not known
 */
export function openWeekOf(record: PlaceRecord, at: OpenAt, now: number): OpenWeek | undefined {
  const given = at.type === 'now' ? now : at.minute;
  const hours = hoursOf(record, new Date(msOfMinute(given - MINUTES_OF_DAY)), KNOWN_DAYS);
  if (hours?.timeZone === undefined) return undefined;
  const time = at.type === 'local' ? given : given + offsetOf(hours.timeZone, given);
  const isOpen = isOpenAt(hours, time);
  if (isOpen === undefined) return undefined;
  const today = Math.floor(time / MINUTES_OF_DAY) * MINUTES_OF_DAY;
  // The night before may not be over, and that of the last day ends on the next one.
  const open = [...Array(DAYS + 2).keys()].map((day) => openRangesOn(hours, today + (day - 1) * MINUTES_OF_DAY));
  // Where the known days end, nothing changes.
  const end = Math.min(today + (DAYS + 1) * MINUTES_OF_DAY, hours.known.until);
  const change = nextChange(open.flat(), time, end);
  return {
    timeZone: hours.timeZone,
    isOpen,
    ...(change !== undefined && { change }),
    days: open
      .slice(1, -1)
      .map((ranges, at) => ({
        start: today + at * MINUTES_OF_DAY,
        open: withNight(ranges, open[at] ?? [], open[at + 2] ?? []),
      }))
      .filter(({ start }) => start < hours.known.until),
  };
}

/** The first end or begin after a minute and before another one, of ranges in order. */
function nextChange(ranges: readonly MinuteRange[], time: number, before: number): number | undefined {
  const changes = union(ranges).flatMap(({ from, until }) => [from, until]);
  return changes.find((minute) => minute > time && minute < before);
}

/** Moves the hours after midnight to the day before. */
function withNight(
  ranges: readonly MinuteRange[],
  before: readonly MinuteRange[],
  after: readonly MinuteRange[],
): MinuteRange[] {
  const own = continuesNight(before, ranges) ? ranges.slice(1) : [...ranges];
  const last = own.at(-1);
  const [night] = after;
  if (!last || !night || !continuesNight(ranges, after)) return own;
  return [...own.slice(0, -1), { from: last.from, until: night.until }];
}

/** Whether the first hours of a day continue the last ones of the day before. */
function continuesNight(before: readonly MinuteRange[], [night]: readonly MinuteRange[]): boolean {
  if (!night || before.at(-1)?.until !== night.from) return false;
  return night.from % MINUTES_OF_DAY === 0 && night.until - night.from <= END_OF_NIGHT;
}
