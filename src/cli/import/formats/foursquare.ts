import { faultOf, textOf } from './members.js';
import { closed, nameless, type OpenFormat, type OpenReading, slug, type SourceCategory } from './open-format.js';
import { phonesOf } from './phones.js';
import { positionOf } from './position.js';
import { countryOf, stateOf } from './region.js';
import { streetOf } from './street.js';
import { websiteOf } from './website.js';
import { readTextList } from './text-list.js';

/** Foursquare OS Places (https://docs.foursquare.com/data-products/docs/places-os-data-schema), all of whose columns may be null. */
export const foursquare: OpenFormat = {
  csv: true,
  columns: [
    ...['fsq_place_id', 'name', 'latitude', 'longitude', 'address', 'locality', 'region', 'postcode', 'country'],
    ...['date_closed', 'tel', 'website', 'fsq_category_ids', 'fsq_category_labels', 'geom'],
  ],
  knows: [],
  read: readPlace,
};

type Row = Readonly<Record<string, unknown>>;

function readPlace(row: Row): OpenReading {
  const part = (name: string): string | undefined => textOf(row[name], name);
  const id = part('fsq_place_id');
  if (id === undefined) throw faultOf('fsq_place_id', null, 'the identifier of the place');
  const key = `foursquare-${id}`;
  if (part('date_closed') !== undefined) return { leftOut: closed, closed: key };
  const name = part('name');
  if (name === undefined) return { leftOut: nameless };
  const region = part('region');
  const country = countryOf(part('country'), region);
  return {
    id: key,
    name,
    phones: phonesOf([part('tel') ?? '']),
    urlService: websiteOf([part('website') ?? '']),
    address: {
      country,
      state: stateOf(region, country),
      city: part('locality'),
      ...streetOf(part('address')),
      zipcode: part('postcode'),
    },
    location: locationOf(row),
    categories: categoriesOf(row),
  };
}

function locationOf(row: Row) {
  const [lat, lng] = [textOf(row.latitude, 'latitude'), textOf(row.longitude, 'longitude')];
  if (lat !== undefined && lng !== undefined) return { lat: plain(lat), lng: plain(lng) };
  // A file of another program may have kept the bytes as a text.
  return typeof row.geom === 'object' ? positionOf(row.geom, 'geom') : undefined;
}

/** CSV may hold `4.1E-5`; what is no number is told as it is. */
function plain(degrees: string): unknown {
  return /^-?\d*\.?\d+e[-+]?\d+$/i.test(degrees) ? Number(degrees) : degrees;
}

/** Each label, `A > B > C`, with the identifier at its place: category A, subcategory C. */
function categoriesOf(row: Row): SourceCategory[] {
  const ids = readTextList(row.fsq_category_ids, 'fsq_category_ids');
  const labels = readTextList(row.fsq_category_labels, 'fsq_category_labels', ids.length);
  if (ids.length > 0 && labels.length > 0 && ids.length !== labels.length) {
    throw faultOf('fsq_category_labels', labels, `${ids.length} labels, one for each of fsq_category_ids`);
  }
  return labels.flatMap((label, at) => {
    const levels = label
      .split('>')
      .map((level) => level.trim())
      .filter((level) => level !== '');
    const [first, last] = [levels[0], levels.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      {
        id: `foursquare-${slug(first)}`,
        name: first,
        ...(levels.length > 1 && { subcategory: { id: ids[at] ?? `foursquare-${slug(label)}`, name: last } }),
        names: [label, last, ...(ids[at] === undefined ? [] : [ids[at]])],
        parentNames: [first],
      },
    ];
  });
}
