import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type PlaceRecord, positionOf } from '../place.js';
import { type GeoPoint } from '../query/geo-point.js';
import { type Source } from '../sources/source.js';
import { coordinatesIn, EXTENT, type Tile } from './tile-grid.js';

/** Places that are near to each other on the map. */
interface Cluster {
  readonly count: number;
  /** The mean of their locations. */
  readonly centre: GeoPoint;
}

/** The layers of a tile: it has places or clusters, not both. */
export interface TileLayers {
  readonly clusters: readonly Cluster[];
  readonly places: readonly PlaceRecord[];
  /** Of all places, also those in clusters. */
  readonly sources: readonly Source[];
}

type Attributes = Record<string, string | number>;

/** Writes a tile as a Mapbox Vector Tile 2.1. Empty if the tile has no places. */
export function writeTile(tile: Tile, { clusters, places }: Pick<TileLayers, 'clusters' | 'places'>): Buffer {
  const layers = {
    clusters: clusters.map(({ centre, count }) => point(coordinatesIn(tile, centre), { count })),
    places: places.flatMap((place) => {
      const position = positionOf(place);
      return position ? [point(coordinatesIn(tile, position), attributesOf(place))] : [];
    }),
  };
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return Buffer.alloc(0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return Buffer.from(fromGeojsonVt(tiles, { version: 2, extent: EXTENT }));
}

function attributesOf({ id, name, categories: [category], statistics }: PlaceRecord): Attributes {
  return {
    id,
    name,
    ...(category && { category: category.name }),
    ...(statistics?.rating !== undefined && { rating: Number(statistics.rating) }),
  };
}

function point(coordinates: [number, number], tags: Attributes) {
  return { type: 1 as const, geometry: [coordinates], tags };
}
