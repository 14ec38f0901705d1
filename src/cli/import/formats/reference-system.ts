import { isObject } from '../parse-row.js';

/** The coordinates of a file are not longitudes and latitudes of WGS 84. */
export class OtherSystemError extends Error {
  constructor(name: string) {
    super(`its coordinates are of the reference system ${name}: convert them to ${wgs84}`);
  }
}

export const wgs84 = 'WGS 84 (EPSG:4326)';

/** Names of WGS 84 with or without heights: `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326`, `http://www.opengis.net/def/crs/EPSG/0/4326`. */
const names =
  /^(?:(?:EPSG:{1,2}|.*\bEPSG(?:[:/][\d.]*)*[:/]|.*\bepsg\.xml#)?(?:4326|4979)|(?:.*[:/])?CRS84h?|(?:GCS[ _])?WGS[ _-]?(?:19)?84)$/i;

/**
 * The name of the reference system that a member `crs` of GeoJSON gives (https://geojson.org/geojson-spec#named-crs).
 *
 * @returns undefined if it is WGS 84, or none
 */
export function otherSystemIn(crs: unknown): string | undefined {
  if (crs === undefined || crs === null) return undefined;
  const name = nameOf(crs);
  return names.test(name.trim()) ? undefined : name;
}

function nameOf(crs: unknown): string {
  if (!isObject(crs)) return String(crs);
  const { name, code, href } = isObject(crs.properties) ? crs.properties : crs;
  const number = typeof code === 'number' || typeof code === 'string' ? `EPSG:${code}` : undefined;
  return [name, number, href].find((text) => typeof text === 'string') ?? JSON.stringify(crs);
}
