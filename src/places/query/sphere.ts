import { type GeoPoint } from './geo-point.js';

/** A direction from the centre of the earth, of length 1: a point on its surface. */
export type Vector = readonly [x: number, y: number, z: number];

/** Mean radius of the earth in metres, as Elasticsearch uses it. */
export const EARTH_RADIUS = 6_371_008.7714;

const DEGREE = Math.PI / 180;

export function toVector({ lat, lng }: GeoPoint): Vector {
  const [latitude, longitude] = [lat * DEGREE, lng * DEGREE];
  const cosine = Math.cos(latitude);
  return [cosine * Math.cos(longitude), cosine * Math.sin(longitude), Math.sin(latitude)];
}

export function toPoint([x, y, z]: Vector): GeoPoint {
  return { lat: Math.atan2(z, Math.hypot(x, y)) / DEGREE, lng: Math.atan2(y, x) / DEGREE };
}

/** The point at an angle from `a`, on the great circle from `a` to `b`, which are perpendicular. */
export function turned(a: Vector, b: Vector, angle: number): Vector {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [cosine * a[0] + sine * b[0], cosine * a[1] + sine * b[1], cosine * a[2] + sine * b[2]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Metres along the great circle. */
export function metresBetween(a: Vector, b: Vector): number {
  const [x, y, z] = cross(a, b);
  return EARTH_RADIUS * Math.atan2(Math.hypot(x, y, z), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
