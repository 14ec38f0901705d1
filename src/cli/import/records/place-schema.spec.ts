import { phoneCountryOf } from './place-schema.js';

describe('phoneCountryOf', () => {
  it.each([
    ['br', 'BR'],
    ['BRA', 'BR'],
    ['Brazil', 'BR'],
    ['Brasil', 'BR'],
    ['Alemanha', 'DE'],
    ['Deutschland', 'DE'],
    ['UK', 'GB'],
    ['United States of America', 'US'],
    ['日本', 'JP'],
    ['Allemagne', 'DE'],
    ['Atlantis', undefined],
    ['XX', undefined],
  ])('of %j', (country, code) => {
    expect(phoneCountryOf(country)).toBe(code);
  });

  it.each([
    [{ lat: '60.17', lng: '24.94' }, 'FI'],
    [{ lat: '-23.55', lng: '-46.63' }, 'BR'],
    [{ lat: '91', lng: '0' }, undefined],
    [{ lat: 'x', lng: null }, undefined],
  ])('by the location %j', (location, code) => {
    expect(phoneCountryOf(null, location)).toBe(code);
    expect(phoneCountryOf('Scotland or any other name', location)).toBe(code);
    expect(phoneCountryOf('NZ', location)).toBe('NZ');
  });
});
