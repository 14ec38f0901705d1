import { type GeoPoint } from '../geo-point.js';
import { type Area, areaKey } from './area.js';

/** Of areas with the same name, the nearest to the centre, else the one with the most places. */
export function chooseArea(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const [only, ...others] = areas;
  if (others.length === 0) return only;
  const candidates = areas.filter((area) => !isNamedAsItsCity(area));
  const byPlaces = (a: Area, b: Area): number => b.places - a.places;
  if (!centre) return candidates.sort(byPlaces)[0] ?? only;
  const distances = new Map(candidates.map((area) => [area, squaredDistance(area, centre)]));
  const byDistance = (a: Area, b: Area): number => (distances.get(a) ?? 0) - (distances.get(b) ?? 0) || byPlaces(a, b);
  return candidates.sort(byDistance)[0] ?? only;
}

/** The district of a city with the same name: the name means the city. */
function isNamedAsItsCity({ type, name, city = '' }: Area): boolean {
  return type === 'district' && areaKey(name) === areaKey(city);
}

/** Square degrees, only to compare. An area without a centre is farther than any. */
function squaredDistance({ centre }: Area, from: GeoPoint): number {
  if (!centre) return 360 ** 2;
  const east = Math.abs(centre.lng - from.lng);
  const shrunk = Math.min(east, 360 - east) * Math.cos((((centre.lat + from.lat) / 2) * Math.PI) / 180);
  return (centre.lat - from.lat) ** 2 + shrunk ** 2;
}
