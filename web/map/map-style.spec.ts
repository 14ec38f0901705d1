import { type Configuration } from '../configuration.js';
import { mapStyle } from './map-style.js';

const island = { path: '/island', bounds: { north: 1, south: 0, west: 0, east: 1 }, names: [] };
const configuration = { earth: '/earth', names: '/names', island } as unknown as Configuration;

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', { value: { origin: 'http://localhost' }, configurable: true });
});

describe('the style of the map', () => {
  it('has room for the names of listed places before dots and streets, after districts', () => {
    const options = { isWithoutStreets: false, isDark: false, language: 'en', street: undefined };
    const layers = mapStyle({ configuration, ...options }).layers.map(({ id }) => id);
    // Later names come first.
    const wanted = [
      'plan-district-names',
      'listed-names',
      'dots',
      'plan-primary-names',
      'plan-secondary-names',
      'other-names',
    ];
    expect(layers.filter((id) => wanted.includes(id)).toReversed()).toEqual(wanted);
  });
});
