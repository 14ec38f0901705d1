import { countryOf, phonesOf, stateOf, streetOf, websiteOf } from './place-fields.js';
import { readTextList } from './text-list.js';

describe('phones', () => {
  it.each([
    ['+61294226700', ['61294226700']],
    ['+358105812470; +358503871887', ['358105812470', '358503871887']],
    ['+1 212-254-2246 x12', ['12122542246']],
    ['(212) 254-2246 ext. 5', ['2122542246']],
    ['tel:+1-201-555-0123;ext=7', ['12015550123']],
    ['1-800-FLOWERS', ['18003569377']],
    ['+44 (0)20 7946 0958', ['442079460958']],
    ['+358 9 1, +358 9 1', ['35891']],
    ['1-800-flowers', ['18003569377']],
    ['(+358) 9 123 456', ['3589123456']],
    ['\u202a+1 212\u2011555\u20110101\u202c', ['12125550101']],
    ['https://www.viinitie.fi/', []],
    ['none', []],
    ['12', []],
    [`1${' '.repeat(300_000)}2`, []],
  ])('of %j', (text, digits) => {
    expect(phonesOf([text])).toEqual(digits);
  });
});

describe('street', () => {
  it.each([
    ['3 Richardson Pl', 'Richardson Pl', '3'],
    ['12/34 Smith St', 'Smith St', '12/34'],
    ['10B, rue de Rivoli', 'rue de Rivoli', '10B'],
    ['Hauptstraße 12a', 'Hauptstraße', '12a'],
    ['Via Roma, 5', 'Via Roma', '5'],
    ['Av. Paulista, nº 1578', 'Av. Paulista', '1578'],
    ['5th Avenue', '5th Avenue', undefined],
    ['Highway 20', 'Highway 20', undefined],
    ['Suite 5', 'Suite 5', undefined],
    ['Level 2, Building 1, 3 Richardson Place', 'Level 2, Building 1, 3 Richardson Place', undefined],
    ['2 Level, 3 Richardson Place', '2 Level, 3 Richardson Place', undefined],
    [undefined, undefined, undefined],
  ])('of %j', (freeform, street, number) => {
    expect(streetOf(freeform)).toEqual({ ...(street && { street }), ...(number && { number }) });
  });

  it('reads 100 KB in linear time', () => {
    const began = process.cpuUsage();
    const freeform = `12${' '.repeat(100_000)}x\ny`;
    expect(streetOf(freeform)).toEqual({ street: freeform });
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });
});

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

describe('website', () => {
  it.each([
    [['', 'www.example.com'], 'http://www.example.com'],
    [['HTTPS://example.com/a?b'], 'HTTPS://example.com/a?b'],
    [['https://a.example;https://b.example'], 'https://a.example'],
    [['example.com:8080/x'], 'http://example.com:8080/x'],
    [['javascript:alert(1)', 'mailto:a@example.com', 'none'], undefined],
  ])('of %j', (texts, address) => {
    expect(websiteOf(texts)).toBe(address);
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
    const began = process.cpuUsage();
    expect(readTextList(`[${'a>b,'.repeat(250_000)}c]`, 'labels', 1)).toHaveLength(250_000);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
