import { hashSecret } from '../../src/auth/passwords.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { styleSource } from '../../src/oauth/authorize/layout.js';
import {
  callback,
  clientSecret,
  maria,
  password,
  readCallback,
  registerUsersAndClients,
  verifier,
  webRequest,
} from '../support/authorization.js';
import { type Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { FakeBrowser, type Fields, type Page } from '../support/fake-browser.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const account = '/v2/oauth/account';
const signOut = '/v2/oauth/sign-out';
const joao = 'joao@example.com';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

interface Tokens {
  access: string;
  refresh: string;
}

describe('sign-out and the account page', () => {
  const fill = async (filled: Directory) => {
    await registerUsersAndClients(filled);
    await filled.source.query("UPDATE clients SET name = initcap(id) || ' app' WHERE name = 'Test'");
  };
  const { directory } = useDirectory({ env: { ATTEMPT_LIMIT: '4', OLD_CLIENTS: 'password-grant' }, fill });

  afterEach(async () => {
    await directory.source.query('TRUNCATE attempts, known_sources, sessions, audit_log');
    await directory.source.query('DELETE FROM access_tokens');
    await directory.source.query('DELETE FROM token_families');
  });

  const newBrowser = (headers: Fields = {}) => new FakeBrowser(directory, headers);

  const signedIn = async (email = maria.email, headers: Fields = {}): Promise<FakeBrowser> => {
    const browser = newBrowser(headers);
    expect((await browser.signIn(webRequest, email, password)).text).toContain('You are signed in as');
    return browser;
  };

  /** Allows a client in this browser. @returns the code */
  const allow = async (browser: FakeBrowser, clientId = 'web'): Promise<string> => {
    const request = { ...webRequest, client_id: clientId };
    const answer = await browser.submit(await browser.open(request), 'allow');
    return readCallback(answer).parameters.code ?? '';
  };

  const redeem = (code: string, clientId = 'web') =>
    postToken(
      directory,
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      basic(clientId, clientSecret),
    );

  const statusOf = async ({ access }: Pick<Tokens, 'access'>) => (await directory.get('/v2/users/me', access)).status;

  const refresh = async ({ refresh: token }: Tokens, clientId = 'web') => {
    const form = { grant_type: 'refresh_token', refresh_token: token };
    return (await postToken(directory, form, basic(clientId, clientSecret))).status;
  };

  /** Allows a client in this browser. @returns its tokens, which the service has in memory */
  const grant = async (browser: FakeBrowser, clientId = 'web'): Promise<Tokens> => {
    const { status, body } = await redeem(await allow(browser, clientId), clientId);
    expect(status).toBe(200);
    const tokens = { access: String(body.access_token), refresh: String(body.refresh_token) };
    await expectAlive(tokens);
    return tokens;
  };

  const expectEnded = async (tokens: Tokens, clientId = 'web') => {
    expect([await statusOf(tokens), await refresh(tokens, clientId)]).toEqual([401, 400]);
  };

  const expectAlive = async (tokens: Tokens) => {
    expect(await statusOf(tokens)).toBe(200);
  };

  /** Presses the button of the sign-out page. */
  const pressSignOut = async (browser: FakeBrowser): Promise<Page> => {
    const page = await browser.fetch(signOut);
    return browser.post({ ...page.hidden, action: 'sign-out' }, signOut);
  };

  const audited = () =>
    directory.source.query<Record<string, unknown>[]>(
      "SELECT actor, action, subject, details FROM audit_log WHERE action <> 'sign-in' ORDER BY id",
    );

  const expectSignInPage = ({ text }: Page) => {
    expect(text).toContain('<h1>Sign in</h1>');
  };

  describe('a sign-out', () => {
    it('ends the session, the cookie, codes and tokens of this browser, and nothing else', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      const [web, two, elsewhere] = [await grant(browser), await grant(browser, 'two'), await grant(other)];
      const [code, cookie = ''] = [await allow(browser), browser.cookies.get('place-directory-session')];
      expect(cookie).toMatch(/^[\w-]{43}$/);
      const answer = await pressSignOut(browser);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, signOut]);
      expect(answer.headers.getSetCookie()).toEqual([
        'place-directory-session=; Path=/v2/oauth; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
      ]);
      expect((await browser.follow(answer)).text).toContain('<h1>You are signed out</h1>');
      await expectEnded(web);
      await expectEnded(two, 'two');
      expect((await redeem(code)).body.error).toBe('invalid_grant');
      expectSignInPage(await browser.open(webRequest));
      const thief = newBrowser();
      thief.cookies.set('place-directory-session', cookie);
      expectSignInPage(await thief.open(webRequest));
      await expectAlive(elsewhere);
      expect((await other.open(webRequest)).text).toContain('Maria Souza');
      expect(await audited()).toEqual([
        { actor: 'browser', action: 'sign-out', subject: 'user:maria', details: { address: '127.0.0.1' } },
      ]);
    });

    it('is not caused by opening the page', async () => {
      const browser = await signedIn();
      const tokens = await grant(browser);
      for (const method of ['GET', 'HEAD']) {
        const page = await browser.fetch(`${signOut}?action=sign-out&token=x`, { method });
        expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
      }
      expect((await browser.fetch(signOut)).text).toContain('Maria Souza');
      await expectAlive(tokens);
    });

    it('is not caused by a forged form', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      const tokens = await grant(browser);
      const [foreign, own] = [await other.fetch(signOut), await browser.fetch(signOut)];
      const forged = [
        await browser.post({ action: 'sign-out' }, signOut),
        await browser.post({ action: 'sign-out', token: 'x'.repeat(43) }, signOut),
        await browser.post({ ...foreign.hidden, action: 'sign-out' }, signOut),
        // Browsers do not send a SameSite=Lax cookie with a form of another site.
        await newBrowser({ Origin: 'https://evil.example' }).post({ ...own.hidden, action: 'sign-out' }, signOut),
      ];
      for (const { status, headers, text } of forged) {
        expect([status, headers.getSetCookie(), headers.get('location')]).toEqual([403, [], null]);
        expect(text).toContain(`href="${signOut}"`);
      }
      await expectAlive(tokens);
      expect((await browser.open(webRequest)).text).toContain('Maria Souza');
    });

    it('says so if nobody is signed in', async () => {
      const page = await newBrowser().fetch(signOut);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<h1>You are signed out</h1>')]);
      expect(page.text).not.toContain('<form');
    });

    it('ends the tokens of a session that has expired', async () => {
      const browser = await signedIn();
      const tokens = await grant(browser);
      await directory.source.query("UPDATE sessions SET expires = now() - interval '1 second'");
      await pressSignOut(browser);
      await expectEnded(tokens);
    });

    it('leaves expired sessions of others to the cleanup, which deletes in batches', async () => {
      await signedIn();
      await directory.source.query("UPDATE sessions SET expires = now() - interval '1 second'");
      await signedIn();
      expect(await directory.source.query('SELECT FROM sessions')).toHaveLength(2);
    });

    it('ends tokens from before its user signed in again in the same browser, which did not end them', async () => {
      const browser = await signedIn();
      const first = await grant(browser);
      await directory.source.query('DELETE FROM sessions');
      await browser.signIn(webRequest, maria.email, password);
      const second = await grant(browser);
      await expectAlive(first);
      await pressSignOut(browser);
      await expectEnded(first);
      await expectEnded(second);
    });

    it('is part of a sign-in by another user in the same browser', async () => {
      const browser = await signedIn();
      const [tokens, elsewhere] = [await grant(browser), await grant(await signedIn())];
      const { hidden } = await browser.open(webRequest);
      await browser.post({ ...hidden, action: 'sign-in', email: joao, password });
      expect((await browser.open(webRequest)).text).toContain('João Lima');
      await expectEnded(tokens);
      await expectAlive(elsewhere);
    });

    it('is what "Use another account" does', async () => {
      const browser = await signedIn();
      const tokens = await grant(browser);
      const answer = await browser.submit(await browser.open(webRequest), 'switch');
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^place-directory-session=; .*1970/)]);
      expectSignInPage(await browser.follow(answer));
      await expectEnded(tokens);
      expect(await audited()).toMatchObject([{ action: 'sign-out', subject: 'user:maria' }]);
    });

    it('leaves no token of a code that is issued or redeemed at the same time', async () => {
      for (let round = 0; round < 6; round += 1) {
        const browser = await signedIn();
        const [consent, early] = [await browser.open(webRequest), await allow(browser)];
        const page = await browser.fetch(signOut);
        const cookie = { Cookie: `place-directory-session=${browser.cookies.get('place-directory-session') ?? ''}` };
        const [allowed, redeemed] = await Promise.all([
          new FakeBrowser(directory, cookie).submit(consent, 'allow'),
          redeem(early),
          new FakeBrowser(directory, cookie).post({ ...page.hidden, action: 'sign-out' }, signOut),
        ]);
        const late = new URL(allowed.headers.get('location') ?? 'x:').searchParams.get('code');
        if (late !== null) expect((await redeem(late)).status).toBe(400);
        if (redeemed.status === 200) {
          expect(await statusOf({ access: String(redeemed.body.access_token) })).toBe(401);
        }
      }
      const families = await directory.source.query<{ revoked: boolean }[]>(
        'SELECT revoked IS NOT NULL AS revoked FROM token_families',
      );
      // One of each early code, and one of each late code that was issued.
      expect(families.length).toBeGreaterThanOrEqual(6);
      expect(families.filter(({ revoked }) => !revoked)).toEqual([]);
    });
  });

  describe('the account page', () => {
    it('leads through the sign-in page and back, with its delays', async () => {
      const browser = newBrowser();
      let page = await browser.fetch(account);
      expect(page.text).toContain('which apps have access');
      expect(page.text).not.toContain('value="deny"');
      const submit = (typed: string) =>
        browser.post({ ...page.hidden, action: 'sign-in', email: maria.email, password: typed }, account);
      expect((await submit('')).status).toBe(400);
      const wrong = await submit('wrong');
      expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('is not right')]);
      const answer = await submit(password);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, account]);
      expect((await browser.follow(answer)).text).toContain('<h1>Your account</h1>');
      const stranger = new FakeBrowser(directory);
      page = await stranger.fetch(account);
      const guess = () => stranger.post({ ...page.hidden, action: 'sign-in', ...maria, password: 'wrong' }, account);
      const guessed: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) guessed.push((await guess()).status);
      expect(guessed.at(-1)).toBe(429);
    });

    it('lists the apps that have access, with what they may do', async () => {
      const browser = await signedIn();
      const [web] = [await grant(browser), await grant(browser, 'nasty'), await grant(await signedIn(joao), 'two')];
      await grant(await signedIn());
      await allow(browser, 'trusted');
      await directory.source.query(
        "UPDATE token_families SET created = '2026-02-03', used = '2026-03-04 05:06Z' WHERE client_id = 'web'",
      );
      const { text } = await browser.fetch(account);
      const namesIn = (page: string) =>
        [...page.matchAll(/<li><h3>([^<]*)<\/h3>\s*<ul/g)].map(([, name]) => name).sort();
      const others = ['Sabores &amp; Cia', 'Trusted app'];
      expect(namesIn(text)).toEqual(['&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;', ...others]);
      expect(text).toMatch(
        /Since <time [^>]*>February 3, 2026<\/time>, last used <time [^>]*>March 4, 2026 at 5:06\sAM<\/time> UTC/,
      );
      expect(text).toContain('see who you are');
      expect(text).toContain('find out whether somebody with a given e-mail address');
      await directory.source.query("UPDATE clients SET disabled = now() WHERE id = 'nasty'");
      expect(namesIn((await browser.fetch(account)).text)).toEqual(others);
      await directory.source.query("UPDATE clients SET disabled = NULL WHERE id = 'nasty'");
      await directory.source.query("UPDATE token_families SET created = now() - interval '91 days'");
      await directory.source.query("UPDATE access_tokens SET expires = now() - interval '1 second'");
      await directory.source.query('UPDATE authorization_codes SET expires = now()');
      expect((await browser.fetch(account)).text).toContain('No app has access');
      expect(await refresh(web)).toBe(400);
    });

    it('removes the access of an app in all browsers of this user', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      const ended = [await grant(browser), await grant(other)];
      const kept = [await grant(browser, 'two'), await grant(await signedIn(joao))];
      const code = await allow(other);
      const issued = await directory.app
        .get(TokenStore)
        .issue({ clientId: 'web', userId: 'maria', scope: ['read'], lifetime: 600 });
      const page = await browser.fetch(account);
      const answer = await browser.post({ ...page.hidden, app: 'web', action: 'remove-access' }, account);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, account]);
      for (const tokens of ended) await expectEnded(tokens);
      for (const tokens of kept) await expectAlive(tokens);
      expect((await redeem(code)).body.error).toBe('invalid_grant');
      expect(await statusOf({ access: issued })).toBe(401);
      const after = await browser.follow(answer);
      expect([after.text.includes('Sabores'), after.text.includes('<h3>Two app</h3>')]).toEqual([false, true]);
      const details = { client: 'web', accessTokens: 3, families: 3, address: '127.0.0.1' };
      expect(await audited()).toEqual([
        { actor: 'user:maria', action: 'tokens.revoke', subject: 'user:maria', details },
      ]);
      await browser.post({ ...page.hidden, app: 'unknown', action: 'remove-access' }, account);
      expect(await audited()).toHaveLength(1);
    });

    it('removes the access of an app that had the password', async () => {
      await directory.addClients({
        mail: { name: 'Mail', trusted: true, secret: clientSecret, grants: ['password', 'refresh_token'] },
      });
      const form = { grant_type: 'password', username: maria.email, password };
      const { body } = await postToken(directory, form, basic('mail', clientSecret));
      const tokens = { access: String(body.access_token), refresh: String(body.refresh_token) };
      const browser = await signedIn();
      const page = await browser.fetch(account);
      expect(page.text).toContain('<h3>Mail</h3>');
      await browser.post({ ...page.hidden, app: 'mail', action: 'remove-access' }, account);
      await expectEnded(tokens, 'mail');
    });

    it('lists the sessions of this user and ends another one, with the tokens of that browser', async () => {
      const browser = await signedIn(maria.email, { 'User-Agent': '<b>Made up</b>/1.0 x' });
      const other = await signedIn(maria.email, { 'User-Agent': firefox });
      const foreign = await signedIn(joao);
      const [own, elsewhere, others] = [await grant(browser), await grant(other), await grant(foreign)];
      const page = await browser.fetch(account);
      expect(page.text).toMatch(/<h3>Unknown browser <span class="badge">this browser<\/span><\/h3>/);
      expect(page.text).toContain('<h3>Firefox (Windows)</h3>');
      expect(page.text).not.toContain('Made up');
      const ids = [...page.text.matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(([, id]) => id ?? '');
      expect(ids).toHaveLength(1);
      const end = (session: string) => browser.post({ ...page.hidden, session, action: 'end-session' }, account);
      const [foreignId = ''] = [
        ...(await (await signedIn(joao)).fetch(account)).text.matchAll(/name="session" value="([^"]*)"/g),
      ].map(([, id]) => id ?? '');
      expect((await end(foreignId)).status).toBe(303);
      expect((await end('x')).status).toBe(400);
      expect((await end(ids[0] ?? '')).status).toBe(303);
      expectSignInPage(await other.open(webRequest));
      await expectEnded(elsewhere);
      await expectAlive(own);
      await expectAlive(others);
      expect((await foreign.open(webRequest)).text).toContain('João Lima');
      const details = { sessions: 1, address: '127.0.0.1' };
      expect(await audited()).toEqual([
        { actor: 'user:maria', action: 'sessions.revoke', subject: 'user:maria', details },
      ]);
    });

    it('rejects forged forms', async () => {
      const [browser, other] = [await signedIn(), await signedIn()];
      const tokens = await grant(browser);
      const { hidden } = await other.fetch(account);
      for (const fields of [
        { action: 'remove-access', app: 'web' },
        { action: 'remove-access', app: 'web', token: 'x' },
        { ...hidden, action: 'remove-access', app: 'web' },
        { ...hidden, action: 'end-session', session: 'a'.repeat(64) },
        { ...hidden, action: 'sign-in', email: joao, password },
      ]) {
        const { status, headers, text } = await browser.post(fields, account);
        expect([status, headers.getSetCookie()]).toEqual([403, []]);
        expect(text).toContain(`href="${account}"`);
      }
      await expectAlive(tokens);
    });

    it('asks to sign in again if the session has ended meanwhile, and changes nothing', async () => {
      const browser = await signedIn();
      const [tokens, { hidden }] = [await grant(browser), await browser.fetch(account)];
      await directory.source.query('DELETE FROM sessions');
      const answer = await browser.post({ ...hidden, action: 'remove-access', app: 'web' }, account);
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('You were signed out')]);
      await expectAlive(tokens);
    });

    it('does nothing without an entry in the audit log', async () => {
      const browser = await signedIn();
      const [tokens, page] = [await grant(browser), await browser.fetch(account)];
      await directory.source.query('ALTER TABLE audit_log ADD CONSTRAINT is_full CHECK (false) NOT VALID');
      const answers = [
        await browser.post({ ...page.hidden, app: 'web', action: 'remove-access' }, account),
        await pressSignOut(browser),
      ];
      await directory.source.query('ALTER TABLE audit_log DROP CONSTRAINT is_full');
      expect(answers.map(({ status }) => status)).toEqual([500, 500]);
      await expectAlive(tokens);
      expect((await browser.fetch(account)).text).toContain('Maria Souza');
    });

    it('is in Portuguese too', async () => {
      const browser = await signedIn();
      await grant(browser);
      const { text, headers } = await browser.fetch(account, { headers: { 'Accept-Language': 'pt-BR' } });
      expect(headers.get('content-language')).toBe('pt-BR');
      for (const said of ['Aplicativos com acesso', 'Retirar o acesso', 'este navegador', 'Sair', ' de ']) {
        expect(text).toContain(said);
      }
    });

    it('keeps the language that was chosen, and leads back to the map', async () => {
      const chosen = `${account}?lang=pt`;
      const browser = await signedIn();
      await grant(browser);
      const page = await browser.fetch(chosen);
      expect(page.headers.get('content-language')).toBe('pt-BR');
      expect(page.text).toContain('<a href="/explore?lang=pt">Voltar ao mapa</a>');
      expect(page.text).toContain(`action="${signOut}?lang=pt"`);
      const removed = await browser.post({ ...page.hidden, app: 'web', action: 'remove-access' }, chosen);
      expect(removed.headers.get('location')).toBe(chosen);
      expect((await browser.follow(removed)).text).toContain('Nenhum aplicativo tem acesso');
      const left = await browser.post({ ...page.hidden, action: 'sign-out' }, `${signOut}?lang=pt`);
      expect((await browser.follow(left)).text).toContain('Você saiu');
    });

    it('and the sign-out page have the headers and methods of the sign-in pages', async () => {
      const browser = await signedIn();
      const expectSafe = ({ headers }: Page, targets = "'self'") => {
        expect(Object.fromEntries(headers)).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
        expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
          null,
          expect.stringContaining('Accept-Language'),
        ]);
      };
      for (const path of [account, signOut]) {
        expectSafe(await browser.fetch(path, { headers: { 'Accept-Encoding': 'gzip, br' } }));
        expectSafe(await newBrowser().fetch(path));
        expectSafe(await browser.post({ action: 'x' }, path));
        const malformed = await browser.post('action=x&action=y', path);
        expect(malformed.status).toBe(400);
        expectSafe(malformed, "'none'");
        const put = await browser.fetch(path, { method: 'PUT' });
        expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
        const json = await browser.fetch(path, { method: 'POST', headers: { Accept: 'application/json' }, body: '{}' });
        expect([json.status, json.headers.get('content-type')]).toEqual([
          415,
          'application/problem+json; charset=utf-8',
        ]);
      }
    });

    it('shows nothing to a disabled user', async () => {
      await directory.add({ users: [aUser({ id: 'gone', passwordHash: await hashSecret(password) })] });
      const browser = await signedIn('gone@example.com');
      await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'gone'");
      expectSignInPage(await browser.fetch(account));
    });
  });
});

describe('sign-out over HTTPS', () => {
  const { directory } = useDirectory({
    env: { PUBLIC_URL: 'https://example.org/places' },
    fill: registerUsersAndClients,
  });

  it('removes the cookie of this host', async () => {
    const browser = new FakeBrowser(directory);
    await browser.submit(await browser.open(webRequest), 'sign-in', maria);
    const page = await browser.fetch('/v2/oauth/sign-out');
    expect(page.text).toContain('action="/places/v2/oauth/sign-out"');
    const { headers } = await browser.post({ ...page.hidden, action: 'sign-out' }, '/v2/oauth/sign-out');
    expect(headers.get('location')).toBe('/places/v2/oauth/sign-out');
    expect(headers.getSetCookie()).toEqual([
      '__Host-place-directory-session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
  });
});
