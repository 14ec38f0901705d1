import { type Facet } from './query/facets.js';

/** A facet as design section 9 shapes it. */
export function presentFacet({ field, buckets }: Facet) {
  return { field, buckets: buckets.map(({ value, found }) => ({ value, found })) };
}
