import {
  type Feature,
  type FeatureCollection,
  type LineString,
  type Point,
  type Polygon,
  type Position,
} from 'geojson';
import { archiveOf } from './archive.js';
import { insideOf } from './earth.js';
import { lastZoom } from './last-zoom.js';

/** A feature of `island.geojson.gz`: an area, a street, the river or a name. Areas come first, in the order in which they are drawn. */
type PlanFeature = Feature<Point | LineString | Polygon, { readonly kind: string; readonly name?: string }>;

/** The plan of the demonstration island. */
type Plan = FeatureCollection<PlanFeature['geometry'], PlanFeature['properties']>;

/** The first zoom level that shows them. They are most of the plan. */
const minzoom = { buildings: 14, streets: 8 };

/** Areas with names. */
const named = new Set(['park', 'forest', 'beach', 'water']);

const settlements = new Set(['city', 'district', 'village', 'island']);

/** @returns what the page knows of the island before the map is loaded */
export function islandArea({ features }: Plan) {
  const positions = features.flatMap(positionsOf);
  const [lngs, lats] = [0, 1].map((at) => positions.map((position) => position[at] ?? 0)) as [number[], number[]];
  const edge = (values: number[], of: (a: number, b: number) => number): number => values.reduce((a, b) => of(a, b));
  return {
    bounds: {
      ...{ north: edge(lats, Math.max), west: edge(lngs, Math.min) },
      ...{ south: edge(lats, Math.min), east: edge(lngs, Math.max) },
    },
    names: features.flatMap(({ properties: { kind, name } }) =>
      settlements.has(kind) && name !== undefined ? [name] : [],
    ),
  };
}

/** @returns a PMTiles file with layers of areas, buildings, streets and names */
export function islandArchive({ features }: Plan): Uint8Array {
  const those = (type: PlanFeature['geometry']['type'], isBuilding = false): PlanFeature[] =>
    features.filter(
      ({ geometry, properties }) => geometry.type === type && (properties.kind === 'building') === isBuilding,
    );
  const layers = {
    ...{ areas: those('Polygon'), buildings: those('Polygon', true) },
    ...{ streets: those('LineString'), names: [...those('Point'), ...features.flatMap(nameOfArea)] },
  };
  const about = { name: 'The island of the demonstration data', attribution: '' };
  return archiveOf(about, lastZoom.island, layers, minzoom);
}

/** Points, because each tile would name its part of an area. */
function nameOfArea({ geometry, properties }: PlanFeature): PlanFeature[] {
  if (geometry.type !== 'Polygon' || !named.has(properties.kind)) return [];
  const [lng = 0, lat = 0] = insideOf(geometry);
  return [{ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, lat] } }];
}

function positionsOf({ geometry }: PlanFeature): readonly Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates.flat();
}
