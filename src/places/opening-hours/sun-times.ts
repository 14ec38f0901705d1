import { MINUTES_OF_DAY } from '../query/open.js';
import { withoutComments } from './day-times.js';
import { Evaluation, joinTimes, type MinuteRange, type OpenTimes, type Site } from './evaluate.js';
import { offsetOf } from './time-zones.js';

/** Minutes of an hour and degrees of longitude: the sun crosses 15° an hour. */
const DEGREES_OF_MINUTE = 15 / 60;

const NOON = MINUTES_OF_DAY / 2;

/** A site whose sun is known. */
export interface SunSite extends Site {
  readonly position: { readonly lat: number; readonly lng: number; readonly timeZone: string };
}

/** Degrees of latitude. Farther from the equator, the sun does not rise and set, or it does not get dark, on some days of the year. */
const REACH = { ofSun: 65, ofTwilight: 60 };

/**
 * The hours of a text with sunrise, sunset, dawn or dusk. The library gets local times as if they were UTC, and the place at the same hour
 * of the sun. The clocks change, the sun does not: days with the same offset from UTC are read together.
 *
 * @returns undefined if the text cannot be read, or the place has days without sunrise, sunset, dawn or dusk
 */
export function sunTimes(text: string, site: SunSite, days: MinuteRange): OpenTimes | undefined {
  const { lat, lng, timeZone } = site.position;
  const needsTwilight = /dawn|dusk|dämmerung/i.test(withoutComments(text));
  if (Math.abs(lat) > (needsTwilight ? REACH.ofTwilight : REACH.ofSun)) return undefined;
  const times: OpenTimes[] = [];
  for (let { from } = days; from < days.until;) {
    const offset = offsetOf(timeZone, from + NOON);
    let until = from + MINUTES_OF_DAY;
    while (until < days.until && offsetOf(timeZone, until + NOON) === offset) until += MINUTES_OF_DAY;
    const position = { lat, lng: lng - offset * DEGREES_OF_MINUTE };
    const run = Evaluation.of(text, { ...site, position })?.openTimes(from, until);
    if (!run) return undefined;
    times.push(run);
    from = until;
  }
  return joinTimes(times);
}
