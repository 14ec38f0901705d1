import { pick, selectionOf } from '../../http/field-selection.js';
import { parseFieldList, parseSort, type SortKey, parseFacets } from './selection.js';
import { FIELDS } from './fields.js';

const place = {
  id: '4',
  link: { rel: 'self', uri: 'https://example.com/v2/places/4' },
  name: 'Mercadão',
  phones: ['551130000000'],
  urlService: undefined,
  address: { city: 'São Paulo', number: '306' },
  location: { lat: '-23.54', lng: '-46.62', distance: '120' },
  categories: [
    { id: '1', name: 'Compras', link: { rel: 'self', uri: 'u' }, subcategory: { id: '2', name: 'Mercado' } },
    { id: '3', name: 'Turismo', link: { rel: 'self', uri: 'v' } },
  ],
  statistics: { pageviews: '9', rating: '4.5' },
  featured: { photo: { medium: 'https://example.com/m.jpg' } },
  placeLists: [{ id: '7' }],
  utilities: [{ id: '1', name: 'Ver Ofertas' }],
  openingHours: 'Mo-Sa 06:00-18:00',
};

const { id, link, name, phones, address, location, categories, statistics, placeLists, utilities, openingHours } =
  place;

const defaults = { id, link, name, phones, address, location, categories, statistics };

function selected(fl: string): unknown {
  const { paths } = parseFieldList(fl);
  if (!paths) throw new Error(`${fl} is empty`);
  return pick(place, selectionOf(paths));
}
describe('fl', () => {
  it.each(['', ' ', ',', ' , '])('selects nothing if it is empty: "%s"', (fl) => {
    expect(parseFieldList(fl)).toEqual({ ignored: [] });
  });

  it.each<[string, object]>([
    ['name', { id: '4', name: 'Mercadão' }],
    ['id', { id: '4' }],
    [
      'name,phones,statistics.rating',
      { id: '4', name: 'Mercadão', phones: ['551130000000'], statistics: { rating: '4.5' } },
    ],
    [' address.city , name ', { id: '4', name: 'Mercadão', address: { city: 'São Paulo' } }],
    ['address', { id: '4', address: place.address }],
    ['address.city,address', { id: '4', address: place.address }],
    ['address.district', { id: '4' }],
    ['distance', { id: '4', location: { distance: '120' } }],
    ['location', { id: '4', location: place.location }],
    ['categories.category.name', { id: '4', categories: [{ name: 'Compras' }, { name: 'Turismo' }] }],
    [
      'categories.name,categories.subcategory.id',
      { id: '4', categories: [{ name: 'Compras', subcategory: { id: '2' } }, { name: 'Turismo' }] },
    ],
    ['categories.category.link.rel', { id: '4', categories: [{ link: { rel: 'self' } }, { link: { rel: 'self' } }] }],
    ['phones.phone', { id: '4', phones: ['551130000000'] }],
    ['placeLists.placeList.id,utilities', { id: '4', placeLists, utilities }],
    ['*', defaults],
    ['*,openingHours', { ...defaults, openingHours }],
    ['utilities.utility.name,*', { ...defaults, utilities: [{ name: 'Ver Ofertas' }] }],
  ])('selects "%s"', (fl, expected) => {
    expect(selected(fl)).toEqual(expected);
  });

  it('reports names that are no field', () => {
    const { ignored } = parseFieldList('name,foo,Name,relevance,__proto__,address.*,categories.phones');
    expect(ignored).toEqual(['foo', 'Name', 'relevance', '__proto__', 'address.*', 'categories.phones']);
    expect(selected('name,foo')).toEqual({ id: '4', name: 'Mercadão' });
  });

  it('selects the id alone if no other name is a field', () => {
    expect(selected('foo')).toEqual({ id: '4' });
  });
});

const allowed = FIELDS.filter(({ sortable }) => sortable).map(({ name }) => name);

const notOrder = { reason: 'only asc or desc may follow "name"', allowed: ['asc', 'desc'] };

function keys(text: string): string[] {
  const parsed = parseSort(text, { hasCentre: true });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value.map(({ field, order }: SortKey) => `${field.name} ${order}`);
}
describe('sort', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['relevance', ['relevance desc']],
    ['relevance asc', ['relevance asc']],
    ['name', ['name asc']],
    ['name desc', ['name desc']],
    ['distance', ['location.distance asc']],
    ['location.distance desc', ['location.distance desc']],
    ['statistics.rating desc,statistics.pageviews desc', ['statistics.rating desc', 'statistics.pageviews desc']],
    [' name   asc ,  id ', ['name asc', 'id asc']],
  ])('"%s"', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it.each([
    ['foo', { reason: 'unknown sort key "foo"; /v2/places/fields lists the fields', allowed }],
    [
      'ratin desc',
      {
        reason: 'unknown sort key "ratin"; /v2/places/fields lists the fields',
        allowed,
        suggestion: 'statistics.rating',
      },
    ],
    ['phones', { reason: '"phones" is not sortable', allowed }],
    ['name down', notOrder],
    ['name asc desc', notOrder],
    ['name,', { reason: 'a sort key is empty' }],
    ['distance,id,location.distance', { reason: '"location.distance" is given twice; allowed once' }],
  ])('is a fault: "%s"', (text, fault) => {
    expect(parseSort(text, { hasCentre: true })).toEqual({ ok: false, faults: [{ value: text, ...fault }] });
  });

  it('by distance needs a centre', () => {
    expect(parseSort('name,distance', { hasCentre: false })).toEqual({
      ok: false,
      faults: [
        {
          value: 'name,distance',
          reason: '"distance" needs a point to measure from: location.bias, or location.lat and location.lng',
        },
      ],
    });
  });

  it('has at most eight keys', () => {
    expect(parseSort('ratin,'.repeat(2000), { hasCentre: true })).toEqual({
      ok: false,
      faults: [{ value: 'ratin,'.repeat(2000), reason: 'a sort order has at most 8 keys' }],
    });
    const eight = allowed.slice(0, 8);
    expect(parseSort(eight.join(','), { hasCentre: true })).toMatchObject({ value: { length: 8 } });
  });

  it('reports all faults at once', () => {
    expect(parseSort('foo,name up,id,id', { hasCentre: true })).toMatchObject({ faults: { length: 3 } });
  });
});

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
    expect(parseFacets('citi,'.repeat(1000))).toMatchObject({ faults: { length: 12 } });
    expect(parseFacets([...paths, 'address.city'].join(','))).toEqual({
      ok: false,
      faults: [{ value: 'address.city', reason: 'at most 11 fields can be counted' }],
    });
  });
});
