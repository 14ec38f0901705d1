import fc from 'fast-check';
import { categoryKeys, readCategoryKey } from '../place.js';
import { editDistance, foldName, foldText, isAlphabetic, matchCategory, writingOf } from './words.js';

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
    ['Waiʻanae', 'waianae', 'startsWith'],
    ['Waiʻanae', "wai'a", 'startsWith'],
    ['Wai`anae', 'waiʻana', 'startsWith'],
    ['Setor ۲۴', 'setor 24', 'startsWith'],
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
    ['ร้านอาหารไทย', 'ร้านอาห', 'startsWith'],
    ['ร้านอาหารไทย', 'อาหารไทย', 'contains'],
    ['ร้านอาหารไทย', 'อาหาร ร้าน', 'contains'],
    ['ร้านอาหารไทย', 'กาแฟ', undefined],
  ])('%s matches %s: %s', (name, text, expected) => {
    expect(matchCategory(foldName(name), foldText(text))).toBe(expected);
  });

  it('finds a prefix with one mistake wherever the edit distance does', () => {
    const folded = (texts: string[], shortest: number) =>
      texts
        .filter(({ length }) => length >= shortest)
        .map((text) => ({ text, name: foldName(text), typed: foldText(text) }));
    const texts = folded(allTexts('abc', 5), 4);
    // Words share their beginnings.
    const known = new Map<string, boolean>();
    const isNear = (beginning: string, text: string): boolean => {
      const key = `${beginning} ${text}`;
      const near = known.get(key) ?? editDistance(beginning, text, 2) < 2;
      known.set(key, near);
      return near;
    };
    const differing = folded(allTexts('ab', 6), 3).flatMap(({ text: word, name }) =>
      texts
        .filter(({ text, typed }) => {
          const hasNear = [1, 0, -1].some((by) => isNear(word.slice(0, text.length + by), text));
          return (matchCategory(name, typed) !== undefined) !== hasNear;
        })
        .map(({ text }) => `${word} ${text}`),
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
describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'name', 4],
    ['name', 'name', 0],
    ['nome', 'name', 1],
    ['nme', 'name', 1],
    ['names', 'name', 1],
    ['nmae', 'name', 1],
    ['anem', 'name', 2],
    ['kitten', 'sitting', 3],
    // A letter moves once only, as in the index.
    ['ca', 'abc', 3],
    ['categories.subcategories.name', 'categories.subcategory.name', 3],
  ])('of "%s" and "%s" is %d', (a, b, edits) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits]);
  });

  it('stops at the limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 6 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b), limit));
      }),
    );
  });

  it('is one for each edit of a text', () => {
    const text = fc.string({ minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(text, fc.nat(), (a, seed) => {
        const at = seed % (a.length - 1);
        const swapped = `${a.slice(0, at)}${a.charAt(at + 1)}${a.charAt(at)}${a.slice(at + 2)}`;
        expect(editDistance(a, swapped)).toBe(swapped === a ? 0 : 1);
        expect(editDistance(a, `${a.slice(0, at)}${a.slice(at + 1)}`)).toBe(1);
      }),
    );
  });
});

describe('the writing of a text', () => {
  it.each([
    ['alphabet', ['café', 'D’Angelo 24', 'Αθήνα', 'кафе', 'սրճարան', 'კაფე', '24']],
    ['consonants', ['مقهى', 'بیت', 'בית קפה', 'ܒܝܬ']],
    ['syllables', ['카페', 'カフェー', 'ቡና']],
    ['other', ['ひらがな', '咖啡', 'กาแฟ', 'कैफ़े', 'Tシャツ']],
  ])('is %s: %j', (writing, texts) => {
    expect(texts.map(writingOf)).toEqual(texts.map(() => writing));
    expect(texts.map(isAlphabetic)).toEqual(texts.map(() => ['alphabet', 'consonants'].includes(writing)));
  });
});
