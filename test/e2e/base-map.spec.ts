import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { MapFile, MapFileError } from '../../src/base-map/map-file.js';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { StreetRefresh } from '../../src/places/streets/street-refresh.js';
import { tileOf } from '../../src/places/tiles/tile-grid.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { pmtiles } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { useTemporaryFolder } from '../support/use-temporary-folder.js';

/** The suites of this file fill it one after another. */
const { directory: shared } = useDirectory();

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
    reuse: shared,
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

describe('a map file of /explore (MAP_PMTILES)', () => {
  const { directory } = useDirectory({ reuse: shared });
  const folder = useTemporaryFolder();
  const others: Directory[] = [];
  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop({ keepDatabase: true });
  });

  const withFile = async (path: string): Promise<Directory> => {
    const other = await Directory.start({ MAP_PMTILES: path }, directory.database);
    others.push(other);
    return other;
  };

  it('is sent in parts', async () => {
    const path = join(folder, 'city.pmtiles');
    writeFileSync(path, pmtiles());
    const other = await withFile(path);
    expect((await other.get('/explore')).text).toContain('/explore/map.pmtiles');
    const response = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { Range: 'bytes=3-6' } });
    expect([response.status, await response.text()]).toEqual([206, 'iles']);
    expect(response.headers.get('content-range')).toBe('bytes 3-6/140');
    expect(response.headers.get('content-type')).toBe('application/vnd.pmtiles');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const beyond = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { Range: 'bytes=140-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */140']);
    const replaced = await fetch(`${other.url}/explore/map.pmtiles`, { headers: { 'If-Match': '"other"' } });
    expect([replaced.status, await replaced.text()]).toEqual([412, '']);
  });

  it('is sent whole for ranges that are too long, and not at all if If-Match is', async () => {
    const path = join(folder, 'limited.pmtiles');
    writeFileSync(path, pmtiles());
    const { url } = await withFile(path);
    const read = (headers: Record<string, string>) => fetch(`${url}/explore/map.pmtiles`, { headers });
    const whole = await read({ Range: `bytes=3-6${',3-6'.repeat(1000)}` });
    expect([whole.status, await whole.text()]).toEqual([200, pmtiles().toString()]);
    const tag = whole.headers.get('etag') ?? '';
    expect((await read({ 'If-Match': `"other", ${tag}` })).status).toBe(200);
    expect((await read({ 'If-Match': `${tag},`.repeat(1000) })).status).toBe(412);
  });

  it('replaces the streets, which are then not public', async () => {
    const path = join(folder, 'any.pmtiles');
    writeFileSync(path, pmtiles());
    const other = await withFile(path);
    const { status, body } = await other.get('/explore/map/0/0/0.mvt');
    expect([status, body.code]).toEqual([404, 'route_not_found']);
    expect(body.detail).toContain('MAP_PMTILES');
    expect((await other.get('/explore/map.json')).body.tiles).toEqual([]);
  });

  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = pmtiles();
    change(file);
    return file;
  };

  it.each([
    ['a list of users', Buffer.from('root:x:0:0:root:/root:/bin/bash\n'.repeat(20)), 'no PMTiles file'],
    ['an empty file', Buffer.alloc(0), 'no PMTiles file'],
    ['its name only', Buffer.from('PMTiles and more'), 'no PMTiles file'],
    ['an older version', changed((file) => file.writeUInt8(2, 7)), 'version 2 of PMTiles'],
    ['a part of a file', pmtiles().subarray(0, 135), 'is the file incomplete'],
    ['no root directory', changed((file) => file.fill(0, 8, 24)), 'root directory'],
    ['a root directory in the header', changed((file) => file.writeBigUInt64LE(7n, 8)), 'root directory'],
    ['tiles beyond its end', changed((file) => file.writeBigUInt64LE(2n ** 64n - 1n, 64)), 'tile data'],
  ])('is rejected if it is %s', (_, content, reason) => {
    const path = join(folder, 'wrong.pmtiles');
    writeFileSync(path, content);
    expect(() => new MapFile({ MAP_PMTILES: path })).toThrow(
      new RegExp(`^The map \\(MAP_PMTILES\\) cannot be served from ${path}: .*${reason}`),
    );
  });

  it.each(['', 'none.pmtiles'])('is rejected if it is no file: "%s"', (name) => {
    expect(() => new MapFile({ MAP_PMTILES: join(folder, name) })).toThrow(MapFileError);
  });

  it('is rejected if it is an address, and stops the start', async () => {
    await expect(withFile('https://example.org/city.pmtiles')).rejects.toThrow(
      'The map (MAP_PMTILES) cannot be served from https://example.org/city.pmtiles: ',
    );
  });

  it('is sent to 64 readers at once, because each holds an open file', async () => {
    const path = join(folder, 'large.pmtiles');
    writeFileSync(path, pmtiles());
    truncateSync(path, 50_000_000);
    const other = await withFile(path);
    const ask = (headers = '') => `GET /explore/map.pmtiles HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
    // Nobody reads the first response, so that all others wait for it.
    const sockets = [0, 1].map(() => {
      const socket = connect(Number(new URL(other.url).port), '127.0.0.1').pause();
      socket.write(ask() + ask('Range: bytes=0-9\r\n').repeat(31));
      return socket;
    });
    const read = () => other.get('/explore/map.pmtiles', undefined, { Range: 'bytes=0-9' });
    await waitUntil(async () => (await read()).status === 503);
    const { body, headers } = await read();
    expect([body.code, headers.get('retry-after')]).toEqual(['overloaded', '1']);
    for (const socket of sockets) socket.destroy();
    await waitUntil(async () => (await read()).status === 206);
  });

  it('is not sent any more once another file replaces it, until a map is there again', async () => {
    const path = join(folder, 'replaced.pmtiles');
    const replaceBy = (content: Buffer | string) => {
      writeFileSync(`${path}.new`, content);
      renameSync(`${path}.new`, path);
    };
    replaceBy(pmtiles());
    const other = await withFile(path);
    const read = () => other.get('/explore/map.pmtiles');
    expect((await read()).status).toBe(200);
    replaceBy('root:x:0:0:root:/root:/bin/bash\n'.repeat(20));
    const { status, body } = await read();
    expect([status, body.code]).toEqual([404, 'route_not_found']);
    expect(body.detail).toContain('MAP_PMTILES');
    replaceBy(pmtiles());
    expect((await read()).status).toBe(200);
    rmSync(path);
    expect((await read()).status).toBe(404);
  });
});
