import { type Browser, type BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { type Directory } from './directory.js';
import { Explorer } from './explorer.js';

/** Starts Chromium before the tests of a suite, and closes it after them. */
export function useBrowser(): Pick<Browser, 'newContext' | 'newPage'> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 120_000);
  afterAll(() => browser.close());
  return { newContext: (options) => browser.newContext(options), newPage: (options) => browser.newPage(options) };
}

/** @returns opens /explore in a browser session of its own, which ends with the test */
export function useExplorer(directory: Directory): (options?: BrowserContextOptions) => Promise<Explorer> {
  const browser = useBrowser();
  const explorers: Explorer[] = [];
  afterEach(async () => {
    await Promise.all(explorers.splice(0).map((explorer) => explorer.close()));
    await directory.source.query('TRUNCATE attempts');
  });
  return async (options) => {
    const explorer = await Explorer.start(browser, directory, options);
    explorers.push(explorer);
    return explorer;
  };
}
