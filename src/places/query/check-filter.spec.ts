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
  const unknown = (name: string) => `unknown field "${name}"; /v2/places/fields lists the fields`;
  const notANumber = (text: string) =>
    `statistics.rating takes numbers, not "${text}": digits with an optional sign and decimal point`;
  const noRange = 'takes no range but [* TO *]: ranges are for numbers';
  const noPrefix = 'takes no prefix: prefixes are for text and exact fields';
  const tooShort = (prefix: string) => `the prefix "${prefix}" is too short: it needs at least 2 characters`;

  it.each<[filter: string, reason: string, suggestion?: string]>([
    ['adress.city:Santos', unknown('adress.city'), 'address.city'],
    ['weather:fine', unknown('weather')],
    ['Name:bar', unknown('Name'), 'name'],
    ['relevance:1', 'relevance is not filterable; /v2/places/fields lists the fields'],
    ['location.distance:[0 TO 100]', 'location.distance is not filterable; location.radius limits the distance'],
    ['distance:5', 'distance is not filterable; location.radius limits the distance'],
    // presence only
    ['address:Santos', 'address can only be checked for presence', 'address:[* TO *]'],
    [
      'featured.photo.medium:http*',
      'featured.photo.medium can only be checked for presence',
      'featured.photo.medium:[* TO *]',
    ],
    ['placeLists.placeList:[1 TO 2]', 'placeLists can only be checked for presence', 'placeLists:[* TO *]'],
    // numbers
    ['statistics.rating:good', notANumber('good')],
    ['statistics.rating:[1 TO 4,5]', notANumber('4,5')],
    ['statistics.rating:1e3', notANumber('1e3')],
    [
      'statistics.pageviews:9007199254740993',
      'statistics.pageviews takes numbers up to 9007199254740991 with at most 40 decimals, not "9007199254740993"',
    ],
    // ranges
    ['name:[a TO b]', `name ${noRange}`],
    ['id:[1 TO *]', `id ${noRange}`],
    // prefixes
    ['id:ab*', `id ${noPrefix}`],
    ['statistics.rating:12*', `statistics.rating ${noPrefix}`],
    ['name:a*', tooShort('a*')],
    ['name:e\u0301*', tooShort('e\u0301*')],
    ['address.city:\u0301\u0301\u05b0*', tooShort('\u0301\u0301\u05b0*')],
    ['name:😀*', tooShort('😀*')],
  ])('%s', (...[filter, reason, suggestion]) => {
    expect(faults(filter)).toEqual([{ reason, ...(suggestion !== undefined && { suggestion }) }]);
  });

  it('is reported with all others of the filter, and with its position', () => {
    expect(faults('foo:1 OR NOT (bar:2 AND id:3) OR name:(a* OR b* OR [1 TO 2])')).toEqual([
      { reason: unknown('foo') },
      { reason: `${unknown('bar')} (at character 15)` },
      { reason: `${tooShort('a*')} (at character 34)` },
      { reason: `${tooShort('b*')} (at character 34)` },
      { reason: `name ${noRange} (at character 34)` },
    ]);
  });
});
