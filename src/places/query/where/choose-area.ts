import { type GeoPoint } from '../geo-point.js';
import { fold } from '../text/fold.js';
import { type Area } from './area.js';

/**
 * Of areas with the same name, the nearest to the centre, else the one with the most places. Districts of several cities are all
 * meant if no centre says which: most cities have a Centro.
 */
export function chooseArea(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const chosen = chooseOne(areas, centre);
  if (!chosen || centre || chosen.type !== 'district' || chosen.district === undefined) return chosen;
  const { type, name, key, district } = chosen;
  const folded = fold(district);
  const isSame = (name: string): boolean => name === district || fold(name) === folded;
  const same = areas.filter((area) => area.district !== undefined && isSame(area.district));
  if (same.length < 2) return chosen;
  const places = same.reduce((sum, area) => sum + area.places, 0);
  return { type, name, key, district, around: [], places, radius: 0, address: { district } };
}

function chooseOne(areas: readonly Area[], centre: GeoPoint | undefined): Area | undefined {
  const [only, ...others] = areas;
  if (others.length === 0) return only;
  const candidates = areas.filter((area) => !isNamedAsItsCity(area));
  let best: { area: Area; distance: number } | undefined;
  for (const area of candidates) {
    const distance = centre ? squaredDistance(area, centre) : 0;
    const isBetter =
      !best || distance < best.distance || (distance === best.distance && area.places > best.area.places);
    if (isBetter) best = { area, distance };
  }
  return best?.area ?? only;
}

/** The district of a city with the same name: the name means the city. */
function isNamedAsItsCity({ type, key, around }: Area): boolean {
  return type === 'district' && key === around[0];
}

/** Square degrees, only to compare. An area without a centre is farther than any. */
function squaredDistance({ centre }: Area, from: GeoPoint): number {
  if (!centre) return 360 ** 2;
  const east = Math.abs(centre.lng - from.lng);
  const shrunk = Math.min(east, 360 - east) * Math.cos((((centre.lat + from.lat) / 2) * Math.PI) / 180);
  return (centre.lat - from.lat) ** 2 + shrunk ** 2;
}
