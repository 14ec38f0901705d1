import { type Page } from 'playwright-core';
import { isOfMap, registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { listedOn, type MapMark, markOn, point, press, pressable } from '../support/marks.js';
import { boxesOf, low, phone } from '../support/page.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });

/** Cafés of two countries, kiosks far from each other, and two bars at one position. */
const places = [
  ...[...Array(8).keys()].map((index) =>
    aPlace({ id: `cafe-${index}`, name: `Café ${index}`, location: at(-23.55 + index / 100, -46.64) }),
  ),
  aPlace({ id: 'far', name: 'Café Providence', location: at(41.82, -71.41) }),
  ...[...Array(22).keys()].map((index) =>
    aPlace({ id: `kiosk-${index}`, name: `Kiosk ${index}`, categories: [], location: at(-10 + index / 20, -40) }),
  ),
  ...['Upper Bar', 'Lower Bar', 'Next Bar'].map((name, index) =>
    aPlace({ id: `bar-${index}`, name, location: index < 2 ? at(10, 10) : at(10.0004, 10.0004) }),
  ),
];

describe('the camera and the marks of /explore', () => {
  const { directory } = useDirectory({ env: { SEARCH_TIMEOUT: '20000' }, places, fill: registerDemoUser });
  // The scale is in metres.
  const { signedIn, shown } = useExplorer(directory, { ...low, locale: 'en-IE' });

  /** The scale that the map shows, which follows from its zoom level. */
  const scale = async (page: Page) => (await page.locator('.maplibregl-ctrl-scale').innerText()).replace(/\s/g, ' ');

  /** The places of the list that the map shows, those without room for a pin, too. */
  const pinsOn = async (page: Page): Promise<MapMark[]> => {
    const [view] = await boxesOf(page.locator('.map-view'));
    return (await listedOn(page)).filter(
      ({ x, y }) =>
        view && x - 14 >= view.x && x + 14 <= view.x + view.width && y - 34 >= view.y && y <= view.y + view.height,
    );
  };

  /**
   * Waits up to 5 s until the map shows so many places of the list.
   *
   * @returns how many it shows
   */
  const shownPins = async (page: Page, atLeast: number): Promise<number> => {
    for (let tries = 0; tries < 50 && (await pinsOn(page)).length < atLeast; tries += 1) await page.waitForTimeout(100);
    return (await pinsOn(page)).length;
  };

  it('opens a shared link at its zoom level, whatever comes last', async () => {
    const [explorer, page] = await shown('?q=café&at=0,-46,3');
    // All results, from far.
    await markOn(page, 'pins');
    expect(await scale(page)).toMatch(/000 km$/);
    const list = page.locator('.places li').first();
    const place = page.getByRole('heading', { name: 'Café 3', level: 2 });
    const map = page.locator('.map-view canvas');
    for (const [late, earlier] of [
      [/\/v2\/places\?/, [place, map]],
      [/\/v2\/places\/cafe-3$/, [list, map]],
      [isOfMap, [list, place]],
    ] as const) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(late, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(`${directory.url}/explore?q=café&open=/v2/places/cafe-3&at=-23.52,-46.64,16`);
      for (const part of earlier) await part.waitFor({ state: 'attached' });
      release();
      for (const part of [list, place, map]) await part.waitFor({ state: 'attached' });
      await markOn(page, 'focus');
      await explorer.drawn();
      expect([String(late), await scale(page)]).toEqual([String(late), '100 m']);
      expect(explorer.query.get('at')).toBe('-23.52,-46.64,16');
      await page.unroute(late);
    }
  });

  it('shows the results around where the search began, if it showed few of them', async () => {
    const [explorer, page] = await shown('?at=-9.5,-40,13', { viewport: { width: 1280, height: 800 } });
    await page.getByRole('combobox', { name: 'Search for places' }).fill('kiosk');
    await page.keyboard.press('Enter');
    await explorer.found('22 places');
    // At first it showed two or three of them.
    expect(await shownPins(page, 6)).toBeGreaterThanOrEqual(6);
  });

  it('shows an open place that is not on the map when it is told to', async () => {
    const [explorer, page] = await signedIn('?q=café&open=/v2/places/far&at=-23.52,-46.64,13');
    const show = page.getByRole('button', { name: 'Show on map' });
    await show.click();
    expect((await explorer.queryWith((each) => each.get('at')?.startsWith('41.8') === true)).get('open')).toBe(
      '/v2/places/far',
    );
    await show.waitFor({ state: 'detached' });
    await markOn(page, 'focus', ({ id }) => id === 'far');
    // The panel of a phone covers the map.
    const [narrow, other] = await shown('?open=/v2/places/far&at=41.82,-71.41,15', phone);
    await other.getByRole('button', { name: 'Show on map' }).click();
    await other.locator('.panel.peek').waitFor();
    await markOn(other, 'focus', ({ id }) => id === 'far');
    expect(narrow.query.get('at')).toMatch(/^41\.8/);
    await narrow.expectUsable('show-on-map');
  });

  it('says which results are far from the map, and goes there', async () => {
    const [explorer, page] = await shown('?q=kiosk&at=41.82,-71.41,13');
    await page.getByText('None of the places listed here is in this part of the map.').waitFor();
    await explorer.expectUsable('elsewhere');
    await page.getByRole('button', { name: 'Go there' }).click();
    expect(await shownPins(page, 20)).toBe(20);
    await page.locator('.elsewhere p').waitFor({ state: 'detached' });
    await explorer.show('?q=kiosk&at=41.82,-71.41,13&lang=pt');
    await page.getByText('Nenhum dos lugares desta lista está nesta parte do mapa.').waitFor();
  });

  it('goes near to the place of a link, and offers to search this area in the middle of what its panel leaves free', async () => {
    const viewport = { width: 1440, height: 600 };
    const [explorer, page] = await signedIn('?q=café&open=/v2/places/cafe-3&lang=pt', { viewport });
    await page.getByRole('heading', { name: 'Café 3', level: 2 }).waitFor();
    // The results say where the map is at first.
    const query = await explorer.queryWith((each) => each.has('at'));
    expect(query.get('at')).toMatch(/^-23\.52\d*,-46\.\d+,13$/);
    await page.locator('.map-view canvas').focus();
    await page.keyboard.press('Minus');
    const offer = page.getByRole('button', { name: 'Buscar nesta área' });
    await offer.waitFor();
    const [button] = await boxesOf(offer);
    const [map, panel] = [...(await boxesOf(page.locator('.map'))), ...(await boxesOf(page.locator('.panel')))];
    if (!button || !map || !panel) throw new Error('There is no button, map or panel');
    expect(Math.abs(button.x + button.width / 2 - (map.x + panel.x) / 2)).toBeLessThan(2);
  });

  it('says that it cannot draw the map without WebGL, and shows the list', async () => {
    const [explorer, page] = await signedIn('?q=café', { ...phone, hasMap: false });
    await page.getByText('This browser cannot draw the map').waitFor();
    await explorer.found('9 places');
    expect(await page.locator('.places li').count()).toBe(9);
    await explorer.expectUsable('no-webgl');
    await page.locator('.places a').first().click();
    await page.locator('.panel .place-actions, .panel .summary').first().waitFor();
    expect(await page.getByRole('button', { name: 'Show on map' }).count()).toBe(0);
  });

  it('takes a tip away when the map is dragged', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.52,-46.64,12');
    // A map that still moves takes the tip away, too.
    await explorer.drawn();
    const pin = await markOn(page, 'pins');
    await point(page, pin);
    await page.locator('.map-tip').waitFor();
    await page.mouse.down();
    const { x, y } = pressable(pin);
    await page.mouse.move(x + 150, y + 120, { steps: 8 });
    await page.mouse.up();
    await explorer.queryWith((query) => query.get('at') !== '-23.52,-46.64,12');
    await page.locator('.map-tip').waitFor({ state: 'detached' });
    // A drag is no click.
    expect(explorer.query.has('open')).toBe(false);
  });

  it('lists the places at one position, each of which opens', async () => {
    const [explorer, page] = await shown('?q=bar&at=10,10,19');
    const list = page.getByRole('group', { name: '2 places at this point' });
    const opened = new Set<string>();
    await explorer.drawn();
    const pin = await markOn(page, 'pins', ({ name }) => name !== 'Next Bar');
    for (const name of ['Upper Bar', 'Lower Bar']) {
      await explorer.show('?q=bar&at=10,10,19');
      await explorer.drawn();
      await press(page, pin);
      await list.getByRole('button', { name }).click();
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      opened.add(explorer.query.get('open') ?? '');
    }
    expect([...opened].sort()).toEqual(['/v2/places/bar-0', '/v2/places/bar-1']);
  });
});
