import { z } from 'zod';
import { msOfMinute } from '../query/open.js';
import { type OpenWeek } from './open-week.js';

const localTime = z.string().describe('A local time of the place, such as `2026-11-23T19:30`.');

const daySchema = z.object({
  date: z.string().describe('Such as `2026-11-23`.'),
  ranges: z
    .array(z.object({ from: localTime, until: localTime }))
    .describe('When it is open. Hours past midnight belong to the day on which they begin.'),
});

/** When a place is open. */
export const hoursSchema = z
  .object({
    openingHours: z.string().optional().describe("In OpenStreetMap's syntax; absent if unknown."),
    timeZone: z.string().optional().describe('The IANA time zone of the place.'),
    open: z.boolean().optional().describe('Whether it is open at the time of `at`.'),
    changes: localTime.optional().describe('When `open` changes next, if within these days.'),
    days: z
      .array(daySchema)
      .optional()
      .describe(
        'Seven days, that of `at` first; fewer if later ones are not known. Absent, as all others but `openingHours`, if ' +
          'its hours cannot be read, or are not known for that time.',
      ),
  })
  .meta({ id: 'PlaceHours' });

/** @param openingHours of the place, and its next days if they can be read */
export function presentHours(
  openingHours: string | undefined,
  week: OpenWeek | undefined,
): z.output<typeof hoursSchema> {
  return {
    openingHours,
    timeZone: week?.timeZone,
    open: week?.isOpen,
    changes: week?.change === undefined ? undefined : localTimeOf(week.change),
    days: week?.days.map(({ start, open }) => ({
      date: localTimeOf(start).slice(0, 'YYYY-MM-DD'.length),
      ranges: open.map(({ from, until }) => ({ from: localTimeOf(from), until: localTimeOf(until) })),
    })),
  };
}

function localTimeOf(minute: number): string {
  return new Date(msOfMinute(minute)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
