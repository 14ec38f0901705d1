import { type SymbolLayerSpecification } from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { mapStyle } from './map-style.js';
import { PIN, PIN_POINT } from './mark-style.js';

const island = { path: '/island', bounds: { north: 1, south: 0, west: 0, east: 1 }, names: [] };
const configuration = { earth: '/earth', names: '/names', island } as unknown as Configuration;

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', { value: { origin: 'http://localhost' }, configurable: true });
});

describe('the style of the map', () => {
  const layers = () =>
    mapStyle({
      ...{ configuration, theme: 'light', language: 'en' },
      ...{ tiles: 'results://1/{z}/{x}/{y}', listed: ['a', 'b'], marked: ['a'] },
    }).layers;

  it('has room for pins, then for what covers the map, for counts, and for names, those of the first places before districts', () => {
    // Later layers come first.
    const wanted = [
      ...['focus', 'pins', 'frame', 'focus-names'],
      ...['counts', 'counts-right', 'counts-left', 'listed-icons', 'numbers', 'listed-dots'],
      ...['plan-city-names', 'plan-village-names', 'first-names', 'plan-district-names', 'listed-names'],
      ...['dots', 'plan-primary-names', 'plan-secondary-names', 'other-names'],
    ];
    const ids = layers().map(({ id }) => id);
    expect(ids.filter((id) => wanted.includes(id)).toReversed()).toEqual(wanted);
  });

  it('keeps names off the pins that they belong to', () => {
    const { layout = {} } = layers().find(({ id }) => id === 'first-names') as SymbolLayerSpecification;
    const [, , [, besidePin]] = layout['text-variable-anchor-offset'] as unknown as [
      unknown,
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
      expect(away(anchor)[1]).toBeLessThan(-PIN / 2 - PIN_POINT - gap);
  });

  it('shows no place of the list twice', () => {
    const filters = layers().flatMap((layer) =>
      'source-layer' in layer && layer['source-layer'] === 'places' ? [layer.filter] : [],
    );
    expect(filters).toEqual(Array(3).fill(['!', ['in', ['get', 'id'], ['literal', ['a', 'b']]]]));
  });

  it('has the name of a place of the list only beside its mark, and a dot where it has no mark', () => {
    const filterOf = (id: string) => (layers().find((layer) => layer.id === id) as SymbolLayerSpecification).filter;
    const isMarked = ['in', ['get', 'id'], ['literal', ['a']]];
    for (const id of ['first-names', 'listed-names']) expect(filterOf(id)).toContainEqual(isMarked);
    expect(filterOf('listed-dots')).toEqual(['!', isMarked]);
  });
});
