import { type Locator, type Page } from 'playwright-core';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { phone } from '../support/page.js';
import { waitUntil } from '../support/retry.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** Fifteen streets of twenty places, of which every second one is a café. */
const city = Array.from({ length: 300 }, (_, at) => {
  const [row, column] = [Math.floor(at / 20), at % 20];
  return aPlace({
    id: `place-${at}`,
    name: `${at % 2 === 0 ? 'Café' : 'Bar'} ${at}`,
    address: { country: 'BR', state: 'SP', city: 'São Paulo', street: `Rua ${row}`, number: String(column) },
    location: { lat: String(-23.55 + row / 500), lng: String(-46.64 + column / 800) },
  });
});
const santos = ['Terminal da Balsa', 'Aquário', 'Museu do Porto'].map((name, at) =>
  aPlace({
    id: `santos-${at}`,
    name,
    address: { country: 'BR', state: 'SP', city: 'Santos', street: 'Rua do Porto' },
    location: { lat: String(-23.985 + at / 500), lng: '-46.3' },
  }),
);

/** The part of the browser's type that this file uses. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(type: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

describe('the map of /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...city, ...santos],
    fill: registerDemoUser,
  });
  const { explore, signedIn } = useExplorer(directory);

  beforeAll(() => directory.app.get(AreaRefresh).refresh());

  /** The number of places on the map. */
  const shownPlaces = async (page: Page): Promise<number> => {
    const groups = await page.locator('.cluster').allInnerTexts();
    const others = await page.locator('.dot, .pin').count();
    return groups.reduce((sum, text) => sum + Number(text), others);
  };

  /** The name of the place of a mark, without its number. */
  const nameOf = async (mark: Locator): Promise<string> =>
    ((await mark.getAttribute('aria-label')) ?? '').replace(/^\d+\. /, '');

  it('shows all results: groups far out, places close in, and opens a place', async () => {
    const [explorer, page] = await signedIn('?q=café&at=-23.535,-46.628,9');
    const group = page.locator('.cluster', { hasText: '150' });
    await group.waitFor();
    await explorer.expectUsable('map-far');
    await group.click();
    await explorer.queryWith((query) => Number(query.get('at')?.split(',')[2]) > 9);
    await page.goto(`${directory.url}/explore?q=café&at=-23.54,-46.63,17`);
    await page.locator('.dot').first().waitFor();
    // The one in the middle.
    const dot = page.locator('.leaflet-marker-pane [tabindex="0"]');
    const name = await nameOf(dot);
    await dot.click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.locator('.pin.pointed').waitFor();
    expect(explorer.query.get('open')).toMatch(/^\/v2\/places\/place-\d+$/);
    await explorer.expectUsable('map-near');
  });

  it('goes to a chosen suggestion and opens it, and back', async () => {
    const [explorer, page] = await signedIn('?q=café');
    await page.locator('.pin').first().waitFor();
    await page.getByRole('combobox', { name: 'Search for places' }).fill('terminal');
    await page.getByRole('option', { name: /^Terminal da Balsa/ }).click();
    await page.getByRole('heading', { name: 'Terminal da Balsa', level: 2 }).waitFor();
    const query = await explorer.queryWith((each) => each.has('at'));
    const [lat = 0, lng = 0, zoom = 0] = (query.get('at') ?? '').split(',').map(Number);
    expect(Math.abs(lat - -23.985) < 0.01 && Math.abs(lng - -46.3) < 0.02 && zoom >= 15).toBe(true);
    await page.locator('.pin.opened').waitFor();
    await page.goBack();
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect([...explorer.query.keys()]).toEqual(['q']);
    await page.locator('.pin', { hasText: /^1$/ }).waitFor();
  });

  it('goes to the places of a chosen city', async () => {
    const [explorer, page] = await signedIn('?q=café');
    await page.getByRole('combobox', { name: 'Search for places' }).fill('sant');
    await page.getByRole('option', { name: /^Santos/ }).click();
    await explorer.found('3 places');
    await page.locator('.pin', { hasText: /^3$/ }).waitFor();
    await page.locator('.cluster').first().waitFor({ state: 'detached' });
    expect(await shownPlaces(page)).toBe(3);
  });

  it('marks the pin of a result, and the result of a pin', async () => {
    const [, page] = await signedIn('?q=café&at=-23.535,-46.628,15&sort=name');
    const pin = page.locator('.pin', { hasText: /^2$/ });
    await page.locator('.places li').nth(1).hover();
    await page.locator('.pin.pointed', { hasText: /^2$/ }).waitFor();
    await page.mouse.move(2, 2);
    await page.locator('.pin.pointed').waitFor({ state: 'detached' });
    await pin.hover();
    await page.locator('.places li:nth-child(2).pointed').waitFor();
    expect(await page.locator('.map-tip').innerText()).toContain('Café');
  });

  it('searches what it shows when it is told to, and goes back', async () => {
    const [explorer, page] = await signedIn('?q=café&at=-23.535,-46.628,15');
    await explorer.found('150 places');
    const button = page.getByRole('button', { name: 'Search this area' });
    expect(await button.count()).toBe(0);
    await page.locator('.leaflet').focus();
    await page.keyboard.press('Equal');
    const moved = await explorer.queryWith((query) => query.get('at')?.endsWith(',16') ?? false);
    expect(moved.has('box')).toBe(false);
    await explorer.found('150 places');
    await button.click();
    const searched = await explorer.queryWith((query) => query.has('box'));
    expect(searched.get('at')).toBe(moved.get('at'));
    await page.locator('.results[aria-busy=false] .found', { hasNotText: '150' }).waitFor();
    await button.waitFor({ state: 'detached' });
    await page.goBack();
    await explorer.queryWith((query) => !query.has('box') && query.get('at') === moved.get('at'));
    await explorer.found('150 places');
  });

  it('leads the keyboard to its places, and back to itself', async () => {
    const [explorer, page] = await signedIn('?q=café&at=-23.535,-46.628,17');
    await page.locator('.dot').first().waitFor();
    const map = page.locator('.leaflet');
    await map.focus();
    await page.keyboard.press('Tab');
    const focused = page.locator('.leaflet [role=button]:focus');
    const first = await focused.getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    expect(await focused.getAttribute('aria-label')).not.toBe(first);
    expect(await page.locator('.leaflet-marker-pane [tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('.leaflet:focus').waitFor();
    await page.keyboard.press('Tab');
    const name = await nameOf(focused);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    expect(explorer.errors).toEqual([]);
  });

  it('keeps what it shows clear of the list on a phone, and its sources clear of the buttons', async () => {
    const [explorer, page] = await signedIn('?q=café&box=-23.5,-46.7,-23.57,-46.6', phone);
    await page.locator('.pin').first().waitFor();
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const sheet = await boxOf(page.locator('.side'));
    const marks = await page.locator('.leaflet-marker-pane [role=button]').all();
    for (const mark of marks) expect((await boxOf(mark)).y).toBeLessThan(sheet.y);

    const sources = page.locator('.leaflet-control-attribution');
    const [text, zoom] = [await boxOf(sources), await boxOf(page.locator('.leaflet-control-zoom'))];
    expect(text.x).toBeGreaterThan(zoom.x + zoom.width);
    await page.locator('.leaflet').focus();
    await page.keyboard.press('Equal');
    await sources.waitFor({ state: 'hidden' });
    const button = page.getByRole('button', { name: 'Search this area' });
    await button.waitFor();
    await explorer.expectUsable('map-phone');
    await button.click();
    const searched = await explorer.queryWith((query) => query.has('box'));
    const [north = 0, , south = 0] = (searched.get('box') ?? '').split(',').map(Number);
    const [middle = 0] = (searched.get('at') ?? '').split(',').map(Number);
    expect(Math.abs((north + south) / 2 - middle)).toBeLessThan((north - south) / 50);
    await page.getByRole('button', { name: 'Sources of the map' }).click();
    await sources.waitFor();
  });

  /** Whether the canvases in a pane of the map have a pixel that is not transparent. */
  const isDrawn = (page: Page, pane: string): Promise<boolean> =>
    page.locator(`.leaflet ${pane} canvas`).evaluateAll((elements) =>
      (elements as unknown as Canvas[]).some((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, at) => at % 4 === 3 && value > 0);
      }),
    );

  it('draws names and coasts at the scale of a city without a sign-in, by day and by night', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const explorer = await explore({ colorScheme });
      // Santos is on the coast.
      const { page } = await explorer.open('?at=-23.985,-46.3,13');
      await page.locator('.leaflet[data-painted] canvas.leaflet-tile').first().waitFor();
      await waitUntil(() => isDrawn(page, '.leaflet-tile-pane'));
      await waitUntil(() => isDrawn(page, '.outlines'));
      await explorer.expectUsable(`map-names-${colorScheme}`);
      expect(explorer.errors).toEqual([]);
    }
  });
});
