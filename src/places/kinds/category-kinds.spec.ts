import { CategoryKinds, listedCategories, type NamedCategory, wordsFor } from './category-kinds.js';
import { KindCatalogue } from './kind-catalogue.js';
import { kindsRelatedTo } from './related-kinds.js';

const catalogue = KindCatalogue.load();

function join(categories: readonly NamedCategory[], languages?: readonly string[]): CategoryKinds {
  const joined = new CategoryKinds(catalogue, languages);
  for (const category of categories) {
    joined.add(category);
    for (const subcategory of category.subcategories) joined.add(category, subcategory);
  }
  return joined;
}

/** The kinds of categories of these names, and of `category > subcategory`. */
function kindsOf(name: string, languages?: readonly string[]): readonly string[] {
  const [category = '', subcategory] = name.split(' > ');
  const subcategories = subcategory === undefined ? [] : [{ id: 's', name: subcategory }];
  const joined = join([{ id: 'c', name: category, subcategories }], languages);
  return joined.kindsOf(JSON.stringify(subcategory === undefined ? ['c', category] : ['c', subcategory, 's']));
}

describe('the kinds of categories', () => {
  it.each([
    ['Bakery', ['shop/bakery']],
    ['Bakeries', ['shop/bakery']],
    ['Padarias', ['shop/bakery']],
    ['Restauranter', ['amenity/restaurant']],
    ['Caféer', ['amenity/cafe']],
    ['Restauranter & barer', ['amenity/restaurant', 'amenity/bar']],
    ['Bares e Pubs', ['amenity/bar', 'amenity/pub']],
    ['Hotels & Motels', ['tourism/hotel', 'tourism/motel']],
    ['Coffee & Tea', ['amenity/cafe', 'amenity/cafe/teahouse']],
    ['Laundry & Dry Cleaning', ['shop/laundry', 'shop/dry_cleaning']],
    ['Bars & Pubs', ['amenity/bar', 'amenity/pub']],
    ['Clothing, Apparel, & Fashions', ['shop/clothes']],
    ['Books', ['shop/books']],
    ['Groceries & Convenience Stores', ['shop/supermarket', 'shop/convenience']],
    ['Optical Goods', ['shop/optician']],
    ['Cinema > Movie Theater', ['amenity/cinema']],
    // Overture Maps
    ['Hair salon', ['shop/hairdresser']],
    ['Pizza restaurant', ['amenity/restaurant/pizza']],
    ['Afghan restaurant', ['amenity/restaurant']],
    ['Church cathedral', ['amenity/place_of_worship/christian']],
    ['Museu de Arte', ['tourism/museum']],
    ['Estádio de Futebol', ['leisure/stadium']],
    // Foursquare
    ['Dining and Drinking > Pizzeria', ['amenity/restaurant/pizza']],
    ['Retail > Grocery Store', ['shop/supermarket']],
    ['Landmarks and Outdoors > River', ['waterway/river']],
    ['Landmarks and Outdoors > Harbor', ['landuse/harbour']],
  ])('reads %s', (name, kinds) => {
    expect(kindsOf(name)).toEqual(kinds);
  });

  it.each([
    'Services',
    'Retail Goods',
    'Personal',
    'Paint and sip',
    'Public plaza',
    'Aquarium services',
    'Sewage',
    'None',
  ])('finds no kind in %s', (name) => {
    expect(kindsOf(name)).toEqual([]);
  });

  it('reads the tags of OpenStreetMap from the identifier, whatever the name', () => {
    const subcategories = [
      { id: 'osm-amenity-dentist', name: 'Zähne' },
      { id: 'osm-amenity-restaurant', name: 'Restaurant' },
      { id: 'osm-cuisine-pizza', name: 'Pizza' },
      { id: 'osm-amenity-school', name: 'School' },
    ];
    const joined = join([{ id: 'osm-amenity', name: 'Amenity', subcategories }]);
    const keyOf = (id: string, name: string) => JSON.stringify(['osm-amenity', name, id]);
    expect(joined.kindsOf(keyOf('osm-amenity-dentist', 'Zähne'))).toEqual(['amenity/dentist']);
    expect(joined.kindsOf(keyOf('osm-amenity-school', 'School'))).toEqual(['education/school']);
    expect(joined.keysOf(['amenity/restaurant/pizza'])).toEqual([keyOf('osm-cuisine-pizza', 'Pizza')]);
    expect(joined.kindsOf(JSON.stringify(['osm-amenity', 'Amenity']))).toEqual([]);
  });

  describe('from kinds to categories', () => {
    const category = (name: string) => ({ id: name.toLowerCase(), name, subcategories: [] });
    const keyOf = (name: string) => JSON.stringify([name.toLowerCase(), name]);
    const names = [
      'Restaurant',
      'Pizzeria',
      'Bar',
      'Pub',
      'Hotel',
      'Motel',
      'Hostel',
      'Hairdresser',
      'Beauty Salon',
      'Services',
    ];
    const joined = join(names.map(category));

    it('includes narrower kinds and those that are the same', () => {
      expect(joined.keysOf(['amenity/restaurant'])).toEqual([keyOf('Restaurant'), keyOf('Pizzeria')]);
      expect(joined.keysOf(['tourism/hotel'])).toEqual([keyOf('Hotel'), keyOf('Motel')]);
      expect(joined.keysOf(['amenity/pub'])).toEqual([keyOf('Pub'), keyOf('Bar')]);
    });

    it('has broader categories apart', () => {
      expect(joined.keysOf(['amenity/restaurant/indian'])).toEqual([]);
      expect(joined.broaderKeysOf(['amenity/restaurant/indian'])).toEqual([keyOf('Restaurant')]);
    });

    it('has categories apart that have a word for the kind, but are not known to hold it', () => {
      const unknown = join(['Padaria Zeferina', 'Padarias Zeferina', 'Parking Zeferina'].map(category), ['pt', 'en']);
      expect(unknown.keysOf(['shop/bakery'])).toEqual([]);
      expect(unknown.likelyKeysOf(['shop/bakery'])).toEqual([keyOf('Padaria Zeferina'), keyOf('Padarias Zeferina')]);
      expect(unknown.likelyKeysOf(['leisure/park'])).toEqual([]);
    });

    it('has alternatives apart', () => {
      expect(joined.alternativeKeysTo(['tourism/hotel'])).toEqual([keyOf('Hostel')]);
    });
  });

  it('refers to kinds of the catalogue only', () => {
    const ids = new Set(catalogue.ids);
    const listed = [...listedCategories().values()].flat();
    const related = catalogue.ids.flatMap((id) => kindsRelatedTo(id).weak);
    expect([listed, related].map(({ length }) => length > 50)).toEqual([true, true]);
    expect([...listed, ...related].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the words of a kind in names of places', () => {
  it.each([
    ['shop/bakery', ['bakery', 'padaria', 'bageri', 'bager']],
    ['amenity/dentist', ['dentist', 'dentista', 'tandlaege']],
    ['amenity/restaurant/pizza', ['pizza', 'pizzeria']],
  ])('says %s', (kind, words) => {
    expect(wordsFor(catalogue, kind, ['en', 'pt', 'da'])).toEqual(expect.arrayContaining(words));
  });

  it('takes no surname, and no word of another kind', () => {
    expect(wordsFor(catalogue, 'shop/bakery', ['en'])).not.toContain('baker');
    expect(wordsFor(catalogue, 'shop/supermarket', ['pt'])).not.toContain('mercado');
  });

  it('takes no words that also name a kind that has a category, unless it is asked for', () => {
    const wordsOf = (asked: string[], withCategory: string) =>
      wordsFor(catalogue, 'amenity/hospital', ['en'], asked, (kind) => kind === withCategory);
    expect(wordsOf(['amenity/hospital'], 'amenity/doctors')).not.toContain('medical centre');
    expect(wordsOf(['amenity/hospital'], 'amenity/hospital')).toContain('medical centre');
    expect(wordsOf(['amenity/hospital', 'amenity/doctors'], 'amenity/doctors')).toContain('medical centre');
  });

  it('takes a word of many names only if no category says the kind', () => {
    const wordsOf = (hasCategory: boolean) =>
      wordsFor(catalogue, 'landuse/harbour', ['en'], undefined, () => hasCategory);
    expect(wordsOf(false)).toEqual(['harbour', 'harbor']);
    expect(wordsOf(true)).toEqual([]);
  });

  it('are few for every kind', () => {
    const most = Math.max(
      ...catalogue.ids.map((kind) => wordsFor(catalogue, kind, ['en', 'pt', 'da', 'de', 'fr']).length),
    );
    expect(most).toBeLessThanOrEqual(12);
  });
});

describe('the categories of a directory of shops and services', () => {
  const general = ['Food & Drink', 'Services', 'Retail Goods', 'Professional'];
  const categories = [
    {
      ...{ id: 'food', name: 'Food & Drink' },
      subcategories: ['Restaurant', 'Coffee & Tea', 'Bars & Pubs', 'Bakeries', 'Ice Cream Parlors', 'Fast Food'],
    },
    {
      ...{ id: 'retail', name: 'Retail Goods' },
      subcategories: ['Shoes', 'Books', 'Furniture', 'Florists', 'Hardware Stores', 'Pet Supplies', 'Jewelry', 'Toys'],
    },
    {
      ...{ id: 'services', name: 'Services' },
      subcategories: [
        'Dentists',
        'Hair Salons',
        'Auto Repair',
        'Banks & Credit Unions',
        'Laundry & Dry Cleaning',
        'Professional',
      ],
    },
  ].map(({ subcategories, ...category }) => ({
    ...category,
    subcategories: subcategories.map((name) => ({ id: name.toLowerCase(), name })),
  }));
  const joined = join(categories);
  const keys = categories.flatMap(({ id, name, subcategories }) => [
    [name, JSON.stringify([id, name])] as const,
    ...subcategories.map((one) => [one.name, JSON.stringify([id, one.name, one.id])] as const),
  ]);

  it.each(keys.filter(([name]) => !general.includes(name)))('have kinds: %s', (_, key) => {
    expect(joined.kindsOf(key)).not.toEqual([]);
  });

  it.each(keys.filter(([name]) => general.includes(name)))('have none if they are general: %s', (_, key) => {
    expect(joined.kindsOf(key)).toEqual([]);
  });
});
