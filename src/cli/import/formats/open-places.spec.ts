import fc from 'fast-check';
import { CategoryMap } from './category-map.js';
import { formats } from './formats.js';
import { readOpenPlace } from './open-places.js';

const members = [
  ...[
    'id',
    'type',
    'geometry',
    'coordinates',
    'properties',
    'tags',
    'names',
    'primary',
    'common',
    'taxonomy',
    'hierarchy',
  ],
  ...[
    'addresses',
    'freeform',
    'region',
    'country',
    'phones',
    'websites',
    'operating_status',
    'center',
    'lat',
    'lon',
    'bounds',
  ],
  ...[
    'fsq_place_id',
    'name',
    'latitude',
    'longitude',
    'fsq_category_ids',
    'fsq_category_labels',
    'tel',
    'geom',
    'amenity',
  ],
];

/** JSON whose members have the names that formats look at, with values of any kind in their places. */
const records = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(
      null,
      'Polygon',
      'Point',
      'node',
      'node/1',
      'open',
      '[a, b]',
      'Feature',
      'US-NY',
      '3 A St',
      5,
    ),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 12 }),
})).object;

describe('open data', () => {
  it.each(Object.entries(formats))('of %s comes to a row or a reason, whatever it holds', (_, format) => {
    fc.assert(
      fc.property(records, (record) => {
        const reading = readOpenPlace(record, format, new CategoryMap());
        const said = 'row' in reading ? reading.row.id : 'reason' in reading ? reading.reason : reading.leftOut;
        expect(said).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
