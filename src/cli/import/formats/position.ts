import centerOfMass from '@turf/center-of-mass';
import { invalidField, listOf, objectOf } from './field-values.js';

/** Degrees, not validated yet. */
export interface Position {
  lat: unknown;
  lng: unknown;
}

/** The position of a GeoJSON geometry: of a point itself, else of the centroid. */
export function positionOf(geometry: unknown, name = 'geometry'): Position | undefined {
  const value = objectOf(geometry, name);
  if (value === undefined) return undefined;
  if (value.type === 'Point') {
    const [lng, lat] = listOf(value.coordinates, `${name}.coordinates`);
    return lng === undefined || lat === undefined ? undefined : { lat, lng };
  }
  return centroidOf(value, name);
}

function centroidOf(geometry: object, name: string): Position {
  let center: unknown[];
  try {
    center = centerOfMass(geometry as Parameters<typeof centerOfMass>[0]).geometry.coordinates;
  } catch {
    center = [];
  }
  const [lng, lat] = center;
  if (!isDegrees(lng, 180) || !isDegrees(lat, 90)) {
    throw invalidField(name, geometry, 'a GeoJSON geometry with longitudes and latitudes in degrees');
  }
  // Seven decimals are a centimetre.
  return { lat: rounded(lat), lng: rounded(lng) };
}

function isDegrees(value: unknown, max: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= max;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
