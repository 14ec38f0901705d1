import { readFileSync } from 'node:fs';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { ClientStore } from '../../src/auth/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { demonstrationClients, demonstrationUser } from '../../src/demonstration/credentials.js';
import { type ExploreConfiguration } from '../../src/explore/configuration.js';
import { type Directory } from './directory.js';
import { aUser } from './factories.js';
import { collectErrors, expectAccessible } from './page.js';

/** Long, because tests run on slow and busy machines. */
const PAGE_TIMEOUT = 60_000;

/** The time limit of a test in a browser. */
export const BROWSER_TEST_TIMEOUT = 240_000;

/** The configuration in the page. */
export function configurationOf(text: string): ExploreConfiguration {
  const [, attribute = ''] = /data-configuration="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as ExploreConfiguration;
}

/** Whether a script of the page is only needed for its map. */
export function isOfMap({ pathname }: URL): boolean {
  const { needed } = JSON.parse(readFileSync('src/explore/assets/bundle.json', 'utf8')) as { needed: string[] };
  return pathname.includes('/part-') && !needed.some((file) => pathname.endsWith(file));
}

/** The demonstration account that the page shows. */
export const account = demonstrationUser;

/** The client of the page. */
const exploreClient = 'demo-explore';

/** Registers the demonstration clients and a user. */
export async function registerDemoUser(directory: Directory): Promise<void> {
  for (const client of demonstrationClients()) {
    await directory.app.get(ClientStore).register(client);
  }
  const passwordHash = await hashSecret(account.password);
  const user = aUser({ id: account.id, name: 'Maria Souza', email: account.email, passwordHash });
  await directory.add({ users: [user] });
}

export interface ExplorerOptions extends BrowserContextOptions {
  /** A page without WebGL has a list only, and is drawn in a fifth of the time. */
  hasMap?: boolean;
}

/** A script that leaves a page without a map. */
export const withoutWebGl = `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
    return type.startsWith('webgl') ? null : getContext.call(this, type, ...rest);
  };`;

/** Drives a page of /explore. */
export class Explorer {
  private readonly pageErrors: string[];

  private constructor(
    readonly page: Page,
    private readonly directory: Directory,
  ) {
    this.pageErrors = collectErrors(page, directory.url);
  }

  static async start(
    newPage: (options: BrowserContextOptions) => Promise<Page>,
    directory: Directory,
    { hasMap = true, ...options }: ExplorerOptions = {},
  ): Promise<Explorer> {
    const page = await newPage(options);
    page.setDefaultTimeout(PAGE_TIMEOUT);
    // What a test before has kept in the browser.
    await page.addInitScript(`
      if (!sessionStorage.getItem('opened')) {
        sessionStorage.setItem('opened', 'true');
        localStorage.clear();
      }`);
    if (!hasMap) await page.addInitScript(withoutWebGl);
    return new Explorer(page, directory);
  }

  /** Violations of the Content-Security-Policy, script errors, and requests to other servers. Not responses with errors. */
  takeErrors(): string[] {
    return this.pageErrors.splice(0).filter((error) => !error.startsWith('Failed to load resource'));
  }

  /** Opens the page. @param query of its address */
  async open(query = ''): Promise<this> {
    await this.page.goto(`${this.directory.url}/explore${query}`);
    await this.page.locator('h1').waitFor({ state: 'attached' });
    return this;
  }

  /** Opens the page as the demonstration user, and waits for its results. */
  async enter(query = ''): Promise<this> {
    await this.authorize();
    await this.open(query);
    await this.settled();
    return this;
  }

  /** Lets the page open as the demonstration user, who has signed in before: `signIn` loads this page twice, and those between. */
  async authorize(): Promise<void> {
    const user = { clientId: exploreClient, userId: account.id, scope: ['read'], lifetime: 3600 };
    const tokens = JSON.stringify({ access: await this.directory.app.get(TokenStore).issue(user) });
    await this.page.addInitScript(`
      if (location.pathname === '/explore' && !sessionStorage.getItem('entered')) {
        sessionStorage.setItem('entered', 'true');
        sessionStorage.setItem('explore.tokens', '${tokens}');
      }`);
  }

  /** Shows another view, as back and forward do, and waits for its results. */
  async show(query: string): Promise<void> {
    await this.go(query);
    await this.settled();
  }

  /** Shows another view, as back and forward do. */
  async go(query: string): Promise<void> {
    await this.page.mouse.move(2, 2);
    await this.page.evaluate(`
      history.pushState(null, '', '/explore' + ${JSON.stringify(query)});
      dispatchEvent(new PopStateEvent('popstate'));`);
    await this.nextFrame();
  }

  /** Opens the page and signs in, over the pages of `/v2/oauth/authorize`. */
  async signIn(query = '', { button = 'Sign in' } = {}): Promise<this> {
    await this.open(query);
    await this.page.locator('.sign-in').getByRole('button', { name: button }).click();
    await this.page.locator('input[name=email]').fill(account.email);
    await this.page.locator('input[type=password]').fill(account.password);
    await this.page.locator('button[value=sign-in]').click();
    await this.settled();
    return this;
  }

  /** Waits for the results of the latest search. */
  async settled(): Promise<void> {
    await this.found(/\d/);
  }

  /** The names in the list. */
  async names(): Promise<string[]> {
    return this.page.locator('.places .name').allInnerTexts();
  }

  /** Waits until the page shows this count of results. */
  async found(text: string | RegExp): Promise<void> {
    const found = this.page.locator('.results[aria-busy=false]:not(:has(> .problem)) .found', { hasText: text });
    // A busy machine may send 503; a user would retry.
    const again = this.page.locator('.results > .problem[data-status="503"]').getByRole('button');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await found.or(again).first().waitFor().catch(this.failWithPage);
      if (await found.isVisible()) return;
      if (await again.isVisible()) await again.click().catch(() => undefined);
    }
    await found.waitFor().catch(this.failWithPage);
  }

  /** @throws Error with the text of the page */
  private readonly failWithPage = async (cause: unknown): Promise<never> => {
    const text = await this.page.locator('body').innerText();
    throw new Error(`${this.page.url()} says:\n${text.slice(0, 1000)}`, { cause });
  };

  /** Waits until the map is drawn, with its marks. */
  async drawn(): Promise<void> {
    await this.nextFrame();
    await this.page.locator('.map-view[data-painted][aria-busy=false]').waitFor();
  }

  /** Waits until the page has drawn what has changed. */
  async nextFrame(): Promise<void> {
    await this.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }

  get query(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** Waits until the query of the page's URL meets a condition. */
  async queryWith(condition: (query: URLSearchParams) => boolean): Promise<URLSearchParams> {
    await this.page.waitForURL((url) => condition(url.searchParams), { timeout: PAGE_TIMEOUT });
    return this.query;
  }

  /** Expects no accessibility violations and no horizontal scrolling. */
  async expectUsable(name: string): Promise<void> {
    // The list of a section is dimmed while it loads more.
    await this.page.locator('.stack.dimmed').first().waitFor({ state: 'detached' });
    await expectAccessible(this.page, `explore-${name}`);
  }
}
