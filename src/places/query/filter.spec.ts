import { parseFilters } from './parse-filter.js';
import { type QueryFault } from './parsing.js';

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
    `statistics.rating takes numbers, not "${text}": digits with an optional sign and decimal point, or a range such as [4 TO *]`;
  const foreign = (word: string) => `"${word}" is syntax of other query languages; quote the value if it is text`;
  const noRange = 'takes no range but [* TO *]: ranges are for numbers';
  const noPrefix = 'takes no prefix: prefixes are for text and exact fields';
  const tooShort = (prefix: string) => `the prefix "${prefix}" is too short: it needs at least 2 characters`;

  it.each<[filter: string, reason: string, suggestion?: string]>([
    ['adress.city:Santos', unknown('adress.city'), 'address.city'],
    ['weather:fine', unknown('weather')],
    ['Name:bar', unknown('Name'), 'name'],
    ['relevance:1', 'relevance is not filterable; /v2/places/fields lists the fields'],
    ['location.distance:[0 TO 100]', 'location.distance is not filterable; location.radius limits the distance'],
    ['open:true', 'open is not filterable; the parameter open=now finds open places'],
    ['timeZone:UTC', 'timeZone is not filterable; /v2/places/fields lists the fields'],
    ['openChanges:true', 'openChanges is not filterable; the parameter open=now finds open places'],
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
    ['statistics.rating:>=4', notANumber('>=4')],
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
    // operators of other languages
    ['!address.city:X', unknown('!address.city')],
    ['+address.city:X', unknown('+address.city'), 'address.city'],
    ['!weather:fine', unknown('!weather')],
    ...[
      '-X',
      '!X',
      '+X',
      '-Camp*',
      '1&&id:2',
      '1||2',
      'pizza~',
      'pizza~0.8',
      'Santos^2.5',
      'S?ntos',
      'Why?',
      '/Sant.s/',
      "'Santos'",
      '“Santos”',
      '>A',
    ].map((word): [string, string] => [`address.city:${word}`, foreign(word)]),
    ['address.city:(A OR -X)', foreign('-X')],
    ['id:1 OR name:-pizza', `${foreign('-pizza')} (at character 9)`],
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
describe('what other languages read as syntax', () => {
  it.each([
    ...['urlService:https://example.com/menu?lang=pt', 'name:C++', "name:D'Angelo", "address.city:'s-Hertogenbosch"],
    ...[
      'name:AT&T',
      'name:a-b',
      'name:\\-pizza',
      'address.city:"-X"',
      'address.city:S\\?ntos',
      'name:"pizza~2"',
      'name:a/b',
    ],
    ...['location.lat:-23.5', 'location.lat:(-23.5 OR -24)', 'location.lat:[-24 TO -23]', 'name:a~b', 'name:pizza\\~'],
    ...['statistics.rating:+4', 'name:5^th', 'name:~', 'name:a=b'],
  ])('may be a part of a value: %s', (filter) => {
    expect(parseFilters([filter])).toMatchObject({ ok: true });
  });
});
describe('a filter', () => {
  const rating = { field: { name: 'statistics.rating' } };

  it.each([
    ['statistics.rating:4', { type: 'equals', ...rating, value: 4 }],
    [
      'statistics.rating:[1 TO 4}',
      { type: 'range', ...rating, lower: { value: 1, inclusive: true }, upper: { value: 4, inclusive: false } },
    ],
    ['statistics.rating:{1 TO *]', { type: 'range', lower: { value: 1, inclusive: false }, upper: undefined }],
    ['statistics.rating:[* TO 4]', { type: 'range', lower: undefined, upper: { value: 4, inclusive: true } }],
    ['id:4', { type: 'equals', field: { name: 'id' }, value: '4' }],
    [`name:"${'a '.repeat(64).trim()}"`, { type: 'words', phrase: true }],
    ['name:(a OR b)', { type: 'or', filters: [{ text: 'a' }, { text: 'b' }] }],
    ...['a~b', 'a^1b', 'a/b/', '/a/b', "d'or'", "'a'b", 'a&b', 'a-b', 'a!b', 'a+b', 'a<b', 'a/b?c', 'x=1'].map(
      (text): [string, object] => [`name:${text}`, { type: 'words', text, phrase: false }],
    ),
  ])('is read: %s', (text, filter) => {
    expect(parseFilters([text])).toMatchObject({ ok: true, value: [filter] });
  });
});
