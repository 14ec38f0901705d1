import { styleSource } from '../../src/oauth/authorize/layout.js';
import { readCallback, maria, nativeRequest, useAuthorization, webRequest } from '../support/authorization.js';
import { type Answer } from '../support/directory.js';
import { type Fields, type Page } from '../support/fake-browser.js';

const name = 'place-directory-session';

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
  });
});

describe('the authorization endpoint behind a proxy', () => {
  const { newBrowser } = useAuthorization({ TRUST_PROXY: 'loopback' });

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
  const { directory, newBrowser } = useAuthorization({ TRUST_PROXY: 'loopback' });

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
  const { open } = useAuthorization({ PUBLIC_URL: 'https://example.org/places/' });

  it('keeps the path of PUBLIC_URL', async () => {
    expect((await open(webRequest)).text).toContain('<form method="post" action="/places/v2/oauth/authorize"');
    const { parameters } = readCallback(await open({ ...webRequest, scope: 'x' }));
    expect(parameters.iss).toBe('https://example.org/places');
  });
});
