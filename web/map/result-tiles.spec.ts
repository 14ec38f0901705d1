import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { ResultTiles } from './result-tiles.js';

describe('ResultTiles', () => {
  /** Tiles that all have one point. */
  const tilesWith = (tags: Readonly<Record<string, string | number>>): ResultTiles => {
    const features = [{ type: 1, geometry: [[2048, 2048]], tags }];
    const layers = { places: { features } } as never;
    const body = Uint8Array.from(fromGeojsonVt(layers, { version: 2, extent: 4096 })).buffer;
    return new ResultTiles(() => Promise.resolve(body));
  };
  const inn = { id: 'inn', lat: 10, lng: 20 };

  it('has a place that a tile names', async () => {
    expect(await tilesWith({ id: 'inn', name: 'Inn' }).has(inn)).toBe(true);
    expect(await tilesWith({ id: 'bar', name: 'Bar' }).has(inn)).toBe(false);
  });

  it('has a place where a tile only counts', async () => {
    expect(await tilesWith({ count: 300 }).has(inn)).toBe(true);
  });

  it('has no place without places, or without an answer', async () => {
    expect(await new ResultTiles(() => Promise.resolve(undefined)).has(inn)).toBe(false);
    expect(await new ResultTiles(() => Promise.reject(new Error('offline'))).has(inn)).toBe(false);
  });
});
