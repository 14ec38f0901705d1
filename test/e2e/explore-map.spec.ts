import { type Locator, type Page } from 'playwright-core';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { type Box, boxesOf, colourShares, low, phone } from '../support/page.js';
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

/** Three places of Campinas, and five that only have its name. */
const inland = [...['Lago', 'Bosque', 'Teatro'], ...Array<string>(5).fill('Lago de Campinas')].map((name, at) =>
  aPlace({
    ...{ id: `inland-${at}`, name },
    address: { country: 'BR', state: 'SP', city: at < 3 ? 'Campinas' : 'Sorocaba', street: 'Rua do Lago' },
    location: { lat: String(-22.9 - at / 500 - (at < 3 ? 0 : 0.6)), lng: '-47.06' },
  }),
);

/** The part of the browser's type that this file uses. */
interface Mark {
  readonly dataset: { readonly count?: string; readonly place?: string };
}

describe('the map of /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...city, ...santos, ...inland],
    fill: registerDemoUser,
  });
  const { explore, signedIn, shown } = useExplorer(directory, low);

  beforeAll(() => directory.app.get(AreaRefresh).refresh());

  /** The number of places on the map. */
  const shownPlaces = async (page: Page): Promise<number> =>
    page
      .locator('.mark')
      .evaluateAll((all) =>
        (all as unknown as Mark[]).reduce((sum, { dataset }) => sum + Number(dataset.count ?? 1), 0),
      );

  /** The name of the place of a mark, without its number. */
  const nameOf = async (mark: Locator): Promise<string> =>
    ((await mark.getAttribute('aria-label')) ?? '').replace(/^\d+\. /, '');

  it('shows all results: groups far out, places close in, and opens a place', async () => {
    // With animations.
    const [explorer, page] = await signedIn('?q=café&at=-23.535,-46.628,8', { reducedMotion: 'no-preference' });
    const group = page.locator('.cluster', { hasText: /^150$/ });
    await group.waitFor();
    await explorer.drawn();
    // Those of the list are in the count.
    expect(await page.locator('.mark').count()).toBe(1);
    await explorer.expectUsable('map-far');
    await group.click();
    await explorer.queryWith((query) => Number(query.get('at')?.split(',')[2]) > 8);
    await page.locator('.pin').first().waitFor();
    await group.waitFor({ state: 'detached' });
    await explorer.show('?q=café&at=-23.54,-46.63,17');
    await page.locator('.dot').first().waitFor();
    // The one in the middle.
    const dot = page.locator('.mark[tabindex="0"]');
    const name = await nameOf(dot);
    await dot.click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
    await page.locator('.pin.pointed').waitFor();
    expect(explorer.query.get('open')).toMatch(/^\/v2\/places\/place-\d+$/);
    await explorer.expectUsable('map-near');
  });

  it('asks for tiles of streets half a zoom level early', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,8');
    await explorer.drawn();
    for (const [zoom, level] of [
      [14.6, 13],
      [16.4, 15],
      [16.6, 16],
    ]) {
      const asked = page.waitForRequest(new RegExp(`/places/tiles/${level}/`));
      await explorer.show(`?q=café&at=-23.54,-46.63,${zoom}`);
      expect((await asked).url()).toContain('q=caf');
    }
  });

  it('goes to a chosen suggestion and opens it, and back', async () => {
    const [explorer, page] = await shown('?q=café');
    await page.locator('.pin').first().waitFor();
    await page.getByRole('combobox', { name: 'Search for places' }).fill('terminal');
    await page.getByRole('option', { name: /^Terminal da Balsa/ }).click();
    await page.getByRole('heading', { name: 'Terminal da Balsa', level: 2 }).waitFor();
    const query = await explorer.queryWith((each) => each.has('at'));
    const [lat = 0, lng = 0, zoom = 0] = (query.get('at') ?? '').split(',').map(Number);
    expect(Math.abs(lat - -23.985) < 0.01 && Math.abs(lng - -46.3) < 0.05 && zoom >= 13).toBe(true);
    await page.locator('.pin.opened').waitFor();
    await page.goBack();
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect([...explorer.query.keys()]).toEqual(['q']);
    await page.locator('.pin', { hasText: /^1$/ }).waitFor();
  });

  it('goes to the places of a chosen city', async () => {
    const [explorer, page] = await shown('?q=café');
    await page.getByRole('combobox', { name: 'Search for places' }).fill('sant');
    await page.getByRole('option', { name: /^Santos/ }).click();
    await explorer.found('3 places');
    await page.locator('.pin', { hasText: /^3$/ }).waitFor();
    await page.locator('.cluster').first().waitFor({ state: 'detached' });
    expect(await shownPlaces(page)).toBe(3);
  });

  it('shows the places where the words say, and does not offer to search there again', async () => {
    const [explorer, page] = await shown('?q=lago+campinas');
    await explorer.found('8 places');
    await page.locator('.pin').first().waitFor();
    await explorer.drawn();
    expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
  });

  it('marks an open place beside the count of what is found', async () => {
    for (const id of ['place-298', 'place-299']) {
      const [explorer, page] = await shown(`?q=café&at=-23.535,-46.628,15&open=/v2/places/${id}`);
      await page.locator('.pin.opened').waitFor();
      await explorer.show(`?q=café&at=-23.535,-46.628,8&open=/v2/places/${id}`);
      await page.locator('.cluster', { hasText: /^150$/ }).waitFor();
      await explorer.drawn();
      expect(await page.locator('.mark').count()).toBe(2);
    }
  });

  it('marks the pin of a result, and the result of a pin', async () => {
    const [, page] = await shown('?q=café&at=-23.535,-46.628,15&sort=name');
    const pin = page.locator('.pin', { hasText: /^8$/ });
    await page.locator('.places li').nth(7).hover();
    await page.locator('.pin.pointed', { hasText: /^8$/ }).waitFor();
    await page.mouse.move(2, 2);
    await page.locator('.pin.pointed').waitFor({ state: 'detached' });
    await page.locator('.places a').nth(2).focus();
    await page.locator('.pin.pointed', { hasText: /^3$/ }).waitFor({ state: 'attached' });
    await pin.hover();
    await page.locator('.places li:nth-child(8).pointed').waitFor();
    expect(await page.locator('.map-tip').innerText()).toContain('Café');
  });

  it('has a mark with its number for each place of the list, and dots for the others', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,14&sort=name');
    await page.locator('.dot').first().waitFor();
    await explorer.drawn();
    const numbers = await page.locator('.pin, .numbered').allInnerTexts();
    expect(numbers.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(await shownPlaces(page)).toBeGreaterThan(140);
    await explorer.show('?q=café&at=-23.535,-46.628,12&sort=name');
    await page.locator('.pin').first().waitFor();
    await page.locator('.dot').first().waitFor();
    await explorer.drawn();
    // Its number could be one of the list.
    expect(await page.locator('.cluster').count()).toBe(0);
  });

  it('names the best places of a city without a search, and has a dot for each place of a street', async () => {
    const [explorer, page] = await shown('?at=-23.535,-46.628,14');
    await page.locator('.dot').first().waitFor();
    await explorer.drawn();
    const named = await page.locator('.dot').count();
    expect(named).toBeLessThanOrEqual(50);
    expect(await page.locator('.pin, .numbered, .cluster').count()).toBe(0);
    expect(await page.locator('.places .number').count()).toBe(0);
    await explorer.expectUsable('map-without-search');
    // Labels leave no room for some.
    const names = await explorer.names();
    for (const [at, name] of names.slice(0, 8).entries()) {
      await page.locator('.places li').nth(at).hover();
      await page.getByRole('button', { name, exact: true }).and(page.locator('.mark.pointed')).waitFor();
    }
    // One that is not among the best fifty of the city.
    await explorer.show('?at=-23.522,-46.61625,18');
    const dot = page.locator('.dot[data-place=place-299]');
    await dot.click();
    await page.getByRole('heading', { name: 'Bar 299', level: 2 }).waitFor();
    await page.locator('.pin.opened').waitFor();
  });

  it('shows where places are at the scale of a country, and all of a small town', async () => {
    const [explorer, page] = await shown('?at=-23.5,-46.6,6');
    await page.locator('.cluster', { hasText: /^3\d\d$/ }).waitFor();
    expect(await page.locator('.pin').count()).toBe(0);
    await explorer.show('?at=-23.983,-46.3,15');
    await page.locator('.dot').nth(2).waitFor();
    expect(await page.locator('.dot').count()).toBe(3);
  });

  it('shows the places of a searched area only, without words too', async () => {
    const [explorer, page] = await shown('?box=-23.545,-46.65,-23.555,-46.61&at=-23.535,-46.628,14');
    await explorer.found('60 places');
    await page.locator('.dot[data-place]').first().waitFor();
    await explorer.drawn();
    const ids = await page
      .locator('.mark[data-place]')
      .evaluateAll((all) => (all as unknown as Mark[]).map(({ dataset }) => dataset.place ?? ''));
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => Number(id.replace('place-', '')) >= 60)).toEqual([]);
  });

  it('searches what it shows when it is told to, and goes back', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,15');
    await explorer.found('150 places');
    const button = page.getByRole('button', { name: 'Search this area' });
    expect(await button.count()).toBe(0);
    await page.locator('.map-view canvas').focus();
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
    const [, page] = await shown('?q=café&at=-23.535,-46.628,17');
    await page.locator('.dot').first().waitFor();
    const map = page.locator('.map-view canvas');
    await map.focus();
    await page.keyboard.press('Tab');
    const focused = page.locator('.mark:focus');
    const first = await focused.getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    expect(await focused.getAttribute('aria-label')).not.toBe(first);
    expect(await page.locator('.mark[tabindex="0"]').count()).toBe(1);
    // Marks go on beyond the edges of the map.
    for (let times = 0; times < 12; times += 1) await page.keyboard.press('ArrowUp');
    const top = (selector: string) => `document.querySelector('${selector}').getBoundingClientRect().top`;
    await page.waitForFunction(`${top('.mark:focus')} >= ${top('.map-view')}`, { timeout: 5000 });
    await page.keyboard.press('Escape');
    await page.locator('.map-view canvas:focus').waitFor();
    await page.keyboard.press('Tab');
    const name = await nameOf(focused);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 2 }).waitFor();
  });

  it('keeps what it shows clear of the list on a phone, and its sources clear of the buttons', async () => {
    const [explorer, page] = await shown('?q=café&box=-23.5,-46.7,-23.57,-46.6', phone);
    await page.locator('.pin').first().waitFor();
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const sheet = await boxOf(page.locator('.side'));
    const tops = (await boxesOf(page.locator('.mark'))).map(({ y }) => y);
    expect(tops.length).toBeGreaterThan(0);
    expect(Math.max(...tops)).toBeLessThan(sheet.y);

    const sources = page.locator('.attribution .sources');
    expect(await sources.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Sources of the map' }).click();
    await sources.waitFor();
    const [text, zoom] = [await boxOf(sources), await boxOf(page.locator('.maplibregl-ctrl-group'))];
    expect(text.x).toBeGreaterThan(zoom.x + zoom.width);
    await page.locator('.map-view canvas').focus();
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
  });

  it('lists what the map shows, as long as nothing is searched', async () => {
    const explorer = await explore();
    const { page } = explorer;
    const areas: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v2/places' && searchParams.get('rows') === '20')
        areas.push(searchParams.get('location.nw.lat'));
    });
    await explorer.enter('?at=-23.98,-46.3,12');
    await explorer.found(/^3 places here$/);
    // A place that is opened changes nothing.
    await page.locator('.places a').first().click();
    await page.locator('.panel h2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.locator('.map-view canvas').focus();
    for (const zoom of [11, 10, 9]) {
      await page.keyboard.press('Minus');
      await explorer.queryWith((query) => query.get('at')?.endsWith(`,${zoom}`) === true);
    }
    await explorer.found(/^308 places here$/);
    expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
    expect(areas[0]).toMatch(/^-23\.8/);
    expect(new Set(areas).size).toBe(areas.length);
    // What words and filters find is not restricted.
    await page.getByRole('button', { name: /^City/ }).click();
    await page.getByRole('checkbox', { name: 'São Paulo 300' }).check();
    await explorer.found(/^300 places$/);
    expect(areas.at(-1)).toBeNull();
  });

  it('shows where each place of its list is, when it is pointed at', async () => {
    const [explorer, page] = await shown('');
    await explorer.found(/places here$/);
    await explorer.drawn();
    const [view] = await boxesOf(page.locator('.map-view'));
    if (!view) throw new Error('There is no map');
    const isShown = ({ x, y, width, height }: Box): boolean =>
      x + width / 2 > view.x &&
      x + width / 2 < view.x + view.width &&
      y + height > view.y &&
      y + height < view.y + view.height;
    const names = await explorer.names();
    expect(names).toHaveLength(20);
    for (const [at, name] of names.entries()) {
      await page.locator('.places li').nth(at).hover();
      const mark = page.getByRole('button', { name, exact: true }).and(page.locator('.mark.pointed'));
      // Its mark may be replaced while labels find room.
      await waitUntil(async () => (await boxesOf(mark)).some(isShown), 30);
    }
  });

  it('shows a whole city that words name', async () => {
    const [explorer, page] = await shown('?at=-23.549,-46.639,17');
    await explorer.drawn();
    await page.getByRole('combobox', { name: 'Search for places' }).fill('são paulo');
    await page.keyboard.press('Enter');
    await explorer.found('300 places');
    // Pins hide few.
    await waitUntil(async () => (await shownPlaces(page)) > 250, 10);
    expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
  });

  it('draws names and coasts at the scale of a city without a sign-in, by day and by night', async () => {
    const explorer = await explore({ colorScheme: 'dark' });
    // Santos is on the coast.
    const { page } = await explorer.open('?at=-23.985,-46.3,13');
    for (const [colorScheme, water, land] of [
      ['dark', '#1b4a63', '#20272d'],
      ['light', '#a9d5ea', '#f6f3ec'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await explorer.drawn();
      const shares = await colourShares(page.locator('.map-view'), [water, land]);
      for (const share of shares) expect(share).toBeGreaterThan(0.1);
      // The rest is coast, names and controls.
      expect(1 - shares.reduce((sum, share) => sum + share)).toBeGreaterThan(0.005);
      await explorer.expectUsable(`map-names-${colorScheme}`);
    }
  });
});
