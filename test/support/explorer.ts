import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { source as axe } from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { demonstrationClients } from '../../src/cli/seed/demonstration-clients.js';
import { type Directory } from './directory.js';
import { aUser } from './factories.js';

/** How long a page may take to show what a test waits for: machines that run tests are slow, and many at once. */
const PATIENCE = 30_000;

/** How long a whole visit may take. */
export const VISIT = 120_000;

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const pictures = join(tmpdir(), 'place-directory-pages');

/** What axe finds wrong. */
interface Findings {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** The account of the demonstration, which the page names. */
const account = { email: 'maria@example.com', password: 'demo-password' };

/** Registers the client of the page and the person who uses it. */
export async function registerVisitor(directory: Directory): Promise<void> {
  for (const client of demonstrationClients().filter(({ id }) => id === 'demo-explore')) {
    await directory.app.get(ClientStore).register(client);
  }
  const passwordHash = await hashSecret(account.password);
  const visitor = aUser({ id: 'maria', name: 'Maria Souza', email: account.email, passwordHash });
  await directory.add({ users: [visitor] });
}

/** Somebody who uses the page by a browser of their own. */
export class Explorer {
  /** What the page's policy forbade, what its scripts stumbled over, and whom else they asked. */
  readonly complaints: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {}

  static async visit(
    browser: Pick<Browser, 'newContext'>,
    { url }: Directory,
    options: BrowserContextOptions = {},
  ): Promise<Explorer> {
    mkdirSync(pictures, { recursive: true });
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const explorer = new Explorer(await context.newPage(), context, url);
    const { page, complaints } = explorer;
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url());
    });
    return explorer;
  }

  /** Opens the page. @param query of its address */
  async open(query = ''): Promise<this> {
    await this.page.goto(`${this.url}/explore${query}`);
    await this.page.locator('h1').waitFor({ state: 'attached' });
    return this;
  }

  /** Opens the page and signs in, over the pages of `/v2/oauth/authorize`. */
  async signIn(query = '', { button = 'Sign in' } = {}): Promise<this> {
    await this.open(query);
    await this.page.locator('.sign-in').getByRole('button', { name: button }).click();
    await this.page.locator('input[name=email]').fill(account.email);
    await this.page.locator('input[type=password]').fill(account.password);
    await this.page.locator('button[value=sign-in]').click();
    await this.page.locator('button[value=allow]').click();
    await this.settled();
    return this;
  }

  /** Waits until the results are those of what was asked last. */
  async settled(): Promise<void> {
    await this.found(/\d/);
  }

  /** The names in the list. */
  async names(): Promise<string[]> {
    return this.page.locator('.places .name').allInnerTexts();
  }

  /** Waits until the page says that it found so many. */
  async found(text: string | RegExp): Promise<void> {
    const found = this.page.locator('.results[aria-busy=false]:not(:has(> .problem)) .found', { hasText: text });
    // A busy machine may send 503; a user would retry.
    const again = this.page.locator('.results > .problem', { hasText: '503' }).getByRole('button');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await found.or(again).first().waitFor().catch(this.tell);
      if (await found.isVisible()) return;
      if (await again.isVisible()) await again.click().catch(() => undefined);
    }
    await found.waitFor().catch(this.tell);
  }

  /** Says what stands on the page where something else was waited for. */
  private readonly tell = async (cause: unknown): Promise<never> => {
    const text = await this.page.locator('body').innerText();
    throw new Error(`${this.page.url()} says:\n${text.slice(0, 1000)}`, { cause });
  };

  /** Waits until the map is drawn as finely as it will be. */
  async drawn(outlines: 'outlines' | 'fineOutlines'): Promise<void> {
    await this.page.locator(`.leaflet[data-drawn=${outlines}]`).waitFor();
  }

  get query(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** The page's address, once it is as it should be. */
  async queryWith(condition: (query: URLSearchParams) => boolean): Promise<URLSearchParams> {
    await this.page.waitForURL((url) => condition(url.searchParams), { timeout: PATIENCE });
    return this.query;
  }

  /** Keeps a picture to look at, and finds nothing that keeps people from using the page. */
  async expectUsable(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `explore-${name}.png`) });
    // The page's policy keeps scripts out, this one too: it runs from outside.
    const { violations } = await this.page.evaluate<Findings>(`${axe}; axe.run(document)`);
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
    const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await this.page.evaluate(width)).toBe(0);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
