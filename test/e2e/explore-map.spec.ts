import { type Locator, type Page } from 'playwright-core';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { listedOn, type MapMark, markOn, marksOn, noMarkOn, point, press } from '../support/marks.js';
import { boxesOf, colourShares, low, phone } from '../support/page.js';
import { waitUntil } from '../support/retry.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** Fifteen streets of forty places, of which every second one is a café. */
const city = Array.from({ length: 600 }, (_, at) => {
  const [row, column] = [Math.floor(at / 40), at % 40];
  return aPlace({
    id: `place-${at}`,
    name: `${at % 2 === 0 ? 'Café' : 'Bar'} ${at}`,
    address: { country: 'BR', state: 'SP', city: 'São Paulo', street: `Rua ${row}`, number: String(column) },
    location: { lat: String(-23.55 + row / 500), lng: String(-46.64 + column / 1600) },
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

describe('the map of /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...city, ...santos],
    fill: registerDemoUser,
  });
  const { explore, signedIn, shown } = useExplorer(directory, low);

  beforeAll(() => directory.app.get(AreaRefresh).refresh());

  /** The number of places on the map. */
  const shownPlaces = async (page: Page): Promise<number> => {
    const marks = await marksOn(page, 'pins', 'numbers', 'listed-icons', 'listed-dots', 'dots', 'counts');
    const ids = new Set(marks.flatMap(({ id }) => id ?? []));
    return marks.reduce((sum, { count = 0 }) => sum + count, ids.size);
  };

  it('shows all results: counts far out, places close in, and opens a place', async () => {
    // With animations.
    const [explorer, page] = await signedIn('?q=café&at=-23.535,-46.628,8', { reducedMotion: 'no-preference' });
    const group = await markOn(page, 'counts', ({ count }) => count === 300);
    await explorer.drawn();
    // One of the list stands over the count.
    expect(await marksOn(page, 'pins')).toHaveLength(1);
    await explorer.expectUsable('map-far');
    await press(page, group);
    await explorer.queryWith((query) => query.get('at')?.endsWith(',10') === true);
    await explorer.show('?q=café&at=-23.54,-46.63,17');
    const dot = await markOn(page, 'dots');
    await press(page, dot);
    await page.getByRole('heading', { name: dot.name ?? '', level: 2 }).waitFor();
    await markOn(page, 'focus', ({ id }) => id === dot.id);
    expect(explorer.query.get('open')).toBe(`/v2/places/${dot.id}`);
    await explorer.expectUsable('map-near');
  });

  it('has counts where places are many, at each zoom level, and shows most of them', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,14');
    for (const zoom of [3, 9, 14]) {
      await explorer.show(`?q=café&at=-23.535,-46.628,${zoom}`);
      expect((await markOn(page, 'pins')).number).toBeGreaterThan(0);
      await explorer.drawn();
      // Those that pins and larger counts would cover are not shown.
      await waitUntil(async () => (await shownPlaces(page)) > 150, 10);
    }
  });

  it('shows the first five results, wherever the search began', async () => {
    for (const at of ['-23.549,-46.639,17', '-23.6,-46.7,13']) {
      const [explorer, page] = await shown(`?at=${at}`);
      await page.getByRole('combobox', { name: 'Search for places' }).fill('café');
      await page.keyboard.press('Enter');
      await explorer.found('300 places');
      await explorer.drawn();
      const [map] = await boxesOf(page.locator('.map-view'));
      if (!map) throw new Error('There is no map');
      const isShown = ({ x, y }: MapMark): boolean =>
        x > map.x + 10 && x < map.x + map.width - 10 && y > map.y + 30 && y < map.y + map.height;
      const first = async () => (await listedOn(page)).filter((mark) => (mark.order ?? 0) <= 5 && isShown(mark));
      await waitUntil(async () => (await first()).length >= 5, 10);
      expect(await first()).toHaveLength(5);
    }
  });

  it('goes to a chosen suggestion and opens it, and back', async () => {
    const [explorer, page] = await shown('?q=café');
    await markOn(page, 'pins');
    await page.getByRole('combobox', { name: 'Search for places' }).fill('terminal');
    await page.getByRole('option', { name: /^Terminal da Balsa/ }).click();
    await page.getByRole('heading', { name: 'Terminal da Balsa', level: 2 }).waitFor();
    const query = await explorer.queryWith((each) => each.has('at'));
    const [lat = 0, lng = 0, zoom = 0] = (query.get('at') ?? '').split(',').map(Number);
    expect(Math.abs(lat - -23.985) < 0.01 && Math.abs(lng - -46.3) < 0.05 && zoom >= 13).toBe(true);
    await markOn(page, 'focus', ({ id }) => id === 'santos-0');
    await page.goBack();
    await page.locator('.panel').waitFor({ state: 'detached' });
    expect([...explorer.query.keys()]).toEqual(['q']);
    await markOn(page, 'pins', ({ number }) => number === 1);
  });

  it('marks the pin of a result, and the result of a pin', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,15&sort=name');
    await explorer.drawn();
    const named = async () => (await marksOn(page, 'first-names', 'listed-names')).map(({ id }) => id);
    const marked = new Set((await marksOn(page, 'pins', 'numbers')).map(({ id }) => id));
    const before = await named();
    expect(before.length).toBeGreaterThan(2);
    // A name without its mark would be read as that of another one.
    expect(before.filter((id) => !marked.has(id))).toEqual([]);
    const [first] = await marksOn(page, 'first-names', 'listed-names');
    await page
      .locator('.places li')
      .nth((first?.order ?? 0) - 1)
      .hover();
    await markOn(page, 'focus', ({ id }) => id === first?.id);
    await explorer.drawn();
    // Its own mark is red now, and its name stays.
    expect(await named()).toContain(first?.id);
    await page.locator('.places li').nth(7).hover();
    await markOn(page, 'focus', ({ number }) => number === 8);
    await page.mouse.move(2, 2);
    await noMarkOn(page, 'focus');
    await page.locator('.places a').nth(2).focus();
    await markOn(page, 'focus', ({ number }) => number === 3);
    const pin = await markOn(page, 'pins');
    await point(page, pin);
    await page.locator(`.places li:nth-child(${pin.number}).pointed`).waitFor();
    expect(await page.locator('.map-tip').innerText()).toContain('Café');
  });

  it('has the places of its list and counts of all others without a search, and each place of a street', async () => {
    const [explorer, page] = await shown('?at=-23.535,-46.628,14');
    await markOn(page, 'listed-icons');
    await markOn(page, 'counts');
    await explorer.drawn();
    expect(await marksOn(page, 'pins', 'numbers')).toEqual([]);
    expect(await page.locator('.places .number').count()).toBe(0);
    await explorer.expectUsable('map-without-search');
    for (const at of [0, 7, 19]) {
      await page.locator('.places li').nth(at).hover();
      await markOn(page, 'focus', ({ image }) => image?.startsWith('ring') === true);
    }
    await explorer.show('?at=-23.522,-46.615625,18');
    await explorer.drawn();
    // It is in the list or not, as its size says.
    const [street] = await marksOn(page, 'dots', 'listed-icons');
    if (!street) throw new Error('The street has no place');
    await press(page, street);
    await page.locator('.panel h2').waitFor();
    await markOn(page, 'focus', ({ image }) => image?.startsWith('opened') === true);
  });

  it('searches what it shows when it is told to, and goes back', async () => {
    const [explorer, page] = await shown('?q=café&at=-23.535,-46.628,15');
    await explorer.found('300 places');
    const button = page.getByRole('button', { name: 'Search this area' });
    expect(await button.count()).toBe(0);
    await page.locator('.map-view canvas').focus();
    await page.keyboard.press('Equal');
    const moved = await explorer.queryWith((query) => query.get('at')?.endsWith(',16') ?? false);
    expect(moved.has('box')).toBe(false);
    await explorer.found('300 places');
    await button.click();
    const searched = await explorer.queryWith((query) => query.has('box'));
    expect(searched.get('at')).toBe(moved.get('at'));
    await page.locator('.results[aria-busy=false] .found', { hasNotText: '300' }).waitFor();
    await button.waitFor({ state: 'detached' });
    await page.goBack();
    await explorer.queryWith((query) => !query.has('box') && query.get('at') === moved.get('at'));
    await explorer.found('300 places');
  });

  it('keeps what it shows clear of the list on a phone, and its sources clear of the buttons', async () => {
    const [explorer, page] = await shown('?q=café&box=-23.5,-46.7,-23.57,-46.6', phone);
    await markOn(page, 'pins');
    await explorer.drawn();
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const sheet = await boxOf(page.locator('.side'));
    const pins = await marksOn(page, 'pins', 'numbers', 'listed-icons', 'listed-dots');
    expect(pins.length).toBeGreaterThan(0);
    expect(Math.max(...pins.map(({ y }) => y))).toBeLessThan(sheet.y);

    const sources = page.locator('.maplibregl-ctrl-attrib-inner');
    expect(await sources.isVisible()).toBe(false);
    await page.locator('.maplibregl-ctrl-attrib-button').click();
    await sources.waitFor();
    const [text, zoom] = [await boxOf(sources), await boxOf(page.locator('.maplibregl-ctrl-group'))];
    expect(text.x).toBeGreaterThan(zoom.x + zoom.width);
    await page.locator('.maplibregl-ctrl-attrib-button').click();
    await sources.waitFor({ state: 'hidden' });
    await page.locator('.map-view canvas').focus();
    await page.keyboard.press('Equal');
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
    await explorer.found(/^603 places here$/);
    expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
    expect(areas[0]).toMatch(/^-23\.8/);
    expect(new Set(areas).size).toBe(areas.length);
    // What words and filters find is not restricted.
    await page.getByRole('button', { name: /^City/ }).click();
    await page.getByRole('checkbox', { name: 'São Paulo 600' }).check();
    await explorer.found(/^600 places$/);
    expect(areas.at(-1)).toBeNull();
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
