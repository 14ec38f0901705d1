import { type Area } from '../query/where/area.js';
import { type MapPoint, toMap } from '../streets/mercator.js';

/** The name of a city or a district, at the middle of its places. */
export interface MapName {
  readonly name: string;
  readonly kind: Area['type'];
  /** 1 for the largest cities, 3 for the smallest, 4 for districts. */
  readonly size: number;
  readonly point: MapPoint;
}

/** @param areas those with the most places first. @returns their names, in the same order */
export function mapNames(areas: readonly Area[]): MapName[] {
  const cities = areas.filter(({ type }) => type === 'city').length;
  let rank = 0;
  return areas.flatMap(({ type: kind, name, centre }) => {
    if (kind === 'city') rank += 1;
    if (!centre) return [];
    const size = kind === 'district' ? 4 : sizeOf(rank, cities);
    return [{ name, kind, size, point: toMap(centre) }];
  });
}

function sizeOf(rank: number, cities: number): number {
  if (rank <= Math.max(1, cities / 50)) return 1;
  return rank <= Math.max(5, cities / 6) ? 2 : 3;
}
