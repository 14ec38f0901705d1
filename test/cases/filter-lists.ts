import { any, clause, type FilterCase, inSantos, range, term, text } from './filter-parts.js';

/** Lists of values, and the names of fields. */
export const listCases: readonly FilterCase[] = [
  // value: list
  {
    says: 'a list takes any of its values',
    filter: 'address.city:(Santos OR "São Paulo" OR Camp*)',
    tree: clause('address.city', {
      type: 'list',
      values: [text('Santos'), text('São Paulo', true), { type: 'prefix', text: 'Camp' }],
    }),
    body: any(inSantos, term('address.city', 'São Paulo'), { prefix: { 'address.city': { value: 'Camp' } } }),
  },
  {
    says: 'several ids',
    filter: 'id:("a" OR "b")',
    tree: clause('id', { type: 'list', values: [text('a', true), text('b', true)] }),
    body: any(term('id', 'a'), term('id', 'b')),
  },
  {
    says: 'lists hold ranges and lists',
    filter: 'statistics.rating:([4 TO *] OR (1 OR 2))',
    tree: clause('statistics.rating', {
      type: 'list',
      values: [
        range({ text: '4', inclusive: true }, { inclusive: true }),
        { type: 'list', values: [text('1'), text('2')] },
      ],
    }),
    body: any(
      { range: { 'statistics.rating': { gte: 4 } } },
      any(term('statistics.rating', 1), term('statistics.rating', 2)),
    ),
  },
  // fields
  {
    says: 'a list field by its path in XML',
    filter: 'categories.category.name:Parque',
    tree: clause('categories.category.name', text('Parque')),
    body: term('categories.name', 'Parque'),
  },
  {
    says: 'the same by its path in JSON',
    filter: 'categories.name:Parque',
    tree: clause('categories.name', text('Parque')),
    body: term('categories.name', 'Parque'),
  },
  {
    says: 'the id of a subcategory is that of a category too',
    filter: 'categories.category.subcategory.id:12',
    tree: clause('categories.category.subcategory.id', text('12')),
    body: any(term('categories.id', '12'), term('categories.subcategory.id', '12')),
  },
  {
    says: 'but its presence is not',
    filter: 'categories.category.subcategory.id:[* TO *]',
    tree: clause('categories.category.subcategory.id', range({ inclusive: true }, { inclusive: true })),
    body: { exists: { field: 'categories.subcategory.id' } },
  },
];
