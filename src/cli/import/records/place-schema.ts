import { z } from 'zod';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { hoursOf } from '../../../places/opening-hours/place-hours.js';
import { NAME_TYPES, type PlaceName, ratingScale } from '../../../places/place.js';
import { isObject, type ParsedRow, validateRow, type ValueFault, withFaults } from '../parse-row.js';
import { phonesOf } from '../values/phones.js';
import { categoryName } from './category.js';
import {
  evenIfFieldsFail,
  FieldError,
  decimal,
  group,
  identifier,
  licenseAddress,
  maxBigint,
  list,
  optional,
  record,
  required,
  type Rule,
  text,
  textOrNumber,
  pageAddress,
  visibleText,
  webAddress,
  wholeNumber,
} from './fields.js';
import { countryCodeAt, countryCodeOf } from '../../../places/areas/regions.js';

const maxPhones = 50;

const addressPart = optional(text(500));

const count = optional(wholeNumber(maxBigint));

const idAndName = { id: required(identifier()), name: required(categoryName) };

/** @returns the language tag (BCP 47) as it is usually written, such as `zh-Hant`; undefined if it names no known language */
export function languageOf(tag: string): string | undefined {
  const known = knownLanguages.get(tag);
  if (known !== undefined) return known.language;
  const language = canonicalLanguage(tag);
  // A file may have any number of texts as languages. Those that repeat usually come early.
  if (knownLanguages.size < maxKnownLanguages) knownLanguages.set(tag, { language });
  return language;
}

const knownLanguages = new Map<string, { language: string | undefined }>();

const maxKnownLanguages = 1000;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function canonicalLanguage(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    const [primary = ''] = canonical?.split('-') ?? [];
    return languageNames.of(primary) === undefined ? undefined : canonical;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const language: Rule<string> = (value) => {
  const tag = text(50)(value);
  const canonical = languageOf(tag);
  if (canonical === undefined) throw new FieldError('must be a language tag, such as pt or zh-Hant');
  return canonical;
};

const nameType: Rule<string> = (value) => {
  const type = NAME_TYPES.find((name) => name === value);
  if (type === undefined) throw new FieldError(`must be one of ${NAME_TYPES.join(', ')}`);
  return type;
};

const maxNames = 200;

const nameEntry = record({ text: required(text(500)), language: optional(language), type: optional(nameType) });

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

/** The identifier and the position of a place. */
export const closedPlaceSchema = record({ id: placeId, location }).transform(({ id, location: { lat, lng } }) => ({
  id,
  ...(isOrigin({ lat, lng }) ? { lat: null, lng: null } : { lat, lng }),
}));

/** Whether a position is 0, 0 in the Gulf of Guinea, which programs write for no position. */
function isOrigin({ lat, lng }: Location): boolean {
  return lat !== null && lng !== null && Number(lat) === 0 && Number(lng) === 0;
}

const originFault: ValueFault = {
  member: 'location',
  value: '0, 0',
  reason: 'is what programs write for no position',
};

/** The name of a source in NFC, as in the search index. */
const sourceName: Rule<string> = (value) => visibleText(200)(value).normalize('NFC');

export const importedSourceSchema = record({
  name: required(sourceName),
  license: optional(licenseAddress),
  attribution: optional(text(500)),
});

/** A source as the API returns it, or only its name. */
const source = z.preprocess(
  (value) => (typeof value !== 'string' ? value : value.trim() === '' ? undefined : { name: value }),
  importedSourceSchema.nullish(),
);

/** A place as the API returns it (docs/data.md). */
export const importedPlaceSchema = record({
  id: placeId,
  name: required(text(500)),
  names: list(nameEntry, maxNames),
  brand: optional(text(500)),
  /** As written in the line. `parsePlace` finds the numbers in them. */
  phones: list(required(textOrNumber(1000)), maxPhones),
  urlService: optional(pageAddress),
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
  names: distinctNames(rest.name, rest.names),
  brand: rest.brand,
  phones: rest.phones,
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

/** Members whose faults reject a line. Invalid values of all other members are left out. */
const requiredMembers = ['id', 'name', 'location'];

/**
 * Parses a place as the API returns it. Optional values that are invalid are left out, and so is the position 0, 0. Opening hours are
 * kept even if they cannot be read.
 *
 * @param value is changed: invalid members are removed from it
 */
export function parsePlace(value: unknown): ParsedRow<PlaceRow> {
  const result = validateRow(withNameList(value), importedPlaceSchema, requiredMembers);
  if ('rejected' in result) return result;
  const hasNoPosition = isOrigin(result.row);
  const row = hasNoPosition ? { ...result.row, lat: null, lng: null } : result.row;
  const phones = readPhoneList(row);
  const hoursFault = faultOfHours(row);
  const all = [
    ...(result.faults ?? []),
    ...(hasNoPosition ? [originFault] : []),
    ...phones.faults,
    ...(hoursFault ? [hoursFault] : []),
  ];
  return withFaults({ ...row, phones: phones.numbers }, all);
}

/** Turns `names` by language, `{"pt": "Museu"}`, into a list. */
function withNameList(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.names)) return value;
  return { ...value, names: Object.entries(value.names).map(([language, text]) => ({ text, language })) };
}

/** Finds the telephone numbers in texts. A text of digits only stays, because the export writes numbers so. */
function readPhoneList({ phones, country, lat, lng }: PlaceRow) {
  const isDigits = (text: string): boolean => /^\d{1,30}$/.test(text);
  if (phones.every(isDigits)) return { numbers: [...new Set(phones)], faults: [] };
  const code = phoneCountryOf(country, { lat, lng });
  const parts = phones.map((text, index) =>
    isDigits(text) ? { numbers: [text], faults: [] } : phonesOf([text], code, index),
  );
  return {
    numbers: [...new Set(parts.flatMap(({ numbers }) => numbers))].slice(0, maxPhones),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

const days = '(?:Mo|Tu|We|Th|Fr|Sa|Su)';

const daySpans = `${days}(?:-${days})?(?:, ?${days}(?:-${days})?)*`;

const time = '(?:[01]\\d|2[0-4]):[0-5]\\d';

const timeSpans = `${time}-${time}(?:, ?${time}-${time})*`;

const usualRule = `(?:${daySpans} )?(?:${timeSpans}|off|closed)`;

/**
 * The form of most opening hours: `Mo-Fr 08:00-12:00,13:00-18:00; Su off`. They are not parsed, because the library takes milliseconds
 * for a text.
 */
const usualHours = new RegExp(`^(?:24/7|${usualRule}(?:; ?${usualRule})*)$`);

/** The words of OpenStreetMap's syntax. Comments are in quotes. */
const hoursWords =
  /^(?:mo|tu|we|th|fr|sa|su|ph|sh|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|easter|days?|off|closed|open|unknown|sunrise|sunset|dawn|dusk)$/i;

function faultOfHours({ opening_hours: text, country, state, lat, lng }: PlaceRow): ValueFault | undefined {
  if (text === null || usualHours.test(text)) return undefined;
  const fault = { member: 'openingHours', value: text, isKept: true };
  const location = lat === null || lng === null ? {} : { location: { lat, lng } };
  const address = { ...(country !== null && { country }), ...(state !== null && { state }) };
  // With the arguments of the search index, which the import updates too: both share the cache.
  if (!hoursOf({ openingHours: text, address, ...location }, new Date())) {
    return { ...fault, reason: 'cannot be read with certainty, so searches do not find the place open' };
  }
  const words = text.replace(/"[^"]*"/g, '').match(/\p{L}+/gu) ?? [];
  const isStandard = words.every((word) => hoursWords.test(word));
  return isStandard ? undefined : { ...fault, reason: "is not in OpenStreetMap's syntax, so it may be misread" };
}

/** The columns of a place, with its source and its categories. */
export type PlaceRow = z.output<typeof importedPlaceSchema>;

/** The columns of a source. */
export type SourceRow = z.output<typeof importedSourceSchema>;

/** The columns of a place's row. */
export const placeColumns = [
  ...(['id', 'name', 'names', 'brand', 'phones', 'url_service', 'country', 'state', 'city', 'district'] as const),
  ...(['street', 'number', 'zipcode', 'lat', 'lng', 'pageviews', 'rating', 'reviews', 'checkins', 'photos'] as const),
  ...(['featured_photo', 'place_lists', 'utilities', 'source', 'opening_hours'] as const),
] satisfies (keyof PlaceRow)[];

/** The distinct further names; null for none. The name itself, without language and type, is no further name. */
function distinctNames(name: string, all: readonly z.output<typeof nameEntry>[]): PlaceName[] | null {
  const entries = all
    .filter(({ text, language, type }) => language !== null || type !== null || text !== name)
    .map(({ text, language, type }): PlaceName => ({
      text,
      ...(language !== null && { language }),
      ...(type !== null && { type }),
    }));
  return entries.length === 0 ? null : [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function distinctCategories<C extends { id: string; subcategory?: { id: string } | null | undefined }>(all: C[]): C[] {
  return [...new Map(all.map((entry) => [JSON.stringify([entry.id, entry.subcategory?.id]), entry])).values()];
}

interface Location {
  lat: string | null;
  lng: string | null;
}

/**
 * The country (ISO 3166-1 alpha-2) whose telephone numbers a place has: by its address, which may have a code or a name, else by its
 * location.
 *
 * @returns undefined if neither is in a country with telephone numbers of its own
 */
export function phoneCountryOf(country: string | null | undefined, location?: Location): CountryCode | undefined {
  const name = country?.trim() ?? '';
  const codes = [countryCodeOf(name), name.toUpperCase(), location && codeAt(location)];
  return codes.find((code): code is CountryCode => code !== undefined && isSupportedCountry(code));
}

function codeAt({ lat, lng }: Location): string | undefined {
  const [latitude, longitude] = [Number(lat), Number(lng)];
  const isPosition = lat !== null && lng !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPosition ? countryCodeAt(latitude, longitude) : undefined;
}
