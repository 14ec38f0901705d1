import { type Areas } from '../places/areas/areas.js';
import { type ExploreConfiguration } from './configuration.js';

/** With fewer places in each city the page shows all. */
const MIN_PLACES = 100;

const METRES_PER_DEGREE = 111_320;
const DIGITS = 4;

/** The part of the earth that has most places of the city. `west` is greater than `east` across the 180th meridian. */
export function startView(city: Areas['largestCity']): ExploreConfiguration['start'] {
  if (!city || city.places < MIN_PLACES) return undefined;
  const { lat, lng } = city.centre;
  const degrees = city.radius / METRES_PER_DEGREE;
  const wider = degrees / Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
  const within = (value: number): number => Number(Math.max(-90, Math.min(90, value)).toFixed(DIGITS));
  const wrapped = (value: number): number => Number((value - 360 * Math.round(value / 360)).toFixed(DIGITS));
  return {
    north: within(lat + degrees),
    west: wider < 180 ? wrapped(lng - wider) : -180,
    south: within(lat - degrees),
    east: wider < 180 ? wrapped(lng + wider) : 180,
  };
}
