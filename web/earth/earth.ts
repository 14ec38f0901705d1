import { type Feature, type Geometry, type Polygon, type Position } from 'geojson';
import { iso31661NumericToAlpha2 } from 'iso-3166';
import { feature, mesh } from 'topojson-client';
import { type GeometryCollection, type Topology } from 'topojson-specification';
import { archiveOf } from './archive.js';
import { lastZoom } from './last-zoom.js';
import { flat } from './rings.js';

/** TopoJSON of Natural Earth. */
interface Sources {
  /** Countries at 1:10 million. */
  readonly countries: Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;
  /** Lakes, rivers and borders of states at 1:50 million. */
  readonly waters: Topology<Record<'lakes' | 'rivers' | 'subunits', GeometryCollection>>;
}

/** @returns a PMTiles file with the layers of `layersOf()` */
export function earthArchive(sources: Sources): Uint8Array {
  return archiveOf({ name: 'Natural Earth', attribution: 'Natural Earth' }, lastZoom.earth, layersOf(sources));
}

/** To the edges of web maps. */
const WORLD: Position[] = [
  [-180, -85.0511],
  [180, -85.0511],
  [180, 85.0511],
  [-180, 85.0511],
  [-180, -85.0511],
];

function layersOf({ countries, waters }: Sources): Record<string, Feature[]> {
  const { objects } = countries;
  const areas = feature(countries, objects.countries).features;
  const border = mesh(countries, objects.countries, (a, b) => a !== b);
  const stateBorder = mesh(waters, waters.objects.subunits, (a, b) => a !== b);
  const plain = (geometry: Geometry): Feature => ({ type: 'Feature', properties: {}, geometry });
  return {
    // In every tile: where none is loaded, the map shows neither sea nor land.
    sea: [plain({ type: 'Polygon', coordinates: [WORLD] })],
    land: feature(countries, objects.land)
      .features.flatMap(({ geometry }) => polygonsOf(geometry).flatMap(flat))
      .map(plain),
    lakes: feature(waters, waters.objects.lakes)
      .features.flatMap(({ geometry }) => polygonsOf(geometry))
      .map(({ coordinates }) =>
        plain({ type: 'Polygon', coordinates: coordinates.map((ring) => rounded(ring, true)) }),
      ),
    rivers: feature(waters, waters.objects.rivers)
      .features.flatMap(({ geometry }) => linesOf(geometry))
      .map((coordinates) => plain({ type: 'LineString', coordinates: rounded(coordinates) })),
    borders: [plain(withoutWorldLines(border.coordinates))],
    states: [plain(withoutWorldLines(stateBorder.coordinates))],
    countries: areas.flatMap(({ id, geometry, properties }) => {
      const largest = polygonsOf(geometry)
        .flatMap(flat)
        .map((polygon) => ({ polygon, size: sizeOf(polygon) }))
        .sort((a, b) => b.size - a.size)[0];
      if (!largest) return [];
      const code = iso31661NumericToAlpha2[String(id)];
      const names = Object.fromEntries(
        ['en', 'pt'].map((language) => [
          `name:${language}`,
          (code && new Intl.DisplayNames(language, { type: 'region' }).of(code)) ?? properties.name,
        ]),
      );
      // Square degrees: what a label has room for.
      const size = Math.round(largest.size * 10);
      return {
        type: 'Feature',
        properties: { ...names, size },
        geometry: { type: 'Point', coordinates: insideOf(largest.polygon) },
      };
    }),
  };
}

function polygonsOf(geometry: Geometry): Polygon[] {
  if (geometry.type === 'Polygon') return [geometry];
  if (geometry.type !== 'MultiPolygon') return [];
  return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
}

function linesOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
}

/** Lines that cross the antimeridian would be drawn around the world. */
function withoutWorldLines(lines: Position[][]): Geometry {
  const isLocal = (line: Position[]): boolean =>
    line.every(([lng = 0], at) => at === 0 || Math.abs(lng - (line[at - 1]?.[0] ?? 0)) < 180);
  return { type: 'MultiLineString', coordinates: lines.filter(isLocal) };
}

/** Cuts corners twice (Chaikin): the source is rounded to a grid of kilometres, which shows as steps. */
function rounded(line: Position[], isRing = false, times = 2): Position[] {
  if (times === 0 || line.length < 3) return line;
  const between = ([x = 0, y = 0]: Position, [u = 0, v = 0]: Position, part: number): Position => [
    x + (u - x) * part,
    y + (v - y) * part,
  ];
  const cut = line.slice(1).flatMap((to, at) => {
    const from = line[at] ?? to;
    return [between(from, to, 0.25), between(from, to, 0.75)];
  });
  const [first, last] = [line[0] ?? [], line.at(-1) ?? []];
  const ends: Position[] = isRing ? [...cut, cut[0] ?? first] : [first, ...cut.slice(1, -1), last];
  return rounded(ends, isRing, times - 1);
}

/** In square degrees, as if they were equally large everywhere. */
function sizeOf({ coordinates: [ring = []] }: Polygon): number {
  let sum = 0;
  ring.forEach(([x = 0, y = 0], at) => {
    const [u = 0, v = 0] = ring[(at + 1) % ring.length] ?? [];
    sum += x * v - u * y;
  });
  return Math.abs(sum / 2);
}

/** The middle of the longest piece of a parallel in the polygon, of nine parallels. */
export function insideOf({ coordinates }: { readonly coordinates: readonly (readonly Position[])[] }): Position {
  const latitudes = (coordinates[0] ?? []).map(([, lat = 0]) => lat);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  let best = { length: 0, at: [0, 0] as Position };
  for (let part = 1; part < 10; part += 1) {
    const lat = south + ((north - south) * part) / 10;
    const crossings = coordinates
      .flatMap((ring) =>
        ring.slice(1).flatMap(([x = 0, y = 0], at) => {
          const [u = 0, v = 0] = ring[at] ?? [];
          return y > lat === v > lat ? [] : [x + ((u - x) * (lat - y)) / (v - y)];
        }),
      )
      .sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [west = 0, east = 0] = [crossings[at], crossings[at + 1]];
      // Prefers the middle of the country.
      const length = (east - west) * (1 - Math.abs(part - 5) / 10);
      if (length > best.length) best = { length, at: [(west + east) / 2, lat] };
    }
  }
  return best.at;
}
