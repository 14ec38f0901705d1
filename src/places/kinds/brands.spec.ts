import { type PlaceRecord } from '../place.js';
import { brandKindsOf } from './brands.js';
import { KindCatalogue } from './kind-catalogue.js';

const NONE = { sure: [], weak: [] };

function kindsOf(place: Partial<PlaceRecord>, country: string | undefined = 'NZ') {
  return brandKindsOf({ name: 'A place', address: { city: 'Oamaru' }, ...place }, country);
}

describe('the kinds of brands', () => {
  it.each([
    ['Caltex', 'NZ', 'amenity/fuel'],
    ['BP Oil New Zealand Ltd', 'NZ', 'amenity/fuel'],
    ['Burger King Queen Street', 'NZ', 'amenity/fast_food/burger'],
    ["Pak'nSave Albany", 'NZ', 'shop/supermarket'],
    ['Netto', 'DK', 'shop/supermarket'],
    ['Ipak yoʻli banki', 'UZ', 'amenity/bank'],
    ['Drogasil', 'BR', 'amenity/pharmacy'],
  ])('says what %s in %s is', (name, country, kind) => {
    expect(kindsOf({ name }, country).sure).toContain(kind);
  });

  it('is not sure of a brand that is the first word of a name', () => {
    expect(kindsOf({ name: 'BP Valley' })).toEqual({ sure: [], weak: ['amenity/fuel'] });
    expect(kindsOf({ name: 'Gulf Brokers' })).toEqual({ sure: [], weak: ['amenity/fuel'] });
    expect(kindsOf({ name: 'Budget Removal' })).toEqual(NONE);
  });

  it('reads the brand of a place with another name', () => {
    expect(kindsOf({ name: 'Valley Motors', brand: 'BP' }).sure).toContain('amenity/fuel');
  });

  it('leaves a place alone whose name says another kind', () => {
    expect(kindsOf({ name: 'Shell House Bakery' })).toEqual(NONE);
    expect(kindsOf({ name: 'New Style' }).sure).toContain('shop/hairdresser');
    expect(kindsOf({ name: 'New Style Blinds & Curtains Ltd' })).toEqual(NONE);
  });

  it.each([
    ['Burger King Drive Thru', 'amenity/fast_food'],
    ['Burger King Travel Centre', 'amenity/fast_food'],
    ['Wells Fargo Tower', 'amenity/bank'],
    ['Holiday Inn Old Mill', 'tourism/hotel'],
    ['Holiday Inn Express', 'tourism/hotel'],
  ])('stays the same beside words for a branch: %s', (name, kind) => {
    expect(KindCatalogue.load().withBroader(kindsOf({ name }, 'US').sure)).toContain(kind);
  });

  it('knows in which countries a brand is', () => {
    expect(kindsOf({ name: 'Drogasil' }, 'NZ')).toEqual(NONE);
    expect(brandKindsOf({ name: 'Drogasil' }, undefined)).toEqual(NONE);
  });
});
