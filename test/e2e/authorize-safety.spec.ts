import { styleSource } from '../../src/oauth/authorize/pages/style.js';
import { calledBack, maria, native, password, registerPeopleAndClients, sound } from '../support/authorization.js';
import { type Answer, Directory } from '../support/directory.js';
import { type Fields, type Page, Visitor } from '../support/visitor.js';

const name = 'place-directory-session';

describe('the safety of the pages of /v2/oauth/authorize', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
    await registerPeopleAndClients(directory);
  });

  afterAll(() => directory.stop());

  const visitor = (headers?: Fields) => new Visitor(directory, headers);
  const signedIn = async (query: Fields = sound): Promise<[Visitor, Page]> => {
    const browser = visitor();
    return [browser, await browser.signIn(query, maria.email, password)];
  };

  describe('forged forms', () => {
    const expectRefused = ({ status, headers, text }: Page) => {
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([403, null, null]);
      expect(text).toContain('This form is out of date');
      expect(text).toContain('href="/v2/oauth/authorize?response_type=code&amp;client_id=web&amp;');
    };

    it.each(['allow', 'deny', 'switch', 'sign-in'])(
      'are refused without a token, or with a wrong one: %s',
      async (action) => {
        const [browser, consent] = await signedIn();
        const request = consent.hidden.request ?? '';
        expectRefused(await browser.post({ request, action, ...maria }));
        expectRefused(await browser.post({ request, action, ...maria, token: 'x'.repeat(43) }));
        expect((await browser.open(sound)).text).toContain('Maria Souza');
      },
    );

    it('are refused with the token of another session', async () => {
      const [browser] = await signedIn();
      const [, other] = await signedIn();
      expectRefused(await browser.submit(other, 'allow'));
      const stranger = visitor();
      expectRefused(await browser.submit(await stranger.open(sound), 'allow'));
    });

    it('are refused without a cookie, before anybody is signed in too', async () => {
      const page = await visitor().open(sound);
      expectRefused(await visitor().submit(page, 'sign-in', maria));
      const odd = visitor();
      odd.cookies.set(name, 'x');
      expectRefused(await odd.submit(page, 'sign-in', maria));
    });

    it('get nothing that the request would not get', async () => {
      const [browser, consent] = await signedIn();
      const forge = (request: Fields | string) =>
        browser.submit(consent, 'allow', { request: new URLSearchParams(request).toString() });
      expect((await forge({ ...sound, redirect_uri: 'https://evil.example/' })).status).toBe(400);
      expect((await forge({ ...sound, client_id: 'nobody' })).status).toBe(400);
      expect(calledBack(await forge({ ...sound, scope: 'trust' })).with.error).toBe('invalid_scope');
      expect((await forge('')).status).toBe(400);
    });
  });

  describe('headers', () => {
    const policyOf = ({ headers }: Answer) => headers.get('content-security-policy');

    const expectSafe = ({ headers }: Answer, targets: string) => {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src ${styleSource}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    };

    it('let no page be framed, kept, or told of, and nothing run in it', async () => {
      const [browser, consent] = await signedIn();
      expectSafe(consent, "'self' https:");
      expectSafe(await visitor().open(sound), "'self' https:");
      expectSafe(await browser.submit(consent, 'allow'), "'none'");
      expectSafe(await visitor().post({ action: 'allow' }), "'self'");
      expectSafe(await visitor().open({}), "'none'");
      expectSafe(await visitor().open({}, { method: 'PUT' }), "'none'");
    });

    it('let forms lead to the client', async () => {
      const two = { ...sound, client_id: 'two', redirect_uri: 'com.example.app:/cb' };
      expect(policyOf(await visitor().open(two))).toContain("form-action 'self' https: com.example.app:;");
      expect(policyOf(await visitor().open(native))).toContain("form-action 'self' https: http:;");
    });

    it('are not compressed, since the page holds a secret beside words of the caller', async () => {
      const { headers, text } = await visitor().open(sound, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect([headers.get('content-encoding'), text.length > 2000]).toEqual([null, true]);
    });

    it('keep the cookie from scripts and from other sites', async () => {
      const { headers } = await visitor().open(sound);
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
    ])('speak the language of the browser: %s', async (accepted, lang) => {
      const { headers, text } = await visitor(accepted === undefined ? {} : { 'Accept-Language': accepted }).open(
        sound,
      );
      expect([headers.get('content-language'), /<html lang="([^"]+)">/.exec(text)?.[1]]).toEqual([lang, lang]);
      expect(headers.get('vary')).toContain('Accept-Language');
      expect(text).toContain(lang === 'en' ? 'Password' : 'Senha');
    });
  });
});

describe('behind TLS', () => {
  it('the cookie is for this host alone and for TLS alone', async () => {
    const directory = await Directory.start({ TRUST_PROXY: 'loopback' });
    await registerPeopleAndClients(directory);
    const browser = new Visitor(directory, { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example.org' });
    const page = await browser.open(sound);
    expect(page.headers.get('set-cookie')).toMatch(
      /^__Host-place-directory-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const consent = await browser.follow(await browser.submit(page, 'sign-in', maria));
    const { with: answer } = calledBack(await browser.submit(consent, 'allow'));
    expect(answer.iss).toBe('https://api.example.org');
    await directory.stop();
  });

  it('a path before the service is kept', async () => {
    const directory = await Directory.start({ PUBLIC_URL: 'https://example.org/places/' });
    await registerPeopleAndClients(directory);
    const page = await new Visitor(directory).open(sound);
    expect(page.text).toContain('<form method="post" action="/places/v2/oauth/authorize"');
    const location = calledBack(await new Visitor(directory).open({ ...sound, scope: 'x' }));
    expect(location.with.iss).toBe('https://example.org/places');
    await directory.stop();
  });
});
