import { type PlaceRecord } from '../place.js';
import { kindsOfPlace, narrowestKind } from './place-kinds.js';

function kindsOf(name: string, category?: string, others: Partial<PlaceRecord> & { country?: string } = {}) {
  const { country = 'NZ', ...members } = others;
  const categories = category === undefined ? [] : [{ id: 'c', name: category }];
  return kindsOfPlace({ ...{ name, categories, address: { country, city: 'Oamaru' } }, ...members });
}

describe('the kinds of a place', () => {
  it('are sure by a category, with the broader ones', () => {
    expect(kindsOf('Sole', 'Pizza Restaurant').sure).toEqual(['amenity/restaurant', 'amenity/restaurant/pizza']);
  });

  it('are sure by a name with which a category agrees', () => {
    expect(kindsOf('Taj Indian Kitchen', 'Restaurant').sure).toContain('amenity/restaurant/indian');
    expect(kindsOf('Taj Indian Kitchen', 'Hairdresser').sure).not.toContain('amenity/restaurant/indian');
  });

  it('are not those that a name could say if a category explains the name', () => {
    expect(kindsOf('Oamaru Medical Centre').named).toContain('amenity/hospital');
    expect(kindsOf('Oamaru Medical Centre', 'Doctors').named).not.toContain('amenity/hospital');
    expect(kindsOf('Blue Harbour').named).toContain('landuse/harbour');
    expect(kindsOf('Blue Harbour', 'Fast Food').named).toEqual([]);
    expect(kindsOf('Joe the Baker Bakery', 'Cafe').named).toEqual(['shop/bakery']);
  });

  it.each([
    ['Baker Street Cafe', 'NZ', 'amenity/cafe'],
    ['Harbour Bakery & Cafe', 'NZ', 'shop/bakery'],
    ['Cafe Raffaele', 'NZ', 'amenity/cafe'],
    ['Padaria Museu', 'BR', 'shop/bakery'],
    ['Löwenapotheke', 'DE', 'amenity/pharmacy'],
    ['Nordhavns Cykelhandler', 'DK', 'shop/bicycle'],
    ['Restaurant de la Plage', 'FR', 'amenity/restaurant'],
    ['Padaria e Confeitaria Sol', 'BR', 'shop/bakery'],
    ['Padaria e Confeitaria Sol', 'BR', 'shop/pastry'],
    ['Bakkerij en Restaurant Zon', 'NL', 'shop/bakery'],
    ['Cafe at the Museum', 'NZ', 'amenity/cafe'],
    ['Church of the Good Shepherd', 'NZ', 'amenity/place_of_worship/christian'],
    ['Joe Smith Plumbing Oamaru', 'NZ', 'craft/plumber'],
    ['Holm Bageri, Ida', 'DK', 'shop/bakery'],
    ['Dyreklinikken Vestby', 'DK', 'amenity/veterinary'],
    ['Ahlgrens Motorcyklar', 'SE', 'shop/motorcycle'],
  ])('are named by the head of the name: %s in %s', (name, country, kind) => {
    expect(kindsOf(name, undefined, { country }).named).toContain(kind);
  });

  it.each([
    ['Padaria Sol', 'shop/bakery'],
    ['Kapper Nord', 'shop/hairdresser'],
  ])('are named in any language if the country is unknown: %s', (name, kind) => {
    expect(kindsOf(name, undefined, { address: {} }).named).toEqual([kind]);
  });

  it.each([
    ['Atlantik', 'DE'],
    ['Salon Nikita', 'DE'],
    ['Nordens Väskor', 'SE'],
    ['Vestby Mobiler', 'DK'],
    ['Min Kollege', 'NO'],
  ])('are not the end of a word that is no compound: %s in %s', (name, country) => {
    expect(kindsOf(name, undefined, { country }).named).toEqual([]);
  });

  it.each([
    ['Baker Street Cafe', 'NZ', 'shop/bakery'],
    ['Museum Cafe', 'NZ', 'tourism/museum'],
    ['Padaria Museu', 'BR', 'tourism/museum'],
    ['Valley Auto Electrical', 'NZ', 'craft/electrician'],
    ['Restaurant de la Plage', 'FR', 'natural/beach'],
    ['Friends of the Library', 'NZ', 'amenity/library'],
    ['Lüneburger Straße', 'DE', 'amenity/fast_food/burger'],
    ['Cafe at the Museum', 'NZ', 'tourism/museum'],
    ['Harbour View', 'NZ', 'landuse/harbour'],
    ['Kapper Nord', 'DK', 'shop/hairdresser'],
    ['Fred Mason', 'NZ', 'craft/stonemason'],
    ['Club Talleres', 'AR', 'shop/car_repair'],
  ])('are weak by other words of it: %s in %s', (name, country, kind) => {
    const { named, weak } = kindsOf(name, undefined, { country });
    expect([named.includes(kind), weak.includes(kind)]).toEqual([false, true]);
  });

  it.each([
    ['Joe Smith Plumbing Coffs Harbour', { country: 'AU', city: 'Coffs Harbour' }, 'landuse/harbour'],
    [
      'Unichem Pharmacy Church Street',
      { country: 'NZ', street: '12 Church Street' },
      'amenity/place_of_worship/christian',
    ],
    ['Bageri København', { country: 'DK', city: 'København' }, 'landuse/harbour'],
    ['Bäckerei Gelsenkirchen', { country: 'DE', city: 'Gelsenkirchen' }, 'amenity/place_of_worship/christian'],
  ])('are not said by its address in the name: %s', (name, address, kind) => {
    const { named, weak } = kindsOf(name, undefined, { address });
    expect([...named, ...weak]).not.toContain(kind);
  });

  it('are said by a name that is the address', () => {
    const address = { country: 'NZ', district: 'Bondi Beach' };
    expect(kindsOf('Bondi Beach', undefined, { address }).named).toContain('natural/beach');
  });

  it('are of the category, too, if its subcategory is not sure of any', () => {
    const categories = [{ id: 'c', name: 'Restaurant', subcategory: { id: 's', name: 'Zeferina Park' } }];
    expect(kindsOf('Sole', undefined, { categories }).sure).toEqual(['amenity/restaurant']);
    const bar = [{ id: 'c', name: 'Restaurant', subcategory: { id: 's', name: 'Bar' } }];
    expect(kindsOf('Sole', undefined, { categories: bar }).sure).toEqual(['amenity/bar']);
  });

  it('are likely by a category of several kinds', () => {
    const { sure, likely } = kindsOf('Paws', 'Animal Services');
    expect([sure.includes('amenity/veterinary'), likely.includes('amenity/veterinary')]).toEqual([false, true]);
  });

  it('are those of the brand if no category says one', () => {
    expect(kindsOf('Valley Motors', undefined, { brand: 'BP' }).sure).toContain('amenity/fuel');
    expect(kindsOf('Shell', 'Museum').sure).toEqual(['tourism/museum']);
    expect(kindsOf('BP Valley').weak).toContain('amenity/fuel');
  });

  it('are read in the languages of the country, which the position tells if the address does not', () => {
    const inDenmark = { categories: [], location: { lat: '55.68', lng: '12.57' } };
    expect(kindsOfPlace({ name: 'Nordhavns Cykelhandler', ...inDenmark }).named).toContain('shop/bicycle');
    expect(kindsOfPlace({ name: 'Netto', ...inDenmark }).sure).toContain('shop/supermarket');
    expect(kindsOf('Drogasil', undefined, { country: 'Brasil' }).sure).toContain('amenity/pharmacy');
  });
});

describe('the narrowest kind', () => {
  it.each([
    [['amenity/restaurant', 'amenity/restaurant/pizza', 'amenity/bar'], 'amenity/restaurant/pizza'],
    [['tourism/hotel', 'amenity/bar'], 'tourism/hotel'],
    [[], undefined],
  ])('of %j is %s', (kinds, narrowest) => {
    expect(narrowestKind(kinds)).toBe(narrowest);
  });
});
