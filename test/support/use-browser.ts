import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { stopBefore } from './dependents.js';
import { type Directory } from './directory.js';
import { Explorer, type ExplorerOptions } from './explorer.js';

/** Opens pages of one browser. */
export interface Pages {
  /** Opens a page without cookies. It closes after the test. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** Keeps a page open for the tests that follow. */
  keep(page: Page): void;
}

const computer = { width: 1280, height: 800 };

/**
 * Without animations a test waits for results only. A quarter of the pixels: maps are drawn without a graphics card. The layout
 * is the same.
 */
const quick: BrowserContextOptions = {
  ...{ locale: 'en-GB', viewport: computer, reducedMotion: 'reduce' },
  ...(process.env.SCREENSHOTS === undefined && { deviceScaleFactor: 0.5 }),
};

/**
 * Starts Chromium before the tests of a suite, and closes it after them. Pages with the same options share their HTTP cache.
 *
 * @param owner what the pages are of, which stops only once their connections are closed
 */
export function useBrowser(owner: object): Pages {
  let browser: Browser;
  const contexts = new Map<string, Promise<BrowserContext>>();
  const kept = new Set<Page>();
  beforeAll(async () => {
    browser = await launchBrowser();
  }, 120_000);
  afterEach(async () => {
    for (const context of await Promise.all(contexts.values())) {
      // Those that pages opened, too.
      const others = context.pages().filter((page) => !kept.has(page));
      await Promise.all(others.map((page) => page.close()));
      await context.clearCookies();
    }
  });
  stopBefore(owner, () => browser.close());
  return {
    newPage: async (options = {}) => {
      const key = JSON.stringify(options);
      const context = contexts.get(key) ?? browser.newContext({ ...quick, ...options });
      contexts.set(key, context);
      return (await context).newPage();
    },
    keep: (page) => {
      kept.add(page);
    },
  };
}

/**
 * Opens /explore. A test fails if its pages have errors.
 *
 * @param defaults of all pages
 */
export function useExplorer(directory: Directory, defaults: ExplorerOptions = {}) {
  const browser = useBrowser(directory);
  const explorers: Explorer[] = [];
  /** By their options. */
  const kept = new Map<string, Explorer>();
  afterEach(async () => {
    await directory.source.query('TRUNCATE attempts');
    for (const { page } of kept.values()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    const errors = [...explorers, ...kept.values()].flatMap((explorer) => explorer.takeErrors());
    explorers.splice(0);
    expect(errors).toEqual([]);
  });

  /** Opens no address yet. */
  const explore = async (options?: ExplorerOptions): Promise<Explorer> => {
    const explorer = await Explorer.start(browser.newPage, directory, { ...defaults, ...options });
    explorers.push(explorer);
    return explorer;
  };

  /** Loads the page as the demonstration user. */
  const signedIn = async (query?: string, options?: ExplorerOptions): Promise<[Explorer, Page]> => {
    const explorer = await (await explore(options)).enter(query);
    return [explorer, explorer.page];
  };

  /** Shows a view in the page that the tests before have used, which costs a fifth of loading it. Its viewport may be another one. */
  const shown = async (query: string, options: ExplorerOptions = {}): Promise<[Explorer, Page]> => {
    const { viewport = computer, ...others } = { ...defaults, ...options };
    const key = JSON.stringify(others);
    let explorer = kept.get(key);
    if (!explorer) {
      explorer = await (await Explorer.start(browser.newPage, directory, { viewport, ...others })).enter();
      kept.set(key, explorer);
      browser.keep(explorer.page);
    }
    const { page } = explorer;
    if (viewport && !isDeepStrictEqual(page.viewportSize(), viewport)) await page.setViewportSize(viewport);
    await explorer.show(query);
    return [explorer, page];
  };
  return { explore, signedIn, shown };
}
