import { z } from 'zod';
import { linkSchema } from '../http/response/link-schema.js';
import { listOf } from '../http/response/list-schema.js';

const named = { id: z.string(), name: z.string() };
const degrees = z.string().describe('Decimal degrees (WGS 84), as text.');
const count = z.string().optional().describe('A number as text; absent where it is not known.');

/** Interface section 2.5. */
export const placeSchema = z
  .object({
    id: z.string(),
    link: linkSchema,
    name: z.string(),
    phones: z.array(z.string()).describe('Digits only.'),
    urlService: z.string().optional().describe("The address of the place's public page."),
    address: z
      .object({
        country: z.string().optional(),
        state: z.string().optional(),
        city: z.string().optional(),
        district: z.string().optional(),
        street: z.string().optional(),
        number: z.string().optional(),
        zipcode: z.string().optional(),
      })
      .optional(),
    location: z
      .object({
        lat: degrees,
        lng: degrees,
        distance: z.string().optional().describe('Whole metres from the centre of the search, where it has one.'),
      })
      .optional(),
    categories: z.array(z.object({ ...named, link: linkSchema, subcategory: z.object(named).optional() })),
    statistics: z
      .object({ pageviews: count, rating: count, reviews: count, checkins: count, photos: count })
      .optional(),
    featured: z
      .object({ photo: z.object({ medium: z.string() }) })
      .optional()
      .describe('In lists only when `fl` asks for it.'),
    placeLists: z
      .array(z.object({ id: z.string() }))
      .optional()
      .describe('In lists only when `fl` asks for it.'),
    utilities: z.array(z.object(named)).optional().describe('In lists only when `fl` asks for it.'),
    openingHours: z.string().optional().describe("In OpenStreetMap's syntax. In lists only when `fl` asks for it."),
  })
  .meta({ id: 'Place', selectable: 'record' });

/** Design, section 9. */
export const facetSchema = z
  .object({
    field: z.string(),
    buckets: z.array(z.object({ value: z.string(), found: z.int().min(1) })),
  })
  .meta({ id: 'Facet', description: 'The values of a field over all places found, the most frequent first.' });

export const placeList = listOf('PlaceResults', { root: 'results', items: 'places' }, placeSchema, {
  facets: z.array(facetSchema).optional(),
});

/** Design, section 9. */
export const fieldsSchema = z
  .object({
    fields: z.array(
      z
        .object({
          name: z.string().describe('The path in JSON.'),
          aliases: z.array(z.string()).describe('Other spellings: the path in XML.'),
          type: z.enum(['text', 'exact', 'id', 'number', 'presence', 'parent', 'relevance', 'distance']),
          filterable: z.boolean(),
          sortable: z.boolean(),
          selectable: z.boolean(),
          default: z.boolean().describe('Whether it comes without `fl`.'),
          example: z.string(),
        })
        .meta({ id: 'Field' }),
    ),
  })
  .meta({ id: 'FieldResults' });
