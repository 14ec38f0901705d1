import { type Polygon, type Position } from 'geojson';

/** As far from the equator as a map in Mercator's projection goes. */
const POLE = 85.06;

/**
 * Polygons of a globe as a flat map draws them. Where a ring goes over the antimeridian its longitudes go on beyond 180
 * degrees instead of jumping, and it is there a second time on the other side; around a pole it is closed along the edge.
 */
export function flat({ coordinates }: Polygon): Polygon[] {
  const rings = coordinates.map(unrolled);
  const longitudes = (rings[0] ?? []).map(([lng = 0]) => lng);
  const shifts = [0, Math.max(...longitudes) > 180 ? -360 : 0, Math.min(...longitudes) < -180 ? 360 : 0];
  return [...new Set(shifts)].map((shift) => ({
    type: 'Polygon',
    coordinates: rings.map((ring) => ring.map(([lng = 0, lat = 0]) => [lng + shift, lat])),
  }));
}

function unrolled(ring: readonly Position[]): Position[] {
  let turn = 0;
  let before: number | undefined;
  const positions = ring.map(([lng = 0, lat = 0]): Position => {
    // What stands on the antimeridian itself stays on the side where it is.
    if (before !== undefined && Math.abs(lng - before) > 180) turn += lng < before ? 360 : -360;
    before = lng;
    return [lng + turn, lat];
  });
  const [first, last] = [positions[0], positions.at(-1)];
  if (turn === 0 || !first || !last) return positions;
  const edge = (first[1] ?? 0) < 0 ? -POLE : POLE;
  return [...positions, [last[0] ?? 0, edge], [first[0] ?? 0, edge], first];
}
