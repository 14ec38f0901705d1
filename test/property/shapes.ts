import fc from 'fast-check';
import { type GeoPoint } from '../../src/places/query/geometry.js';
import { metresBetween } from './geography.js';

/** How many places are surely in a shape, and how many may be: those at its edge are as near as Elasticsearch stores. */
interface Count {
  least: number;
  most: number;
}

export interface RandomShape {
  kind: 'polygon' | 'line' | 'circle';
  query: string;
  count(places: readonly GeoPoint[]): Count;
}

/** With six decimals. */
const degrees = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(min * 1e6), max: Math.round(max * 1e6) }).map((value) => value / 1e6);
const rounded = (value: number): number => Number(value.toFixed(6));
const around = (lng: number): number => lng - 360 * Math.round(lng / 360);
const radians = (value: number): number => (value / 180) * Math.PI;

/** Points all over the earth, and as many in a region, at the antimeridian and at the poles. */
export const positions = fc.oneof(
  fc.record({ lat: degrees(-90, 90), lng: degrees(-180, 180) }),
  fc.record({ lat: degrees(40, 44), lng: degrees(-73, -69) }),
  fc.record({ lat: degrees(-20, -15), lng: fc.oneof(degrees(178, 180), degrees(-180, -178)) }),
  fc.record({ lat: fc.oneof(degrees(87, 90), degrees(-90, -87)), lng: degrees(-180, 180) }),
);

const metres = (max: number) => degrees(0, Math.log10(max)).map((exponent) => Math.round(10 ** exponent));

/** Points around a centre, in the order of their direction: concave, without crossings. */
const stars = fc
  .record({
    centre: positions,
    size: degrees(-2, 1.7).map((exponent) => 10 ** exponent),
    reaches: fc.array(degrees(0.1, 1), { minLength: 4, maxLength: 100 }),
  })
  .map(({ centre, size, reaches }) =>
    reaches.map((reach, index) => {
      const angle = (2 * Math.PI * index) / reaches.length;
      // A smaller star if it would go beyond a pole.
      const extent = Math.min(size, 90 - Math.abs(centre.lat)) * reach;
      return { lat: centre.lat + extent * Math.sin(angle), lng: centre.lng + extent * Math.cos(angle) };
    }),
  );

/** Rings around a pole. */
const caps = fc
  .record({
    side: fc.constantFrom(1, -1),
    from: degrees(-180, 180),
    lats: fc.array(degrees(60, 89), { minLength: 5, maxLength: 50 }),
  })
  .map(({ side, from, lats }) =>
    lats.map((lat, index) => ({ lat: side * lat, lng: from + (360 * index) / lats.length })),
  );

const text = (points: readonly GeoPoint[]): string =>
  points.map(({ lat, lng }) => `${rounded(lat)},${rounded(around(lng))}`).join(';');

const polygons = fc
  .record({ points: fc.oneof({ arbitrary: stars, weight: 4 }, { arbitrary: caps, weight: 1 }), reversed: fc.boolean() })
  .map(({ points, reversed }): RandomShape => ({
    kind: 'polygon',
    query: `location.polygon=${text(reversed ? points.toReversed() : points)}`,
    count: (places) =>
      countPolygon(
        points.map(({ lat, lng }) => ({ lat: rounded(lat), lng: rounded(lng) })),
        places,
      ),
  }));

const lines = fc
  .record({
    start: positions,
    steps: fc.array(fc.record({ lat: degrees(-4, 4), lng: degrees(-4, 4) }), { minLength: 1, maxLength: 20 }),
    scale: degrees(-2, 0).map((exponent) => 10 ** exponent),
    radius: metres(50_000),
  })
  .map(({ start, steps, scale, radius }): RandomShape => {
    let { lat, lng } = start;
    const points = [
      start,
      ...steps.map((step) => {
        lat = Math.max(-90, Math.min(90, lat + scale * step.lat));
        lng += scale * step.lng;
        return { lat, lng };
      }),
    ].map((point) => ({ lat: rounded(point.lat), lng: rounded(around(point.lng)) }));
    const tolerance = Math.max(0.5, 0.001 * radius) + 0.05;
    return {
      kind: 'line',
      query: `location.line=${text(points)}&location.radius=${radius}`,
      count: (all) => {
        const lats = points.map((point) => point.lat);
        const [south, north] = [Math.min(...lats) - 1, Math.max(...lats) + 1];
        const places = all.filter((place) => place.lat > south && place.lat < north);
        const distances = places.map((place) => distanceToLine(points, place));
        return {
          least: distances.filter((distance) => distance <= radius - tolerance).length,
          most: distances.filter((distance) => distance <= radius + tolerance).length,
        };
      },
    };
  });

const circles = fc.record({ centre: positions, radius: metres(1_000_000) }).map(({ centre, radius }): RandomShape => ({
  kind: 'circle',
  query: `location.lat=${rounded(centre.lat)}&location.lng=${rounded(centre.lng)}&location.radius=${radius}`,
  count: (places) => {
    const point = { lat: rounded(centre.lat), lng: rounded(centre.lng) };
    const distances = places.map((place) => metresBetween(point, place));
    return {
      least: distances.filter((distance) => distance <= radius - 0.05).length,
      most: distances.filter((distance) => distance <= radius + 0.05).length,
    };
  },
}));

export const shapes = fc.oneof(
  { arbitrary: polygons, weight: 2 },
  { arbitrary: lines, weight: 2 },
  { arbitrary: circles, weight: 1 },
);

/** Even and odd crossings of a meridian, on a map that repeats to the east and west. */
function countPolygon(ring: readonly GeoPoint[], places: readonly GeoPoint[]): Count {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) return { least: 0, most: 0 };
  const turn = 360 * Math.round((last.lng - first.lng) / 360);
  const edges = ring.map((from, index) => ({ from, to: ring[index + 1] ?? { lat: first.lat, lng: first.lng + turn } }));
  // South of the place, a ring around the north pole is crossed once if the place is in it.
  const isNorth = first.lat > 0;
  const count: Count = { least: 0, most: 0 };
  for (const { lat, lng } of places) {
    let crossings = 0;
    let isAtEdge = false;
    for (const shift of [-720, -360, 0, 360, 720]) {
      const x = lng + shift;
      for (const { from, to } of edges) {
        if (Math.abs(x - from.lng) < 1e-6 && Math.abs(lat - from.lat) < 1e-6) isAtEdge = true;
        if (from.lng > x === to.lng > x) continue;
        const at = from.lat + ((x - from.lng) / (to.lng - from.lng)) * (to.lat - from.lat);
        // Steep edges are as far from the place as their distance to the east or west.
        const steepness = Math.max(1, Math.abs((to.lat - from.lat) / (to.lng - from.lng)));
        if (Math.abs(lat - at) < 5e-7 * steepness) isAtEdge = true;
        if (turn === 0 || isNorth ? at < lat : at > lat) crossings += 1;
      }
    }
    if (isAtEdge) count.most += 1;
    else if (crossings % 2 === 1) {
      count.least += 1;
      count.most += 1;
    }
  }
  return count;
}

function distanceToLine(points: readonly GeoPoint[], place: GeoPoint): number {
  return Math.min(...points.slice(1).map((to, index) => distanceToPart(points[index] ?? to, to, place)));
}

/** By bearings: the distance to the great circle if the place is beside the part, else to the nearer end. */
function distanceToPart(from: GeoPoint, to: GeoPoint, place: GeoPoint): number {
  const ends = Math.min(metresBetween(from, place), metresBetween(to, place));
  const length = metresBetween(from, to);
  if (length === 0) return ends;
  const turnAt = (a: GeoPoint, b: GeoPoint): number => bearing(a, place) - bearing(a, b);
  const isBeside = Math.cos(turnAt(from, to)) >= 0 && Math.cos(turnAt(to, from)) >= 0;
  if (!isBeside) return ends;
  const radius = 6_371_008.7714;
  return Math.abs(Math.asin(Math.sin(metresBetween(from, place) / radius) * Math.sin(turnAt(from, to)))) * radius;
}

function bearing(from: GeoPoint, to: GeoPoint): number {
  const [a, b, turn] = [radians(from.lat), radians(to.lat), radians(to.lng - from.lng)];
  return Math.atan2(
    Math.sin(turn) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn),
  );
}
