import { z } from 'zod';
import { ratingScale } from '../../../places/place.js';
import { categoryName } from './category.js';
import {
  evenIfFieldsFail,
  decimal,
  group,
  identifier,
  licenseAddress,
  maxBigint,
  list,
  optional,
  phone,
  record,
  required,
  type Rule,
  text,
  webAddress,
  wholeNumber,
} from './fields.js';

const addressPart = optional(text(500));
const count = optional(wholeNumber(maxBigint));
const idAndName = { id: required(identifier()), name: required(categoryName) };

const location = group({ lat: optional(decimal(-90, 90)), lng: optional(decimal(-180, 180)) }).superRefine(
  ({ lat, lng }, context) => {
    if ((lat === null) === (lng === null)) return;
    const path = [lat === null ? 'lat' : 'lng'];
    context.addIssue({ code: 'custom', path, message: 'is missing: lat and lng are required together' });
  },
  evenIfFieldsFail,
);

/** These identifiers are reserved for routes below /v2/places. */
const placeId = required(identifier('fields', 'suggest', 'search', 'tiles.json'));

/** The identifier of a place, without its other fields. */
export const placeIdSchema = record({ id: placeId });

/** In NFC, as in the search index. */
const sourceName: Rule<string> = (value) => text(200)(value).normalize('NFC');

export const sourceLineSchema = record({
  name: required(sourceName),
  license: optional(licenseAddress),
  attribution: optional(text(500)),
});

/** A source as the API returns it, or only its name. */
const source = z.preprocess(
  (value) => (typeof value !== 'string' ? value : value.trim() === '' ? undefined : { name: value }),
  sourceLineSchema.nullish(),
);

/** A place as the API returns it (docs/data.md). */
export const placeLineSchema = record({
  id: placeId,
  name: required(text(500)),
  phones: list(required(phone), 50),
  urlService: optional(webAddress),
  address: group({
    country: addressPart,
    state: addressPart,
    city: addressPart,
    district: addressPart,
    street: addressPart,
    number: addressPart,
    zipcode: addressPart,
  }),
  location,
  categories: list(record({ ...idAndName, subcategory: record(idAndName).nullish() }), 50),
  statistics: group({
    pageviews: count,
    rating: optional(decimal(ratingScale.min, ratingScale.max)),
    reviews: count,
    checkins: count,
    photos: count,
  }),
  featured: group({ photo: group({ medium: optional(webAddress) }) }),
  placeLists: list(record({ id: required(identifier()) }), 200),
  utilities: list(record(idAndName), 100),
  source,
  openingHours: optional(text(1000)),
}).transform(({ address, location, statistics, featured, placeLists, ...rest }) => ({
  id: rest.id,
  name: rest.name,
  phones: [...new Set(rest.phones)],
  url_service: rest.urlService,
  ...address,
  ...location,
  ...statistics,
  featured_photo: featured.photo.medium,
  place_lists: [...new Set(placeLists.map((entry) => entry.id))],
  utilities: [...new Map(rest.utilities.map((utility) => [utility.id, utility])).values()],
  source: rest.source?.name ?? null,
  sourceDetails: rest.source ?? null,
  opening_hours: rest.openingHours,
  categories: distinctCategories(rest.categories),
}));

/** The columns of a place, with its source and its categories. */
export type PlaceRow = z.output<typeof placeLineSchema>;

/** The columns of a source. */
export type SourceRow = z.output<typeof sourceLineSchema>;

/** The columns of a place's row and their types in PostgreSQL. */
export const placeColumns = {
  id: 'text',
  name: 'text',
  phones: 'text[]',
  url_service: 'text',
  country: 'text',
  state: 'text',
  city: 'text',
  district: 'text',
  street: 'text',
  number: 'text',
  zipcode: 'text',
  lat: 'numeric',
  lng: 'numeric',
  pageviews: 'bigint',
  rating: 'numeric',
  reviews: 'bigint',
  checkins: 'bigint',
  photos: 'bigint',
  featured_photo: 'text',
  place_lists: 'text[]',
  utilities: 'jsonb',
  source: 'text',
  opening_hours: 'text',
} satisfies Record<Exclude<keyof PlaceRow, 'categories' | 'sourceDetails'>, string>;

function distinctCategories<C extends { id: string; subcategory?: { id: string } | null | undefined }>(all: C[]): C[] {
  return [...new Map(all.map((entry) => [JSON.stringify([entry.id, entry.subcategory?.id]), entry])).values()];
}
