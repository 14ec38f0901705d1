import { fold, foldedCharacters, withPlainSigns } from './fold.js';

const digits = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /\p{Nd}/u.test(character),
);

describe('fold()', () => {
  it.each([
    ['Lanaʻi', "lana'i"],
    ['Пам’ять Памʼять Пам`ять', "пам'ять пам'ять пам'ять"],
    ['ג׳ורג׳', "ג'ורג'"],
    ['Cafe`', "cafe'"],
    ['کافه ۱۲۳', 'كافه 123'],
    ['२४ ๒๔ ２４ 𝟚𝟜', '24 24 24 24'],
  ])('makes %s %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('makes one digit of each decimal digit of Unicode, as often each', () => {
    const folded = digits.map(fold);
    expect(folded.join('')).toBe('0123456789'.repeat(digits.length / 10));
    expect(digits.length).toBeGreaterThan(700);
  });

  it('has folded what it has folded', () => {
    const characters = foldedCharacters();
    expect(characters.length).toBeGreaterThan(2000);
    expect(characters.filter(([character, folded]) => fold(character) !== folded || fold(folded) !== folded)).toEqual(
      [],
    );
  });
});

describe('withPlainSigns()', () => {
  it('keeps letters, their case and accents', () => {
    expect(withPlainSigns('Kāneʻohe Nº ५')).toBe("Kāne'ohe Nº 5");
  });
});
