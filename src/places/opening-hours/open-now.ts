import { type PlaceRecord } from '../place.js';
import { msOfMinute } from '../query/open.js';
import { hoursOf } from './place-hours.js';
import { offsetOf } from './time-zones.js';
import { isOpenAt } from './weekly-hours.js';

/** Enough to know the hours of one instant in any time zone. */
const DAYS = 2;

/**
 * Whether a place is open, for a place that no search found.
 *
 * @param instant minutes since 1970 in UTC
 * @returns undefined if its opening hours or its time zone are not known
 */
export function isOpenAtInstant(record: PlaceRecord, instant: number): boolean | undefined {
  const hours = hoursOf(record, new Date(msOfMinute(instant)), DAYS);
  if (hours?.timeZone === undefined) return undefined;
  return isOpenAt(hours, instant + offsetOf(hours.timeZone, instant));
}
