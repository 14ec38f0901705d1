import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { ClientStore } from '../../src/auth/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { demonstrationClients, demonstrationUser } from '../../src/demonstration/credentials.js';
import { type ExploreConfiguration } from '../../src/explore/configuration.js';
import { type Directory } from './directory.js';
import { aUser } from './factories.js';
import { collectErrors, expectAccessible, pictures } from './page.js';

/** Long, because tests run on slow and busy machines. */
const PAGE_TIMEOUT = 60_000;

/** The time limit of a test in a browser. */
export const BROWSER_TEST_TIMEOUT = 240_000;

/** Tries failed tests of a file once more: a busy machine may draw the map while a test moves the mouse. CI names them. */
export function retryWalks(): void {
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
}

/** The configuration in the page. */
export function configurationOf(text: string): ExploreConfiguration {
  const [, attribute = ''] = /data-configuration="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as ExploreConfiguration;
}

/** A picture of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

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

/** Drives /explore in a browser session of its own. */
export class Explorer {
  private readonly pageErrors: string[];

  private constructor(
    readonly page: Page,
    private readonly directory: Directory,
  ) {
    this.pageErrors = collectErrors(page, directory.url);
  }

  static async start(
    browser: Pick<Browser, 'newPage'>,
    directory: Directory,
    options: BrowserContextOptions = {},
  ): Promise<Explorer> {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
    page.setDefaultTimeout(PAGE_TIMEOUT);
    await page.route(`${pictures}**`, (route) => route.fulfill({ contentType: 'image/gif', body: picture }));
    return new Explorer(page, directory);
  }

  /** Violations of the Content-Security-Policy, script errors, and requests to other servers. Not responses with errors. */
  get errors(): string[] {
    return this.pageErrors.filter((error) => !error.startsWith('Failed to load resource'));
  }

  /** Opens the page. @param query of its address */
  async open(query = ''): Promise<this> {
    await this.page.goto(`${this.directory.url}/explore${query}`);
    await this.page.locator('h1').waitFor({ state: 'attached' });
    return this;
  }

  /** Opens the page as the demonstration user, who has signed in before: `signIn` loads this page twice, and those between. */
  async enter(query = ''): Promise<this> {
    const user = { clientId: exploreClient, userId: account.id, scope: ['read'], lifetime: 3600 };
    const tokens = JSON.stringify({ access: await this.directory.app.get(TokenStore).issue(user) });
    await this.page.addInitScript(`
      if (location.pathname === '/explore' && !sessionStorage.getItem('entered')) {
        sessionStorage.setItem('entered', 'true');
        sessionStorage.setItem('explore.tokens', '${tokens}');
      }`);
    await this.open(query);
    await this.settled();
    return this;
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

  /** Waits until the map is drawn. */
  async drawn(): Promise<void> {
    await this.page.locator('.map-view[data-painted]').waitFor();
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
    await expectAccessible(this.page, `explore-${name}`);
  }
}
