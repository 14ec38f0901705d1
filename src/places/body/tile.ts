import { type Rectangle } from '../query/location.js';
import { type Aggregation, type GeoBounds, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { AS_WRITTEN, matchingClauses } from './search-body.js';
import { type SearchRequest } from '../query/search-request.js';
import { type TypingErrors } from './words.js';

/** Counts the places of a map tile in a grid of cells, and by their source. May also read them, ordered by id. */
export interface TileBody {
  query: QueryClause;
  size: number;
  track_total_hits: false;
  sort: { id: 'asc' }[];
  _source: string[];
  aggs: { cells: GridAggregation; sources: Aggregation };
}

interface GridAggregation {
  geotile_grid: { field: string; precision: number; size: number };
  aggs: { centre: { geo_centroid: { field: string } } };
}

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

export function tileBody(
  request: SearchRequest,
  { area, precision, size }: TileOptions,
  typingErrors: TypingErrors,
): TileBody {
  const field = SEARCH_FIELDS.point;
  return {
    query: tileQuery(request, area, typingErrors),
    size,
    track_total_hits: false,
    sort: [{ id: 'asc' }],
    _source: ['id', 'name', 'location', 'categories', 'statistics.rating', 'original'],
    aggs: {
      cells: {
        geotile_grid: { field, precision, size: MAX_CELLS },
        aggs: { centre: { geo_centroid: { field } } },
      },
      sources: { terms: { field: `source.name.${AS_WRITTEN}`, size: MAX_SOURCES } },
    },
  };
}

function tileQuery(request: SearchRequest, area: Rectangle, typingErrors: TypingErrors): QueryClause {
  const inArea = { geo_bounding_box: { [SEARCH_FIELDS.point]: widened(area) } };
  return { bool: { filter: [...matchingClauses(request, typingErrors), inArea] } };
}

function widened({ north, west, south, east }: Rectangle): GeoBounds {
  return {
    top: Math.min(90, north + TOLERANCE),
    left: Math.max(-180, west - TOLERANCE),
    bottom: Math.max(-90, south - TOLERANCE),
    right: Math.min(180, east + TOLERANCE),
  };
}
