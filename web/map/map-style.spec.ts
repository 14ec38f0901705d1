import { type SymbolLayerSpecification } from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { PIN, PIN_POINT } from './mark-icons.js';
import { mapStyle } from './map-style.js';
import { placeNames } from './mark-style.js';
import { palettes } from './palette.js';

const island = { path: '/island', bounds: { north: 1, south: 0, west: 0, east: 1 }, names: [] };
const configuration = { earth: '/earth', names: '/names', island } as unknown as Configuration;

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', { value: { origin: 'http://localhost' }, configurable: true });
});

describe('the style of the map', () => {
  it('has room for the names of listed places before dots and streets, and of the first ones before districts, not towns', () => {
    const options = { isWithoutStreets: false, isDark: false, language: 'en', street: undefined };
    const layers = mapStyle({ configuration, ...options }).layers.map(({ id }) => id);
    // Later names come first.
    const wanted = [
      'plan-city-names',
      'plan-village-names',
      'best',
      'first-names',
      'plan-district-names',
      'listed-names',
      'dots',
      'plan-primary-names',
      'plan-secondary-names',
      'other-names',
    ];
    expect(layers.filter((id) => wanted.includes(id)).toReversed()).toEqual(wanted);
  });

  it('keeps names off the pins that they belong to', () => {
    const { layout = {} } = placeNames(palettes.light).first as SymbolLayerSpecification;
    const [, , [, besidePin]] = layout['text-variable-anchor-offset'] as unknown as [
      string,
      unknown,
      [string, unknown[]],
    ];
    const away = (anchor: string) =>
      (besidePin[besidePin.indexOf(anchor) + 1] as [number, number]).map((ems) => 11.5 * ems);
    // A label keeps two pixels around it free.
    const gap = 2;
    expect(away('left')[0]).toBeGreaterThan(PIN / 2 + gap);
    expect(away('right')[0]).toBeLessThan(-PIN / 2 - gap);
    for (const anchor of ['top', 'top-left', 'top-right']) expect(away(anchor)[1]).toBeGreaterThan(gap);
    for (const anchor of ['bottom', 'bottom-left', 'bottom-right'])
      expect(away(anchor)[1]).toBeLessThan(-PIN - PIN_POINT - gap);
  });
});
