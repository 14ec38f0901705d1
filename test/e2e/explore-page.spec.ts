import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { launchBrowser } from '../support/browser.js';
import { Directory } from '../support/directory.js';
import { Explorer, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';

describe('the page of /explore', () => {
  const pageOf = async (variables: NodeJS.ProcessEnv = {}) => {
    const directory = await Directory.start(variables);
    return { directory, page: await directory.get('/explore') };
  };
  const configurationOf = (text: string) =>
    JSON.parse(
      (/data-configuration="([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ) as Record<string, unknown>;

  it('is asked for each time, while what it loads is kept for ever and found by its whole name only', async () => {
    const { directory, page } = await pageOf();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const files = [...page.text.matchAll(/\/explore\/assets\/[\w.-]+/g)].map(([file]) => file);
    const kinds: Record<string, string | null> = {};
    for (const file of new Set(files)) {
      const { status, headers, text } = await directory.get(file);
      expect([file, status, text === '']).toEqual([file, 200, false]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const lasting = file.endsWith('start.js') ? 'no-cache' : 'public, max-age=31536000, immutable';
      expect(headers.get('cache-control')).toBe(lasting);
      kinds[/\.\w+$/.exec(file)?.[0] ?? ''] = headers.get('content-type');
    }
    expect(kinds).toEqual({
      '.css': 'text/css; charset=utf-8',
      '.js': 'text/javascript; charset=utf-8',
      '.json': 'application/json; charset=utf-8',
      '.txt': 'text/plain; charset=utf-8',
    });
    for (const name of ['bundle.json', 'explore-OTHER.js', '..%2Fbundle.ts', 'toString', '%00']) {
      expect((await directory.get(`/explore/assets/${name}`)).status).toBe(404);
    }
    await directory.stop();
  });

  it('sends what it loads compressed, as it was made', async () => {
    const { directory, page } = await pageOf();
    const { fineOutlines } = configurationOf(page.text);
    const lengths: number[] = [];
    for (const encoding of ['br', 'gzip', 'deflate', 'identity']) {
      const response = await fetch(`${directory.url}${String(fineOutlines)}`, {
        headers: { 'Accept-Encoding': encoding },
      });
      expect(response.headers.get('content-encoding')).toBe(['br', 'gzip'].includes(encoding) ? encoding : null);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(await response.json()).toHaveProperty('type', 'Topology');
      lengths.push(Number(response.headers.get('content-length')));
    }
    const [br = 0, gzip = 0, , plain = 0] = lengths;
    // A Content-Length shows that the bytes come from memory and are not compressed per request.
    expect(lengths[2]).toBe(plain);
    expect(0 < br && br < gzip && gzip < plain / 3).toBe(true);
    await directory.stop();
  });

  it('names the licences of all that it is made of', async () => {
    const { directory, page } = await pageOf();
    const { text } = await directory.get(String(configurationOf(page.text).licences));
    for (const name of ['preact', 'leaflet', 'topojson-client', 'world-atlas']) expect(text).toContain(`${name} `);
    await directory.stop();
  });

  it('loads nothing from elsewhere but the tiles that are configured', async () => {
    const { directory, page } = await pageOf();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/http|unsafe/);
    await directory.stop();
    const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png?key="1"';
    const other = await pageOf({ MAP_TILES_URL: tiles, MAP_TILES_ATTRIBUTION: 'Maps & Co' });
    const own = other.page.headers.get('content-security-policy') ?? '';
    expect(own.replace(' https://tiles.example.org;', ';')).toBe(policy);
    expect(configurationOf(other.page.text).tiles).toEqual({ url: tiles, attribution: 'Maps & Co' });
    await other.directory.stop();
  });

  it(
    'shows the tiles that are configured, and whom they are from',
    async () => {
      const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
      const asked: string[] = [];
      const referers = new Set<string | undefined>();
      const tiles = createServer(({ url = '', headers }, response) => {
        asked.push(url);
        referers.add(headers.referer);
        response.writeHead(200, { 'Content-Type': 'image/gif' }).end(picture);
      });
      await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
      const { port } = tiles.address() as AddressInfo;
      const { directory } = await pageOf({
        MAP_TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.gif`,
        MAP_TILES_ATTRIBUTION: 'Maps & <b>Co</b>',
      });
      const browser = await launchBrowser();
      const { page } = await (await Explorer.start(browser, directory)).open('?q=museu');
      await page.locator('.leaflet-tile-loaded').first().waitFor({ state: 'attached' });
      await page.getByText('Maps & <b>Co</b>').waitFor();
      expect(asked.length).toBeGreaterThan(0);
      // Whose page it is, and nothing of what is searched there.
      expect([...referers]).toEqual([`${directory.url}/`]);
      for (const path of asked) expect(path).toMatch(/^\/2\/[0-3]\/[0-3]\.gif$/);
      await browser.close();
      tiles.close();
      await directory.stop();
    },
    BROWSER_TEST_TIMEOUT,
  );

  it('is not there where it is switched off, as it is in production', async () => {
    for (const variables of [{ EXPLORE: 'false' }, { NODE_ENV: 'production' }]) {
      const { directory, page } = await pageOf(variables);
      expect([page.status, page.body.code]).toEqual([404, 'route_not_found']);
      expect((await directory.get('/explore/assets/start.js')).status).toBe(404);
      await directory.stop();
    }
  });

  it('says how its client is registered until that is done, and never names an account in production', async () => {
    const variables = { NODE_ENV: 'production', EXPLORE: 'true', PUBLIC_URL: 'https://places.example.org/api' };
    const { directory, page } = await pageOf(variables);
    expect(configurationOf(page.text)).toMatchObject({
      baseUrl: 'https://places.example.org/api',
      registration:
        'clients create --public --id explore --name Explore --redirect-uri https://places.example.org/api/explore',
    });
    expect(page.text).toContain('src="/api/explore/assets/start.js"');
    const redirectUris = ['https://places.example.org/api/explore'];
    const registration = {
      id: 'explore',
      name: 'Explore',
      trusted: false,
      public: true,
      grants: ['authorization_code'],
    };
    const clients = directory.app.get(ClientStore);
    await clients.register({ ...registration, redirectUris: ['https://places.example.org/explore'] });
    const elsewhere = configurationOf((await directory.get('/explore')).text);
    expect(elsewhere).not.toHaveProperty('clientId');
    expect(elsewhere.registration).toMatch(/--id explore-page .* # EXPLORE_CLIENT_ID=explore-page$/);
    await clients.register({ ...registration, redirectUris });
    const { text } = await directory.get('/explore');
    expect(configurationOf(text)).toHaveProperty('clientId', 'explore');
    expect(configurationOf(text)).not.toHaveProperty('registration');
    expect(text).not.toContain('demo-password');
    await directory.stop();
  });
});
