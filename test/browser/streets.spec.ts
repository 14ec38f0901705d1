import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type Page } from 'playwright-core';
import { listen } from '../../dev/services/free-port.js';
import { writeArchive } from '../../web/earth/archive.js';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { BROWSER_TEST_TIMEOUT, Explorer, registerDemoUser } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { markOn } from '../support/marks.js';
import { colourShares } from '../support/page.js';
import { waitUntil } from '../support/retry.js';
import { useBrowser, useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A map whose western half is land, in the schema of Protomaps. */
function smallMap(): Uint8Array {
  const west = [[0, 0], [2048, 0], [2048, 4096], [0, 4096], [0, 0]] as [number, number][]; // prettier-ignore
  const earth = { features: [{ type: 3 as const, geometry: [west], tags: { kind: 'earth' } }] };
  const data = fromGeojsonVt({ earth }, { version: 2, extent: 4096 });
  // Other layers are empty.
  const ids = ['earth', ...'boundaries buildings landcover landuse places pois roads transit water'.split(' ')];
  const metadata = { attribution: 'Half an earth', vector_layers: ids.map((id) => ({ id, fields: {} })) };
  return writeArchive([{ z: 0, x: 0, y: 0, data }], { lastZoom: 0, metadata });
}

/** The land of a street map, and that of the earth below it. */
const [streetLand, earthLand] = ['#e2dfda', '#f6f3ec'];

describe('the street map of /explore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  const { directory } = useDirectory();
  const { directory: withFile } = useDirectory({
    over: directory,
    env: () => {
      const path = join(folder, 'half.pmtiles');
      writeFileSync(path, smallMap());
      return { MAP_PMTILES: path };
    },
  });
  let status = 200;
  const tiles = createServer((_, response) => {
    const headers = { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
    response.writeHead(status, headers).end(status === 200 ? picture : undefined);
  });
  const { directory: withTiles } = useDirectory({
    over: directory,
    env: async () => ({ MAP_TILES_URL: `${await listen(tiles)}/{z}/{x}/{y}.png`, MAP_TILES_ATTRIBUTION: 'Maps & Co' }),
  });
  const browser = useBrowser(directory);

  afterAll(() => {
    tiles.close();
    rmSync(folder, { recursive: true });
  });

  const note = 'Part of the map cannot be loaded';

  it('is drawn from a file (MAP_PMTILES), with its attribution', async () => {
    const explorer = await Explorer.start(browser.newPage, withFile);
    const { page } = await explorer.open('?at=-23.55,-46.64,10');
    await page.getByText('Half an earth').waitFor();
    await explorer.drawn();
    const [street = 0, earth = 1] = await colourShares(page.locator('.map-view'), [streetLand, earthLand]);
    expect(street).toBeGreaterThan(0.5);
    expect(earth).toBeLessThan(0.05);
    expect(await page.getByText(note).isVisible()).toBe(false);
    expect(explorer.takeErrors()).toEqual([]);
  });

  /** Expects one note, and the earth. */
  const expectEarth = async (page: Page): Promise<void> => {
    await page.getByText(note).waitFor();
    expect(await page.getByText(note).count()).toBe(1);
    await waitUntil(async () => ((await colourShares(page.locator('.map-view'), [earthLand]))[0] ?? 0) > 0.3, 10);
  };

  it('shows the earth and says so once while its file fails', async () => {
    const explorer = await Explorer.start(browser.newPage, withFile);
    const { page } = explorer;
    await page.route('**/map.pmtiles', (route) => route.fulfill({ status: 404 }));
    await explorer.open('?at=-23.55,-46.64,10');
    await expectEarth(page);
    expect(explorer.takeErrors()).toEqual([]);
  });

  it.each([
    // Servers of tiles return 404 where they have none.
    [404, 'hidden'],
    [500, 'visible'],
  ] as const)('shows the earth while its tiles fail: %d, with its note %s', async (failure, state) => {
    const explorer = await Explorer.start(browser.newPage, withTiles);
    status = failure;
    const { page } = await explorer.open('?at=-23.55,-46.64,10');
    await waitUntil(async () => ((await colourShares(page.locator('.map-view'), [earthLand]))[0] ?? 0) > 0.3, 10);
    await page.getByText('Maps & Co').waitFor();
    // All tiles were answered.
    await explorer.drawn();
    await page.getByText(note).waitFor({ state });
    // The server works again.
    status = 200;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText(note).waitFor({ state: 'hidden' });
    expect(await page.getByText('Maps & Co').count()).toBe(1);
  });

  describe('without a street map', () => {
    let explorer: Explorer;
    beforeAll(async () => {
      explorer = await Explorer.start(browser.newPage, directory);
      browser.keep(explorer.page);
      await explorer.open('?at=-23.55,-46.64,11');
    });

    it('says so once, where one would show streets', async () => {
      await explorer.drawn();
      const note = explorer.page.getByText('No street map here');
      expect(await note.isVisible()).toBe(false);
      for (const zoom of [12, 16]) {
        await explorer.go(`?at=-23.55,-46.64,${zoom}`);
        await note.waitFor();
        expect(await note.count()).toBe(1);
      }
    });
  });
});

describe('the files of the map of /explore', () => {
  const island = { lat: '31.4', lng: '-46.9' };
  const { directory } = useDirectory({
    places: [
      aPlace({ name: 'Bakery', address: { country: 'Velmara', city: 'Port Velmara' }, location: island }),
      aPlace({ name: 'Museu', location: { lat: '-23.55', lng: '-46.64' } }),
    ],
    fill: registerDemoUser,
  });
  const { explore } = useExplorer(directory);
  const onIsland = `?q=bakery&at=${island.lat},${island.lng},14`;

  beforeAll(() => directory.app.get(AreaRefresh).refresh());

  it.each(['abort', 404, 500] as const)('say quietly that they fail, until they can be read: %s', async (failure) => {
    const explorer = await explore();
    const { page } = explorer;
    await page.route('**/*.pmtiles', (route) =>
      failure === 'abort' ? route.abort() : route.fulfill({ status: failure }),
    );
    await explorer.enter(onIsland);
    await explorer.drawn();
    const note = page.getByText('Part of the map cannot be loaded');
    await note.waitFor();
    expect(await note.count()).toBe(1);
    expect(await page.getByText('Loading the map…').isVisible()).toBe(false);
    expect(await explorer.names()).toEqual(['Bakery']);
    await markOn(page, 'pins');
    if (failure === 'abort') await explorer.expectUsable('files-fail');
    await page.unroute('**/*.pmtiles');
    // Most of what is shown was asked for before.
    await page.locator('.map-view canvas').focus();
    await page.keyboard.press('ArrowUp');
    await note.waitFor({ state: 'hidden' });
    await waitUntil(async () => ((await colourShares(page.locator('.map-view'), [earthLand]))[0] ?? 0) > 0.1, 10);
  });
});
