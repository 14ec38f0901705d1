import { countOf } from '../../visible-text.js';
import {
  invalidField,
  isNa,
  type JsonObject,
  type OptionalMembers,
  textOf,
  withoutFraction,
  withoutNa,
  countryOf,
  slug,
  stateOf,
  readTextList,
} from './field-values.js';
import {
  closed,
  noLetters,
  type OpenDataFormat,
  type OpenDataRecord,
  type SourceCategory,
  unnamed,
} from './open-data-format.js';
import { isClosedInFoursquare } from './lifecycle.js';
import { plainDegrees, positionOf } from './position.js';

/** Foursquare OS Places (https://docs.foursquare.com/data-products/docs/places-os-data-schema). Every column may be null. */
export const foursquare: OpenDataFormat = {
  source: {
    name: 'Foursquare OS Places',
    license: 'https://www.apache.org/licenses/LICENSE-2.0',
    attribution: '© Foursquare Labs, Inc.',
  },
  csv: true,
  columns: [
    ...['fsq_place_id', 'name', 'latitude', 'longitude', 'address', 'locality', 'region', 'postcode', 'country'],
    ...['date_closed', 'unresolved_flags', 'tel', 'website', 'fsq_category_ids', 'fsq_category_labels', 'geom'],
  ],
  optionalColumns: [],
  idOf,
  parse: parsePlace,
};

function idOf(row: JsonObject): string {
  const sourceId = withoutFraction(textOf(row.fsq_place_id, 'fsq_place_id'));
  if (sourceId === undefined || isNa(sourceId)) throw invalidField('fsq_place_id', null, 'the identifier of the place');
  return `foursquare-${sourceId}`;
}

/** Columns of which `NA` may be a value. */
const mayBeNa = ['name', 'country', 'region'];

function parsePlace(record: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const row = withoutNa(record, mayBeNa);
  const part = (name: string) => optional.read(() => textOf(row[name], name));
  const id = idOf(row);
  if (isClosedInFoursquare(row, optional)) {
    return { skipped: closed, closedId: id, location: optional.read(() => locationOf(row)) };
  }
  const name = textOf(row.name, 'name');
  if (name === undefined) return { skipped: unnamed };
  const region = part('region');
  const country = countryOf(part('country'), region);
  return {
    id,
    name,
    phones: [withoutFraction(part('tel')) ?? []].flat(),
    websites: [part('website') ?? []].flat(),
    freeform: part('address'),
    address: {
      country,
      state: stateOf(region, country),
      city: part('locality'),
      zipcode: withoutFraction(part('postcode')),
    },
    location: locationOf(row),
    categories: optional.read(() => categoriesOf(row, optional)) ?? [],
  };
}

function locationOf(row: JsonObject) {
  const [lat, lng] = [textOf(row.latitude, 'latitude'), textOf(row.longitude, 'longitude')];
  if (lat !== undefined && lng !== undefined) return { lat: plainDegrees(lat), lng: plainDegrees(lng) };
  // Other programs may write the bytes as a string.
  return typeof row.geom === 'object' ? positionOf(row.geom, 'geom') : undefined;
}

/** A label `A > B > C` gives category A and subcategory C, with the identifier at the same index. */
function categoriesOf(row: JsonObject, optional: OptionalMembers): SourceCategory[] {
  const ids = readTextList(row.fsq_category_ids, 'fsq_category_ids');
  const labels = readTextList(row.fsq_category_labels, 'fsq_category_labels', ids.length);
  if (ids.length > 0 && labels.length > 0 && ids.length !== labels.length) {
    throw invalidField(
      'fsq_category_labels',
      labels,
      `${countOf(ids.length, 'label')}, one for each of fsq_category_ids`,
    );
  }
  return labels.flatMap((label, index) => {
    const levels = label
      .split('>')
      .map((level) => level.trim())
      .filter((level) => slug(level) !== '');
    const [first, last] = [levels[0], levels.at(-1)];
    if (first === undefined || last === undefined) {
      if (label.trim() !== '') optional.report(`fsq_category_labels[${index}]`, label, noLetters);
      return [];
    }
    return [
      {
        id: `foursquare-${slug(first)}`,
        name: first,
        ...(levels.length > 1 && { subcategory: { id: ids[index] ?? `foursquare-${slug(label)}`, name: last } }),
        names: [label, last, ...(ids[index] === undefined ? [] : [ids[index]])],
        parentNames: [first],
      },
    ];
  });
}
