import { z } from 'zod';
import { featureOf, type Position } from '../http/geojson.js';
import { linkSchema, type Links, shownAddress } from '../http/links.js';
import { type ReaderLanguage } from '../http/reader-languages.js';
import { nameIn, namesWithOriginal } from './names.js';
import { presentSource, sourceSchema } from './sources/source.js';

const named = { id: z.string(), name: z.string() };
const degrees = z.string().describe('Decimal degrees (WGS 84), as text.');
const count = z.string().optional().describe('A number as text; absent if unknown.');

/** The scale of all ratings: of reviews, and of places, which have the mean of their reviews. */
export const ratingScale = { min: 0, max: 5 };

export const ratingText = `from ${ratingScale.min} to ${ratingScale.max}`;

const rating = z.string().optional().describe(`A decimal number as text, ${ratingText}; absent if unknown.`);

/** The types of further names. A name that is only a translation has none. */
export const NAME_TYPES = ['alternative', 'short', 'old', 'official', 'local'] as const;

export type NameType = (typeof NAME_TYPES)[number];

/** A place in a response. */
export const placeSchema = z
  .object({
    id: z.string(),
    link: linkSchema,
    name: z
      .string()
      .describe('In the language of `lang` or `Accept-Language`, if `names` has it. Else as the data have it.'),
    names: z
      .array(
        z.object({
          text: z.string(),
          language: z.string().optional().describe('A language tag (BCP 47), such as `pt` or `zh-Hant`.'),
          type: z
            .string()
            .optional()
            .describe(`One of ${NAME_TYPES.join(', ')}; absent if it is just the name in its language.`),
        }),
      )
      .optional()
      .describe(
        'Further names, which may repeat `name` to say its language. They have the name of the data if `name` is another one. In lists only if `fl` names it.',
      ),
    brand: z.string().optional().describe('In lists only if `fl` names it.'),
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
    areas: z
      .array(z.object({ id: z.string() }))
      .optional()
      .describe(
        'The areas that the place lies in, the smallest first, by its address: `us/ri/providence`, `us/ri`, `us`. An area has one id ' +
          'whatever addresses call it. In lists only if `fl` names it.',
      ),
    location: z
      .object({
        lat: degrees,
        lng: degrees,
        distance: z
          .string()
          .optional()
          .describe(
            'Whole metres from the centre, or without `location.lat` from the place or area that `q` names after `near`. See `header.near` and ' +
              '`header.where`.',
          ),
      })
      .optional(),
    categories: z.array(z.object({ ...named, link: linkSchema, subcategory: z.object(named).optional() })),
    kinds: z
      .array(z.object({ id: z.string() }))
      .optional()
      .describe(
        'What people call the place, by its categories, brand and name: `shop/bakery`. Each kind with the broader ones. `/v2/kinds` has ' +
          'their names. In lists only if `fl` names it.',
      ),
    statistics: z.object({ pageviews: count, rating, reviews: count, checkins: count, photos: count }).optional(),
    featured: z
      .object({ photo: z.object({ medium: z.string() }) })
      .optional()
      .describe('In lists only if `fl` names it.'),
    placeLists: z
      .array(z.object({ id: z.string() }))
      .optional()
      .describe('In lists only if `fl` names it.'),
    utilities: z.array(z.object(named)).optional().describe('In lists only if `fl` names it.'),
    source: sourceSchema
      .optional()
      .describe('The source of its data; absent if the import named none. In lists only if `fl` names it.'),
    open: z
      .boolean()
      .optional()
      .describe(
        'Whether it is open at the time of the parameter `open`, else now. Only if `fl` names it. Absent if its opening ' +
          'hours are unknown.',
      ),
    openChanges: z
      .string()
      .optional()
      .describe(
        'When `open` changes next, on the clock of the place, such as `2026-11-23T19:30`. Only if `fl` names it. Absent if it does ' +
          'not change within a week.',
      ),
    timeZone: z
      .string()
      .optional()
      .describe('The IANA time zone of its location, such as `America/Sao_Paulo`. Only if `fl` names it.'),
    openingHours: z.string().optional().describe("In OpenStreetMap's syntax. In lists only if `fl` names it."),
  })
  // `fl` selects its members: `api-docs/openapi/components.ts` therefore makes them optional.
  .meta({ id: 'Place', selectable: 'record' });

export type Place = z.output<typeof placeSchema>;

/** Members that are computed for each response. */
type Computed = 'open' | 'openChanges' | 'timeZone' | 'kinds';

/**
 * A place as PostgreSQL and the search index have it: in the shape of the response, without links, distance and computed members. Numbers
 * are texts, as in the response.
 */
export type PlaceRecord = Omit<Place, Computed | 'link' | 'location' | 'categories'> & {
  location?: PlaceLocation;
  categories: PlaceCategory[];
};

/** A place as the index stores and returns it: its record with texts in NFC. */
export interface StoredPlace extends PlaceRecord {
  /** The record as responses show it, if its texts are not in NFC. */
  original?: PlaceRecord;
}

type PlaceLocation = Pick<NonNullable<Place['location']>, 'lat' | 'lng'>;
export type PlaceName = NonNullable<Place['names']>[number];
export type PlaceAddress = NonNullable<Place['address']>;
export type PlaceCategory = Omit<Place['categories'][number], 'link'>;
export type PlaceStatistics = NonNullable<Place['statistics']>;

/** A place as GeoJSON. */
export const placeFeatureSchema = featureOf('PlaceFeature', placeSchema);

/** Where a place lies. */
export function positionOf({ location }: Pick<PlaceRecord, 'location'>): Position | undefined {
  return location && { lat: Number(location.lat), lng: Number(location.lng) };
}

/** The values of computed members, and the languages of the reader. */
interface ComputedValues {
  languages: readonly ReaderLanguage[];
  distance?: number | undefined;
  kinds?: readonly string[] | undefined;
  isOpen?: boolean | undefined;
  openChanges?: string | undefined;
  timeZone?: string | undefined;
}

/**
 * Lists the public members of a place by hand, in the order of `placeSchema`.
 *
 * @param computed `distance` in metres, and `isOpen` at the time of the search
 */
export function presentPlace(
  record: PlaceRecord,
  links: Links,
  { languages, distance, kinds, isOpen, openChanges, timeZone }: ComputedValues,
): Place {
  const { address, location, statistics, featured } = record;
  const picture = shownAddress(featured?.photo.medium);
  const name = nameIn(record, languages);
  return {
    id: record.id,
    link: links.place(record.id),
    name,
    names: namesWithOriginal(name, record)?.map(({ text, language, type }) => ({ text, language, type })),
    brand: record.brand,
    phones: record.phones,
    urlService: shownAddress(record.urlService),
    address: address && {
      country: address.country,
      state: address.state,
      city: address.city,
      district: address.district,
      street: address.street,
      number: address.number,
      zipcode: address.zipcode,
    },
    areas: record.areas?.map(({ id }) => ({ id })),
    location: location && {
      lat: location.lat,
      lng: location.lng,
      distance: distance === undefined ? undefined : String(Math.round(distance)),
    },
    categories: record.categories.map(({ id, name, subcategory }) => ({
      id,
      name,
      link: links.category(id),
      subcategory: subcategory && { id: subcategory.id, name: subcategory.name },
    })),
    kinds: kinds && kinds.length > 0 ? kinds.map((id) => ({ id })) : undefined,
    statistics: statistics && {
      pageviews: statistics.pageviews,
      rating: statistics.rating,
      reviews: statistics.reviews,
      checkins: statistics.checkins,
      photos: statistics.photos,
    },
    featured: picture === undefined ? undefined : { photo: { medium: links.picture(picture) } },
    placeLists: record.placeLists?.map(({ id }) => ({ id })),
    utilities: record.utilities?.map(({ id, name }) => ({ id, name })),
    source: record.source && presentSource(record.source),
    open: isOpen,
    openChanges,
    timeZone,
    openingHours: record.openingHours,
  };
}

/** Categories with their subcategories, in any order. */
export const selectCategories = `
  SELECT category.id, category.name, COALESCE(
    (SELECT json_agg(json_build_object('id', id, 'name', name)) FROM subcategories WHERE category_id = category.id), '[]'
  ) AS subcategories
  FROM categories AS category`;

/** A category, or a subcategory with the id of its category. */
export interface CategoryKey {
  readonly type: 'category' | 'subcategory';
  readonly id: string;
  readonly name: string;
  /** The id of the category, or of the category that a subcategory belongs to. */
  readonly categoryId: string;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The key of a category, or of its subcategory (`readCategoryKey`). */
export function categoryKey({ id, name }: Named, subcategory?: Named): string {
  return JSON.stringify(subcategory ? [id, subcategory.name, subcategory.id] : [id, name]);
}

/**
 * One text per category and subcategory of a place. The lists of ids and names in the index do not tell which id has which
 * name.
 */
export function categoryKeys(categories: readonly PlaceCategory[]): string[] {
  const keys = categories.flatMap((category) => [
    categoryKey(category),
    ...(category.subcategory ? [categoryKey(category, category.subcategory)] : []),
  ]);
  return [...new Set(keys)];
}

export function readCategoryKey(key: string): CategoryKey {
  // categoryKey wrote it.
  const [categoryId, name, id] = JSON.parse(key) as [string, string, string?];
  return id === undefined
    ? { type: 'category', id: categoryId, name, categoryId }
    : { type: 'subcategory', id, name, categoryId };
}
