import { z } from 'zod';
import { linkSchema, type Links } from '../../http/response/links.js';
import { type PlaceAddress } from '../place.js';
import { type Area, areaKey } from '../query/where/area.js';
import { type CategoryKey } from '../search-index/mapping/category-key.js';

/** A place whose name matches the typed text. */
export interface PlaceSuggestion {
  readonly type: 'place';
  readonly id: string;
  readonly name: string;
  readonly address?: PlaceAddress;
  /** Metres from the centre of the request, if it has one. */
  readonly distance?: number;
}

/** A place, category, subcategory, city or district whose name matches the typed text. */
export type Suggestion = PlaceSuggestion | CategoryKey | Area;

const addressSchema = z
  .object({
    street: z.string().optional(),
    number: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  })
  .describe('Tells places, cities and districts with the same name apart.');

export const suggestionSchema = z
  .object({
    text: z.string(),
    type: z.enum(['place', 'category', 'subcategory', 'city', 'district']),
    id: z.string(),
    address: addressSchema.optional(),
    distance: z.string().optional().describe('Of a place: whole metres from the centre, if there is one.'),
    link: linkSchema.describe(
      'The link of a subcategory is that of its category. The link of a city or district is the search for its places.',
    ),
  })
  .meta({ id: 'Suggestion' });

export const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) }).meta({ id: 'SuggestionResults' });

export function presentSuggestion(suggestion: Suggestion, links: Links): z.output<typeof suggestionSchema> {
  switch (suggestion.type) {
    case 'place':
      return presentPlaceSuggestion(suggestion, links);
    case 'category':
    case 'subcategory':
      return {
        text: suggestion.name,
        type: suggestion.type,
        id: suggestion.id,
        link: links.category(suggestion.categoryId),
      };
    case 'city':
    case 'district':
      return presentArea(suggestion, links);
  }
}

function presentPlaceSuggestion({ id, name, address, distance }: PlaceSuggestion, links: Links) {
  return {
    ...{ text: name, type: 'place' as const, id },
    address: address && {
      street: address.street,
      number: address.number,
      district: address.district,
      city: address.city,
      state: address.state,
      country: address.country,
    },
    distance: distance === undefined ? undefined : String(Math.round(distance)),
    link: links.place(id),
  };
}

function presentArea({ name, type, address: conditions, ...area }: Area, links: Links) {
  const { city, district, state, country } = area;
  const path = [country, state, city, district].filter((part) => part !== undefined);
  const filters = Object.entries(conditions).map(([part, value]) => `address.${part}:${quoted(value)}`);
  return {
    ...{ text: name, type },
    id: path.map((part) => areaKey(part).replaceAll(' ', '-')).join('/'),
    address: { ...(type === 'district' && { city }), state, country },
    link: links.placesWhere(filters),
  };
}

/** A value of the filter language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
