import { isObject } from '../parse-row.js';

/** The coordinates of a file are not longitudes and latitudes of WGS 84. */
export class OtherSystemError extends Error {
  constructor(name: string) {
    super(`its coordinates are of the reference system ${name}: convert them to ${wgs84}`);
  }
}

export const wgs84 = 'WGS 84 (EPSG:4326)';

/**
 * Names of WGS 84 with or without heights: `urn:ogc:def:crs:OGC:1.3:CRS84`, `OGC:2:84`, `EPSG:4326`, `urn:ogc:def:crs:EPSG::4326:9.8`,
 * `http://www.opengis.net/def/crs/EPSG/0/4326`.
 */
const names = new RegExp(
  `^(?:${[
    String.raw`(?:EPSG:{1,2}|.*\bEPSG(?:[:/][\d.]*)*[:/]|.*\bepsg\.xml#)?(?:4326|4979)`,
    String.raw`(?:.*[:/])?CRS:?84h?`,
    String.raw`(?:.*[:/])?OGC(?:[:/][\d.]*)*[:/]84`,
    String.raw`(?:GCS[ _])?WGS[ _-]?(?:19)?84`,
  ].join('|')})(?:[:/]|:\\d+\\.[\\d.]+)?$`,
  'i',
);

/**
 * The name of the reference system that a member `crs` of GeoJSON gives (https://geojson.org/geojson-spec#named-crs). In JSON-FG,
 * `coordRefSys` is that of `place`, which is not read.
 *
 * @returns undefined if it is WGS 84, or none
 */
export function otherSystemIn(system: unknown): string | undefined {
  if (Array.isArray(system)) return system.map(otherSystemIn).find((name) => name !== undefined);
  const name = nameOf(system)?.trim() ?? '';
  return name === '' || names.test(name) ? undefined : name;
}

/** @returns undefined if the member has no value */
function nameOf(system: unknown): string | undefined {
  if (system === undefined || system === null) return undefined;
  if (!isObject(system)) return typeof system === 'string' ? system : JSON.stringify(system);
  const given = isObject(system.properties) ? system.properties : system;
  const { name, code, href } = given;
  const number = typeof code === 'number' || typeof code === 'string' ? `EPSG:${code}` : undefined;
  const text = [name, number, href].find((one) => typeof one === 'string' && one.trim() !== '');
  if (typeof text === 'string') return text;
  const isEmpty = Object.entries(given).every(
    ([key, value]) =>
      key === 'type' ||
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (isObject(value) && !Object.keys(value).length),
  );
  return isEmpty ? undefined : JSON.stringify(system);
}
