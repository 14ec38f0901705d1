import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CategoryKinds, listedCategories, wordsFor } from './category-kinds.js';
import { KindCatalogue } from './kind-catalogue.js';
import { kindsRelatedTo } from './related-kinds.js';

const catalogue = KindCatalogue.load();

/** The kinds of categories of these names, and of `category > subcategory`. */
function kindsOf(name: string, languages?: readonly string[]): readonly string[] {
  const [category = '', subcategory] = name.split(' > ');
  const subcategories = subcategory === undefined ? [] : [{ id: 's', name: subcategory }];
  const joined = new CategoryKinds(catalogue, [{ id: 'c', name: category, subcategories }], languages);
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
    // Foursquare
    ['Dining and Drinking > Pizzeria', ['amenity/restaurant/pizza']],
    ['Retail > Grocery Store', ['shop/supermarket']],
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
    const joined = new CategoryKinds(catalogue, [{ id: 'osm-amenity', name: 'Amenity', subcategories }]);
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
    const joined = new CategoryKinds(catalogue, names.map(category));

    it('includes narrower kinds and those that are the same', () => {
      expect(joined.keysOf(['amenity/restaurant'])).toEqual([keyOf('Restaurant'), keyOf('Pizzeria')]);
      expect(joined.keysOf(['tourism/hotel'])).toEqual([keyOf('Hotel'), keyOf('Motel')]);
      expect(joined.keysOf(['amenity/pub'])).toEqual([keyOf('Pub'), keyOf('Bar')]);
    });

    it('has broader categories apart', () => {
      expect(joined.keysOf(['amenity/restaurant/indian'])).toEqual([]);
      expect(joined.broaderKeysOf(['amenity/restaurant/indian'])).toEqual([keyOf('Restaurant')]);
    });

    it('has alternatives apart', () => {
      expect(joined.alternativeKeysTo(['tourism/hotel'])).toEqual([keyOf('Hostel')]);
    });
  });

  it('refers to kinds of the catalogue only', () => {
    const ids = new Set(catalogue.ids);
    const listed = [...listedCategories().values()].flat();
    const related = catalogue.ids.flatMap((id) => kindsRelatedTo(id).weak);
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

  it('are few for every kind', () => {
    const most = Math.max(
      ...catalogue.ids.map((kind) => wordsFor(catalogue, kind, ['en', 'pt', 'da', 'de', 'fr']).length),
    );
    expect(most).toBeLessThanOrEqual(12);
  });
});

interface Named {
  id: string;
  name: string;
  subcategory?: { id: string; name: string };
}

/** The categories of a file of places, with the number of places of each key. */
function categoriesOf(file: string) {
  const categories = new Map<string, { id: string; name: string; subcategories: { id: string; name: string }[] }>();
  const counts = new Map<string, number>();
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n').filter(Boolean))
    for (const { id, name, subcategory } of (JSON.parse(line) as { categories?: Named[] }).categories ?? []) {
      const category = categories.get(id) ?? { id, name, subcategories: [] };
      categories.set(id, category);
      if (subcategory && !category.subcategories.some((one) => one.id === subcategory.id))
        category.subcategories.push(subcategory);
      const key = JSON.stringify(subcategory ? [id, subcategory.name, subcategory.id] : [id, name]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return { categories: [...categories.values()], counts };
}

describe.each([
  ['new-zealand', 0.78],
  ['rhode-island', 0.8],
])('the places of %s', (name, share) => {
  const file = resolve('../shared/data', name, 'places.ndjson.gz');
  const itIfPresent = existsSync(file) ? it : it.skip;

  itIfPresent(`have categories with kinds (skipped without ${file})`, () => {
    const { categories, counts } = categoriesOf(file);
    const joined = new CategoryKinds(catalogue, categories);
    const known = [...counts].filter(([key]) => joined.kindsOf(key).length > 0);
    const sum = (entries: (readonly [string, number])[]) => entries.reduce((total, [, count]) => total + count, 0);
    expect(sum(known) / sum([...counts])).toBeGreaterThan(share);
  });
});
