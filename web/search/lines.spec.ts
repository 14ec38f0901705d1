import addressFormatter from '@fragaria/address-formatter';
import { addressLine, addressLines, otherNames, streetLine } from './lines.js';

const museum = {
  country: 'BR',
  state: 'SP',
  city: 'São Paulo',
  district: 'Bela Vista',
  street: 'Avenida Paulista',
  number: '1578',
  zipcode: '01310-200',
};
const station = { country: 'US', state: 'RI', city: 'Hope', street: 'Main St', number: '117', zipcode: '02831' };
const island = {
  ...{ state: 'Velmara', city: 'Port Velmara', district: 'Eastmarch', zipcode: 'VE-104' },
  ...{ street: 'Coral Street', number: '11' },
};
const gate = { country: 'DE', city: 'Berlin', street: 'Pariser Platz', number: '1', zipcode: '10117' };

describe('otherNames', () => {
  const names = [
    { text: 'Museum' },
    { text: '博物館', language: 'zh-Hant' },
    { text: 'Museu', language: 'pt' },
    { text: 'Museu nacional', language: 'pt', type: 'official' },
    { text: 'Museum' },
  ];

  it.each([
    ['Museu', 'pt-BR', ['Museum', 'Museu nacional', '博物館']],
    ['Museu', 'en', ['Museum', '博物館', 'Museu nacional']],
    ['Museum', 'zh', ['博物館', 'Museu', 'Museu nacional']],
  ])('of %s in %s', (name, language, others) => {
    expect(otherNames({ name, names }, language)).toEqual(others);
    expect(otherNames({ name }, language)).toEqual([]);
  });
});

describe('the lines of an address', () => {
  beforeAll(() => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
  });

  it.each([
    ['Brazil', museum, ['Avenida Paulista, 1578', 'Bela Vista', 'São Paulo-SP', '01310-200', 'Brazil']],
    ['the United States', station, ['117 Main St', 'Hope, RI 02831', 'United States']],
    ['Germany', gate, ['Pariser Platz 1', '10117 Berlin', 'Germany']],
    ['an island', island, ['11 Coral Street', 'Eastmarch', 'Port Velmara', 'Velmara', 'VE-104']],
    [
      'Berlin',
      { ...gate, state: 'Berlin', district: 'Mitte' },
      ['Pariser Platz 1', 'Mitte', '10117 Berlin', 'Germany'],
    ],
    [
      'London',
      {
        ...{ country: 'GB', state: 'ENG', city: 'London', district: 'Soho' },
        ...{ street: 'Soho Street', number: '4', zipcode: 'W1D 3AD' },
      },
      ['4 Soho Street', 'Soho', 'London', 'W1D 3AD', 'United Kingdom'],
    ],
    ['nowhere', { city: 'Atlantis', country: 'Under the sea' }, ['Atlantis', 'Under the sea']],
  ])('are written as in %s', (_, address, lines) => {
    expect(addressLines({ address }, 'en')).toEqual(lines);
  });

  it('are none without an address', () => {
    expect(addressLines({}, 'en')).toEqual([]);
    expect(addressLine({}, 'en')).toBe('');
  });

  it('have the number where people of the country write it, as the templates of OpenCage know', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    // Houses of Japan are not numbered along streets.
    const countries = codes.filter((code) => names.of(code) !== code && !['JP', 'UK'].includes(code));
    const isFirst = (text: string): boolean => text.indexOf('7') < text.indexOf('Street');
    const written = countries.map((country) => [
      country,
      isFirst(streetLine({ country, street: 'Street', number: '7' }, 'en')),
    ]);
    const expected = countries.map((code) => [
      code,
      isFirst(addressFormatter.format({ road: 'Street', houseNumber: '7', countryCode: code.toLowerCase() })),
    ]);
    expect(countries.length).toBeGreaterThan(240);
    expect(written).toEqual(expected);
  });

  it('have the number where the reader writes it, if the country is unknown', () => {
    const street = { country: 'Velmara', street: 'Coral Street', number: '11' };
    expect([streetLine(street, 'en'), streetLine(street, 'pt-BR')]).toEqual(['11 Coral Street', 'Coral Street, 11']);
  });

  it.each([
    ['br', 'Rua, 10'],
    ['US', '10 Rua'],
    ['de', 'Rua 10'],
  ])('have the number where people of %s write it, for readers of every language', (country, line) => {
    const street = { country, street: 'Rua', number: '10' };
    expect([streetLine(street, 'en'), streetLine(street, 'pt')]).toEqual([line, line]);
  });

  it('are short in a list', () => {
    expect(addressLine({ address: museum }, 'en')).toBe('Avenida Paulista, 1578, Bela Vista, São Paulo');
    expect(addressLine({ address: station }, 'en')).toBe('117 Main St, Hope');
  });
});
