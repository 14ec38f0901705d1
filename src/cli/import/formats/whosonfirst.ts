import {
  fromJson,
  invalidField,
  type JsonObject,
  listOf,
  objectOf,
  type OptionalMembers,
  textOf,
  isNullMarker,
  countryOf,
  slug,
  stateOf,
} from './field-values.js';
import { isClosedInWhosOnFirst } from './lifecycle.js';
import {
  closed,
  noLetters,
  type OpenDataFormat,
  type OpenDataRecord,
  type SourceCategory,
  unnamed,
} from './open-data-format.js';
import { positionOf } from './position.js';

/**
 * Who's On First (https://whosonfirst.org/docs/properties/): GeoJSON, one file a venue, or many venues in one. Most venues are
 * of SimpleGeo, whose properties have the prefix `sg`.
 */
export const whosonfirst: OpenDataFormat = {
  source: {
    name: "Who's On First",
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: "Who's On First",
  },
  csv: false,
  columns: undefined,
  optionalColumns: [],
  idOf,
  parse: parseVenue,
};

function propertiesOf(feature: JsonObject): JsonObject {
  // Rows of Parquet have a column for each property, or one with all in JSON.
  return objectOf(fromJson(feature.properties), 'properties') ?? feature;
}

function idOf(feature: JsonObject): string {
  const id = textOf(propertiesOf(feature)['wof:id'], 'wof:id') ?? textOf(feature.id, 'id');
  if (id === undefined || !/^\d+$/.test(id)) throw invalidField('wof:id', id ?? null, 'the number of the record');
  return `whosonfirst-${id}`;
}

function parseVenue(feature: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const properties = propertiesOf(feature);
  /** The first of the properties that the venue has. */
  const first = (...names: string[]): string | undefined => {
    const texts = names.map((name) => optional.read(() => textOf(properties[name], name)));
    return texts.find((text) => text !== undefined && !isNullMarker(text));
  };
  const id = idOf(feature);
  const placetype = textOf(properties['wof:placetype'], 'wof:placetype') ?? 'venue';
  if (placetype !== 'venue') return { skipped: `is of the type ${placetype}, not a venue` };
  if (isClosedInWhosOnFirst(properties, optional)) {
    return { skipped: closed, closedId: id, location: optional.read(() => locationOf(feature, properties)) };
  }
  const name = textOf(properties['wof:name'], 'wof:name');
  if (name === undefined || isNullMarker(name)) return { skipped: unnamed };
  const state = first('addr:state', 'addr:province', 'sg:province');
  const country = countryOf(isoCode(first('addr:country', 'wof:country', 'iso:country')), state);
  const street = first('addr:street');
  return {
    id,
    name,
    phones: [first('addr:phone', 'contact:phone', 'sg:phone') ?? []].flat(),
    websites: [first('addr:website', 'contact:website', 'sg:website') ?? []].flat(),
    freeform: street === undefined ? first('sg:address') : undefined,
    address: {
      country,
      state: stateOf(state, country),
      city: first('addr:city', 'sg:city'),
      ...(street !== undefined && { street, number: first('addr:housenumber') }),
      zipcode: first('addr:postcode', 'sg:postcode'),
    },
    location: locationOf(feature, properties),
    categories: optional.read(() => categoriesOf(properties, optional)) ?? [],
  };
}

/** `XX` and `-99` mean unknown. */
function isoCode(country: string | undefined): string | undefined {
  return country !== undefined && /^(?!xx)[a-z]{2}$/i.test(country) ? country : undefined;
}

/** A venue whose position is unknown is at 0, 0. */
function locationOf(feature: JsonObject, properties: JsonObject) {
  const [lat, lng] = [properties['geom:latitude'], properties['geom:longitude']];
  const isGiven = typeof lat === 'number' && typeof lng === 'number';
  const position = isGiven ? { lat, lng } : positionOf(feature.geometry);
  return position?.lat === 0 && position.lng === 0 ? undefined : position;
}

/** SimpleGeo has a type above both levels, which a category map may name. `None` means that there is no subcategory. */
function categoriesOf(properties: JsonObject, optional: OptionalMembers): SourceCategory[] {
  return listOf(fromJson(properties['sg:classifiers'] ?? properties['sg:categories']), 'sg:classifiers').flatMap(
    (entry, index) => {
      const classifier = objectOf(entry, `sg:classifiers[${index}]`) ?? {};
      const level = (name: string): string | undefined => {
        const member = `sg:classifiers[${index}].${name}`;
        const text = textOf(classifier[name], member);
        if (text === undefined || isNullMarker(text)) return undefined;
        if (slug(text) !== '') return text;
        optional.report(member, text, noLetters);
        return undefined;
      };
      const [type, category = type, subcategory] = [level('type'), level('category'), level('subcategory')];
      if (category === undefined) return [];
      const id = `whosonfirst-${slug(category)}`;
      return [
        {
          id,
          name: category,
          ...(subcategory !== undefined && {
            subcategory: { id: `${id}.${slug(subcategory)}`, name: subcategory },
          }),
          names: subcategory === undefined ? [category] : [`${category} > ${subcategory}`, subcategory],
          parentNames: [category, ...(type === undefined ? [] : [type])],
        },
      ];
    },
  );
}
