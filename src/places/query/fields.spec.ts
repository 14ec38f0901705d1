import { expectGoldenJson } from '../../../test/support/golden.js';
import { FIELDS, findField, suggestField } from './fields.js';
import { parseFilters } from './parse-filter.js';
import { parseFieldList, parseSort } from './selection.js';
import { parseOpen } from './open.js';

describe('the catalogue of fields', () => {
  it('equals test/golden/fields.json', () => {
    expectGoldenJson('fields', FIELDS);
  });

  it('uses each name for one field', () => {
    const all = FIELDS.flatMap((field) => [field.name, ...field.aliases]);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(FIELDS)('has a valid example for $name', ({ name, kind, filterable, example }) => {
    const unfiltered = (text: string) => {
      if (text === `fl=${name}`) return { ok: parseFieldList(name).ignored.length === 0 };
      return kind === 'open' ? parseOpen(text.replace(/^open=/, '')) : parseSort(text, { hasCentre: true });
    };
    const result = filterable ? parseFilters([example]) : unfiltered(example);
    expect(result).toMatchObject({ ok: true });
  });

  it.each(FIELDS.filter(({ filterable }) => filterable))('has an example that filters by $name', (field) => {
    const [, written = ''] = /^-?([^:]+):/.exec(field.example) ?? [];
    expect(findField(written)).toBe(field);
  });
});

describe('findField', () => {
  it.each(FIELDS)('finds $name by its name and its aliases', (field) => {
    for (const name of [field.name, ...field.aliases]) expect(findField(name)).toBe(field);
  });

  it.each(['Name', 'ID', 'address.City', ' id', '', 'constructor', '__proto__'])('does not find "%s"', (name) => {
    expect(findField(name)).toBeUndefined();
  });

  it('that can be filtered by can be selected', () => {
    for (const field of FIELDS.filter((entry) => entry.filterable)) {
      expect(parseFieldList(field.name).ignored).toEqual([]);
    }
  });
});

describe('suggestField', () => {
  it.each([
    ['adress.city', 'address.city'],
    ['ADDRESS.CITY', 'address.city'],
    ['city', 'address.city'],
    ['rating', 'statistics.rating'],
    ['Name', 'name'],
    ['nmae', 'name'],
    ['categories.subcategories.name', 'categories.subcategory.name'],
    ['category.name', 'categories.category.name'],
    ['subcategory.name', 'categories.subcategory.name'],
    ['utilities.utility.nome', 'utilities.utility.name'],
    ['featured.photo', 'featured.photo'],
  ])('suggests for %s %s', (name, nearest) => {
    expect(suggestField(name, () => true)).toBe(nearest);
  });

  it.each(['zzz', 'x', 'weather', 'address.'.repeat(20)])('suggests nothing for %s', (name) => {
    expect(suggestField(name, () => true)).toBeUndefined();
  });

  it('suggests candidates only', () => {
    expect(suggestField('distanse', (field) => field.filterable)).toBeUndefined();
    expect(suggestField('distanse', (field) => field.sortable)).toBe('distance');
  });
});
