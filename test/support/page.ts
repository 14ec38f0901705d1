import { join } from 'node:path';
import { source as axe } from 'axe-core';
import { type BrowserContextOptions, type Locator, type Page } from 'playwright-core';

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** A computer whose map has fewer pixels to draw than that of a usual one. Its layout is the same. */
export const low: BrowserContextOptions = { viewport: { width: 1280, height: 600 } };

/** Where to save pictures of the pages, for people who want to see them. */
const screenshots = process.env.SCREENSHOTS;

/** The part of a result of axe that is read. */
interface Findings {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** Where places of tests have their pictures. */
export const pictures = 'https://img.example.org/';

/** @returns errors of the page, added as they occur: of scripts, of its policy, and requests to other servers than `url` */
export function collectErrors(page: Page, url: string): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = [url, pictures, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
    if (!isOwn) errors.push(request.url());
  });
  return errors;
}

/** Expects no accessibility violations and no horizontal scrolling. Saves a picture of the page in the folder SCREENSHOTS, if set. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}.png`) });
  expect(await faultsOf(page)).toEqual([]);
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(width)).toBe(0);
}

/** The accessibility violations of a page, each with the elements. */
async function faultsOf(page: Page): Promise<string[][]> {
  // The page's policy forbids injected scripts, so this one is evaluated from outside.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe);
  const { violations } = await page.evaluate<Findings>(`axe.run(document, { resultTypes: ['violations'] })`);
  return violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
}

/** The parts of the browser's types that are used here. */
interface Drawing {
  drawImage(picture: unknown, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}
interface BrowserGlobals {
  readonly createImageBitmap: (blob: Blob) => Promise<{ readonly width: number; readonly height: number }>;
  readonly OffscreenCanvas: new (width: number, height: number) => { getContext(type: '2d'): Drawing };
}

/** Where an element is, in pixels of the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the browser's type that this file uses. */
interface InPage {
  getBoundingClientRect(): Box;
}

/** Reads all at once: the map of /explore replaces its marks when it moves. */
export async function boxesOf(locator: Locator): Promise<Box[]> {
  return locator.evaluateAll((all) =>
    (all as unknown as InPage[]).map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

/** What shares of the pixels of an element have these colours, as `#rrggbb`. */
export async function colourShares(element: Locator, colours: readonly string[]): Promise<number[]> {
  const picture = (await element.screenshot()).toString('base64');
  return element.page().evaluate(
    async ([encoded, wanted]) => {
      const { createImageBitmap, OffscreenCanvas } = globalThis as unknown as BrowserGlobals;
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      drawing.drawImage(bitmap, 0, 0);
      const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
      return wanted.map((colour) => {
        const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
        return count / (data.length / 4);
      });
    },
    [picture, colours] as const,
  );
}
