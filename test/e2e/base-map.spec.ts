import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { StreetRefresh } from '../../src/places/streets/street-refresh.js';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { tileOf } from '../../src/places/tiles/tile-grid.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Metres along a street that goes east from the centre of Providence. */
const along = (street: string, metres: number[], lat = 41.82) =>
  metres.map((metre, at) =>
    aPlace({
      id: `${street.replaceAll(/\W/g, '-')}-${at}`,
      address: { country: 'US', state: 'RI', city: 'Providence', district: 'Downtown', street },
      location: { lat: String(lat), lng: String(-71.42 + metre / 83_000) },
    }),
  );

describe('the base map of /explore', () => {
  const { directory, get } = useDirectory({
    places: [
      ...along('Westminster St', [0, 100, 200, 350]),
      ...along('westminster st ste 4', [150]),
      ...along('Dorrance St #7', [0, 100, 560, 660], 41.83),
      ...along('Lonely Ln', [0], 41.84),
    ],
  });
  const refresh = () => directory.app.get(StreetRefresh).refresh();

  beforeAll(refresh);

  const tile = async (z: number, headers: Record<string, string> = {}, centre = { lat: 41.82, lng: -71.42 }) => {
    const { x, y } = tileOf(centre, z);
    const response = await fetch(`${directory.url}/explore/map/${z}/${x}/${y}.mvt`, { headers });
    const body = await response.arrayBuffer();
    const layers = body.byteLength === 0 ? {} : new VectorTile(new PbfReader(new Uint8Array(body))).layers;
    const features = (layer: string) =>
      Array.from({ length: layers[layer]?.length ?? 0 }, (_, at) => layers[layer]?.feature(at).properties ?? {});
    return {
      status: response.status,
      headers: response.headers,
      streets: features('streets'),
      names: features('names'),
    };
  };

  const namesAt = async (lat: number, lng: number) =>
    (await tile(13, {}, { lat, lng })).streets.map(({ name }) => name);

  it('has streets through the addresses of places', async () => {
    const { status, headers, streets } = await tile(13);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    const lengths = streets.map(({ name, length }) => [name, Math.round(Number(length) / 50) * 50]);
    // Dorrance St has a gap without addresses.
    expect(lengths).toEqual([
      ['Westminster St', 350],
      ['Dorrance St', 100],
      ['Dorrance St', 100],
    ]);
  });

  it('has long streets alone on maps of cities, and names of cities on those of countries', async () => {
    expect((await tile(11)).streets).toEqual([]);
    const { streets, names } = await tile(6);
    expect([streets, names]).toEqual([[], [{ name: 'Providence', kind: 'city', size: 1 }]]);
    expect((await tile(12)).names).toContainEqual({ name: 'Downtown', kind: 'district', size: 4 });
  });

  it('is not sent again while nothing has changed', async () => {
    const before = await tile(13);
    const etag = before.headers.get('etag') ?? '';
    expect((await tile(13, { 'If-None-Match': etag })).status).toBe(304);
    await directory.add({ places: along('Weybosset St', [0, 100, 200], 41.821) });
    await refresh();
    const after = await tile(13, { 'If-None-Match': etag });
    expect(after.streets.map(({ name }) => name)).toContain('Weybosset St');
  });

  it('has streets at the 180th meridian', async () => {
    const north = (lat: number) => ({
      ...aPlace({ id: `date-line-${lat}` }),
      location: { lat: String(lat), lng: '180' },
    });
    const street = { country: 'FJ', street: 'Date Line Rd' };
    await directory.add({ places: [north(-16), north(-16.001)].map((place) => ({ ...place, address: street })) });
    await refresh();
    expect(await namesAt(-16.0005, 179.999)).toEqual(['Date Line Rd']);
  });

  it('has all streets of a name that a whole state uses', async () => {
    // 3000 streets of two addresses, a kilometre apart.
    await directory.source.query(
      `INSERT INTO places (id, name, country, state, street, lat, lng)
       SELECT n || '-' || side, 'Main', 'US', 'CA', 'Main St', 34 + n % 60 / 100.0, -120 + n / 60 / 100.0 + side / 1000.0
       FROM generate_series(1, 3000) AS n, generate_series(0, 1) AS side`,
    );
    await refresh();
    const [row] = await directory.source.query<{ count: string }[]>(
      `SELECT count(*) FROM streets WHERE name = 'Main St'`,
    );
    // Those of one meridian are at the border of two parts.
    expect(Number(row?.count)).toBeGreaterThan(2900);
  });

  it('counts places for its attribution once, however many ask', async () => {
    const counts = jest.spyOn(directory.app.get(PlaceSearcher), 'run');
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
  });
});
