import { isDeepStrictEqual } from 'node:util';
import { registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { type MapMark, markOn, marksOn, noMarkOn, point, press, pressable } from '../support/marks.js';
import { type Box, boxesOf, low, phone } from '../support/page.js';
import { waitUntil } from '../support/retry.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** 0 to 1, the same in each run. */
const scattered = (...numbers: number[]): number =>
  (numbers.reduce((sum, one) => sum * 31 + one + 7, 0) * 0.618034) % 1;

/** Sixty shops in a quarter. */
const shops = Array.from({ length: 60 }, (_, at) =>
  aPlace({
    id: `shop-${at}`,
    name: `Shop ${100 + at}`,
    location: { lat: String(0.01 * scattered(at, 1)), lng: String(0.01 * scattered(at, 2)) },
  }),
);

/** Two at one position, and one beside them. */
const bars = ['Upper Bar', 'Lower Bar', 'Next Bar'].map((name, at) =>
  aPlace({ id: `bar-${at}`, name, location: at < 2 ? { lat: '10', lng: '10' } : { lat: '10.0004', lng: '10.0004' } }),
);

describe('the marks of /explore', () => {
  const { directory } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...shops, ...bars],
    fill: registerDemoUser,
  });
  const { shown } = useExplorer(directory, low);

  const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };
  it('fades the pins of the search before, and numbers no place that was not searched', async () => {
    const [explorer, page] = await shown('?at=0.005,0.005,16');
    await explorer.found(/places here$/);
    await explorer.drawn();
    let held = Promise.resolve();
    let release = (): void => undefined;
    await page.route(/\/v2\/places\?q=/, async (route) => {
      await held;
      await route.continue();
    });
    const type = async (text: string): Promise<void> => {
      held = new Promise((resolve) => (release = resolve));
      await page.getByRole('combobox', { name: 'Search for places' }).fill(text);
      await page.keyboard.press('Enter');
      await page.locator('.results[aria-busy=true]').waitFor();
    };
    const opacity = () =>
      page.evaluate<number>(`document.querySelector('.map-view').map.getPaintProperty('pins', 'icon-opacity')`);
    await type('shop');
    expect(await page.locator('.places .number').count()).toBe(0);
    expect(await marksOn(page, 'pins', 'numbers')).toEqual([]);
    release();
    await explorer.found('60 places');
    await markOn(page, 'pins');
    await type('shop 142');
    expect(await page.locator('.places .number').count()).toBe(20);
    await waitUntil(async () => (await opacity()) === 0.5, 5);
    release();
    await explorer.found('1 place');
    await waitUntil(async () => (await marksOn(page, 'pins')).length === 1, 5);
    expect(await opacity()).toBe(1);
  });

  it('reads no tiles of the search before where the results are, nor any of the results where that was', async () => {
    const [explorer, page] = await shown('?q=shop&at=0.005,0.005,16');
    await markOn(page, 'dots');
    await explorer.drawn();
    const read: [q: string, isEast: boolean][] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const [, zoom, x] = (/tiles\/(\d+)\/(\d+)/.exec(pathname) ?? []).map(Number);
      if (zoom !== undefined && x !== undefined) read.push([searchParams.get('q') ?? '', x / 2 ** zoom > 0.51]);
    });
    await page.getByRole('combobox', { name: 'Search for places' }).fill('bar');
    await page.keyboard.press('Enter');
    await explorer.found('3 places');
    await markOn(page, 'pins');
    await waitUntil(() => Promise.resolve(read.length > 0), 10);
    await explorer.drawn();
    expect(new Set(read.map(([q, isEast]) => `${q} ${isEast}`))).toEqual(new Set(['bar true']));
  });

  it('comes back to the same map of a phone from places, offers no other search for them, and leaves no mark red', async () => {
    const [explorer, page] = await shown('?at=0.005,0.005,16', phone);
    await explorer.found(/places/);
    await page.getByRole('combobox', { name: 'Search for places' }).fill('shop');
    await page.keyboard.press('Enter');
    await explorer.found('60 places');
    await page.locator('.handle').press('ArrowDown');
    await page.locator('.side[data-position=low]').waitFor();
    await page.waitForTimeout(300);
    await explorer.drawn();
    const positions = async () => {
      const marks = await marksOn(page, 'pins', 'numbers', 'listed-icons', 'listed-dots');
      return marks.map(({ id, x, y }) => `${id} ${Math.round(x)},${Math.round(y)}`).sort();
    };
    const before = await positions();
    const [view = nowhere] = await boxesOf(page.locator('.map-view'));
    const isAbove = ({ x, y }: MapMark, edge: number) =>
      x > view.x + 60 && x < view.x + view.width - 60 && y > view.y + 30 && y < edge - 5;
    const away = (one: MapMark, other: MapMark): number => {
      const [a, b] = [pressable(one), pressable(other)];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    const opened = new Set<string | undefined>();
    for (const selector of ['.side', '.panel']) {
      const [below = nowhere] = await boxesOf(page.locator(selector));
      const marks = await marksOn(page, 'pins', 'numbers', 'listed-dots', 'dots');
      // A finger may meet another mark beside it.
      const room = (mark: MapMark) =>
        Math.min(...marks.flatMap((other) => (other.id === mark.id ? [] : away(mark, other))));
      const inSight = marks.filter((mark) => !opened.has(mark.id) && isAbove(mark, below.y));
      const [pin] = inSight.toSorted((a, b) => room(b) - room(a));
      if (!pin) throw new Error(`There is no pin to tap above ${selector}`);
      opened.add(pin.id);
      await page.touchscreen.tap(pressable(pin).x, pressable(pin).y);
      await page.locator('.panel.peek').waitFor();
      await markOn(page, 'focus', ({ id }) => id === pin.id);
      await explorer.drawn();
      expect(await marksOn(page, 'focus')).toHaveLength(1);
      expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
    }
    await page.goBack();
    await page.goBack();
    await noMarkOn(page, 'focus');
    await explorer.drawn();
    await waitUntil(async () => isDeepStrictEqual(await positions(), before), 10);
  });

  it('takes a tip away when the map is dragged', async () => {
    const [explorer, page] = await shown('?q=shop&at=0.005,0.005,15');
    // A map that still moves takes the tip away, too.
    await explorer.drawn();
    const pin = await markOn(page, 'pins');
    await point(page, pin);
    await page.locator('.map-tip').waitFor();
    await page.mouse.down();
    const { x, y } = pressable(pin);
    await page.mouse.move(x + 150, y + 120, { steps: 8 });
    await page.mouse.up();
    await explorer.queryWith((query) => query.get('at') !== '0.005,0.005,15');
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
