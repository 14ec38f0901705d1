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

  it('calls places of tiles what the list calls them, with the icon of their kind', async () => {
    const tags = {
      id: 'inn',
      name: 'Inn',
      category: 'Food and Drink',
      subcategory: 'Cafe',
      kind: 'amenity/cafe/teahouse',
    };
    const tile = { places: { features: [{ type: 1 as const, geometry: [[2048, 2048]], tags }] } };
    const body = Uint8Array.from(fromGeojsonVt(tile as never, { version: 2, extent: 4096 }));
    const tiles = new ResultTiles(() => Promise.resolve(body.buffer));
    expect(await tiles.read([{ z: 0, x: 0, y: 0 }])).toEqual([
      [{ x: 0.5, y: 0.5, count: 1, place: { id: 'inn', name: 'Inn', category: 'Cafe', icon: 'cafe' } }],
    ]);
  });

  describe('with full tiles', () => {
    const tileOf = (layer: string, tags: object) => {
      const layers = { [layer]: { features: [{ type: 1 as const, geometry: [[2048, 2048]], tags }] } };
      return Uint8Array.from(fromGeojsonVt(layers as never, { version: 2, extent: 4096 })).buffer;
    };
    const full = tileOf('clusters', { count: 60 });
    const at = (z: number, x: number, y: number): TileAddress => ({ z, x, y });
    /** All tiles of a zoom level. */
    const allAt = (z: number): TileAddress[] =>
      Array.from({ length: 4 ** z }, (_, index) => at(z, index % 2 ** z, Math.floor(index / 2 ** z)));

    it('reads their quarters if their counts are to be dots', async () => {
      const loads = jest.fn(({ z, x, y }: TileAddress) =>
        Promise.resolve(z < 2 && x === 0 ? full : tileOf('places', { id: `${z} ${x} ${y}`, name: 'Inn' })),
      );
      const tiles = new ResultTiles(loads);
      const addresses = [at(0, 0, 0), at(1, 1, 0)];
      const near = (await tiles.read(addresses, allAt)).flat();
      expect(near.map(({ count, place }) => place?.id ?? count)).toEqual([60, '1 1 0', 60, '1 1 1', '1 1 0']);
      expect((await tiles.read(addresses)).flat().map(({ count }) => count)).toEqual([60, 1]);
      expect(loads).toHaveBeenCalledTimes(5);
    });

    it('reads no quarter that is not to be seen, and none once the map shows others', async () => {
      const loads = jest.fn((_: TileAddress) => Promise.resolve(full));
      const tiles = new ResultTiles(loads);
      await tiles.read([at(3, 2, 5)], () => [at(4, 5, 10), at(4, 6, 10)]);
      expect(loads.mock.calls.map(([address]) => address)).toEqual([at(3, 2, 5), at(4, 5, 10)]);
      expect(await tiles.read([at(3, 2, 5)], () => [])).toEqual([]);
      expect(loads).toHaveBeenCalledTimes(2);
    });

    it('keeps all that a large window shows', async () => {
      const loads = jest.fn(() => Promise.resolve(full));
      const tiles = new ResultTiles(loads);
      for (const _ of [1, 2]) await tiles.read(allAt(3), allAt);
      expect(loads).toHaveBeenCalledTimes(64 + 256);
    });
  });

  it('has no best places if all are to be shown', () => {
    expect(new ResultTiles(nothing).bestOf(area)).toBeUndefined();
  });
});
