import { tileCost } from '../body/cost.js';
import { readHits, type CostedSearch, type PlaceHit } from '../body/places-query.js';
import {
  aggregationsOf,
  type PlaceResponse,
  type ElasticsearchQuery,
  type TermsAggregationResult,
} from '../body/elasticsearch-query.js';
import { type GeoPoint } from '../query/geometry.js';
import { type Rectangle } from '../query/location.js';
import { type GeoBounds, SEARCH_FIELDS } from '../body/clauses.js';
import { AS_WRITTEN, matchingClauses } from '../body/search-body.js';

/** More than the cells of a tile, and those beside it that have places within the tolerance. */
const MAX_CELLS = 10_000;

/** Degrees. Elasticsearch rounds the points that it stores; the cell of a place decides, not this rectangle. */
const TOLERANCE = 1e-6;

/** More than the sources of a directory with a readable attribution. */
const MAX_SOURCES = 50;

interface TileOptions {
  /** Of the tile. */
  readonly area: Rectangle;
  /** The zoom level of the cells. */
  readonly precision: number;
  /** The number of places to read at most, in the area and within the tolerance. */
  readonly size: number;
}

/** A cell of a grid, by its position in the grid of its zoom level. */
interface TileCell {
  readonly cell: { readonly z: number; readonly x: number; readonly y: number };
  /** Places in it. */
  readonly count: number;
  /** The mean of their locations. */
  readonly centre: GeoPoint;
}

/** What a tile has. */
export interface TileHits {
  /** The cells that have places, and some beside the tile, in the order of their positions. */
  readonly cells: readonly TileCell[];
  /** The names of the sources of all their places. */
  readonly sources: readonly string[];
  readonly places: readonly PlaceHit[];
}

/** Counts the places of a map tile in a grid of cells, and by their source. May also read them, ordered by id. */
export function tileQuery(
  { request, typingErrors }: CostedSearch,
  { area, precision, size }: TileOptions,
): ElasticsearchQuery<TileHits> {
  const field = SEARCH_FIELDS.point;
  const inArea = { geo_bounding_box: { [field]: widened(area) } };
  const body = {
    query: { bool: { filter: [...matchingClauses(request, typingErrors), inArea] } },
    size,
    track_total_hits: false,
    sort: [{ id: 'asc' }],
    _source: ['id', 'name', 'names', 'address.country', 'location', 'categories', 'statistics.rating', 'original'],
    docvalue_fields: [SEARCH_FIELDS.narrowestKind],
    aggs: {
      cells: {
        geotile_grid: { field, precision, size: MAX_CELLS },
        aggs: { centre: { geo_centroid: { field } } },
      },
      sources: { terms: { field: `source.name.${AS_WRITTEN}`, size: MAX_SOURCES } },
    },
  };
  return { body, read: readTile, cost: tileCost(request, area, typingErrors) };
}

function readTile(
  response: PlaceResponse<{ cells: { buckets: CellBucket[] }; sources: TermsAggregationResult }>,
): TileHits {
  const { cells, sources } = aggregationsOf(response);
  const read = cells.buckets.map(({ key, doc_count: count, centre: { location } }): TileCell => {
    const [z = 0, x = 0, y = 0] = key.split('/').map(Number);
    return { cell: { z, x, y }, count, centre: { lat: location.lat, lng: location.lon } };
  });
  return {
    cells: read.sort((a, b) => a.cell.y - b.cell.y || a.cell.x - b.cell.x),
    sources: sources.buckets.map(({ key }) => key),
    places: readHits(response).places,
  };
}

interface CellBucket {
  /** `z/x/y` */
  key: string;
  doc_count: number;
  centre: { location: { lat: number; lon: number } };
}

function widened({ north, west, south, east }: Rectangle): GeoBounds {
  return {
    top: Math.min(90, north + TOLERANCE),
    left: Math.max(-180, west - TOLERANCE),
    bottom: Math.max(-90, south - TOLERANCE),
    right: Math.min(180, east + TOLERANCE),
  };
}
