import { processorTime } from '../../../../test/support/processor-time.js';
import { countryOf, slug, stateOf, readTextList, textOf } from './field-values.js';

describe('state', () => {
  it.each([
    ['NSW', 'AU', 'NSW'],
    ['New South Wales', 'AU', 'NSW'],
    ['US-NY', 'US', 'NY'],
    ['ny', 'US', 'NY'],
    ['sao paulo', 'BR', 'SP'],
    ['13', 'JP', 'Tôkyô'],
    ['Anywhere', 'US', 'Anywhere'],
    ['New York', undefined, 'New York'],
    [undefined, 'US', undefined],
  ])('of %j in %j', (region, country, state) => {
    expect(stateOf(region, country)).toBe(state);
  });

  it('finds a missing country in the region code', () => {
    const countries = [countryOf(undefined, 'US-NY'), countryOf('fi'), countryOf(undefined, 'NY')];
    expect(countries).toEqual(['US', 'FI', undefined]);
  });
});

describe('a number for a text', () => {
  it('is rejected if it is rounded', () => {
    expect([textOf(9007199254740991, 'id'), textOf(-1.5, 'id')]).toEqual(['9007199254740991', '-1.5']);
    for (const rounded of ['9007199254740993', '12345678901234567890123', '-9007199254740993']) {
      expect(() => textOf(Number(rounded), 'id')).toThrow(
        `id: ${Number(rounded)} must be a text: numbers beyond 9007199254740991 are rounded`,
      );
    }
  });
});

describe('the identifier of a name', () => {
  it.each([
    ['Dining & Drinking', 'dining-drinking'],
    [' Cafés; Ｂars ', 'cafes-bars'],
    ['Café', 'cafe'],
    ['Καφέ', 'καφε'],
    ['מִסְעָדָה', 'מסעדה'],
    ['مَطْعَم', 'مطعم'],
    ['İstanbul', 'istanbul'],
    ['☕️ 1️⃣ Café ℹ️', '1-cafe-i'],
    ['Super\u00admarkt', 'supermarkt'],
    ['***', ''],
  ])('folds marks as searches do: %j', (name, identifier) => {
    expect(slug(name)).toBe(identifier);
  });

  it.each([
    ['कला', 'किला'],
    ['ペット', 'ベッド'],
    ['バス', 'パス'],
    ['มา', 'ม้า'],
    ['한식', '한시'],
  ])('keeps the vowels and tones of other scripts: %s, %s', (...names) => {
    expect(names.map(slug)).toEqual(names);
    expect(names.map((name) => slug(name.normalize('NFD')))).toEqual(names);
  });
});

describe('a list in CSV', () => {
  it.each([
    ['[a, b]', undefined, ['a', 'b']],
    ['["a, b","c"]', undefined, ['a, b', 'c']],
    [`['a', "it's"]`, undefined, ['a', "it's"]],
    ['{"a","b\\"c"}', undefined, ['a', 'b"c']],
    ["[Retail > Men's Store, Retail]", 2, ["Retail > Men's Store", 'Retail']],
    ['[A > B, C, D > E]', 2, ['A > B, C', 'D > E']],
    [`['4bf5' '4d4b']`, 2, ['4bf5', '4d4b']],
    [`['A > B, C'\n 'D > E']`, 2, ['A > B, C', 'D > E']],
    [`["Bob's > Bar" 'D > E']`, 2, ["Bob's > Bar", 'D > E']],
    [`['A']`, 1, ['A']],
    ['A > B', undefined, ['A > B']],
    ['[]', undefined, []],
    ['', undefined, []],
    [null, undefined, []],
  ])('%j', (text, count, entries) => {
    expect(readTextList(text, 'labels', count)).toEqual(entries);
  });

  it('of 1 MB is read in linear time', () => {
    const time = processorTime(() => {
      expect(readTextList(`[${'a>b,'.repeat(250_000)}c]`, 'labels', 1)).toHaveLength(250_000);
    });
    expect(time).toBeLessThan(5000);
  });
});
