import { iconNameOf } from './kind-icon.js';

describe('the icon of a place', () => {
  it.each([
    ['the icon of its kind', ['shop/bakery'], 'bakery'],
    ['that of the narrowest', ['amenity/restaurant', 'amenity/restaurant/pizza', 'amenity/bar'], 'restaurant-pizza'],
    ['that of the first of equally narrow ones', ['amenity/restaurant', 'amenity/bar'], 'restaurant'],
    ['that of a broader kind', ['amenity/restaurant/brazilian'], 'restaurant'],
    ['that of the key of the tag', ['shop/unknown'], 'shop'],
    ['that of another kind if the first has none', ['amenity/unknown', 'tourism/hotel'], 'lodging'],
    ['a marker if its kinds have none', ['amenity/unknown'], 'marker'],
    ['a marker without kinds', [], 'marker'],
  ])('is %s', (_, kinds, icon) => {
    expect(iconNameOf(kinds.map((id) => ({ id })))).toBe(icon);
  });

  it('is a marker if the kinds are not selected', () => {
    expect(iconNameOf()).toBe('marker');
  });
});
