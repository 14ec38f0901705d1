import { type estypes } from '@elastic/elasticsearch';
import { type PlaceRecord } from '../place.js';
import { type GeoPoint } from '../query/geometry.js';
import { type FacetAggregation } from '../body/search-body.js';
import { HOURS_QUERIES } from '../body/hours.js';
import { type StoredPlace } from '../place.js';

/** The position of a place in the order of a search, for `search_after`. */
export type SortValues = (string | number | boolean | null)[];

export interface PlaceHit {
  record: PlaceRecord;
  sort: SortValues;
  /** Present if the search asks for it and the hours of the place are known. */
  isOpen?: boolean;
}

/** One page of a search. */
export interface SearchHits {
  /** The total number of places found. */
  found: number;
  places: PlaceHit[];
  /** The counted values of each facet, by the name of its aggregation. */
  facetCounts: Readonly<Record<string, FacetAggregation>>;
  /** The point in time that was searched, if one was. */
  pointInTime: string | undefined;
}

/** A place in type-ahead. */
export type SuggestHit = Pick<PlaceRecord, 'id' | 'name' | 'address' | 'location'>;

export function toSearchHits({ hits, pit_id, aggregations }: estypes.SearchResponse<StoredPlace>): SearchHits {
  const found = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  const places = hits.hits.flatMap(({ _source: document, sort, matched_queries }) => {
    if (!document) return [];
    const isOpen = toIsOpen(Array.isArray(matched_queries) ? matched_queries : []);
    // `original` is the record as stored in PostgreSQL, if it is not in NFC.
    return [
      { record: document.original ?? document, sort: toSortValues(sort), ...(isOpen !== undefined && { isOpen }) },
    ];
  });
  // The only aggregations of a search are those of `facetAggregations()`.
  const facetCounts = (aggregations ?? {}) as unknown as Record<string, FacetAggregation>;
  return { found, places, facetCounts, pointInTime: pit_id };
}

export function toSuggestHits({ hits }: estypes.SearchResponse<StoredPlace>): SuggestHit[] {
  return hits.hits.flatMap(({ _source: document }): SuggestHit[] => {
    if (!document) return [];
    const { id, location } = document;
    const { name, address } = document.original ?? document;
    return [{ id, name, ...(address && { address }), ...(location && { location }) }];
  });
}

/** The positions of the words that the first place has, by the names of the queries that it matches. */
export function toMatchedWords({ hits }: estypes.SearchResponse<StoredPlace>): number[] {
  const [first] = hits.hits;
  const names = Array.isArray(first?.matched_queries) ? first.matched_queries : [];
  return [...new Set(names.map(Number))];
}

/** How many places have each word. */
export function toWordCounts({ aggregations }: estypes.SearchResponse<StoredPlace>): number[] {
  // The aggregation of `WordCountBody`.
  const { words } = aggregations as unknown as { words: { buckets: { doc_count: number }[] } };
  return words.buckets.map(({ doc_count }) => doc_count);
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
  /** The cells that have places, in the order of their positions. */
  readonly cells: readonly TileCell[];
  /** The names of the sources of all their places. */
  readonly sources: readonly string[];
  readonly places: readonly PlaceRecord[];
}

export function toTileHits(response: estypes.SearchResponse<StoredPlace>): TileHits {
  // The aggregations of `TileBody`.
  const { cells, sources } = response.aggregations as unknown as {
    cells: { buckets: CellBucket[] };
    sources: FacetAggregation;
  };
  const read = cells.buckets.map(({ key, doc_count: count, centre: { location } }): TileCell => {
    const [z = 0, x = 0, y = 0] = key.split('/').map(Number);
    return { cell: { z, x, y }, count, centre: { lat: location.lat, lng: location.lon } };
  });
  return {
    cells: read.sort((a, b) => a.cell.y - b.cell.y || a.cell.x - b.cell.x),
    sources: sources.buckets.map(({ key }) => key),
    places: toSearchHits(response).places.map(({ record }) => record),
  };
}

interface CellBucket {
  /** `z/x/y` */
  key: string;
  doc_count: number;
  centre: { location: { lat: number; lon: number } };
}

/** The keys of the counted categories, the most frequent first. */
export function toCategoryKeys({ aggregations }: estypes.SearchResponse<StoredPlace>): string[] {
  // The aggregation of `CategoryCountBody`.
  const { categories } = aggregations as unknown as { categories: FacetAggregation };
  return categories.buckets.map(({ key }) => key);
}

/** Folded names of cities and districts that have places. */
export type AreaNames = Readonly<Record<'city' | 'district', ReadonlySet<string>>>;

export function toAreaNames({ aggregations }: estypes.SearchResponse<StoredPlace>): AreaNames {
  // The aggregations of `AreaNamesBody`.
  const { city, district } = aggregations as unknown as { city?: FacetAggregation; district?: FacetAggregation };
  const names = (part: FacetAggregation | undefined) => new Set(part?.buckets.map(({ key }) => key));
  return { city: names(city), district: names(district) };
}

/** How many places each source has, by its name, the most frequent first. */
export function toSourceCounts({ aggregations }: estypes.SearchResponse<StoredPlace>): Map<string, number> {
  // The aggregation of `SourceCountBody`.
  const { sources } = aggregations as unknown as { sources: FacetAggregation };
  return new Map(sources.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

/** The time zones that were counted. */
export function toTimeZones({ aggregations }: estypes.SearchResponse<StoredPlace>): string[] {
  // The aggregation of `TimeZoneCountBody`.
  const { timeZones } = aggregations as unknown as { timeZones: FacetAggregation };
  return timeZones.buckets.map(({ key }) => key);
}

/** @param queries the names of the queries that a place matches */
function toIsOpen(queries: readonly string[]): boolean | undefined {
  if (queries.includes(HOURS_QUERIES.open)) return true;
  return queries.includes(HOURS_QUERIES.known) ? false : undefined;
}

/** A missing `long` sorts as the greatest or least 64-bit integer, which a JavaScript number cannot hold exactly. */
function toSortValues(sort: estypes.SortResults = []): SortValues {
  return sort.map((value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'number' || Math.abs(value) < 2 ** 63) return value ?? null;
    return value > 0 ? '9223372036854775807' : '-9223372036854775808';
  });
}
