import { type PlaceRecord } from '../place.js';
import { brandKindsOf } from './brands.js';

function place({
  name = 'A place',
  country = 'NZ',
  ...members
}: Partial<PlaceRecord> & { country?: string }): PlaceRecord {
  return { id: 'a', categories: [], ...members, name, address: { country, city: 'Oamaru' } } as PlaceRecord;
}

const services = { id: 'services', name: 'Services' };

describe('the kinds of brands', () => {
  it.each([
    ['Caltex', 'NZ', 'amenity/fuel'],
    ['BP Oil New Zealand Ltd', 'NZ', 'amenity/fuel'],
    ['Shell Oamaru', 'NZ', 'amenity/fuel'],
    ['Burger King Queen Street', 'NZ', 'amenity/fast_food/burger'],
    ['Burger King Queen Street', 'NZ', 'amenity/fast_food'],
    ["Pak'nSave Albany", 'NZ', 'shop/supermarket'],
    ['Netto', 'DK', 'shop/supermarket'],
    ["Ipak Yo'li banki", 'UZ', 'amenity/bank'],
    ['Ipak yoʻli banki', 'UZ', 'amenity/bank'],
    ['Drogasil', 'BR', 'amenity/pharmacy'],
    ['Drogasil', 'Brasil', 'amenity/pharmacy'],
    ['Drogasil', 'Brazil', 'amenity/pharmacy'],
  ])('says what %s in %s is', (name, country, kind) => {
    expect(brandKindsOf(place({ name, country }))).toContain(kind);
    expect(brandKindsOf(place({ name, country, categories: [services] }))).toContain(kind);
  });

  it('is not sure of a brand that is the first word of a name', () => {
    expect(brandKindsOf(place({ name: 'BP Valley' }))).toContain('~amenity/fuel');
    expect(brandKindsOf(place({ name: 'Gulf Brokers' }))).toContain('~amenity/fuel');
    expect(brandKindsOf(place({ name: 'Budget Removal' }))).toEqual([]);
  });

  it('reads the brand of a place with another name', () => {
    expect(brandKindsOf(place({ name: 'Valley Motors', brand: 'BP' }))).toContain('amenity/fuel');
  });

  it('leaves a place alone whose category says the kind', () => {
    expect(brandKindsOf(place({ name: 'Shell', categories: [{ id: 'museum', name: 'Museum' }] }))).toEqual([]);
    expect(
      brandKindsOf(
        place({ name: 'Shell', categories: [{ ...services, subcategory: { id: 'museum', name: 'Museum' } }] }),
      ),
    ).toEqual([]);
  });

  it('leaves a place alone whose name says another kind', () => {
    expect(brandKindsOf(place({ name: 'Shell House Bakery' }))).toEqual([]);
    expect(brandKindsOf(place({ name: 'New Style' }))).toContain('shop/hairdresser');
    expect(brandKindsOf(place({ name: 'New Style Blinds & Curtains Ltd' }))).toEqual([]);
  });

  it.each([
    ['Burger King Drive Thru', 'amenity/fast_food'],
    ['Burger King Delivery', 'amenity/fast_food'],
    ['Burger King Travel Centre', 'amenity/fast_food'],
    ['Wells Fargo Tower', 'amenity/bank'],
    ['Old Navy Outlet', 'shop/clothes'],
    ['Holiday Inn Kennedy Square', 'tourism/hotel'],
    ['Holiday Inn Old Mill', 'tourism/hotel'],
    ['Holiday Inn Express', 'tourism/hotel'],
  ])('stays the same beside words for a branch: %s', (name, kind) => {
    expect(brandKindsOf(place({ name, country: 'US' }))).toContain(kind);
  });

  it('knows in which countries a brand is', () => {
    expect(brandKindsOf(place({ name: 'Drogasil', country: 'NZ' }))).toEqual([]);
    expect(brandKindsOf({ ...place({ name: 'Drogasil' }), address: undefined })).toEqual([]);
  });

  it('takes no other words for brands', () => {
    expect(brandKindsOf(place({ name: 'Jones & Sons' }))).toEqual([]);
    expect(brandKindsOf(place({ name: '!!!' }))).toEqual([]);
  });
});
