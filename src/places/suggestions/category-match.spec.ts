import { categoryKeys, readCategoryKey } from '../search-index/mapping/category-key.js';
import { editDistance } from '../query/text/edit-distance.js';
import { foldName, foldText, matchCategory } from './category-match.js';

describe('matchCategory()', () => {
  it.each([
    ['Pizzaria', 'piz', 'startsWith'],
    ['Café', 'CAFE', 'startsWith'],
    ['Museu de Arte', 'museu  de a', 'startsWith'],
    ['Bares & Cia', 'bares cia', 'startsWith'],
    ['Museu de Arte', 'arte', 'contains'],
    ['Museu de Arte', 'art mus', 'contains'],
    ['Pizzaria', 'piza', 'contains'],
    ['Pizzaria', 'pezaria', undefined],
    ['Padaria', 'padraia', 'contains'],
    ['Padaria', 'paddar', 'contains'],
    ['Padaria', 'padria', 'contains'],
    ['Padaria', 'nadar', 'contains'],
    ['Padaria', 'pqd', undefined],
    ['Praia 1908', '1909', undefined],
    ['Museu de Arte', 'museu moderna', undefined],
    ['Museu', 'useu', 'contains'],
    ['Museu', 'seu', undefined],
    ['กัน', 'กิน', undefined],
    ['ガス', 'カス', undefined],
    ['ﬁtness', 'fit', 'startsWith'],
    ['Museu', 'ـ', undefined],
    ['Drive-in Theater', 'drivein th', 'startsWith'],
    ['Bar/Restaurante', 'barres', undefined],
    ['Bar/Restaurante', 'restau', 'contains'],
    ['Drive-in Theater', 'drive in', 'startsWith'],
    ["Art D'Angelo", 'dang', 'contains'],
    ['Museu', 'museumm', undefined],
    ['Museu', 'museum', 'contains'],
    ['Hotels & Motels', 'hotels and m', 'startsWith'],
    ['Hotels & Motels', 'hotels & m', 'startsWith'],
    ['Hotels & Motels', 'motels and h', 'contains'],
    ['Dining and Drinking', 'dining & dr', 'startsWith'],
    ['Dining and Drinking', 'drinking & d', 'contains'],
    ['Dining', 'dining &', 'contains'],
    ['AT&T', 'at&t', 'startsWith'],
    ['AT&T', 'att', 'startsWith'],
    ['Hotels & Motels', '&', undefined],
    ['日本料理', '日本', 'startsWith'],
    ['日本料理', '料理', 'contains'],
    ['日本料理', '料金', undefined],
    ['らーめん', 'めん', 'contains'],
    ['カフェ・日本料理', '料理 カフ', 'contains'],
    ['ガスト日本', 'ガスト日', 'startsWith'],
  ])('%s matches %s: %s', (name, text, expected) => {
    expect(matchCategory(foldName(name), foldText(text))).toBe(expected);
  });

  it('finds a prefix with one mistake wherever the edit distance does', () => {
    const texts = allTexts('abc', 6).filter(({ length }) => length >= 4);
    const words = allTexts('ab', 7).filter(({ length }) => length >= 3);
    const differing = words.flatMap((word) =>
      texts
        .filter((typed) => {
          const isNear = [1, 0, -1].some((by) => editDistance(word.slice(0, typed.length + by), typed, 2) < 2);
          return (matchCategory(foldName(word), foldText(typed)) !== undefined) !== isNear;
        })
        .map((typed) => `${word} ${typed}`),
    );
    expect(differing).toEqual([]);
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

/** All texts of these letters up to a length. */
function allTexts(letters: string, length: number): string[] {
  if (length === 0) return [''];
  return ['', ...allTexts(letters, length - 1).flatMap((text) => Array.from(letters, (letter) => letter + text))];
}
