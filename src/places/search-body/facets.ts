import { type FacetRequest } from '../query/facets.js';
import { fold } from '../query/text/fold.js';
import { type Aggregation } from './clauses.js';

/** The values of a field, the most frequent first. */
export interface Facet {
  readonly field: string;
  readonly buckets: readonly { readonly value: string; readonly found: number }[];
}

/** The part of an Elasticsearch response that answers one aggregation of `facetAggregations`. */
export interface FacetAggregation {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

/** The sub-field of a facetable field that holds its values as written, with case and accents. */
export const AS_WRITTEN = 'as_written';

/**
 * Values that each shard counts. Counts are exact unless a shard has more different values among the places found; on a
 * single shard they are always exact.
 */
const SHARD_VALUES = 10_000;

/**
 * Two aggregations per field. The first counts folded values: each count is what a filter by the value finds. The second
 * counts values as written: `readFacets` shows the most frequent spelling of each folded value.
 */
export function facetAggregations({ fields, limit }: FacetRequest): Record<string, Aggregation> {
  const terms = (field: string, size: number): Aggregation => ({
    terms: { field, size, shard_size: SHARD_VALUES, order: [{ _count: 'desc' }, { _key: 'asc' }] },
  });
  const entries = fields.flatMap(({ field: { name } }): [string, Aggregation][] => [
    [name, terms(name, limit)],
    [asWritten(name), terms(asWritten(name), SHARD_VALUES)],
  ]);
  return Object.fromEntries(entries);
}

/** The facets in the order of the request, each value in its most frequent spelling. */
export function readFacets(
  { fields }: FacetRequest,
  aggregations: Readonly<Record<string, FacetAggregation>>,
): Facet[] {
  return fields.map(({ name, field }) => {
    const spellings = new Map<string, string>();
    for (const { key } of aggregations[asWritten(field.name)]?.buckets ?? []) {
      const folded = fold(key);
      if (!spellings.has(folded)) spellings.set(folded, key);
    }
    const buckets = aggregations[field.name]?.buckets ?? [];
    return {
      field: name,
      buckets: buckets.map(({ key, doc_count: found }) => ({ value: spellings.get(fold(key)) ?? key, found })),
    };
  });
}

function asWritten(name: string): string {
  return `${name}.${AS_WRITTEN}`;
}
