import { hash, verify } from '@node-rs/argon2';
import { ClientStore } from '../../src/auth/client-store.js';
import { styleSource } from '../../src/oauth/authorize/layout.js';
import {
  readCallback,
  maria,
  password,
  useAuthorization,
  webRequest,
  nativeRequest,
} from '../support/authorization.js';
import { type Answer } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { type Fields, type Page } from '../support/fake-browser.js';
import { expectNotStored } from '../support/token-endpoint.js';

const name = 'place-directory-session';

/** Counts the computed hashes. */
beforeAll(() => {
  jest.spyOn(jest.requireActual<{ verify: typeof verify }>('@node-rs/argon2'), 'verify');
});

describe('sign-in at /v2/oauth/authorize', () => {
  const { directory, newBrowser, signedIn } = useAuthorization({ env: { ATTEMPT_LIMIT: '4' } });

  afterEach(() => directory.source.query('TRUNCATE attempts, known_sources'));

  /** Submits the sign-in form in a new browser. */
  const submit = async (email: string, typed: string) => {
    const browser = newBrowser();
    return browser.submit(await browser.open(webRequest), 'sign-in', { email, password: typed });
  };
  /** Opens the authorization endpoint with this session cookie. */
  const openWith = (session = '') => {
    expect(session).toMatch(/^[\w-]{43}$/);
    const browser = newBrowser();
    browser.cookies.set(name, session);
    return browser.open(webRequest);
  };
  const expectSignInPage = ({ text }: Answer) => {
    expect(text).toContain('<h1>Sign in</h1>');
  };

  describe('the sign-in form', () => {
    it('responds to a wrong password and an unknown user with the same page', async () => {
      const attempt = async (email: string) => {
        const { status, text, hidden } = await submit(email, 'wrong');
        return [status, text.replaceAll(email, 'EMAIL').replaceAll(hidden.token ?? '', 'TOKEN')];
      };
      const [wrong, unknown] = [await attempt(maria.email), await attempt('nobody@example.com')];
      expect(wrong).toEqual(unknown);
      expect(wrong).toEqual([403, expect.stringContaining('role="alert">The e-mail or the password is not right')]);
      expect(wrong[1]).toContain('value="EMAIL"');
    });

    it('never repeats the password', async () => {
      const { text } = await submit(maria.email, 'hunter2');
      expect(text).toContain(`value="${maria.email}"`);
      expect(text).not.toContain('hunter2');
    });

    it.each([
      ['', password, 400],
      [maria.email, '', 400],
      ['a'.repeat(321), password, 403],
      [maria.email, 'a'.repeat(1001), 403],
      ['"><script>', password, 403],
    ])('rejects %.20j with %.20j', async (email, typed, expected) => {
      const answer = await submit(email, typed);
      expect(answer.status).toBe(expected);
      expect(answer.text).toContain('aria-invalid="true"');
      expect(answer.text).not.toContain('<script');
    });

    it('accepts the e-mail address in any case, with spaces around', async () => {
      expect((await newBrowser().signIn(webRequest, ' MARIA@example.com ', password)).text).toContain('Maria Souza');
    });

    it('rejects a disabled user like a wrong password', async () => {
      await directory.source.query("UPDATE users SET disabled = now() WHERE id = 'joao'");
      const answer = await submit('joao@example.com', password);
      await directory.source.query("UPDATE users SET disabled = NULL WHERE id = 'joao'");
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('is not right')]);
    });

    it.each([maria.email, 'nobody@example.com'])('limits failed attempts: %s', async (email) => {
      const browser = newBrowser();
      let page = await browser.open(webRequest);
      for (let attempt = 0; attempt < 4; attempt += 1)
        page = await browser.submit(page, 'sign-in', { email, password: 'wrong' });
      expect(page.status).toBe(403);
      const { status, headers, text } = await browser.submit(page, 'sign-in', { email, password });
      expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.closeTo(30, -1)]);
      expect(text).toContain('Wait a minute and try again');
      expectSignInPage(await browser.open(webRequest));
    });

    it('never locks out a browser that has signed in before, whatever others do', async () => {
      const [browser] = await signedIn();
      const guess = async (email: string) => (await submit(email, 'wrong')).status;
      // All browsers of the test have one address.
      for (let attempt = 0; attempt < 4; attempt += 1) expect(await guess(maria.email)).toBe(403);
      expect(await guess(maria.email)).toBe(429);
      expect((await submit(maria.email, password)).status).toBe(429);
      await directory.source.query('DELETE FROM sessions');
      expectSignInPage(await browser.open(webRequest));
      expect((await browser.signIn(webRequest, maria.email, password)).text).toContain('Maria Souza');
      // Its own failures count, and the browser is not known under another name.
      const page = await browser.follow(await browser.submit(await browser.open(webRequest), 'switch'));
      const again = (email: string) => browser.submit(page, 'sign-in', { email, password: 'wrong' });
      for (let attempt = 0; attempt < 4; attempt += 1) expect((await again(maria.email)).status).toBe(403);
      expect((await again(maria.email)).status).toBe(429);
      for (let attempt = 0; attempt < 4; attempt += 1) expect((await again('joao@example.com')).status).toBe(403);
      expect((await again('joao@example.com')).status).toBe(429);
    });

    it('gives a browser its cookie at the first sign-in only, and stores a digest', async () => {
      const browser = newBrowser();
      const page = await browser.open(webRequest);
      const cookie = 'place-directory-browser';
      expect(browser.cookies.has(cookie)).toBe(false);
      const answer = await browser.submit(page, 'sign-in', maria);
      expect(answer.headers.getSetCookie().find((set) => set.startsWith(cookie))).toMatch(
        /^place-directory-browser=[\w-]{43}; Max-Age=34560000; Path=\/v2\/oauth; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      const identifier = browser.cookies.get(cookie) ?? '';
      await browser.signIn(webRequest, maria.email, password);
      expect(browser.cookies.get(cookie)).toBe(identifier);
      await expectNotStored(directory, 'known_sources', identifier);
    });

    it('changes the identifier of the session, against session fixation', async () => {
      const browser = newBrowser();
      const page = await browser.open(webRequest);
      const before = browser.cookies.get(name);
      await browser.follow(await browser.submit(page, 'sign-in', maria));
      const after = browser.cookies.get(name);
      expect([before, after]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
      expect(after).not.toBe(before);
      expectSignInPage(await openWith(before));
    });

    it('ends the old session of a user who signs in again', async () => {
      const [browser] = await signedIn();
      const first = browser.cookies.get(name);
      const { hidden } = await browser.open(webRequest);
      await browser.post({ ...hidden, ...maria, action: 'sign-in' });
      expectSignInPage(await openWith(first));
    });
  });

  it('computes the same hashes for every failed attempt, so that its time tells nothing', async () => {
    const dear = await hash(password, { memoryCost: 32_768, timeCost: 3, parallelism: 1 });
    const other = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 2 });
    await directory.add({
      users: [
        aUser({ id: 'dear', passwordHash: dear }),
        aUser({ id: 'other', passwordHash: other }),
        aUser({ id: 'disabled', passwordHash: dear, disabled: new Date() }),
        aUser({ id: 'silent' }),
        aUser({ id: 'foreign', passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' }),
      ],
    });
    const computed: Record<string, string> = {};
    for (const id of ['maria', 'dear', 'other', 'disabled', 'silent', 'foreign', 'nobody']) {
      jest.mocked(verify).mockClear();
      expect((await submit(`${id}@example.com`, 'wrong')).status).toBe(403);
      computed[id] = jest
        .mocked(verify)
        .mock.calls.map(([hashed]) => /m=[^$]+/.exec(String(hashed))?.[0])
        .join(' ');
      await directory.source.query('TRUNCATE attempts');
    }
    expect(new Set(Object.values(computed))).toEqual(new Set(['m=19456,t=2,p=1 m=32768,t=3,p=1 m=8192,t=1,p=2']));
  });

  describe('sessions', () => {
    it('end if the user wants another account', async () => {
      const [browser, consent] = await signedIn();
      const before = browser.cookies.get(name);
      expectSignInPage(await browser.follow(await browser.submit(consent, 'switch')));
      expectSignInPage(await openWith(before));
      const next = await browser.signIn(webRequest, 'joao@example.com', password);
      expect(next.text).toContain('João Lima');
    });

    it.each([
      ['their expiry', "UPDATE sessions SET expires = now() - interval '1 second'"],
      ['a new password', "UPDATE users SET password_hash = password_hash || ' ' WHERE id = 'maria'"],
      ['a disabled account', "UPDATE users SET disabled = now() WHERE id = 'maria'"],
    ])('end with %s, and the authorization request continues after the next sign-in', async (_, end) => {
      const [browser, consent] = await signedIn();
      const [user] = await directory.source.query<{ password_hash: string }[]>(
        "SELECT password_hash FROM users WHERE id = 'maria'",
      );
      await directory.source.query(end);
      const ended = await browser.submit(consent, 'allow');
      await directory.source.query("UPDATE users SET disabled = NULL, password_hash = $1 WHERE id = 'maria'", [
        user?.password_hash,
      ]);
      expect([ended.status, ended.text]).toEqual([403, expect.stringContaining('You were signed out')]);
      const again = await browser.follow(await browser.submit(ended, 'sign-in', maria));
      expect(readCallback(await browser.submit(again, 'allow')).parameters).toMatchObject({ code: /./, state: 's-1' });
    });

    it('are stored as digests', async () => {
      await directory.source.query('DELETE FROM sessions');
      const [browser] = await signedIn();
      const rows = await directory.source.query<{ row: string; seconds: number }[]>(
        'SELECT sessions::text AS row, extract(epoch FROM expires - created)::integer AS seconds FROM sessions',
      );
      expect(rows).toEqual([{ row: expect.any(String), seconds: expect.closeTo(28_800, -1) }]);
      const cookie = String(browser.cookies.get(name));
      expect([cookie.length > 20, rows.filter(({ row }) => row.includes(cookie))]).toEqual([true, []]);
    });

    it('issue no code to a client that was disabled meanwhile', async () => {
      const [browser, consent] = await signedIn({ ...webRequest, client_id: 'two' });
      await directory.app.get(ClientStore).disable('two');
      const answer = await browser.submit(consent, 'allow');
      await directory.source.query("UPDATE clients SET disabled = NULL WHERE id = 'two'");
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    });
  });
});

describe('the security of the pages of /v2/oauth/authorize', () => {
  const { newBrowser, open, signedIn } = useAuthorization();

  describe('forged forms', () => {
    const expectStale = ({ status, headers, text }: Page) => {
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([403, null, null]);
      expect(text).toContain('This form is out of date');
      expect(text).toContain('href="/v2/oauth/authorize?response_type=code&amp;client_id=web&amp;');
    };

    it.each(['allow', 'deny', 'switch', 'sign-in'])(
      'are rejected without a CSRF token and with a wrong one: %s',
      async (action) => {
        const [browser, consent] = await signedIn();
        const request = consent.hidden.request ?? '';
        expectStale(await browser.post({ request, action, ...maria }));
        expectStale(await browser.post({ request, action, ...maria, token: 'x'.repeat(43) }));
        expect((await browser.open(webRequest)).text).toContain('Maria Souza');
      },
    );

    it('are rejected with the CSRF token of another session', async () => {
      const [browser] = await signedIn();
      const [, other] = await signedIn();
      expectStale(await browser.submit(other, 'allow'));
      const signedOut = newBrowser();
      expectStale(await browser.submit(await signedOut.open(webRequest), 'allow'));
    });

    it('are rejected without a session cookie, before sign-in too', async () => {
      const page = await open(webRequest);
      expectStale(await newBrowser().submit(page, 'sign-in', maria));
      const odd = newBrowser();
      odd.cookies.set(name, 'x');
      expectStale(await odd.submit(page, 'sign-in', maria));
    });

    it('cannot change the authorization request to an invalid one', async () => {
      const [browser, consent] = await signedIn();
      const forge = (request: Fields | string) =>
        browser.submit(consent, 'allow', { request: new URLSearchParams(request).toString() });
      expect((await forge({ ...webRequest, redirect_uri: 'https://evil.example/' })).status).toBe(400);
      expect((await forge({ ...webRequest, client_id: 'nobody' })).status).toBe(400);
      expect(readCallback(await forge({ ...webRequest, scope: 'trust' })).parameters.error).toBe('invalid_scope');
      expect((await forge('')).status).toBe(400);
    });
  });

  describe('headers', () => {
    const expectSafe = ({ headers }: Answer, targets: string) => {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    };

    it('forbid framing, caching, referrers and scripts', async () => {
      const [browser, consent] = await signedIn();
      expectSafe(consent, "'self' https:");
      expectSafe(await open(webRequest), "'self' https:");
      expectSafe(await open(nativeRequest), "'self' https: http:");
      expectSafe(await browser.submit(consent, 'allow'), "'none'");
      expectSafe(await newBrowser().post({ action: 'allow' }), "'self'");
      expectSafe(await open({}), "'none'");
      expectSafe(await open({}, { method: 'PUT' }), "'none'");
    });

    it('allow no compression, which would leak the CSRF token (BREACH)', async () => {
      const { headers, text } = await open(webRequest, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect([headers.get('content-encoding'), text.length > 2000]).toEqual([null, true]);
    });

    it('protect the cookie from scripts and other sites', async () => {
      const { headers } = await open(webRequest);
      expect(headers.get('set-cookie')).toMatch(
        /^place-directory-session=[\w-]{43}; Path=\/v2\/oauth; HttpOnly; SameSite=Lax$/,
      );
    });

    it.each([
      [undefined, 'en'],
      ['*', 'en'],
      ['pt', 'pt-BR'],
      ['pt-PT,en;q=0.5', 'pt-BR'],
      ['fr,pt;q=0.2,en;q=0.3', 'en'],
      ['fr', 'en'],
      ['xx;;;q=9,,', 'en'],
      // Only the first 2,048 characters count.
      [`fr,pt;q=0.5,${'fr,'.repeat(30_000)}`, 'pt-BR'],
      [`${'fr,'.repeat(30_000)}pt`, 'en'],
    ])('name the language that the browser prefers: %.40s', async (accepted, lang) => {
      const { headers, text } = await newBrowser(accepted === undefined ? {} : { 'Accept-Language': accepted }).open(
        webRequest,
      );
      expect([headers.get('content-language'), /<html lang="([^"]+)">/.exec(text)?.[1]]).toEqual([lang, lang]);
      expect(headers.get('vary')).toContain('Accept-Language');
      expect(text).toContain(lang === 'en' ? 'Password' : 'Senha');
    });

    it.each([
      ['pt-BR en', 'pt-BR'],
      ['fr en pt', 'en'],
      ['fr', 'pt-BR'],
    ])('are in the language that the client asks for, else in that of the browser: %s', async (ui_locales, lang) => {
      const chosen = { ...webRequest, ui_locales };
      const browser = newBrowser({ 'Accept-Language': 'pt' });
      const shown = await browser.open(chosen);
      expect(shown.headers.get('content-language')).toBe(lang);
      const [, path] = /<form method="post" action="([^"]+)"/.exec(shown.text) ?? [];
      const typed = { ...shown.hidden, action: 'sign-in', email: 'nobody@example.org', password: 'wrong' };
      const rejected = await browser.post(typed, path);
      expect([rejected.status, rejected.headers.get('content-language')]).toEqual([403, lang]);
    });
  });
});

describe('the authorization endpoint behind a proxy', () => {
  const { newBrowser } = useAuthorization({ env: { TRUST_PROXY: 'loopback' } });

  it('limits the cookie to this host and to HTTPS', async () => {
    const browser = newBrowser({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example.org' });
    const page = await browser.open(webRequest);
    expect(page.headers.get('set-cookie')).toMatch(
      /^__Host-place-directory-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const consent = await browser.follow(await browser.submit(page, 'sign-in', maria));
    const { parameters } = readCallback(await browser.submit(consent, 'allow'));
    expect(parameters.iss).toBe('https://api.example.org');
  });
});

describe('the consent of a user', () => {
  const { directory, newBrowser } = useAuthorization({ env: { TRUST_PROXY: 'loopback' } });

  it('is not left out for a redirect address with the host of the request: only the registration counts', async () => {
    const grants = ['authorization_code'];
    const redirectUris = ['https://partner.example/callback'];
    await directory.addClients({ partner: { grants, redirectUris }, own: { grants, redirectUris, firstParty: true } });
    const request = { ...webRequest, redirect_uri: 'https://partner.example/callback' };
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'partner.example' };
    for (const headers of [proxied, { ...proxied, Host: 'partner.example' }]) {
      const browser = newBrowser(headers);
      const page = await browser.signIn({ ...request, client_id: 'partner' }, maria.email, maria.password);
      expect([page.status, page.text.includes('value="allow"')]).toEqual([200, true]);
      const { status, headers: sent } = await browser.open({ ...request, client_id: 'own' });
      expect([status, sent.get('location')]).toEqual([303, expect.stringContaining('code=')]);
    }
  });

  it('comes with the host that the trusted proxy wrote, not with that of the client', async () => {
    const { text } = await directory.get('/.well-known/oauth-authorization-server', undefined, {
      'X-Forwarded-Proto': 'http, https',
      'X-Forwarded-Host': 'evil.example, api.example.org',
    });
    expect([text.includes('https://api.example.org/v2/oauth/token'), text.includes('evil')]).toEqual([true, false]);
  });
});

describe('the authorization endpoint with PUBLIC_URL', () => {
  const { open } = useAuthorization({ env: { PUBLIC_URL: 'https://example.org/places/' } });

  it('keeps the path of PUBLIC_URL', async () => {
    expect((await open(webRequest)).text).toContain('<form method="post" action="/places/v2/oauth/authorize"');
    const { parameters } = readCallback(await open({ ...webRequest, scope: 'x' }));
    expect(parameters.iss).toBe('https://example.org/places');
  });
});
