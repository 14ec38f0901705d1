import { type Page } from 'playwright-core';
import { account, BROWSER_TEST_TIMEOUT, registerDemoUser } from '../support/explorer.js';
import { collectErrors } from '../support/page.js';
import { type PrefixProxy, prefixProxy } from '../support/prefix-proxy.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

jest.setTimeout(BROWSER_TEST_TIMEOUT);

describe('/docs', () => {
  const { directory } = useDirectory({ env: { OLD_CLIENTS: 'password-grant' }, fill: registerDemoUser });
  const browser = useBrowser(directory);

  let page: Page;
  let errors: string[];

  // The tests use one page: loading it takes longer than all that they do.
  beforeAll(async () => {
    page = await browser.newPage();
    browser.keep(page);
    page.setDefaultTimeout(60_000);
    errors = collectErrors(page, directory.url);
    await page.goto(`${directory.url}/docs`);
    await page.waitForSelector('#operations-Places-searchPlaces');
  }, 120_000);

  it('shows every operation, without errors and requests to other servers', async () => {
    expect(await page.locator('.opblock').count()).toBeGreaterThan(25);
    expect(errors).toEqual([]);
    // It is dark where the reader prefers that, also while it is open.
    const color = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.swagger-ui .title')).color`);
    const light = await color();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForSelector('html.dark-mode');
    expect(await color()).not.toBe(light);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html:not(.dark-mode)');
    expect(await color()).toBe(light);
  });

  it('shows the examples in XML', async () => {
    await page.click('#operations-Users-getUser .opblock-summary-control');
    const answer = page.locator('#operations-Users-getUser .response[data-code="200"]');
    await answer.locator('.content-type').selectOption('application/xml');
    const shown = (await answer.locator('.example code').innerText()).replace(/>\s+</g, '><');
    expect(shown).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><user><id>maria<\/id><link><rel>self<\/rel>/);
    expect(shown).toContain('<statistics><reviews>');
  });

  it('gets tokens for clients at the first click, and for a user and a password', async () => {
    await page.click('.btn.authorize');
    for (const name of ['application (OAuth2, clientCredentials)', 'trusted (OAuth2, clientCredentials)']) {
      const flow = page.locator('.auth-container', { hasText: name });
      await flow.locator('button.authorize').click();
      await flow.getByText('Logout').waitFor();
    }
    const flow = page.locator('.auth-container', { hasText: 'user (OAuth2, password)' });
    await flow.locator('#oauth_username').fill(account.email);
    await flow.locator('#oauth_password').fill(account.password);
    await flow.locator('button.authorize').click();
    await flow.getByText('Logout').waitFor();
    expect(await flow.getByText('maria@example.com').isVisible()).toBe(true);
    expect(errors).toEqual([]);
    // The next test signs in by the page.
    await flow.getByText('Logout').click();
    await flow.getByText('Logout').waitFor({ state: 'detached' });
    await page.click('.btn-done');
  });

  it('signs a user in, and sends requests as that user', async () => {
    await page.click('.btn.authorize');
    const flow = page.locator('.auth-container', { hasText: 'user (OAuth2, authorizationCode with PKCE)' });
    const popup = page.waitForEvent('popup');
    await flow.locator('button.authorize').click();
    const signIn = await popup;
    await signIn.fill('input[name=email]', account.email);
    await signIn.fill('input[name=password]', account.password);
    const closed = signIn.waitForEvent('close');
    await signIn.click('button[value=sign-in]');
    await closed;
    await page.click('.btn-done');
    const operation = page.locator('#operations-Users-getMe');
    await operation.locator('.opblock-summary').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('button.execute').click();
    const body = operation.locator('.live-responses-table .response-col_description .microlight').first();
    await body.waitFor();
    expect(JSON.parse(await body.innerText())).toMatchObject({ user: { id: 'maria' } });
  });

  it('sends only the files that the pages load', async () => {
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'oauth2-redirect.js', 'start.js']) {
      expect((await directory.get(`/docs/assets/${name}`)).status).toBe(200);
    }
    for (const name of ['package.json', '..%2Fpackage.json', 'toString', 'index.html']) {
      expect((await directory.get(`/docs/assets/${name}`)).status).toBe(404);
    }
  });
});

describe('/docs behind a proxy that removes a path prefix', () => {
  let proxy: PrefixProxy;
  const { directory } = useDirectory({
    env: async () => {
      proxy = await prefixProxy('/some/api');
      return { PUBLIC_URL: proxy.url };
    },
  });

  const browser = useBrowser(directory);

  beforeAll(() => {
    proxy.leadTo(directory.url);
  });

  afterAll(() => {
    proxy.stop();
  });

  it('shows every operation, and its resources and links exist', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('response', (response) => {
      if (!response.ok()) errors.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${proxy.url}/docs`);
    await page.waitForSelector('#operations-Places-searchPlaces');
    expect(errors).toEqual([]);
    for (const [name, path] of [
      ['all problems', '/docs/problems'],
      ['places.xsd', '/schema/places.xsd'],
    ] as const) {
      const link = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const { href } = new URL(link ?? '', page.url());
      expect([href, (await fetch(href)).status]).toEqual([proxy.url + path, 200]);
    }
    expect(await page.evaluate<string>('ui.getConfigs().oauth2RedirectUrl')).toBe(`${proxy.url}/docs/oauth2-redirect`);
  });

  it('has the script of the page that the sign-in redirects to', async () => {
    const [, script = ''] = /src="([^"]*)"/.exec(await (await fetch(`${proxy.url}/docs/oauth2-redirect`)).text()) ?? [];
    expect(script).toBe('/some/api/docs/assets/oauth2-redirect.js');
    expect((await fetch(new URL(script, proxy.url))).status).toBe(200);
  });
});
