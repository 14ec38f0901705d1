import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { tileOf } from '../../src/places/tiles/tile-grid.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });
const inCity = (id: string, city: string, location: { lat: string; lng: string }, district?: string) =>
  aPlace({ id, address: { country: 'US', state: 'RI', city, ...(district && { district }) }, location });

describe('the base map of /explore', () => {
  const { directory, get } = useDirectory({
    places: [
      inCity('providence', 'Providence', at(41.82, -71.42)),
      ...[0, 1].map((id) => inCity(`providence-${id}`, 'Providence', at(41.82, -71.42), 'Downtown')),
      inCity('suva', 'Suva', at(-16, 179.99)),
    ],
  });
  const refresh = () => directory.app.get(AreaRefresh).refresh();

  beforeAll(refresh);

  const tile = async (z: number, headers: Record<string, string> = {}, centre = { lat: 41.82, lng: -71.42 }) => {
    const { x, y } = tileOf(centre, z);
    const response = await fetch(`${directory.url}/explore/map/${z}/${x}/${y}.mvt`, { headers });
    const body = await response.arrayBuffer();
    const layers = body.byteLength === 0 ? {} : new VectorTile(new PbfReader(new Uint8Array(body))).layers;
    const names = Array.from({ length: layers.names?.length ?? 0 }, (_, index) => layers.names?.feature(index));
    return {
      status: response.status,
      headers: response.headers,
      layers: Object.keys(layers),
      names: names.map((name) => name?.properties ?? {}),
      positions: names.map((name) => name?.toGeoJSON(x, y, z).geometry),
    };
  };

  it('has the names of cities and districts, where their places are', async () => {
    const { status, headers, layers, names, positions } = await tile(13);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    expect(layers).toEqual(['names']);
    expect(names).toEqual([
      { name: 'Providence', kind: 'city', size: 1 },
      { name: 'Downtown', kind: 'district', size: 4 },
    ]);
    const near = (value: number) => expect.closeTo(value, 3) as number;
    const position = { type: 'Point', coordinates: [near(-71.42), near(41.82)] };
    expect(positions).toEqual([position, position]);
  });

  it('has no names of districts on maps of countries, and nothing where there are no places', async () => {
    expect((await tile(6)).names).toEqual([{ name: 'Providence', kind: 'city', size: 1 }]);
    expect((await tile(13, {}, { lat: 41.9, lng: -71.42 })).status).toBe(204);
  });

  it('has names at the 180th meridian', async () => {
    expect((await tile(10, {}, { lat: -16, lng: 179.99 })).names).toMatchObject([{ name: 'Suva' }]);
  });

  it('is not sent again while nothing has changed', async () => {
    const before = await tile(12);
    const etag = before.headers.get('etag') ?? '';
    expect((await tile(12, { 'If-None-Match': etag })).status).toBe(304);
    await directory.add({ places: [inCity('new', 'Pawtucket', at(41.821, -71.421))] });
    await refresh();
    const after = await tile(12, { 'If-None-Match': etag });
    expect(after.names.map(({ name }) => name)).toContain('Pawtucket');
  });

  it('counts places for its attribution once, however many ask', async () => {
    const counts = jest.spyOn(directory.app.get(PlaceSearcher), 'sourceCounts');
    await Promise.all(Array.from({ length: 20 }, () => get('/explore/map.json')));
    expect(counts.mock.calls.length).toBeLessThan(2);
  });

  it('has nothing where the data have nothing', async () => {
    expect((await fetch(`${directory.url}/explore/map/15/0/0.mvt`)).status).toBe(204);
    expect((await get('/explore/map/2/4/0.mvt')).body.errors[0]).toMatchObject({ parameter: 'x' });
  });

  it('describes itself to map libraries', async () => {
    const { body } = await get('/explore/map.json');
    expect(body).toMatchObject({ tilejson: '3.0.0', maxzoom: 15 });
    expect(body.tiles).toEqual([`${directory.url}/explore/map/{z}/{x}/{y}.mvt`]);
    expect(body.vector_layers).toMatchObject([{ id: 'names' }]);
  });
});
