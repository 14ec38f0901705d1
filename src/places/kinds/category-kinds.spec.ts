import { CategoryKinds, listedCategories } from './category-kinds.js';
import { KindCatalogue } from './kind-catalogue.js';
import { kindsRelatedTo } from './related-kinds.js';

const catalogue = KindCatalogue.load();

/** The kinds of categories of these names, and of `category > subcategory`. */
function kindsOf(name: string, languages?: readonly string[]): readonly string[] {
  const [category = '', subcategory] = name.split(' > ');
  const named = subcategory === undefined ? undefined : { id: 's', name: subcategory };
  return new CategoryKinds(catalogue, languages).kindsOf({ id: 'c', name: category }, named);
}

describe('the kinds of categories', () => {
  it.each([
    ['Bakeries', ['shop/bakery']],
    ['Restauranter', ['amenity/restaurant']],
    ['Restauranter & barer', ['amenity/restaurant', 'amenity/bar']],
    ['Hotels & Motels', ['tourism/hotel', 'tourism/motel']],
    ['Coffee & Tea', ['amenity/cafe', 'amenity/cafe/teahouse']],
    ['Bars & Pubs', ['amenity/bar', 'amenity/pub']],
    ['Books', ['shop/books']],
    ['Groceries & Convenience Stores', ['shop/supermarket', 'shop/convenience']],
    ['Optical Goods', ['shop/optician']],
    ['Cinema > Movie Theater', ['amenity/cinema']],
    // Overture Maps
    ['Pizza restaurant', ['amenity/restaurant/pizza']],
    ['Burmese restaurant', ['amenity/restaurant']],
    ['Church cathedral', ['amenity/place_of_worship/christian']],
    ['Estádio de Futebol', ['leisure/stadium']],
    // Foursquare
    ['Dining and Drinking > Pizzeria', ['amenity/restaurant/pizza']],
    ['Landmarks and Outdoors > River', ['waterway/river']],
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
    'Wholesale > Drugs',
    'Manufacturing > Jewelry',
  ])('finds no kind in %s', (name) => {
    expect(kindsOf(name)).toEqual([]);
  });

  it('reads the tags of OpenStreetMap from the identifier, whatever the name', () => {
    const category = { id: 'osm-amenity', name: 'Amenity' };
    const kindsOfTag = (id: string, name: string) => new CategoryKinds(catalogue).kindsOf(category, { id, name });
    expect(kindsOfTag('osm-amenity-dentist', 'Zähne')).toEqual(['amenity/dentist']);
    expect(kindsOfTag('osm-amenity-school', 'School')).toEqual(['education/school']);
    expect(kindsOfTag('osm-cuisine-pizza', 'Pizza')).toContain('amenity/restaurant/pizza');
    expect(new CategoryKinds(catalogue).kindsOf(category)).toEqual([]);
  });

  describe('are sure or likely', () => {
    const of = (name: string, subcategory?: string) =>
      new CategoryKinds(catalogue, ['en', 'pt']).of({
        ...{ id: 'c', name },
        ...(subcategory !== undefined && { subcategory: { id: 's', name: subcategory } }),
      });

    it('of the subcategory, or else of the category', () => {
      expect(of('Restaurant', 'Pizzeria').sure).toEqual(['amenity/restaurant/pizza']);
      expect(of('Restaurant', 'Services').sure).toEqual(['amenity/restaurant']);
    });

    it('sure: the first that a category is listed with', () => {
      expect(of('Animal Services')).toEqual({
        sure: ['shop/pet_grooming'],
        likely: expect.arrayContaining(['amenity/veterinary']),
      });
    });

    it('likely: those for which a name has words, if it is not known as a whole', () => {
      expect(of('Padaria Zeferina')).toEqual({ sure: [], likely: ['shop/bakery'] });
      expect(of('Parking Zeferina').likely).not.toContain('leisure/park');
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
