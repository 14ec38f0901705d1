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
    `statistics.rating takes numbers, not "${text}": digits with an optional sign and decimal point`;
  const quote = 'quote the value if it is text';
  const excluded = (word: string) =>
    `"${word}" begins with an operator: to exclude a value, write NOT before the field; ${quote}`;
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
    ['openChanges:true', 'openChanges is not filterable; the parameter open=now finds open places'],
    ['distance:5', 'distance is not filterable; location.radius limits the distance'],
    // presence only
    ['address:Santos', 'address can only be checked for presence', 'address:[* TO *]'],
    [
      'featured.photo.medium:http*',
      'featured.photo.medium can only be checked for presence',
      'featured.photo.medium:[* TO *]',
    ],
    // numbers
    ...(
      [
        ['>=4', '[4 TO *]'],
        ['<4', '[* TO 4}'],
        ['=4', '4'],
      ] as const
    ).map(([word, range]): [string, string, string] => [
      `statistics.rating:${word}`,
      `"${word}" is a comparison; write a range`,
      `statistics.rating:${range}`,
    ]),
    ['statistics.rating:good', notANumber('good')],
    ['statistics.rating:[1 TO 4,5]', notANumber('4,5')],
    [
      'statistics.pageviews:9007199254740993',
      'statistics.pageviews takes numbers up to 9007199254740991 with at most 40 decimals, not "9007199254740993"',
    ],
    // ranges
    ['name:[a TO b]', `name ${noRange}`],
    // prefixes
    ['id:ab*', `id ${noPrefix}`],
    ['name:a*', tooShort('a*')],
    ['name:e\u0301*', tooShort('e\u0301*')],
    ['address.city:\u0301\u0301\u05b0*', tooShort('\u0301\u0301\u05b0*')],
    ['name:😀*', tooShort('😀*')],
    // operators of other languages
    ['!address.city:X', '"!" is no operator: write NOT or - before the clause', 'NOT address.city:X'],
    [
      '!address.city:"São Paulo"',
      '"!" is no operator: write NOT or - before the clause',
      'NOT address.city:"São Paulo"',
    ],
    ['−address.city:X', '"−" is no operator: write NOT or - before the clause', 'NOT address.city:X'],
    ['id:1 AND !id:2', '"!" is no operator: write NOT or - before the clause (at character 10)', 'id:1 AND NOT id:2'],
    ['+address.city:X', '"+" is no operator: every clause is required', 'address.city:X'],
    ['!weather:fine', unknown('!weather')],
    ['address.city:(-X)', excluded('-X'), 'NOT address.city:X'],
    ['address.city:-X', excluded('-X'), 'NOT address.city:X'],
    ['NOT address.city:(-X)', `${excluded('-X')} (at character 5)`, 'NOT NOT address.city:X'],
    ['address.city:(A OR -X)', excluded('-X')],
    ['address.city:(-Camp*)', excluded('-Camp*'), 'NOT address.city:Camp*'],
    ['name:-pizza', excluded('-pizza'), 'NOT name:pizza'],
    ['name:+pizza', `"+pizza" begins with an operator, but every clause is required; ${quote}`, 'name:pizza'],
    ['id:1&&id:2', `"1&&id:2" has an operator: write AND or OR between clauses; ${quote}`, 'id:"1&&id:2"'],
    ...['pizza~', 'pizza~2', 'pizza~0.8'].map((word): [string, string, string] => [
      `name:${word}`,
      `"${word}" is a fuzzy search, which filters do not have: q corrects typing errors; ${quote}`,
      'name:pizza',
    ]),
    [
      'address.city:Santos^2.5',
      `"Santos^2.5" is a boost, which filters do not have: they do not change the order; ${quote}`,
      'address.city:Santos',
    ],
    ['address.city:S?ntos', `"?" is no wildcard: word* finds what begins so; ${quote}`, 'address.city:"S?ntos"'],
    [
      'address.city:/Sant.s/',
      `"/Sant.s/" is a regular expression, which filters do not have; ${quote}`,
      'address.city:"/Sant.s/"',
    ],
    ["address.city:'Santos'", "only double quotes enclose a value, not those of 'Santos'", 'address.city:"Santos"'],
    ['address.city:>A', `">A" is a comparison, which is for numbers; ${quote}`, 'address.city:">A"'],
    ['statistics.rating:>4', '">4" is a comparison; write a range', 'statistics.rating:{4 TO *]'],
    ['statistics.rating:<=4.5', '"<=4.5" is a comparison; write a range', 'statistics.rating:[* TO 4.5]'],
    ['statistics.rating:=4', '"=4" is a comparison; write a range', 'statistics.rating:4'],
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
