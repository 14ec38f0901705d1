import { categoryLine, kindLine } from './kind-names.js';

const names = new Map([
  ['shop/music', 'Loja de música'],
  ['shop/musical_instrument', 'Loja de instrumentos musicais'],
  ['amenity/restaurant', 'Restaurante'],
  ['amenity/restaurant/pizza', 'Pizzaria'],
  ['amenity/fast_food', 'Lanchonete'],
  ['amenity/fast_food/pizza', 'Pizza para viagem'],
  ['amenity/bar', 'Bar'],
]);
const kinds = (ids: readonly string[]) => ids.map((id) => ({ id }));
const music = ['shop/music', 'shop/musical_instrument'];
const pizza = ['amenity/fast_food', 'amenity/fast_food/pizza', 'amenity/restaurant', 'amenity/restaurant/pizza'];

describe('what readers call a category', () => {
  it.each([
    ['Music Store', music, 'Loja de música, Loja de instrumentos musicais'],
    ['Pizza place', pizza, 'Pizzaria'],
    ['Bares e Botecos', ['amenity/bar'], 'Bar'],
    // It is already in their language.
    ['Loja de Música', music, 'Loja de Música'],
    // It says less than its name.
    ['Entertainment', [...music, 'amenity/bar'], 'Entertainment'],
    ['Services', [], 'Services'],
    ['Not loaded', ['shop/unknown'], 'Not loaded'],
  ])('%s', (text, ids, expected) => {
    expect(categoryLine({ text, kinds: kinds(ids) }, names)).toBe(expected);
  });
});

it('says what a place is, with its categories if no kind of it has a name', () => {
  const categories = [{ id: 'c', name: 'Food', link: { rel: 'self', uri: 'c' } }];
  expect(kindLine({ kinds: kinds(pizza), categories }, names)).toBe('Pizzaria');
  expect(kindLine({ kinds: kinds([...music, 'amenity/bar']), categories }, names)).toBe(
    'Loja de música, Loja de instrumentos musicais',
  );
  expect(kindLine({ categories }, names)).toBe('Food');
});
