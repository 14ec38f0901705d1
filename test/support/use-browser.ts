import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { type Directory } from './directory.js';
import { Explorer } from './explorer.js';

/** Starts Chromium before the tests of a suite, and closes it after them. A page closes after the test that opened it. */
export function useBrowser(): Pick<Browser, 'newPage'> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 120_000);
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(() => browser.close());
  return { newPage: (options) => browser.newPage(options) };
}

/**
 * Opens /explore in a browser session of its own for each call. A test fails if its pages have errors.
 *
 * @param defaults of all sessions
 */
export function useExplorer(directory: Directory, defaults: BrowserContextOptions = {}) {
  const browser = useBrowser();
  const explorers: Explorer[] = [];
  afterEach(async () => {
    await directory.source.query('TRUNCATE attempts');
    expect(explorers.splice(0).flatMap(({ errors }) => errors)).toEqual([]);
  });
  const explore = async (options?: BrowserContextOptions): Promise<Explorer> => {
    const explorer = await Explorer.start(browser, directory, { ...defaults, ...options });
    explorers.push(explorer);
    return explorer;
  };
  const signedIn = async (query?: string, options?: BrowserContextOptions): Promise<[Explorer, Page]> => {
    const explorer = await (await explore(options)).enter(query);
    return [explorer, explorer.page];
  };
  return { explore, signedIn };
}
