import { type QueryClause } from '../../src/places/body/clauses.js';

const term = (field: string, value: string | number): QueryClause => ({ term: { [field]: { value } } });
const any = (...should: QueryClause[]): QueryClause => ({ bool: { should, minimum_should_match: 1 } });
const all = (...filter: QueryClause[]): QueryClause => ({ bool: { filter } });
const none = (...must_not: QueryClause[]): QueryClause => ({ bool: { must_not } });
const inSantos = term('address.city', 'Santos');
const inSaoPauloState = term('address.state', 'SP');
const isSeven = term('id', '7');

/** Filters, and the queries that Elasticsearch gets: the reference of the language, in the order of its grammar. */
export const filterCases: readonly (readonly [says: string, filter: string, body: QueryClause])[] = [
  // or
  ['OR matches either clause', 'address.city:Santos OR id:7', any(inSantos, isSeven)],
  [
    'OR binds looser than AND',
    'id:7 OR address.city:Santos AND address.state:SP',
    any(isSeven, all(inSantos, inSaoPauloState)),
  ],
  // and
  ['AND matches both clauses', 'address.city:Santos AND address.state:SP', all(inSantos, inSaoPauloState)],
  [
    'several ANDs become one query',
    'address.city:Santos AND address.state:SP AND id:7',
    all(inSantos, inSaoPauloState, isSeven),
  ],
  // not
  ['NOT matches all other places', 'NOT address.city:Santos', none(inSantos)],
  ['- is NOT', '-address.city:Santos', none(inSantos)],
  [
    'NOT binds tighter than AND',
    'NOT address.city:Santos AND id:7',
    { bool: { filter: [isSeven], must_not: [inSantos] } },
  ],
  ['NOT of NOT', 'NOT -id:7', none(none(isSeven))],
  ['NOT before a parenthesis, without a space', 'NOT(id:7 OR address.city:Santos)', none(any(isSeven, inSantos))],
  // primary
  [
    'parentheses bind tightest',
    '(id:7 OR address.city:Santos) AND address.state:SP',
    { bool: { filter: [inSaoPauloState], should: [isSeven, inSantos], minimum_should_match: 1 } },
  ],
  [
    'two lists of alternatives become two queries',
    'id:(1 OR 2) AND (id:7 OR address.city:Santos)',
    {
      bool: {
        filter: [any(isSeven, inSantos)],
        should: [term('id', '1'), term('id', '2')],
        minimum_should_match: 1,
      },
    },
  ],
  [
    'nested ANDs become one query',
    'id:7 AND (address.city:Santos AND (address.state:SP AND -id:1))',
    { bool: { filter: [isSeven, inSantos, inSaoPauloState], must_not: [term('id', '1')] } },
  ],
  ['redundant parentheses', '((id:7))', isSeven],
  [
    'any white space around operators, optional beside parentheses',
    ' \t(id:7)AND(address.city:Santos\n) ',
    all(isSeven, inSantos),
  ],
  // value: word
  [
    'a word may contain colons, slashes, apostrophes and other signs',
    "urlService:http://example.com/a-b?c=d'e&f",
    term('urlService', "http://example.com/a-b?c=d'e&f"),
  ],
  [
    'a word may be an operator',
    'address.state:OR OR address.state:AND',
    any(term('address.state', 'OR'), term('address.state', 'AND')),
  ],
  [
    'the backslash makes any character part of a word',
    'address.city:S\\ão\\ Paulo\\*\\"\\\\',
    term('address.city', 'São Paulo*"\\'),
  ],
  ['a text field matches all words', 'name:Coca-Cola', { match: { name: { query: 'Coca-Cola', operator: 'and' } } }],
  ['an id', 'id:7', isSeven],
  ['a number', 'statistics.rating:4.50', term('statistics.rating', 4.5)],
  ['a negative number', 'location.lat:-23.5', term('location.lat', -23.5)],
  ['an escaped question mark has no meaning', String.raw`address.city:S\?o`, term('address.city', 'S?o')],
  // value: quoted
  ['a quoted value may contain spaces', 'address.city:"São Paulo"', term('address.city', 'São Paulo')],
  [
    'operators, brackets and stars have no meaning in quotes',
    'address.street:"a AND (b) [* TO *]"',
    term('address.street', 'a AND (b) [* TO *]'),
  ],
  ['the backslash escapes in quotes too', 'address.street:"a \\"b\\" \\\\ c"', term('address.street', 'a "b" \\ c')],
  [
    'a quoted value of a text field matches a phrase',
    'name:"mercado municipal"',
    { match_phrase: { name: { query: 'mercado municipal' } } },
  ],
  // value: prefix
  [
    'a star ends a prefix of an exact field',
    'address.zipcode:013*',
    { prefix: { 'address.zipcode': { value: '013' } } },
  ],
  [
    'a prefix of a word of a text field',
    'name:merc*',
    { match_bool_prefix: { name: { query: 'merc', operator: 'and' } } },
  ],
  // value: range
  [
    'brackets include the bounds',
    'statistics.rating:[4 TO 4.5]',
    { range: { 'statistics.rating': { gte: 4, lte: 4.5 } } },
  ],
  ['braces exclude them', 'statistics.rating:{4 TO 4.5}', { range: { 'statistics.rating': { gt: 4, lt: 4.5 } } }],
  ['bounds mix', 'statistics.rating:[ "4" TO 4.5 }', { range: { 'statistics.rating': { gte: 4, lt: 4.5 } } }],
  ['a star opens a bound', 'statistics.checkins:{10 TO *]', { range: { 'statistics.checkins': { gt: 10 } } }],
  // value: presence
  [
    'two open bounds test for presence',
    'featured.photo.medium:[* TO *]',
    { exists: { field: 'featured.photo.medium' } },
  ],
  ['the presence of a parent', 'address:[* TO *]', { exists: { field: 'address' } }],
  ['the presence of a field of every place', 'link:[* TO *]', { match_all: {} }],
  [
    'the presence of a category link is that of the category',
    'categories.category.link:[* TO *]',
    { exists: { field: 'categories.id' } },
  ],
  // value: list
  [
    'a list matches any of its values',
    'address.city:(Santos OR "São Paulo" OR Camp*)',
    any(inSantos, term('address.city', 'São Paulo'), { prefix: { 'address.city': { value: 'Camp' } } }),
  ],
  ['several ids', 'id:("a" OR "b")', any(term('id', 'a'), term('id', 'b'))],
  [
    'lists may contain ranges and lists',
    'statistics.rating:([4 TO *] OR (1 OR 2))',
    any(
      { range: { 'statistics.rating': { gte: 4 } } },
      any(term('statistics.rating', 1), term('statistics.rating', 2)),
    ),
  ],
  // fields
  ['a list field by its path in XML', 'categories.category.name:Parque', term('categories.name', 'Parque')],
  ['the same by its path in JSON', 'categories.name:Parque', term('categories.name', 'Parque')],
  [
    'a subcategory id also matches the ids of categories',
    'categories.category.subcategory.id:12',
    any(term('categories.id', '12'), term('categories.subcategory.id', '12')),
  ],
  [
    'the presence of a subcategory id does not',
    'categories.category.subcategory.id:[* TO *]',
    { exists: { field: 'categories.subcategory.id' } },
  ],
];
