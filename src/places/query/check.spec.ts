import { parseFilters } from './parse-filters.js';
import { type QueryFault } from './result.js';

function faults(filter: string): Omit<QueryFault, 'value'>[] {
  const parsed = parseFilters([filter]);
  if (parsed.ok) throw new Error(`${filter} is no fault`);
  return parsed.faults.map(({ value, ...fault }) => {
    expect(value).toBe(filter);
    return fault;
  });
}

describe('a fault of meaning', () => {
  it.each<[string, Omit<QueryFault, 'value'>]>([
    [
      'adress.city:Santos',
      { reason: 'unknown field "adress.city"; /v2/places/fields lists the fields', suggestion: 'address.city' },
    ],
    ['weather:fine', { reason: 'unknown field "weather"; /v2/places/fields lists the fields' }],
    ['Name:bar', { reason: 'unknown field "Name"; /v2/places/fields lists the fields', suggestion: 'name' }],
    ['relevance:1', { reason: 'relevance is not filterable; /v2/places/fields lists the fields' }],
    [
      'location.distance:[0 TO 100]',
      { reason: 'location.distance is not filterable; location.radius limits the distance' },
    ],
    ['distance:5', { reason: 'distance is not filterable; location.radius limits the distance' }],
    // presence only
    ['address:Santos', { reason: 'address can only be checked for presence', suggestion: 'address:[* TO *]' }],
    [
      'featured.photo.medium:http*',
      {
        reason: 'featured.photo.medium can only be checked for presence',
        suggestion: 'featured.photo.medium:[* TO *]',
      },
    ],
    [
      'placeLists.placeList:[1 TO 2]',
      { reason: 'placeLists can only be checked for presence', suggestion: 'placeLists:[* TO *]' },
    ],
    // numbers
    [
      'statistics.rating:good',
      {
        reason: 'statistics.rating takes numbers, not "good": digits with an optional sign and decimal point',
      },
    ],
    [
      'statistics.rating:[1 TO 4,5]',
      {
        reason: 'statistics.rating takes numbers, not "4,5": digits with an optional sign and decimal point',
      },
    ],
    [
      'statistics.rating:1e3',
      { reason: 'statistics.rating takes numbers, not "1e3": digits with an optional sign and decimal point' },
    ],
    [
      'statistics.pageviews:9007199254740993',
      {
        reason:
          'statistics.pageviews takes numbers up to 9007199254740991 with at most 40 decimals, not "9007199254740993"',
      },
    ],
    // ranges
    ['name:[a TO b]', { reason: 'name takes no range but [* TO *]: ranges are for numbers' }],
    ['id:[1 TO *]', { reason: 'id takes no range but [* TO *]: ranges are for numbers' }],
    // prefixes
    ['id:ab*', { reason: 'id takes no prefix: prefixes are for text and exact fields' }],
    ['statistics.rating:12*', { reason: 'statistics.rating takes no prefix: prefixes are for text and exact fields' }],
    ['name:a*', { reason: 'the prefix "a*" is too short: it needs at least 2 characters' }],
    ['name:e\u0301*', { reason: 'the prefix "e\u0301*" is too short: it needs at least 2 characters' }],
    [
      'address.city:\u0301\u0301\u05b0*',
      { reason: 'the prefix "\u0301\u0301\u05b0*" is too short: it needs at least 2 characters' },
    ],
    ['name:😀*', { reason: 'the prefix "😀*" is too short: it needs at least 2 characters' }],
  ])('%s', (filter, fault) => {
    expect(faults(filter)).toEqual([fault]);
  });

  it('comes with all others of the filter, each where it is', () => {
    expect(faults('foo:1 OR NOT (bar:2 AND id:3) OR name:(a* OR b* OR [1 TO 2])')).toEqual([
      { reason: 'unknown field "foo"; /v2/places/fields lists the fields' },
      { reason: 'unknown field "bar"; /v2/places/fields lists the fields (at character 15)' },
      { reason: 'the prefix "a*" is too short: it needs at least 2 characters (at character 34)' },
      { reason: 'the prefix "b*" is too short: it needs at least 2 characters (at character 34)' },
      { reason: 'name takes no range but [* TO *]: ranges are for numbers (at character 34)' },
    ]);
  });
});
