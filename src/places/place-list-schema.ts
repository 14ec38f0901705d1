import { z } from 'zod';
import { listHeaderSchema } from '../http/request/paging.js';
import { featureCollectionOf } from '../http/response/geojson.js';
import { listOf } from '../http/response/list-schema.js';
import { placeFeatureSchema, placeSchema } from './place.js';
import { type Where } from './query/where/area.js';
import { type Facet } from './search-body/facets.js';
import { type SearchStage } from './search-stage.js';

const facetSchema = z
  .object({
    field: z.string(),
    buckets: z.array(z.object({ value: z.string(), found: z.int().min(1) })),
  })
  .meta({ id: 'Facet', description: 'The values of a field over all places found, the most frequent first.' });

const word = z.string();

const stageSchema = z.object({
  match: z
    .enum(['corrected', 'relaxed'])
    .optional()
    .describe(
      'How the places were found if none has all words of `q` as typed: `corrected`, with typing errors; `relaxed`, without ' +
        'the words in `omitted`. Absent if places have all words as typed, or if nothing was found.',
    ),
  words: z
    .array(word)
    .optional()
    .describe('With `match`: the words of `q` that were searched, with their typing errors.'),
  omitted: z
    .array(word)
    .optional()
    .describe(
      'With `match` = `relaxed`: the words of `q` that were left out: words that say little, and those that no place has ' +
        'together with the others.',
    ),
});

const whereSchema = z
  .object({
    relation: z
      .enum(['in', 'near', 'first'])
      .describe(
        '`in`: only places in it. `near`: only places in it or around it. `first`: its places come first. A place that ' +
          'has all words of `q` as typed is found elsewhere too.',
      ),
    words: z.string().describe('The words of `q` that say it.'),
    type: z.enum(['city', 'district']),
    name: z.string(),
    city: z.string().optional().describe('Of a district.'),
    state: z.string().optional(),
    country: z.string().optional(),
  })
  .meta({ id: 'Where', description: 'The city or district that words of `q` name.' });

const hoursSchema = z.object({
  unknownHours: z
    .int()
    .min(0)
    .optional()
    .describe(
      'With `open`: how many more places match all other conditions, but have no opening hours, or none that can be read ' +
        'for that time.',
    ),
});

const headerMembers = { ...stageSchema.shape, where: whereSchema.optional(), ...hoursSchema.shape };

const placeListHeaderSchema = listHeaderSchema.extend(headerMembers).meta({
  id: 'PlaceHeader',
  description: 'The position of a page in its list, how `q` was searched, and how many places have unknown hours.',
});

const beside = { facets: z.array(facetSchema).optional() };

/** A page of places in a response, with facets if the request asks for them. */
export const placeListSchema = listOf('PlaceResults', { root: 'results', items: 'places' }, placeSchema, {
  header: placeListHeaderSchema,
  beside,
});

/** A page of places as GeoJSON. */
export const placeFeatureCollectionSchema = featureCollectionOf('PlaceFeatureCollection', placeFeatureSchema, {
  header: placeListHeaderSchema,
  ...beside,
});

type PresentedStage = z.output<typeof stageSchema> & { where?: z.output<typeof whereSchema> | undefined };

export function presentStage(stage: SearchStage): PresentedStage {
  return { ...presentMatch(stage), where: stage.where && presentWhere(stage.where) };
}

function presentMatch({ typingErrors, words, omitted }: SearchStage): z.output<typeof stageSchema> {
  if (omitted.length > 0) return { match: 'relaxed', words: [...words], omitted: [...omitted] };
  return typingErrors > 0 ? { match: 'corrected', words: [...words] } : {};
}

function presentWhere({ relation, words, area }: Where): z.output<typeof whereSchema> {
  const { type, name, city, state, country } = area;
  return { relation, words, type, name, city: type === 'district' ? city : undefined, state, country };
}

export function presentFacet({ field, buckets }: Facet): z.output<typeof facetSchema> {
  return { field, buckets: buckets.map(({ value, found }) => ({ value, found })) };
}
