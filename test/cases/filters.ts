import { listCases } from './filter-lists.js';
import {
  type FilterCase,
  text,
  clause,
  and,
  or,
  not,
  city,
  state,
  id,
  term,
  any,
  all,
  none,
  inSantos,
  inSaoPauloState,
  isSeven,
  range,
} from './filter-parts.js';

export const filterCases: readonly FilterCase[] = [
  // or
  { says: 'OR takes either', filter: 'address.city:Santos OR id:7', tree: or(city, id), body: any(inSantos, isSeven) },
  {
    says: 'OR binds looser than AND',
    filter: 'id:7 OR address.city:Santos AND address.state:SP',
    tree: or(id, and(city, state)),
    body: any(isSeven, all(inSantos, inSaoPauloState)),
  },
  // and
  {
    says: 'AND takes both',
    filter: 'address.city:Santos AND address.state:SP',
    tree: and(city, state),
    body: all(inSantos, inSaoPauloState),
  },
  {
    says: 'several AND stand side by side',
    filter: 'address.city:Santos AND address.state:SP AND id:7',
    tree: and(city, state, id),
    body: all(inSantos, inSaoPauloState, isSeven),
  },
  // not
  { says: 'NOT takes the others', filter: 'NOT address.city:Santos', tree: not(city), body: none(inSantos) },
  { says: '- is NOT', filter: '-address.city:Santos', tree: not(city), body: none(inSantos) },
  {
    says: 'NOT binds tighter than AND',
    filter: 'NOT address.city:Santos AND id:7',
    tree: and(not(city), id),
    body: { bool: { filter: [isSeven], must_not: [inSantos] } },
  },
  { says: 'NOT of NOT', filter: 'NOT -id:7', tree: not(not(id)), body: none(none(isSeven)) },
  {
    says: 'NOT before a parenthesis, without a space',
    filter: 'NOT(id:7 OR address.city:Santos)',
    tree: not(or(id, city)),
    body: none(any(isSeven, inSantos)),
  },
  // primary
  {
    says: 'parentheses bind tightest',
    filter: '(id:7 OR address.city:Santos) AND address.state:SP',
    tree: and(or(id, city), state),
    body: { bool: { filter: [inSaoPauloState], should: [isSeven, inSantos], minimum_should_match: 1 } },
  },
  {
    says: 'a choice beside another is a query of its own',
    filter: 'id:(1 OR 2) AND (id:7 OR address.city:Santos)',
    tree: and(clause('id', { type: 'list', values: [text('1'), text('2')] }), or(id, city)),
    body: {
      bool: {
        filter: [any(isSeven, inSantos)],
        should: [term('id', '1'), term('id', '2')],
        minimum_should_match: 1,
      },
    },
  },
  {
    says: 'AND in AND is one, however it is nested',
    filter: 'id:7 AND (address.city:Santos AND (address.state:SP AND -id:1))',
    tree: and(id, and(city, and(state, not(clause('id', text('1')))))),
    body: { bool: { filter: [isSeven, inSantos, inSaoPauloState], must_not: [term('id', '1')] } },
  },
  { says: 'parentheses around nothing more', filter: '((id:7))', tree: id, body: isSeven },
  {
    says: 'white space of any kind around operators, none needed beside parentheses',
    filter: ' \t(id:7)AND(address.city:Santos\n) ',
    tree: and(id, city),
    body: all(isSeven, inSantos),
  },
  // value: word
  {
    says: 'a word holds colons, slashes, apostrophes and the rest',
    filter: "urlService:http://example.com/a-b?c=d'e&f",
    tree: clause('urlService', text("http://example.com/a-b?c=d'e&f")),
    body: term('urlService', "http://example.com/a-b?c=d'e&f"),
  },
  {
    says: 'a word may be an operator',
    filter: 'address.state:OR OR address.state:AND',
    tree: or(clause('address.state', text('OR')), clause('address.state', text('AND'))),
    body: any(term('address.state', 'OR'), term('address.state', 'AND')),
  },
  {
    says: 'the backslash makes any character part of a word',
    filter: 'address.city:S\\ão\\ Paulo\\*\\"\\\\',
    tree: clause('address.city', text('São Paulo*"\\')),
    body: term('address.city', 'São Paulo*"\\'),
  },
  {
    says: 'a text field matches all words',
    filter: 'name:Coca-Cola',
    tree: clause('name', text('Coca-Cola')),
    body: { match: { name: { query: 'Coca-Cola', operator: 'and' } } },
  },
  { says: 'an id', filter: 'id:7', tree: id, body: isSeven },
  {
    says: 'a number',
    filter: 'statistics.rating:4.50',
    tree: clause('statistics.rating', text('4.50')),
    body: term('statistics.rating', 4.5),
  },
  {
    says: 'a negative number',
    filter: 'location.lat:-23.5',
    tree: clause('location.lat', text('-23.5')),
    body: term('location.lat', -23.5),
  },
  // value: quoted
  {
    says: 'a quoted value holds spaces',
    filter: 'address.city:"São Paulo"',
    tree: clause('address.city', text('São Paulo', true)),
    body: term('address.city', 'São Paulo'),
  },
  {
    says: 'quotes keep operators, brackets and stars from meaning anything',
    filter: 'address.street:"a AND (b) [* TO *]"',
    tree: clause('address.street', text('a AND (b) [* TO *]', true)),
    body: term('address.street', 'a AND (b) [* TO *]'),
  },
  {
    says: 'the backslash escapes in quotes too',
    filter: 'address.street:"a \\"b\\" \\\\ c"',
    tree: clause('address.street', text('a "b" \\ c', true)),
    body: term('address.street', 'a "b" \\ c'),
  },
  {
    says: 'quoted, a text field matches a phrase',
    filter: 'name:"mercado municipal"',
    tree: clause('name', text('mercado municipal', true)),
    body: { match_phrase: { name: { query: 'mercado municipal' } } },
  },
  // value: prefix
  {
    says: 'a star ends a prefix of an exact field',
    filter: 'address.zipcode:013*',
    tree: clause('address.zipcode', { type: 'prefix', text: '013' }),
    body: { prefix: { 'address.zipcode': { value: '013' } } },
  },
  {
    says: 'a prefix of a word of a text field',
    filter: 'name:merc*',
    tree: clause('name', { type: 'prefix', text: 'merc' }),
    body: { match_bool_prefix: { name: { query: 'merc', operator: 'and' } } },
  },
  // value: range
  {
    says: 'brackets include the bounds',
    filter: 'statistics.rating:[4 TO 4.5]',
    tree: clause('statistics.rating', range({ text: '4', inclusive: true }, { text: '4.5', inclusive: true })),
    body: { range: { 'statistics.rating': { gte: 4, lte: 4.5 } } },
  },
  {
    says: 'braces exclude them',
    filter: 'statistics.rating:{4 TO 4.5}',
    tree: clause('statistics.rating', range({ text: '4', inclusive: false }, { text: '4.5', inclusive: false })),
    body: { range: { 'statistics.rating': { gt: 4, lt: 4.5 } } },
  },
  {
    says: 'bounds mix',
    filter: 'statistics.rating:[ "4" TO 4.5 }',
    tree: clause('statistics.rating', range({ text: '4', inclusive: true }, { text: '4.5', inclusive: false })),
    body: { range: { 'statistics.rating': { gte: 4, lt: 4.5 } } },
  },
  {
    says: 'a star opens a bound',
    filter: 'statistics.checkins:{10 TO *]',
    tree: clause('statistics.checkins', range({ text: '10', inclusive: false }, { inclusive: true })),
    body: { range: { 'statistics.checkins': { gt: 10 } } },
  },
  // value: presence
  {
    says: 'two open bounds ask for presence',
    filter: 'featured.photo.medium:[* TO *]',
    tree: clause('featured.photo.medium', range({ inclusive: true }, { inclusive: true })),
    body: { exists: { field: 'featured.photo.medium' } },
  },
  {
    says: 'the presence of a parent',
    filter: 'address:[* TO *]',
    tree: clause('address', range({ inclusive: true }, { inclusive: true })),
    body: { exists: { field: 'address' } },
  },
  {
    says: 'what every place has',
    filter: 'link:[* TO *]',
    tree: clause('link', range({ inclusive: true }, { inclusive: true })),
    body: { match_all: {} },
  },
  {
    says: 'the link of a category is there with the category',
    filter: 'categories.category.link:[* TO *]',
    tree: clause('categories.category.link', range({ inclusive: true }, { inclusive: true })),
    body: { exists: { field: 'categories.id' } },
  },
  ...listCases,
];
