import { hoursOf, openRangesOn } from '../../src/places/opening-hours/place-hours.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { MINUTES_OF_DAY } from '../../src/places/query/open.js';

interface Site {
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

/** The sun is down from late November to mid-January, and up from mid-May to late July. */
export const tromso = { lat: '69.65', lng: '18.96', country: 'NO' };

export const reykjavik = { lat: '64.15', lng: '-21.94', country: 'IS' };

export const berlin = { lat: '52.52', lng: '13.4', country: 'DE' };

export const ushuaia = { lat: '-54.8', lng: '-68.3', country: 'AR' };

export const svalbard = { lat: '78.22', lng: '15.65', country: 'NO' };

export const sydney = { lat: '-33.87', lng: '151.21', country: 'AU' };

export function placeWith(openingHours: string, { lat, lng, country }: Site): PlaceRecord {
  const location = { lat, lng };
  return { id: '1', name: 'A', phones: [], categories: [], openingHours, location, address: { country } };
}

/** The open times of a day as the index has them, which knows `days` from this day on: to read a year takes long. */
export function hoursOn(day: string, openingHours: string, site: Site, days = 14): string {
  const hours = hoursOf(placeWith(openingHours, site), new Date(`${day}T12:00Z`), days);
  if (!hours) return 'unknown';
  const start = Date.parse(`${day}T00:00Z`) / 60_000;
  const clock = (minute: number) => {
    const time = new Date(minute * 60_000).toISOString().slice(11, 16);
    return minute === start + MINUTES_OF_DAY ? '24:00' : time;
  };
  return openRangesOn(hours, start)
    .map(({ from, until }) => `${clock(from)}-${clock(until)}`)
    .join(' ');
}
