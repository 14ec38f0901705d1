import { select, selectionOf } from '../../http/request/field-selection.js';
import { parseFieldList } from './selection.js';

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
  return select(place, selectionOf(paths));
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
    ['address,address.city', { id: '4', address: place.address }],
    ['address.district', { id: '4' }],
    ['distance', { id: '4', location: { distance: '120' } }],
    ['location', { id: '4', location: place.location }],
    ['categories.category.name', { id: '4', categories: [{ name: 'Compras' }, { name: 'Turismo' }] }],
    [
      'categories.name,categories.subcategory.id',
      { id: '4', categories: [{ name: 'Compras', subcategory: { id: '2' } }, { name: 'Turismo' }] },
    ],
    ['categories.subcategory.name', { id: '4', categories: [{ subcategory: { name: 'Mercado' } }] }],
    ['categories.category.link.rel', { id: '4', categories: [{ link: { rel: 'self' } }, { link: { rel: 'self' } }] }],
    ['phones.phone', { id: '4', phones: ['551130000000'] }],
    ['featured.photo.medium', { id: '4', featured: place.featured }],
    ['placeLists.placeList.id,utilities', { id: '4', placeLists, utilities }],
    ['link.uri,urlService', { id: '4', link: { uri: place.link.uri } }],
    ['*', defaults],
    ['*,openingHours', { ...defaults, openingHours }],
    ['utilities.utility.name,*', { ...defaults, utilities: [{ name: 'Ver Ofertas' }] }],
  ])('selects "%s"', (fl, expected) => {
    expect(selected(fl)).toEqual(expected);
  });

  it('keeps the order of the record', () => {
    expect(Object.keys(selected('statistics,name,link') as object)).toEqual(['id', 'link', 'name', 'statistics']);
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
