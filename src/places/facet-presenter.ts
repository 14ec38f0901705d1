import { type z } from 'zod';
import { type facetSchema } from './place-schema.js';
import { type Facet } from './search-body/facets.js';

/** A facet as design section 9 shapes it. */
export function presentFacet({ field, buckets }: Facet): z.output<typeof facetSchema> {
  return { field, buckets: buckets.map(({ value, found }) => ({ value, found })) };
}
