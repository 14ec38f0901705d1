import { type Polygon, type Position } from 'geojson';

/** The highest latitude of the Mercator projection. */
const POLE = 85.06;

/**
 * Converts polygons for a flat map. A ring that crosses the antimeridian continues beyond 180 degrees and is
 * drawn a second time on the other side. A ring around a pole is closed along the map's edge.
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
    // Points on the antimeridian stay on their side.
    if (before !== undefined && Math.abs(lng - before) > 180) turn += lng < before ? 360 : -360;
    before = lng;
    return [lng + turn, lat];
  });
  const [first, last] = [positions[0], positions.at(-1)];
  if (turn === 0 || !first || !last) return positions;
  const edge = (first[1] ?? 0) < 0 ? -POLE : POLE;
  return [...positions, [last[0] ?? 0, edge], [first[0] ?? 0, edge], first];
}
