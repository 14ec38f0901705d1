import centerOfMass from '@turf/center-of-mass';
import { faultOf, listOf, objectOf } from './members.js';

/** Degrees; not looked at yet, but for being there. */
export interface Position {
  lat: unknown;
  lng: unknown;
}

/** Where a geometry of GeoJSON lies: a point itself, all others by their centroid. */
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
  let centre: unknown[];
  try {
    centre = centerOfMass(geometry as Parameters<typeof centerOfMass>[0]).geometry.coordinates;
  } catch {
    centre = [];
  }
  const [lng, lat] = centre;
  if (!isDegrees(lng, 180) || !isDegrees(lat, 90)) {
    throw faultOf(name, geometry, 'a geometry of GeoJSON with longitudes and latitudes in degrees');
  }
  // Seven decimals are a centimetre; more would only pretend.
  return { lat: rounded(lat), lng: rounded(lng) };
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
