import { type estypes } from '@elastic/elasticsearch';
import { type PlaceRecord } from '../place-record.js';
import { type FacetAggregation } from '../search-body/facets.js';
import { type PlaceDocument } from './mapping/place-document.js';

/** Where a place stands in the order of a search, as Elasticsearch takes it back. */
export type SortValues = (string | number | boolean | null)[];

/** What a search found: how many in all, and the places of the page. */
export interface SearchHits {
  found: number;
  places: { record: PlaceRecord; sort: SortValues }[];
  /** The values that were to be counted beside, by the name of their aggregation. */
  counted: Readonly<Record<string, FacetAggregation>>;
  /** The frozen view that was searched, if one was. */
  pointInTime: string | undefined;
}

/** A place as type-ahead shows it. */
export type SuggestHit = Pick<PlaceRecord, 'id' | 'name'>;

export function toSearchHits({ hits, pit_id, aggregations }: estypes.SearchResponse<PlaceDocument>): SearchHits {
  const found = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  const places = hits.hits.flatMap(({ _source: document, sort }) =>
    document ? [{ record: document.written ?? document, sort: exact(sort) }] : [],
  );
  // A search asks for no aggregations but those of `facetAggregations`.
  const counted = (aggregations ?? {}) as unknown as Record<string, FacetAggregation>;
  return { found, places, counted, pointInTime: pit_id };
}

export function toSuggestHits({ hits }: estypes.SearchResponse<PlaceDocument>): SuggestHit[] {
  return hits.hits.flatMap(({ _source: document }) =>
    document ? [{ id: document.id, name: document.written?.name ?? document.name }] : [],
  );
}

/** The keys of the categories that were counted, the most frequent first. */
export function toCategoryKeys({ aggregations }: estypes.SearchResponse<PlaceDocument>): string[] {
  // The aggregation of `CategoryCountBody`.
  const { categories } = aggregations as unknown as { categories: FacetAggregation };
  return categories.buckets.map(({ key }) => key);
}

/** A missing whole number sorts as the greatest or least of 64 bits, which only a text carries without loss. */
function exact(sort: estypes.SortResults = []): SortValues {
  return sort.map((value) => {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'number' || Math.abs(value) < 2 ** 63) return value ?? null;
    return value > 0 ? '9223372036854775807' : '-9223372036854775808';
  });
}
