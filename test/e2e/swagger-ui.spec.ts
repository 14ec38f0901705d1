import { readFile } from 'node:fs/promises';
import { type Browser, type Page } from 'playwright-core';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { maria, password, registerUsersAndClients } from '../support/authorization.js';
import { launchBrowser } from '../support/browser.js';
import { useDirectory } from '../support/use-directory.js';

describe('/docs', () => {
  let browser: Browser;

  const { directory } = useDirectory({ fill: registerUsersAndClients });

  beforeAll(async () => {
    await directory.app.get(ClientStore).register({
      id: 'demo-explore',
      name: 'Pages',
      trusted: false,
      public: true,
      grants: ['authorization_code'],
      redirectUris: ['http://127.0.0.1/docs/oauth2-redirect'],
    });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  /** The page, and everything that its policy forbade or its scripts stumbled over. */
  const open = async (): Promise<{ page: Page; complaints: string[] }> => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(directory.url) && !request.url().startsWith('data:'))
        complaints.push(request.url());
    });
    await page.goto(`${directory.url}/docs`);
    await page.waitForSelector('#operations-Places-searchPlaces');
    return { page, complaints };
  };

  it('shows every operation, and neither breaks its own policy nor asks anybody else', async () => {
    const { page, complaints } = await open();
    expect(await page.locator('.opblock').count()).toBeGreaterThan(25);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows the examples in XML as the service answers them', async () => {
    const { page } = await open();
    await page.click('#operations-Users-getUser .opblock-summary-control');
    const answer = page.locator('#operations-Users-getUser .response[data-code="200"]');
    await answer.locator('.content-type').selectOption('application/xml');
    const shown = (await answer.locator('.example code').innerText()).replace(/>\s+</g, '><');
    expect(shown).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><user><id>maria<\/id><link><rel>self<\/rel>/);
    expect(shown).toContain('<statistics><reviews>');
    await page.close();
  });

  it('signs a user in and asks the running service as that user', async () => {
    const { page } = await open();
    await page.click('.btn.authorize');
    const flow = page.locator('.auth-container', { hasText: 'user (OAuth2, authorizationCode with PKCE)' });
    await flow.locator('input[type=checkbox]').first().check({ force: true });
    const popup = page.waitForEvent('popup');
    await flow.locator('button.authorize').click();
    const signIn = await popup;
    await signIn.fill('input[name=email]', maria.email);
    await signIn.fill('input[name=password]', password);
    await signIn.click('button[value=sign-in]');
    const closed = signIn.waitForEvent('close');
    await signIn.click('button[value=allow]');
    await closed;
    await page.click('.btn-done');
    const operation = page.locator('#operations-Users-getMe');
    await operation.locator('.opblock-summary').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('button.execute').click();
    const body = operation.locator('.live-responses-table .response-col_description .microlight').first();
    await body.waitFor();
    expect(JSON.parse(await body.innerText())).toMatchObject({ user: { id: 'maria' } });
    await page.close();
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    // Compressed for one who asks, it would not be what is kept for all.
    ['deflate', null],
  ])('gives its files as they are to who takes %s: in %s', async (accepted, encoding) => {
    const path = '/docs/assets/swagger-ui-bundle.js';
    const headers = { 'Accept-Encoding': accepted };
    const [first, again] = [
      await directory.get(path, undefined, headers),
      await directory.get(path, undefined, headers),
    ];
    expect(first.headers.get('content-encoding')).toBe(encoding);
    const written = await readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');
    expect([first.text === written, again.text === written]).toEqual([true, true]);
  });

  it('gives only the files that the pages load', async () => {
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'oauth2-redirect.js', 'favicon-32x32.png']) {
      expect((await directory.get(`/docs/assets/${name}`)).status).toBe(200);
    }
    for (const name of ['package.json', '..%2Fpackage.json', 'toString', 'index.html']) {
      expect((await directory.get(`/docs/assets/${name}`)).status).toBe(404);
    }
  });
});
