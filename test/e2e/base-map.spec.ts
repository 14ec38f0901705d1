import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { MapFile, MapFileError } from '../../src/base-map/map-file.js';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { tileOf } from '../../src/places/tiles/tile-grid.js';
import { Directory } from '../support/directory.js';
import { configurationOf } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { pmtiles } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { useTemporaryFolder } from '../support/use-temporary-folder.js';

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

  it('is not sent again while nothing has changed', async () => {
    const before = await tile(12);
    const etag = before.headers.get('etag') ?? '';
    expect((await tile(12, { 'If-None-Match': etag })).status).toBe(304);
    await directory.add({ places: [inCity('new', 'Pawtucket', at(41.821, -71.421))] });
    await refresh();
    const after = await tile(12, { 'If-None-Match': etag });
    expect(after.names.map(({ name }) => name)).toContain('Pawtucket');
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

describe('the plan of the demonstration island', () => {
  const { directory } = useDirectory();
  const refresh = () => directory.app.get(AreaRefresh).refresh();
  const configured = async () => configurationOf((await directory.get('/explore')).text).island;

  it('is there while places of the island are', async () => {
    await refresh();
    expect(await configured()).toBeUndefined();
    const address = { country: 'Velmara', city: 'Port Velmara' };
    const middle = { lat: 31.4, lng: -46.9 };
    await directory.add({ places: [aPlace({ id: 'bakery', address, location: at(middle.lat, middle.lng) })] });
    await refresh();
    const island = await configured();
    if (!island) throw new Error('The page has no plan.');
    expect(island.names).toEqual(expect.arrayContaining(['Velmara', 'Port Velmara', 'Old Town']));
    const { north, west, south, east } = island.bounds;
    expect([north > middle.lat, middle.lat > south, west < middle.lng, middle.lng < east]).toEqual(Array(4).fill(true));
    const file = new PMTiles(directory.url + island.path);
    const layersAt = async (z: number) => {
      const { x, y } = tileOf(middle, z);
      const { data } = (await file.getZxy(z, x, y)) ?? {};
      return data && Object.keys(new VectorTile(new PbfReader(new Uint8Array(data))).layers);
    };
    expect([await layersAt(0), await layersAt(8)]).toEqual([['names'], ['areas', 'streets', 'names']]);
    expect(await layersAt(15)).toEqual(expect.arrayContaining(['areas', 'buildings', 'streets']));
    // The map asks for no tiles beyond the last zoom level.
    expect(await layersAt(16)).toBeUndefined();
  });
});

describe('a map file of /explore (MAP_PMTILES)', () => {
  const { directory } = useDirectory();
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

  it('replaces the map of names, which is then not public', async () => {
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
    ['an older version', changed((file) => file.writeUInt8(2, 7)), 'version 2 of PMTiles'],
    ['a part of a file', pmtiles().subarray(0, 135), 'is the file incomplete'],
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
    await waitUntil(async () => (await read()).status === 503, 5);
    const { body, headers } = await read();
    expect([body.code, headers.get('retry-after')]).toEqual(['overloaded', '1']);
    for (const socket of sockets) socket.destroy();
    await waitUntil(async () => (await read()).status === 206, 5);
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
