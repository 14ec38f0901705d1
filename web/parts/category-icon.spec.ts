import { existsSync } from 'node:fs';
import { iconNameOf } from './category-icon.js';

const iconOf = (name: string, subcategory?: string) =>
  iconNameOf([{ name, ...(subcategory !== undefined && { subcategory: { name: subcategory } }) }]);

describe('iconNameOf', () => {
  it.each([
    ['Restaurant', undefined, 'restaurant'],
    ['Restaurantes', 'Pizzaria', 'restaurant-pizza'],
    ['Cafés e Padarias', 'Sorveteria', 'ice-cream'],
    ['Museus', 'Museu de Arte', 'museum'],
    ['Place Of Worship', 'Church', 'religious-christian'],
    ['Bagels', 'None', 'bakery'],
    ['Praias', 'Praia Urbana', 'beach'],
    ['Hotéis', 'Pousada', 'lodging'],
    ['amenity', 'pharmacy', 'pharmacy'],
    ['Sports', 'Gym', 'fitness-centre'],
    ['Travel and Transportation', 'Bus station', 'bus'],
    ['Travel and Transportation', undefined, 'suitcase'],
    ['Esporte e lazer', undefined, 'fitness-centre'],
    ['Transporte', 'Busbahnhof', 'bus'],
    ['Services and Business', undefined, 'suitcase'],
    ['Travel and Transportation', 'Guest house', 'lodging'],
    ['Travel and Transportation', 'Car park', 'parking'],
    ['Services and Business', 'Carpenter', 'hardware'],
    ['Qwerty', undefined, 'marker'],
  ])('finds an icon for %s, %s', (name, subcategory, icon) => {
    expect(iconOf(name, subcategory)).toBe(icon);
    expect(existsSync(`node_modules/@mapbox/maki/icons/${icon}.svg`)).toBe(true);
  });

  it('is a marker without categories', () => {
    expect(iconNameOf([])).toBe('marker');
  });
});
