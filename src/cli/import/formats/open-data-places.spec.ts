import fc from 'fast-check';
import { formats } from './formats.js';
import { parseOpenDataRecord } from './open-data-places.js';

const fieldNames = (
  'id type geometry coordinates properties tags names primary common taxonomy hierarchy ' +
  'addresses freeform region country phones websites operating_status center lat lon bounds ' +
  'fsq_place_id name latitude longitude fsq_category_ids fsq_category_labels tel geom amenity'
).split(' ');

/** JSON with the field names that formats read, and values of any type. */
const records = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, 5, ...'Polygon|Point|node|node/1|open|[a, b]|Feature|US-NY|3 A St'.split('|')),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...fieldNames), tie('value'), { maxKeys: 12 }),
})).object;

describe('open data', () => {
  it.each(Object.entries(formats))('of %s gives a row or a reason for any JSON', (_, format) => {
    fc.assert(
      fc.property(records, (record) => {
        const result = parseOpenDataRecord(record, format);
        const idOrReason = 'row' in result ? result.row.id : 'rejected' in result ? result.rejected : result.skipped;
        expect(idOrReason).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});
