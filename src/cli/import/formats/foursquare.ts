import { countOf } from '../../visible-text.js';
import { closed, defineFormat, noLetters, type SourceCategory, type SourceRecord } from './define.js';
import { hasClosed } from './closing-dates.js';
import { invalidField, slug, readTextList, withoutFraction, withoutNa, withoutNullMarkers } from './field-values.js';
import { plainDegrees, positionOf } from './position.js';

/** Foursquare OS Places (https://docs.foursquare.com/data-products/docs/places-os-data-schema). Every column may be null. */
export const foursquare = defineFormat({
  source: {
    name: 'Foursquare OS Places',
    license: 'https://www.apache.org/licenses/LICENSE-2.0',
    attribution: '© Foursquare Labs, Inc.',
  },
  files: 'Foursquare OS Places: CSV or Parquet',
  csv: true,
  columns: [
    ...['fsq_place_id', 'name', 'latitude', 'longitude', 'address', 'locality', 'region', 'postcode', 'country'],
    ...['date_closed', 'unresolved_flags', 'tel', 'website', 'fsq_category_ids', 'fsq_category_labels', 'geom'],
  ],
  fieldsOf: (row) => withoutNa(withoutNullMarkers(row), ['name', 'country', 'region']),
  id: (row) => {
    const id = row.strictText('fsq_place_id');
    if (id === undefined) throw invalidField('fsq_place_id', null, 'the identifier of the place');
    return `foursquare-${withoutFraction(id)}`;
  },
  skip: (row) => (isClosed(row) ? closed : undefined),
  name: 'name',
  phones: ['tel'],
  websites: ['website'],
  country: 'country',
  state: 'region',
  city: 'locality',
  freeform: 'address',
  zipcode: 'postcode',
  location: (row) => {
    const [lat, lng] = [row.strictText('latitude'), row.strictText('longitude')];
    if (lat !== undefined && lng !== undefined) return { lat: plainDegrees(lat), lng: plainDegrees(lng) };
    // Other programs may write the bytes as a string.
    return typeof row.fields.geom === 'object' ? positionOf(row.fields.geom, 'geom') : undefined;
  },
  categories: categoriesOf,
});

/** All other flags (`duplicate`, `inappropriate`, `privatevenue`) do not mean that the place is gone: they are reported. */
const closedFlags = ['closed', 'delete', 'doesnt_exist'];

/** @throws InvalidRecordError if the date of closing is invalid, or has not passed */
function isClosed(row: SourceRecord): boolean {
  const flags = row.optional.read(() => readTextList(row.fields.unresolved_flags, 'unresolved_flags')) ?? [];
  if (hasClosed(row, 'date_closed') || flags.some((flag) => closedFlags.includes(flag.toLowerCase()))) return true;
  for (const [index, flag] of flags.entries())
    row.optional.report(`unresolved_flags[${index}]`, flag, 'does not say that the place is closed', { isKept: true });
  return false;
}

/** A label `A > B > C` gives category A and subcategory C, with the identifier at the same index. */
function categoriesOf({ fields, optional }: SourceRecord): SourceCategory[] {
  const ids = readTextList(fields.fsq_category_ids, 'fsq_category_ids');
  const labels = readTextList(fields.fsq_category_labels, 'fsq_category_labels', ids.length);
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
    const [first] = levels;
    if (first === undefined) {
      optional.report(`fsq_category_labels[${index}]`, label, noLetters);
      return [];
    }
    const last = levels.at(-1) ?? first;
    return [
      {
        id: `foursquare-${slug(first)}`,
        name: first,
        ...(levels.length > 1 && { subcategory: { id: ids[index] ?? `foursquare-${slug(label)}`, name: last } }),
        names: [label, last, ids[index] ?? []].flat(),
        parentNames: [first],
      },
    ];
  });
}
