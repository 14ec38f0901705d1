import { createServer } from 'node:http';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { listen } from '../../dev/services/free-port.js';
import { challenge, maria, password, registerUsersAndClients, verifier } from '../support/authorization.js';
import { expectAccessible, phone } from '../support/page.js';
import { postToken } from '../support/token-endpoint.js';
import { useBrowser } from '../support/use-browser.js';
import { useDirectory } from '../support/use-directory.js';

const portuguese = { locale: 'pt-BR' };

describe('the pages of /v2/oauth/authorize in a browser', () => {
  let callback: string;

  const { directory } = useDirectory({ fill: registerUsersAndClients });
  const browser = useBrowser(directory);

  /** The client: its callback redirects to a page on another origin. */
  const app = createServer(({ url = '', headers }, response) => {
    if (url.startsWith('/callback')) {
      const onwards = `http://${headers.host?.replace('127.0.0.1', 'localhost')}${url.replace('/callback', '/done')}`;
      response.writeHead(302, { Location: onwards }).end();
    } else {
      const action = `${directory.url}/v2/oauth/sign-out`;
      const forged = `<form method="post" action="${action}"><button name="action" value="sign-out">Win</button></form>`;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<title>The app</title>${forged}`);
    }
  });

  beforeAll(async () => {
    callback = `${await listen(app)}/callback`;
    const sabores = { name: 'Sabores de São Paulo', public: true, redirectUris: [callback] };
    await directory.addClients({ sabores }, { grants: ['authorization_code'] });
  });

  afterAll(() => app.close());

  afterEach(() => directory.source.query('TRUNCATE attempts'));

  /** Opens an authorization request in a new browser context. */
  async function openRequest(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage({ locale: 'en-GB', ...options });
    page.setDefaultTimeout(30_000);
    await page.goto(addressFor());
    return page;
  }

  function addressFor(more: Record<string, string> = {}): string {
    const query = { response_type: 'code', client_id: 'sabores', redirect_uri: callback, state: 'ação "1"' };
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    return `${directory.url}/v2/oauth/authorize?${new URLSearchParams({ ...query, ...pkce, ...more }).toString()}`;
  }

  async function signIn(page: Page, { typed = password, button = 'Sign in' } = {}): Promise<void> {
    await page.getByLabel('E-mail').fill(maria.email);
    await page.locator('input[type=password]').fill(typed);
    await page.getByRole('button', { name: button }).click();
  }

  /** Waits for the redirect to the client. @returns the parameters of the callback */
  async function callbackParameters(page: Page): Promise<Record<string, string>> {
    await page.waitForURL(/\/done\?/);
    return Object.fromEntries(new URL(page.url()).searchParams);
  }

  it('let a user sign in and allow access, on a phone, in Portuguese', async () => {
    const page = await openRequest({ ...phone, ...portuguese });
    expect(await page.locator(':focus').getAttribute('name')).toBe('email');
    await signIn(page, { button: 'Entrar' });
    await page.getByRole('heading', { name: 'Sabores de São Paulo pede acesso' }).waitFor();
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    const answer = await callbackParameters(page);
    expect(answer).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'ação "1"', iss: directory.url });
  });

  it('issue another code after going back', async () => {
    const page = await openRequest();
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const { code = '' } = await callbackParameters(page);
    const form = { grant_type: 'authorization_code', client_id: 'sabores', redirect_uri: callback };
    const redeem = (given: string) => postToken(directory, { ...form, code: given, code_verifier: verifier });
    expect((await redeem(code)).status).toBe(200);
    await page.goBack();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const { code: another = '' } = await callbackParameters(page);
    expect(another).not.toBe(code);
    expect((await redeem(another)).status).toBe(200);
  });

  it('work with the keyboard only, without scripts, on a desktop, in English', async () => {
    const page = await openRequest({ javaScriptEnabled: false });
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.type(maria.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sabores de São Paulo asks for access' }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('button[value=allow]:focus').waitFor();
    await page.keyboard.press('Enter');
    expect(await callbackParameters(page)).toHaveProperty('code');
  });

  it('report a wrong password and allow another attempt, in light and dark colours', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openRequest({ colorScheme, ...(colorScheme === 'dark' ? phone : {}) });
      await signIn(page, { typed: 'wrong' });
      await page.getByRole('alert').filter({ hasText: 'is not right' }).waitFor();
      await expectAccessible(page, `en-${colorScheme}-wrong`);
      expect(await page.locator(':focus').getAttribute('name')).toBe('password');
      expect(await page.getByLabel('E-mail').inputValue()).toBe(maria.email);
      await signIn(page);
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      await expectAccessible(page, `en-${colorScheme}-consent`);
    }
  });

  it('keep a user signed in, and allow a change of account', async () => {
    const page = await openRequest();
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await page.goto(addressFor());
    await page.getByText('You are signed in as Maria Souza').waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('E-mail').fill('joao@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You are signed in as João Lima').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    expect(await callbackParameters(page)).toHaveProperty('code');
  });

  it('show a user the apps with access and the sessions, and end them, without scripts', async () => {
    const other = await openRequest();
    await signIn(other);
    await other.getByRole('button', { name: 'Allow', exact: true }).click();
    const { code = '' } = await callbackParameters(other);
    const form = { grant_type: 'authorization_code', client_id: 'sabores', redirect_uri: callback };
    const { body } = await postToken(directory, { ...form, code, code_verifier: verifier });
    const page = await openRequest({ javaScriptEnabled: false });
    await signIn(page);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('Chrome (Linux)').first().waitFor();
    await page.getByRole('button', { name: 'Remove access: Sabores de São Paulo' }).click();
    await page.getByText('No app has access to your account.').waitFor();
    expect((await directory.get('/v2/users/me', String(body.access_token))).status).toBe(401);
    const buttons = page.getByRole('button', { name: /^End:/ });
    for (let left = await buttons.count(); left > 0; left -= 1) {
      await buttons.first().click();
      await page.waitForFunction(`document.querySelectorAll('[value=end-session]').length < ${left}`);
    }
    await other.goto(addressFor());
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });

  it('sign out after a question, and not by a form of another site', async () => {
    const page = await openRequest();
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await callbackParameters(page);
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByRole('heading', { name: 'This form is out of date' }).waitFor();
    await page.goto(`${directory.url}/v2/oauth/sign-out`);
    await page.getByText('You are signed in as Maria Souza').waitFor();
    // The first one leads back to where the page was opened.
    await page.keyboard.press('Tab');
    expect(await page.locator('a:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto(addressFor());
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('button[value=allow]').count()).toBe(0);
  });

  it('show the account and sign-out pages in light colours on a desktop, and in dark ones on a phone', async () => {
    const nasty = { name: 'An app with a very long name that somebody once registered', public: true };
    await directory.addClients({ nasty: { ...nasty, redirectUris: [callback] } }, { grants: ['authorization_code'] });
    for (const [name, options] of Object.entries({
      'en-light': { colorScheme: 'light' },
      'pt-dark-phone': { colorScheme: 'dark', ...phone, ...portuguese },
    } satisfies Record<string, BrowserContextOptions>)) {
      const page = await browser.newPage({ locale: 'en-GB', ...options });
      const labels = name.startsWith('pt') ? ['Entrar', 'Permitir'] : ['Sign in', 'Allow'];
      await page.goto(`${directory.url}/v2/oauth/account`);
      await expectAccessible(page, `${name}-account-sign-in`);
      await signIn(page, { button: labels[0] ?? '' });
      for (const client_id of ['sabores', 'nasty']) {
        await page.goto(addressFor({ client_id }));
        await page.getByRole('button', { name: labels[1] ?? '', exact: true }).click();
        await callbackParameters(page);
      }
      await page.goto(`${directory.url}/v2/oauth/account`);
      await page.locator('button[value=remove-access]').first().waitFor();
      await expectAccessible(page, `${name}-account`);
      await page.goto(`${directory.url}/v2/oauth/sign-out`);
      await expectAccessible(page, `${name}-sign-out`);
      await page.locator('button[value=sign-out]').click();
      await page.locator('a.button').waitFor();
      expect(await page.locator('form').count()).toBe(0);
      await expectAccessible(page, `${name}-signed-out`);
    }
  });

  it('let a user whose session has ended sign in again and continue', async () => {
    const page = await openRequest({ ...phone, ...portuguese });
    await signIn(page, { button: 'Entrar' });
    await page.getByRole('button', { name: 'Permitir', exact: true }).waitFor();
    await directory.source.query('DELETE FROM sessions');
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Sua sessão terminou' }).waitFor();
    await expectAccessible(page, 'pt-phone-ended');
    await signIn(page, { button: 'Entrar' });
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    expect(await callbackParameters(page)).toHaveProperty('state', 'ação "1"');
  });

  it('explain an invalid request and a stale form', async () => {
    const page = await openRequest();
    await page.goto(addressFor({ redirect_uri: 'https://evil.example/' }));
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await expectAccessible(page, 'en-invalid');
    await page.goto(addressFor());
    await page.context().clearCookies();
    await signIn(page);
    await page.getByRole('heading', { name: 'This form is out of date' }).waitFor();
    await expectAccessible(page, 'en-stale');
    await page.getByRole('link', { name: 'Try again' }).click();
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  });

  it('ask to wait after too many failed attempts', async () => {
    const page = await openRequest({ ...phone, ...portuguese });
    await signIn(page, { typed: 'wrong', button: 'Entrar' });
    // As after nine more, which oauth-attempts.spec makes.
    await directory.source.query("UPDATE attempts SET failures = 10, next_attempt = now() + interval '1 minute'");
    await signIn(page, { typed: 'wrong', button: 'Entrar' });
    await page.getByRole('alert').filter({ hasText: 'Espere um minuto' }).waitFor();
    await expectAccessible(page, 'pt-phone-too-many');
  });
});
