import { type Areas } from '../places/areas/areas.js';
import { type ExploreConfiguration } from './configuration.js';

/** With fewer places in each city the page shows all. */
const MIN_PLACES = 100;

const METRES_PER_DEGREE = 111_320;
const DIGITS = 4;

/** The part of the earth that has most places of the city. */
export function startView(city: Areas['largestCity']): ExploreConfiguration['start'] {
  if (!city || city.places < MIN_PLACES) return undefined;
  const { lat, lng } = city.centre;
  const degrees = city.radius / METRES_PER_DEGREE;
  const wider = degrees / Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
  const rounded = (value: number, limit: number): number =>
    Number(Math.max(-limit, Math.min(limit, value)).toFixed(DIGITS));
  return {
    north: rounded(lat + degrees, 90),
    west: rounded(lng - wider, 180),
    south: rounded(lat - degrees, 90),
    east: rounded(lng + wider, 180),
  };
}
