import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { ResultTiles, type TileAddress } from './result-tiles.js';

describe('ResultTiles', () => {
  const area = { north: 1, west: 0, south: 0, east: 1 };
  const inn = { id: 'inn', name: 'Inn', lat: 0, lng: 0 };
  const nothing = () => Promise.resolve(undefined);

  it('asks once for the best places of an area, and again after a failure', async () => {
    const loads = jest
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue({ places: [inn], isAll: true });
    const tiles = new ResultTiles(nothing, loads);
    await expect(tiles.bestOf(area)).rejects.toThrow('offline');
    const best = { isAll: true, places: [{ x: 0.5, y: 0.5, count: 1, place: { id: 'inn', name: 'Inn' } }] };
    expect(await tiles.bestOf(area)).toEqual(best);
    expect(await tiles.bestOf({ ...area })).toEqual(best);
    expect(loads).toHaveBeenCalledTimes(2);
    await tiles.bestOf({ ...area, north: 2 });
    expect(loads).toHaveBeenCalledTimes(3);
  });

  it('forgets only the best places that failed', async () => {
    let fail = (_: Error): void => undefined;
    const loads = jest
      .fn()
      .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
      .mockResolvedValue({ places: [inn], isAll: true });
    const tiles = new ResultTiles(nothing, loads);
    const left = tiles.bestOf(area);
    await tiles.bestOf({ ...area, north: 2 });
    fail(new Error('late'));
    await expect(left).rejects.toThrow('late');
    await tiles.bestOf({ ...area, north: 2 });
    expect(loads).toHaveBeenCalledTimes(2);
  });

  it('ends the request for the best places of an area that is left', async () => {
    const signals: AbortSignal[] = [];
    const tiles = new ResultTiles(nothing, (_, signal) => {
      signals.push(signal);
      return Promise.resolve({ places: [inn], isAll: true });
    });
    await tiles.bestOf(area);
    await tiles.bestOf({ ...area, north: 2 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    tiles.close();
    expect(signals[1]?.aborted).toBe(true);
  });

  it('calls places of tiles and their icons what the list calls them', async () => {
    const tags = { id: 'inn', name: 'Inn', category: 'Food and Drink', subcategory: 'Cafe' };
    const tile = { places: { features: [{ type: 1 as const, geometry: [[2048, 2048]], tags }] } };
    const body = Uint8Array.from(fromGeojsonVt(tile as never, { version: 2, extent: 4096 }));
    const tiles = new ResultTiles(() => Promise.resolve(body.buffer));
    expect(await tiles.read([{ z: 0, x: 0, y: 0 }], true)).toEqual([
      [{ x: 0.5, y: 0.5, count: 1, place: { id: 'inn', name: 'Inn', names: [], category: 'Cafe', icon: 'cafe' } }],
    ]);
  });

  it('reads a full tile in quarters if its counts are to be dots', async () => {
    const tileOf = (layer: string, tags: object) => {
      const layers = { [layer]: { features: [{ type: 1 as const, geometry: [[2048, 2048]], tags }] } };
      return Uint8Array.from(fromGeojsonVt(layers as never, { version: 2, extent: 4096 })).buffer;
    };
    const loads = jest.fn(({ z, x, y }: TileAddress) =>
      Promise.resolve(
        z < 2 && x === 0 ? tileOf('clusters', { count: 60 }) : tileOf('places', { id: `${z} ${x} ${y}`, name: 'Inn' }),
      ),
    );
    const tiles = new ResultTiles(loads);
    const addresses = [{ z: 0, x: 0, y: 0 }, { z: 1, x: 1, y: 0 }]; // prettier-ignore
    const near = (await tiles.read(addresses, true)).flat();
    expect(near.map(({ count, place }) => place?.id ?? count)).toEqual([60, 60, '1 1 0', '1 1 1', '1 1 0']);
    expect((await tiles.read(addresses, false)).flat().map(({ count }) => count)).toEqual([60, 1]);
    expect(loads).toHaveBeenCalledTimes(5);
  });

  it('has no best places if all are to be shown', () => {
    expect(new ResultTiles(nothing).bestOf(area)).toBeUndefined();
  });
});
