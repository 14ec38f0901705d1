import { parseFacets } from './facets.js';
import { FIELDS } from './fields.js';

const facetable = FIELDS.filter((field) => field.facetable);
const paths = facetable.map(({ name }) => name);

describe('facet.field', () => {
  it('accepts every facetable field by name or alias, in any order', () => {
    const parsed = parseFacets('utilities.utility.name, address.city,');
    expect(parsed).toMatchObject({
      value: [
        { name: 'utilities.utility.name', field: { name: 'utilities.name' } },
        { name: 'address.city', field: { name: 'address.city' } },
      ],
    });
    expect(parseFacets(paths.join(','))).toMatchObject({ ok: true, value: { length: paths.length } });
  });

  it.each([
    ['citi', { reason: 'unknown field "citi"; /v2/places/fields lists the fields', suggestion: 'address.city' }],
    ['zzz', { reason: 'unknown field "zzz"; /v2/places/fields lists the fields' }],
    ['name', { reason: 'the values of "name" cannot be counted' }],
    ['phones.phone', { reason: 'the values of "phones.phone" cannot be counted' }],
  ])('rejects %s', (value, fault) => {
    const allowed = expect.arrayContaining(facetable.flatMap(({ name, aliases }) => [name, ...aliases])) as string[];
    expect(parseFacets(value)).toEqual({ ok: false, faults: [{ value, allowed, ...fault }] });
  });

  it('rejects a field given twice, by its name and an alias', () => {
    const reason = '"categories.category.name" is given twice; allowed once';
    const value = 'categories.category.name';
    expect(parseFacets(`categories.name,${value}`)).toEqual({ ok: false, faults: [{ value, reason }] });
  });

  it('stops after as many values as there are facetable fields', () => {
    expect(parseFacets('citi,'.repeat(1000))).toMatchObject({ faults: { length: 9 } });
    expect(parseFacets([...paths, 'address.city'].join(','))).toEqual({
      ok: false,
      faults: [{ value: 'address.city', reason: 'at most 8 fields can be counted' }],
    });
  });
});
