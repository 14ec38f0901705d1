import { categoryKeys, readCategoryKey } from '../search-index/mapping/category-key.js';
import { foldName, foldText, matchCategory } from './category-match.js';

describe('the name of a category', () => {
  it.each([
    ['Pizzaria', 'piz', 'begins'],
    ['Café', 'CAFE', 'begins'],
    ['Museu de Arte', 'museu  de a', 'begins'],
    ['Bares & Cia', 'bares cia', 'begins'],
    ['Museu de Arte', 'arte', 'holds'],
    ['Museu de Arte', 'art mus', 'holds'],
    ['Pizzaria', 'piza', 'holds'],
    ['Pizzaria', 'pezaria', undefined],
    ['Padaria', 'padraia', 'holds'],
    ['Padaria', 'paddar', 'holds'],
    ['Padaria', 'padria', 'holds'],
    ['Padaria', 'nadar', 'holds'],
    ['Padaria', 'pqd', undefined],
    ['Praia 1908', '1909', undefined],
    ['Museu de Arte', 'museu moderna', undefined],
    ['Museu', 'useu', 'holds'],
    ['Museu', 'seu', undefined],
    ['กัน', 'กิน', undefined],
    ['ガス', 'カス', undefined],
    ['ﬁtness', 'fit', 'begins'],
    ['Museu', 'ـ', undefined],
    ['Drive-in Theater', 'drivein th', 'begins'],
    ['Bar/Restaurante', 'barres', undefined],
    ['Bar/Restaurante', 'restau', 'holds'],
    ['Drive-in Theater', 'drive in', 'begins'],
    ["Art D'Angelo", 'dang', 'holds'],
    ['Museu', 'museumm', undefined],
    ['Museu', 'museum', 'holds'],
    ['Hotels & Motels', 'hotels and m', 'begins'],
    ['Hotels & Motels', 'hotels & m', 'begins'],
    ['Hotels & Motels', 'motels and h', 'holds'],
    ['Dining and Drinking', 'dining & dr', 'begins'],
    ['Dining and Drinking', 'drinking & d', 'holds'],
    ['Dining', 'dining &', 'holds'],
    ['AT&T', 'at&t', 'begins'],
    ['AT&T', 'att', 'begins'],
    ['Hotels & Motels', '&', undefined],
    ['日本料理', '日本', 'begins'],
    ['日本料理', '料理', 'holds'],
    ['日本料理', '料金', undefined],
    ['らーめん', 'めん', 'holds'],
    ['カフェ・日本料理', '料理 カフ', 'holds'],
    ['ガスト日本', 'ガスト日', 'begins'],
  ])('%s answers %s: %s', (name, text, expected) => {
    expect(matchCategory(foldName(name), foldText(text))).toBe(expected);
  });
});

describe('the key of a category', () => {
  it('is there once for each category and subcategory, and can be read back', () => {
    const food = { id: '1', name: 'Food "&" more' };
    const keys = categoryKeys([
      { ...food, subcategory: { id: 'a', name: 'Pizza' } },
      { ...food, subcategory: { id: 'b', name: 'Sushi' } },
    ]);
    expect(keys.map(readCategoryKey)).toEqual([
      { type: 'category', id: '1', name: food.name, categoryId: '1' },
      { type: 'subcategory', id: 'a', name: 'Pizza', categoryId: '1' },
      { type: 'subcategory', id: 'b', name: 'Sushi', categoryId: '1' },
    ]);
  });
});
