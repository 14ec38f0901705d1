import { z } from 'zod';
import { listOf } from '../http/response/list-schema.js';
import { placeSchema } from './place.js';
import { type Facet } from './search-body/facets.js';

const facetSchema = z
  .object({
    field: z.string(),
    buckets: z.array(z.object({ value: z.string(), found: z.int().min(1) })),
  })
  .meta({ id: 'Facet', description: 'The values of a field over all places found, the most frequent first.' });

/** A page of places in a response, with facets if the request asks for them. */
export const placeListSchema = listOf('PlaceResults', { root: 'results', items: 'places' }, placeSchema, {
  facets: z.array(facetSchema).optional(),
});

export function presentFacet({ field, buckets }: Facet): z.output<typeof facetSchema> {
  return { field, buckets: buckets.map(({ value, found }) => ({ value, found })) };
}
