import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { registerDemoUser, BROWSER_TEST_TIMEOUT, type Explorer, retryWalks } from '../support/explorer.js';
import { aPlace } from '../support/factories.js';
import { type Box, boxesOf, phone } from '../support/page.js';
import { useExplorer } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

retryWalks();

jest.setTimeout(BROWSER_TEST_TIMEOUT);

/** Pixels of a degree at the equator, at zoom level 15. */
const PIXELS = (256 * 2 ** 15) / 360;

/** 0 to 1, the same in each run. */
const scattered = (...numbers: number[]): number =>
  (numbers.reduce((sum, one) => sum * 31 + one + 7, 0) * 0.618034) % 1;

/** Sixty shops in a quarter, and twenty kiosks 45 pixels apart. */
const places = [
  ...Array.from({ length: 60 }, (_, at) =>
    aPlace({
      id: `shop-${at}`,
      name: `Shop ${100 + at}`,
      location: { lat: String(0.01 * scattered(at, 1)), lng: String(0.01 * scattered(at, 2)) },
    }),
  ),
  ...Array.from({ length: 20 }, (_, at) =>
    aPlace({
      id: `kiosk-${at}`,
      name: `Kiosk ${at}`,
      location: { lat: String((45 * Math.floor(at / 4)) / PIXELS), lng: String(10 + (45 * (at % 4)) / PIXELS) },
    }),
  ),
];

describe('the marks of /explore', () => {
  const { directory } = useDirectory({ env: { SEARCH_TIMEOUT: '20000' }, places, fill: registerDemoUser });
  const { explore, signedIn } = useExplorer(directory);

  const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };
  const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

  /** How far the circle in a box is from another box, in pixels. Negative if it covers a part of it. */
  const distanceTo = (circle: Box, { x: left, y: top, width, height }: Box): number => {
    const { x, y } = middleOf(circle);
    const [right, bottom] = [left + width, top + height];
    return (
      Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom))) - circle.width / 2
    );
  };

  /** Shows a crowded city: each cell of a tile has hundreds of places. */
  const crowded = async (options?: BrowserContextOptions): Promise<[Explorer, Page]> => {
    const explorer = await explore(options);
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
    await page.locator('.cluster').first().waitFor();
    await explorer.drawn();
    return [explorer, page];
  };

  /** Waits up to 5 s until no mark covers an obstacle. @returns how many do */
  const covering = async (page: Page, marks: string, obstacles: string): Promise<number> => {
    const count = async () => {
      const boxes = (await boxesOf(page.locator(obstacles))).filter(({ width }) => width > 0);
      expect(boxes.length).toBeGreaterThan(0);
      return (await boxesOf(page.locator(marks))).filter((mark) => boxes.some((box) => distanceTo(mark, box) < 0))
        .length;
    };
    for (let tries = 0; tries < 50 && (await count()) > 0; tries += 1) await page.waitForTimeout(100);
    return count();
  };

  /** Drags with the mouse. */
  const drag = async (page: Page, from: { x: number; y: number }, right: number, down: number): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + right / 2, from.y + down / 2, { steps: 4 });
    await page.mouse.move(from.x + right, from.y + down, { steps: 4 });
    // A map that is released while it moves goes on.
    await page.waitForTimeout(300);
    await page.mouse.up();
  };

  it('has no number under the buttons and the scale of a phone', async () => {
    const [explorer, page] = await signedIn(`?q=kiosk&at=${32 / PIXELS},${10 + 165 / PIXELS},15`, phone);
    await explorer.found('20 places');
    await page.locator('.numbered').first().waitFor();
    await explorer.drawn();
    expect(await covering(page, '.pin, .numbered', '.maplibregl-ctrl-group, .maplibregl-ctrl-scale')).toBe(0);
    expect(await page.locator('.pin, .numbered').count()).toBe(20);
  });

  it('moves a count off the button that a pan brings', async () => {
    const [, page] = await crowded();
    const button = page.getByRole('button', { name: 'Search this area' });
    for (const down of [40, 25]) {
      expect(await button.count()).toBe(0);
      await drag(page, { x: 900, y: 600 }, 60, down);
      await button.waitFor();
      expect(await covering(page, '.cluster', '.map-tools')).toBe(0);
      await page.reload();
      await page.locator('.cluster').first().waitFor();
    }
  });

  it('moves counts off the sheet of a phone that is dragged', async () => {
    const [, page] = await crowded(phone);
    const [handle = nowhere] = await boxesOf(page.locator('.handle'));
    await drag(page, middleOf(handle), 0, 250);
    await page.locator('.side[data-position=low]').waitFor();
    const cut = async () => {
      const [{ y: sheet } = nowhere] = await boxesOf(page.locator('.side:not(.dragged)'));
      const circles = await boxesOf(page.locator('.cluster'));
      return circles.filter((box) => middleOf(box).y < sheet && box.y + box.height > sheet);
    };
    // Where it comes to rest.
    await page.waitForTimeout(300);
    for (let tries = 0; tries < 30 && (await cut()).length > 0; tries += 1) await page.waitForTimeout(100);
    expect(await cut()).toEqual([]);
  });

  it('leaves counts where they are on the map when it is dragged', async () => {
    const [, page] = await crowded();
    const read = async () => {
      const texts = await page.locator('.cluster').allInnerTexts();
      const boxes = await boxesOf(page.locator('.cluster'));
      return boxes.map((box, at) => ({ text: texts[at], box, ...middleOf(box) }));
    };
    const [view = nowhere] = await boxesOf(page.locator('.map-view'));
    const controls = await boxesOf(page.locator('.maplibregl-ctrl-group, .maplibregl-ctrl-scale, .map-note'));
    // New counts at the edges, and what keeps clear of controls, may be elsewhere.
    const isInside = (box: Box): boolean =>
      controls.every((control) => distanceTo(box, control) > 60) &&
      box.x > view.x + 100 &&
      box.x < view.x + view.width - 100 &&
      box.y > view.y + 100 &&
      box.y < view.y + view.height - 100;
    for (const [right, down] of [
      [-80, 50],
      [-150, -90],
      [70, 130],
      [200, 0],
    ] as const) {
      const before = await read();
      await drag(page, { x: 900, y: 500 }, right, down);
      await page.getByRole('button', { name: 'Search this area' }).waitFor();
      await page.waitForTimeout(1500);
      const after = await read();
      const staying = before.filter(
        ({ box }) => isInside(box) && isInside({ ...box, x: box.x + right, y: box.y + down }),
      );
      expect(staying.length).toBeGreaterThan(20);
      const moved = staying.filter(
        ({ x, y, text }) =>
          !after.some((other) => other.text === text && Math.hypot(other.x - x - right, other.y - y - down) < 1.5),
      );
      expect(moved).toEqual([]);
    }
  });

  it('gives the focus back to a dot whose place was open', async () => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 1000, height: 800 },
    ]) {
      const [explorer, page] = await signedIn('?q=shop&at=0.005,0.005,17', { viewport });
      const dot = page.locator('.dot').first();
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
});
