import { isDeepStrictEqual } from 'node:util';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type Page } from 'playwright-core';
import { type Explorer, registerDemoUser, BROWSER_TEST_TIMEOUT } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
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

/** The part of the browser's type that this file uses. */
interface Dot {
  readonly dataset: { readonly count?: string };
}

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
  const { explore, signedIn, shown } = useExplorer(directory, low);

  const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };
  const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

  /** Shows a crowded city: each cell of a tile has hundreds of places. */
  const crowded = async (): Promise<Explorer> => {
    const explorer = await explore();
    const { page } = explorer;
    await page.route(/\/places\/tiles\//, async (route) => {
      const [, x = 0, y = 0] = (/(\d+)\/(\d+)\.mvt/.exec(route.request().url()) ?? []).map(Number);
      const features = Array.from({ length: 256 }, (_, at) => {
        const [column, row] = [at % 16, Math.floor(at / 16)];
        const inCell = (salt: number): number => Math.floor(256 * Math.abs(scattered(salt, x, y, at)));
        const geometry: [number, number][] = [[256 * column + inCell(1), 256 * row + inCell(2)]];
        return { type: 1 as const, geometry, tags: { count: 100 + inCell(3) } };
      });
      await route.fulfill({ body: Buffer.from(fromGeojsonVt({ places: { features } }, { version: 2, extent: 4096 })) });
    });
    await explorer.enter('?q=shop&at=0.01,0.01,14');
    await page.locator('.dot').first().waitFor();
    await explorer.drawn();
    return explorer;
  };

  /** Drags with the mouse. */
  const drag = async (page: Page, from: { x: number; y: number }, right: number, down: number): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + right / 2, from.y + down / 2);
    await page.mouse.move(from.x + right, from.y + down);
    // With reduced motion, a map that is released while it moves does not go on.
    await page.mouse.up();
  };

  it('leaves dots where they are on the map when it is dragged', async () => {
    const explorer = await crowded();
    const { page } = explorer;
    const read = async () => {
      const dots = page.locator('.dot');
      const [boxes, names] = await Promise.all([
        boxesOf(dots),
        dots.evaluateAll((all) => (all as unknown as Dot[]).map(({ dataset }) => dataset.count)),
      ]);
      return boxes.map((box, at) => ({ box, count: names[at], ...middleOf(box) }));
    };
    const [view = nowhere] = await boxesOf(page.locator('.map-view'));
    // New ones at the edges may touch others.
    const isInside = (box: Box): boolean =>
      box.x > view.x + 100 &&
      box.x < view.x + view.width - 100 &&
      box.y > view.y + 100 &&
      box.y < view.y + view.height - 100;
    for (const [right, down] of [
      [-150, -90],
      [200, 50],
    ] as const) {
      const before = await read();
      await drag(page, { x: 900, y: 500 }, right, down);
      await page.getByRole('button', { name: 'Search this area' }).waitFor();
      await explorer.drawn();
      const after = await read();
      const staying = before.filter(
        ({ box }) => isInside(box) && isInside({ ...box, x: box.x + right, y: box.y + down }),
      );
      expect(staying.length).toBeGreaterThan(20);
      const moved = staying.filter(
        ({ x, y, count }) =>
          !after.some((other) => other.count === count && Math.hypot(other.x - x - right, other.y - y - down) < 1.5),
      );
      expect(moved).toEqual([]);
    }
  });

  it('shows marks that come while the map is dragged', async () => {
    const [explorer, page] = await shown('');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/places\/tiles\//, async (route) => {
      await released;
      await route.continue();
    });
    await explorer.show('?q=shop&at=0.005,0.005,16');
    await page.locator('.pin').first().waitFor();
    await page.mouse.move(900, 500);
    await page.mouse.down();
    await page.mouse.move(940, 520, { steps: 4 });
    release();
    await page.locator('.dot').first().waitFor({ timeout: 10_000 });
    expect(explorer.query.get('at')).toBe('0.005,0.005,16');
    await page.mouse.up();
  });

  it('changes its pins with the list, fades those of the search before, and numbers no place that was not searched', async () => {
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
    await type('shop');
    expect(await page.locator('.places .number, .pin, .numbered').count()).toBe(0);
    release();
    await explorer.found('60 places');
    await page.locator('.pin').first().waitFor();
    await type('shop 142');
    expect(await page.locator('.places .number').count()).toBe(20);
    const filter = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.pin, .numbered')).filter`);
    await waitUntil(async () => (await filter()) === 'opacity(0.5)', 5);
    await page.evaluate(`new MutationObserver(() => {
      const count = (selector) => document.querySelectorAll(selector).length;
      globalThis.seen ??= [count('.places li'), count('.pin, .numbered')];
    }).observe(document.querySelector('.places'), { childList: true })`);
    release();
    await explorer.found('1 place');
    expect(await page.evaluate('globalThis.seen')).toEqual([1, 1]);
    await waitUntil(async () => (await filter()) === 'none', 5);
  });

  it('reads no tiles of the search before where the results are, nor any of the results where that was', async () => {
    const [explorer, page] = await shown('?q=shop&at=0.005,0.005,16');
    await page.locator('.dot').first().waitFor();
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
    await page.locator('.pin').first().waitFor();
    await waitUntil(() => Promise.resolve(read.length > 0), 10);
    await explorer.drawn();
    expect(new Set(read.map(([q, isEast]) => `${q} ${isEast}`))).toEqual(new Set(['bar true']));
  });

  it('keeps the zoom level of an address when the list of a phone moves, and any when a keyboard covers the map', async () => {
    const [explorer, page] = await shown('?q=shop&at=0.005,0.005,16', phone);
    await page.locator('.pin').nth(1).waitFor();
    await explorer.drawn();
    /** Which changes with the zoom level. */
    const scale = async (): Promise<string> => {
      const bar = page.locator('.maplibregl-ctrl-scale');
      const [{ width } = nowhere] = await boxesOf(bar);
      return `${Math.round(width)} pixels are ${await bar.innerText()}`;
    };
    const topOf = async () => (await boxesOf(page.getByRole('button', { name: /^1\. / })))[0]?.y ?? 0;
    const [before, top] = [await scale(), await topOf()];
    await page.locator('.handle').press('ArrowUp');
    await page.locator('.side[data-position=high]').waitFor();
    // What the address says is in the middle of the free part.
    await waitUntil(async () => (await topOf()) < top - 10, 10);
    await explorer.drawn();
    expect(await scale()).toBe(before);
    await page.getByRole('combobox', { name: 'Search for places' }).fill('shop 1');
    await page.keyboard.press('Enter');
    await explorer.queryWith((query) => !query.has('at'));
    await explorer.found('60 places');
    await explorer.drawn();
    const searched = await scale();
    await page.setViewportSize({ width: 360, height: 450 });
    await page.waitForTimeout(300);
    await explorer.drawn();
    expect(await scale()).toBe(searched);
    // The list is as it was for the tests that follow.
    await page.locator('.handle').press('ArrowDown');
    await page.locator('.side[data-position=high]').waitFor({ state: 'detached' });
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
    const pins = page.getByRole('button', { name: /^\d+\. / });
    const positions = async () => (await boxesOf(pins)).map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).sort();
    const before = await positions();
    const [view = nowhere] = await boxesOf(page.locator('.map-view'));
    for (const red of [0, 1]) {
      expect(await page.locator('.mark.pointed').count()).toBe(red);
      const [below = nowhere] = await boxesOf(page.locator(red === 0 ? '.side' : '.panel'));
      const boxes = (await boxesOf(page.locator(':is(.pin, .numbered):not(.pointed)'))).filter(
        ({ x, y, height }) =>
          x > view.x + 70 && x < view.x + view.width - 60 && y > view.y + 60 && y + height < below.y,
      );
      const [lowest] = boxes.sort((a, b) => b.y - a.y);
      if (!lowest) throw new Error('There is no pin to tap');
      await page.touchscreen.tap(middleOf(lowest).x, middleOf(lowest).y);
      await page.locator('.panel.peek').waitFor();
      await waitUntil(async () => (await page.locator('.mark.pointed').count()) === 1, 10);
      await explorer.drawn();
      expect(await page.getByRole('button', { name: 'Search this area' }).count()).toBe(0);
    }
    for (const red of [1, 0]) {
      await page.goBack();
      await waitUntil(async () => (await page.locator('.mark.pointed').count()) === red, 10);
      await explorer.drawn();
    }
    await waitUntil(async () => isDeepStrictEqual(await positions(), before), 10);
  });

  it('names an open place once, and covers no mark with its name', async () => {
    const [explorer, page] = await signedIn('?q=shop&at=0.005,0.005,16');
    await explorer.drawn();
    const pin = page.locator('.pin').first();
    const [box = nowhere] = await boxesOf(pin);
    const { x, y } = middleOf(box);
    await page.mouse.move(x, y);
    await page.locator('.map-tip').waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.locator('.pin.named').waitFor();
    await page.mouse.move(x + 1, y + 1);
    await explorer.nextFrame();
    expect(await page.locator('.map-tip').count()).toBe(0);
    const style = (selector: string, part = '') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '${part}').backgroundColor`,
      );
    expect(await style('.pin.named .opened-name')).toBe('rgba(0, 0, 0, 0)');
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'detached' });
    await page.locator('.dot[data-place]').first().hover();
    // The sign of its kind still shows.
    await page.locator('.dot.pointed').waitFor();
    expect(await style('.dot.pointed', '::before')).toBe('rgba(0, 0, 0, 0)');
  });

  it('gives the focus back to a dot whose place was open', async () => {
    for (const viewport of [
      { width: 1280, height: 600 },
      { width: 1000, height: 600 },
    ]) {
      const [explorer, page] = await shown('?q=shop&at=0.005,0.005,17', { viewport });
      const dot = page.locator('.dot[data-place]').first();
      await dot.waitFor();
      await explorer.drawn();
      const name = (await dot.getAttribute('aria-label')) ?? '';
      await dot.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      await page.locator('.pin.opened').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.panel').waitFor({ state: 'detached' });
      await page.locator('.dot:focus').waitFor({ timeout: 5000 });
      expect(await page.locator('.dot:focus').getAttribute('aria-label')).toBe(name);
    }
  });

  it('takes a tip away when the map is dragged', async () => {
    const [explorer, page] = await shown('?q=shop&at=0.005,0.005,15');
    const pin = page.locator('.pin').first();
    // A map that still moves takes the tip away, too.
    await explorer.drawn();
    await pin.hover();
    await page.locator('.map-tip').waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await pin.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 120, { steps: 8 });
    await page.mouse.up();
    await explorer.queryWith((query) => query.get('at') !== '0.005,0.005,15');
    await page.locator('.map-tip').waitFor({ state: 'detached' });
    // A drag is no click.
    expect(explorer.query.has('open')).toBe(false);
  });

  it('closes the list of places at a point with its search', async () => {
    const [explorer, page] = await shown('?q=bar&at=10,10,19');
    await page.getByRole('button', { name: /^\d\. (Upper|Lower) Bar$/ }).click();
    const list = page.getByRole('group', { name: '2 places at this point' });
    await list.waitFor();
    await page.getByRole('combobox', { name: 'Search for places' }).fill('shop');
    await page.keyboard.press('Enter');
    await explorer.found('60 places');
    await list.waitFor({ state: 'detached' });
    expect(await page.locator('.map-list').count()).toBe(0);
  });

  it('lists the places at one position, each of which opens', async () => {
    const [explorer, page] = await shown('?q=bar&at=10,10,19');
    const list = page.getByRole('group', { name: '2 places at this point' });
    const opened = new Set<string>();
    for (const name of ['Upper Bar', 'Lower Bar']) {
      await explorer.show('?q=bar&at=10,10,19');
      await page.getByRole('button', { name: /^\d\. (Upper|Lower) Bar$/ }).click();
      await list.getByRole('button', { name }).click();
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      opened.add(explorer.query.get('open') ?? '');
    }
    expect([...opened].sort()).toEqual(['/v2/places/bar-0', '/v2/places/bar-1']);
  });
});
