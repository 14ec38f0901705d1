import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { source as axe } from 'axe-core';
import { type BrowserContextOptions, type Page } from 'playwright-core';

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const screenshots = join(tmpdir(), 'place-directory-pages');

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

/** Takes a screenshot, and expects no accessibility violations and no horizontal scrolling. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
  // The page's policy forbids injected scripts, so this one is evaluated from outside.
  const { violations } = await page.evaluate<Findings>(`${axe}; axe.run(document)`);
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(width)).toBe(0);
}
