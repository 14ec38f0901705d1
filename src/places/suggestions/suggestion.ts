import { z } from 'zod';
import { type Parameter, type ParameterValues, rows, type CombinedParameters } from '../../http/parameters.js';
import { lang } from '../../http/language-parameter.js';
import { type ProblemFault } from '../../http/problems.js';
import { locationParameters, readLocation, filtersParameter, suggestOpenParameter } from '../search-parameters.js';
import { withPlainSigns } from '../words/fold.js';
import { isLongerThan, LIMITS } from '../query/parsing.js';
import { type StreetHit, type SuggestRequest } from './suggest-query.js';
import { cacheExpiry } from '../opening-hours/open-places.js';
import { minuteOf } from '../query/open.js';
import { linkSchema, type Links } from '../../http/links.js';
import { type CategoryKey, type PlaceAddress } from '../place.js';
import { areaKey, type LocalArea } from '../words/where.js';

/** The text that the user has typed so far. */
const typed: Parameter<string> = {
  documentation: {
    description: 'The text typed so far. The last word may be incomplete.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.termLength },
    required: true,
  },
  defaultValue: '',
  repeatable: false,
  emptyIsAbsent: true,
  read: ([value = '']) => {
    if (!isLongerThan(LIMITS.termLength, value)) {
      return { ok: true, value: withPlainSigns(value.normalize('NFC')).trim() };
    }
    const reason = `the search term has at most ${LIMITS.termLength} characters`;
    return { ok: false, faults: [{ reason, allowed: [`a text of 1 to ${LIMITS.termLength} characters`] }] };
  },
};

/** The query parameters of type-ahead. */
export const suggestionParameters = {
  q: typed,
  fq: filtersParameter,
  open: suggestOpenParameter,
  rows: rows(20),
  ...locationParameters,
  lang,
};

/** A checked request for suggestions, and when it arrived, in minutes since 1970 in UTC. */
export type SuggestionRequest = SuggestRequest & { readonly now: number };

export function toSuggestionRequest(
  values: Partial<ParameterValues<typeof suggestionParameters>>,
): CombinedParameters<SuggestionRequest> {
  const faults: ProblemFault[] = [];
  const location = readLocation(values, faults);
  // undefined: `q` was too long, which is already reported.
  if (values.q === '') {
    const allowed = [`a text of 1 to ${LIMITS.termLength} characters`];
    faults.unshift({
      parameter: 'q',
      value: '',
      reason: 'is missing: type-ahead needs the text typed so far',
      allowed,
    });
  }
  const value: SuggestionRequest = {
    ...{ text: values.q ?? '', filters: values.fq ?? [], rows: values.rows ?? 0 },
    ...(values.open && { openAt: values.open }),
    now: minuteOf(new Date()),
    ...location,
  };
  return { value, faults, ...cacheExpiry(value) };
}

/** A place whose name matches the typed text. */
export interface PlaceSuggestion {
  readonly type: 'place';
  readonly id: string;
  /** In the language of the reader. */
  readonly name: string;
  /** Another name or the brand that matches the typed text, if the name does not. */
  readonly matchedName?: string;
  readonly address?: PlaceAddress;
  /** Metres from the centre of the request, if it has one. */
  readonly distance?: number;
  /** How many places have the same name in the data. */
  readonly places: number;
}

interface CategorySuggestion extends CategoryKey {
  /** The kinds of its places. */
  readonly kinds: readonly string[];
  /** What it is called in another language, if the name does not start with the typed text. */
  readonly matchedName: string | undefined;
}

/** A place, category, subcategory, city, district, street or postcode whose name matches the typed text. */
export type Suggestion = PlaceSuggestion | CategorySuggestion | LocalArea | StreetHit;

const addressSchema = z
  .object({
    street: z.string().optional(),
    number: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string().optional(),
  })
  .describe('Tells places, cities, districts and streets with the same name apart.');

const suggestionSchema = z
  .object({
    text: z.string(),
    matchedName: z
      .string()
      .optional()
      .describe(
        'What matches `q` if `text` does not: of a place, another name of it or its brand. Of a category whose name does not start with `q`: what it is called in a language of the data, which does.',
      ),
    type: z.enum(['place', 'category', 'subcategory', 'city', 'district', 'street', 'postcode']),
    id: z.string(),
    kinds: z
      .array(z.object({ id: z.string() }))
      .optional()
      .describe('Of a category or subcategory: the `kinds` that its places have by it. Absent if it is general.'),
    address: addressSchema.optional(),
    distance: z.string().optional().describe('Of a place: whole metres from the centre, if there is one.'),
    places: z
      .int()
      .min(2)
      .optional()
      .describe(
        'How many places have the same name in the data, which `text` may translate. The suggestion is the nearest or the most visited of them.',
      ),
    link: linkSchema.describe(
      'The link of a subcategory is that of its category. The link of a city, district, street or postcode is the search for its places.',
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
        matchedName: suggestion.matchedName,
        type: suggestion.type,
        id: suggestion.id,
        kinds: suggestion.kinds.length > 0 ? suggestion.kinds.map((id) => ({ id })) : undefined,
        link: links.category(suggestion.categoryId),
      };
    case 'city':
    case 'district':
      return presentArea(suggestion, links);
    case 'street':
    case 'postcode':
      return presentStreet(suggestion, links);
  }
}

function presentPlaceSuggestion(suggestion: PlaceSuggestion, links: Links) {
  const { id, name, matchedName, address, distance, places } = suggestion;
  return {
    ...{ text: name, matchedName, type: 'place' as const, id },
    address: address && {
      street: address.street,
      number: address.number,
      district: address.district,
      city: address.city,
      state: address.state,
      country: address.country,
    },
    distance: distance === undefined ? undefined : String(Math.round(distance)),
    places: places > 1 ? places : undefined,
    link: links.place(id),
  };
}

function presentArea({ name, type, ids: [id = ''], city, state, country }: LocalArea, links: Links) {
  return {
    ...{ text: name, type, id },
    address: { ...(type === 'district' && { city }), state, country },
    link: links.placesWhere([`areas.id:${quoted(id)}`]),
  };
}

/** The members of an address that say in which city a street is. */
const AROUND_STREET = ['country', 'state', 'city'] as const;

function presentStreet({ type, name, address }: StreetHit, links: Links) {
  const around = AROUND_STREET.flatMap((part) => {
    const value = address[part];
    return value === undefined ? [] : [{ part, value }];
  });
  const member = type === 'street' ? 'street' : 'zipcode';
  return {
    ...{ text: name, type },
    id: [...around.map(({ value }) => value), name].map((part) => areaKey(part).replaceAll(' ', '-')).join('/'),
    address: { city: address.city, state: address.state, country: address.country },
    link: links.placesWhere([{ part: member, value: name }, ...around].map(toFilter)),
  };
}

function toFilter({ part, value }: { part: string; value: string }): string {
  return `address.${part}:${quoted(value)}`;
}

/** A value of the filter language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
