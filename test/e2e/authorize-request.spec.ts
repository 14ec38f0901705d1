import { gzipSync } from 'node:zlib';
import {
  readCallback,
  callback,
  challenge,
  nativeRequest,
  useAuthorization,
  webRequest,
  clientSecret,
  maria,
  verifier,
} from '../support/authorization.js';
import { FakeBrowser } from '../support/fake-browser.js';
import { type Fields, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const nasty = `"><script>alert(1)</script>\r\nSet-Cookie: a=b`;

describe('authorization requests at /v2/oauth/authorize', () => {
  const { directory, open } = useAuthorization();

  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(webRequest).filter(([name]) => !names.includes(name)));

  const withoutPkce = without('code_challenge', 'code_challenge_method');

  it.each([
    ['a confidential client', webRequest],
    ['a public client with PKCE', nativeRequest],
    ['no redirect URI where one is registered', without('redirect_uri')],
    ['one of several redirect URIs', { ...webRequest, client_id: 'two', redirect_uri: 'com.example.app:/cb' }],
    ['the only response mode', { ...webRequest, response_mode: 'query' }],
    ['a known scope beside an unknown one', { ...webRequest, scope: 'openid,read' }],
    ['unknown parameters', { ...webRequest, prompt: 'login', nonce: 'x', access_token: 'x' }],
    ['long unknown parameters', { ...webRequest, claims: 'x'.repeat(5000), nonce: '\0' }],
    ['an unknown parameter that cannot be decoded', `${new URLSearchParams(webRequest).toString()}&nonce=%ff`],
    ['empty parameters', { ...webRequest, scope: '', response_mode: '', prompt: '', state: '' }],
    ['another loopback port', { ...nativeRequest, redirect_uri: 'http://[::1]:8080/cb' }],
  ] as [string, Fields | string][])('shows the sign-in page: %s', async (_, query) => {
    const { status, headers, text } = await open(query);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('name="password"');
  });

  it.each([
    ['no parameters', {}],
    ['no client', without('client_id')],
    ['an unknown client', { ...webRequest, client_id: 'nobody' }],
    ['a disabled client', { ...webRequest, client_id: 'disabled' }],
    ['a very long client', { ...webRequest, client_id: 'x'.repeat(5000) }],
    ['NUL', { ...webRequest, client_id: 'web\0' }],
    ['a client with HTML', { ...webRequest, client_id: nasty }],
    ['a client twice', 'client_id=web&client_id=web&response_type=code'],
    ['a client that cannot be decoded', 'client_id=%zz&response_type=code'],
    [
      'a redirect URI twice',
      `${new URLSearchParams(webRequest).toString()}&redirect_uri=${encodeURIComponent(callback)}`,
    ],
    ['a redirect URI that cannot be decoded', 'client_id=web&response_type=code&redirect_uri=https://%ff'],
    ['no redirect URI where two are registered', { ...without('redirect_uri'), client_id: 'two' }],
    ['no redirect URI where none is registered', { ...without('redirect_uri'), client_id: 'none' }],
    ['a redirect URI of another client', { ...webRequest, redirect_uri: 'com.example.app:/cb' }],
    ['a redirect URI with HTML', { ...webRequest, redirect_uri: `${callback}${nasty}` }],
    // Alone, the second fault of each pair would be reported to the client.
    ['an unknown client and a wrong response type', { ...webRequest, client_id: 'nobody', response_type: 'token' }],
    ['a wrong redirect URI and scope', { ...webRequest, redirect_uri: 'https://evil.example/', scope: 'nothing' }],
  ] as [string, Fields | string][])('shows an error page and does not redirect: %s', async (_, query) => {
    const { status, headers, text } = await open(query);
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect([headers.get('location'), headers.get('set-cookie')]).toEqual([null, null]);
    expect(text).toContain('<h1>This link does not work</h1>');
    expect(text).toContain('<a href="/">Start page of Place Directory</a>');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('<form');
  });

  it.each([
    ['no response type', without('response_type'), 'invalid_request'],
    ['an empty response type', { ...webRequest, response_type: '' }, 'invalid_request'],
    ['the implicit grant', { ...webRequest, response_type: 'token' }, 'unsupported_response_type'],
    ['a response type with HTML', { ...webRequest, response_type: nasty }, 'unsupported_response_type'],
    ['a response type of Object', { ...webRequest, response_type: 'constructor' }, 'unsupported_response_type'],
    ['another response mode', { ...webRequest, response_mode: 'fragment' }, 'invalid_request'],
    ['a client that is not registered for the grant', { ...webRequest, client_id: 'machine' }, 'unauthorized_client'],
    ['no scope that the client may have', { ...webRequest, scope: 'openid trust' }, 'invalid_scope'],
    ['a scope with HTML', { ...webRequest, scope: nasty }, 'invalid_scope'],
    ['a very long scope', { ...webRequest, scope: 'x'.repeat(5000) }, 'invalid_request'],
    ['NUL', { ...webRequest, scope: 'read\0' }, 'invalid_request'],
    ['a scope that cannot be decoded', `${new URLSearchParams(webRequest).toString()}&scope=%zz`, 'invalid_request'],
    ['no PKCE', withoutPkce, 'invalid_request'],
    ['no PKCE of a client that is registered so', { ...withoutPkce, client_id: 'old' }, 'invalid_request'],
    ['an empty challenge', { ...withoutPkce, code_challenge: '' }, 'invalid_request'],
    ['the challenge method plain', { ...webRequest, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without a method', without('code_challenge_method'), 'invalid_request'],
    ['a method without a challenge', without('code_challenge'), 'invalid_request'],
    ['an unknown method', { ...webRequest, code_challenge_method: 's256' }, 'invalid_request'],
    ['a short challenge', { ...webRequest, code_challenge: 'x' }, 'invalid_request'],
    ['other characters', { ...webRequest, code_challenge: `${challenge.slice(1)}=` }, 'invalid_request'],
  ] as [string, Fields | string, string][])('redirects with an error: %s', async (_, query, error) => {
    const description = expect.stringMatching(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/) as string;
    expect(readCallback(await open(query))).toEqual({
      uri: 'https://app.example.org/callback',
      parameters: { error, error_description: description, state: 's-1', iss: directory.url },
    });
  });

  it('says that PKCE is required', async () => {
    const { client_id, redirect_uri } = nativeRequest;
    const answer = readCallback(await open({ response_type: 'code', client_id, redirect_uri }));
    expect(answer.uri).toBe('http://127.0.0.1:51004/cb');
    expect(answer.parameters).toEqual({
      error: 'invalid_request',
      error_description: 'code_challenge is required (PKCE with S256)',
      iss: directory.url,
    });
  });

  describe('with OLD_CLIENTS=no-pkce', () => {
    const { directory: lenient } = useDirectory({ env: { OLD_CLIENTS: 'no-pkce' }, over: directory });
    const openThere = (query: Fields) => new FakeBrowser(lenient).open(query);

    it('shows the sign-in page to an old client without PKCE, or with it', async () => {
      for (const query of [withoutPkce, webRequest]) {
        const { status, text } = await openThere({ ...query, client_id: 'old' });
        expect([status, text]).toEqual([200, expect.stringContaining('name="password"')]);
      }
    });

    it.each([
      ['another confidential client without PKCE', withoutPkce],
      ['a public client without PKCE', { ...nativeRequest, code_challenge: '', code_challenge_method: '' }],
      ['an old client with a method alone', { ...without('code_challenge'), client_id: 'old' }],
      ['an old client with plain', { ...webRequest, client_id: 'old', code_challenge_method: 'plain' }],
    ])('redirects with an error: %s', async (_, query) => {
      expect(readCallback(await openThere(query)).parameters.error).toBe('invalid_request');
    });
  });

  it.each(['scope', 'response_type', 'state', 'nonce'])(
    'redirects with an error if a parameter is given twice: %s',
    async (name) => {
      const query = new URLSearchParams({ ...webRequest, scope: 'read', nonce: 'x' });
      query.append(name, 'x');
      const answer = readCallback(await open(query.toString()));
      expect(answer.parameters).toMatchObject({ error: 'invalid_request', iss: directory.url });
      // Of two states, neither is returned.
      expect(answer.parameters.state).toBe(name === 'state' ? undefined : 's-1');
    },
  );

  it.each([nasty, ' leading and trailing ', 'ação&state=x#y', 'a+b%20c', '😀', '{"a":[1]}', 'x'.repeat(10_000)])(
    'returns the state unchanged: %.50j',
    async (state) => {
      expect(readCallback(await open({ ...webRequest, scope: 'nothing', state })).parameters.state).toBe(state);
    },
  );

  it('escapes the name of the client', async () => {
    const { text } = await open({ ...webRequest, client_id: 'nasty' });
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; asks you to sign in');
    expect(text).not.toContain('<script');
    expect((await open(webRequest)).text).toContain('Sabores &amp; Cia asks you');
  });

  it('escapes the request in the form', async () => {
    const { text, hidden } = await open({ ...webRequest, state: nasty, nonce: nasty });
    expect(new URLSearchParams(hidden.request).get('state')).toBe(nasty);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('Set-Cookie: a');
  });
});

describe('methods, forms and formats of /v2/oauth/authorize', () => {
  const { directory, newBrowser, open } = useAuthorization();

  it('accepts a request by POST, and redirects to GET', async () => {
    const browser = newBrowser();
    const answer = await browser.post(webRequest);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await browser.follow(answer)).text).toContain('name="password"');
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const { status, headers, text } = await open(webRequest, { method: 'HEAD' });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=utf-8', '']);
    expect((await open({ ...webRequest, scope: 'nothing' }, { method: 'HEAD' })).status).toBe(303);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('rejects the method %s', async (method) => {
    const { status, headers, text } = await open(webRequest, { method });
    expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
      405,
      'GET, HEAD, POST',
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('<h1>That did not work</h1>');
  });

  it('accepts forms only', async () => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(webRequest) };
    const { status, text } = await open('', init);
    expect([status, text]).toEqual([415, expect.stringContaining('application/x-www-form-urlencoded')]);
  });

  it.each([
    'action=allow&action=deny',
    'action=explode',
    'action=deny&token=%zz',
    'action=deny&token=%00',
    'x=%zz',
    `${new URLSearchParams(webRequest).toString()}&${'x&'.repeat(1000)}`,
    `action=deny&request=${encodeURIComponent('x&'.repeat(1001))}`,
  ])('rejects a malformed form: %.80s', async (body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it('rejects a compressed form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
    const body = gzipSync(new URLSearchParams(webRequest).toString());
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each([
    ['a request that is too long for an address', { ...webRequest, state: 'x'.repeat(115_000) }],
    ['a very long field', { action: 'deny', request: 'x'.repeat(500_000) }],
  ])('rejects a form that is too long: %s', async (_, fields) => {
    expect((await newBrowser().post(fields)).status).toBe(400);
  });

  it('responds with problem documents to programs', async () => {
    const json = await open({}, { headers: { Accept: 'application/json' } });
    expect([json.status, json.headers.get('content-type'), json.body.code]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
      'authorization_invalid',
    ]);
    expect(json.body.errors).toEqual([{ parameter: 'client_id', reason: 'is missing' }]);
    const xml = await open({}, { headers: { Accept: 'application/xml' } });
    expect(xml.headers.get('content-type')).toBe('application/problem+xml; charset=utf-8');
  });

  it('accepts a trailing slash', async () => {
    const { status } = await directory.get(`/v2/oauth/authorize/?${new URLSearchParams(webRequest).toString()}`);
    expect(status).toBe(200);
  });
});

describe('the authorization code flow over /v2/oauth/authorize', () => {
  const { directory, newBrowser, signedIn } = useAuthorization();

  const redeem = (code = '', more: Fields = {}) =>
    postToken(directory, {
      grant_type: 'authorization_code',
      code,
      client_id: 'web',
      client_secret: clientSecret,
      redirect_uri: webRequest.redirect_uri,
      code_verifier: verifier,
      ...more,
    });

  it('signs a user in, asks for consent, and redirects with a code for a token of that user', async () => {
    const [browser, consent] = await signedIn();
    expect(consent.text).toContain('Sabores &amp; Cia asks for access');
    expect(consent.text).toContain('<strong>Maria Souza</strong> (maria@example.com)');
    expect(consent.text).toContain('taken to app.example.org');
    expect(consent.text).not.toContain('given e-mail');
    const { uri, parameters: answer } = readCallback(await browser.submit(consent, 'allow'));
    expect([uri, answer]).toEqual([
      'https://app.example.org/callback',
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 's-1', iss: directory.url },
    ]);
    const { status, body } = await redeem(answer.code);
    expect([status, body.scope]).toEqual([200, 'read']);
    const me = await directory.get('/v2/users/me', body.access_token as string);
    expect([me.status, me.body.user.id]).toEqual([200, 'maria']);
  });

  it('works for a public client on any loopback port', async () => {
    const [browser, consent] = await signedIn(nativeRequest);
    expect(consent.text).toContain('taken to the app on this device');
    const { uri, parameters: answer } = readCallback(await browser.submit(consent, 'allow'));
    expect(uri).toBe(nativeRequest.redirect_uri);
    const form = { grant_type: 'authorization_code', client_id: 'native', redirect_uri: nativeRequest.redirect_uri };
    const { status } = await postToken(directory, { ...form, code: answer.code ?? '', code_verifier: verifier });
    expect(status).toBe(200);
  });

  it('issues two valid codes if the consent form is submitted twice', async () => {
    const [browser, consent] = await signedIn();
    const answers = await Promise.all([browser.submit(consent, 'allow'), browser.submit(consent, 'allow')]);
    const codes = answers.map((answer) => readCallback(answer).parameters.code);
    expect(new Set(codes).size).toBe(2);
    expect(await Promise.all(codes.map(async (code) => (await redeem(code)).status))).toEqual([200, 200]);
  });

  it('shows the scope trust of a trusted client', async () => {
    const [browser, consent] = await signedIn({ ...webRequest, client_id: 'trusted' });
    expect(consent.text).toContain('given e-mail');
    const { code } = readCallback(await browser.submit(consent, 'allow')).parameters;
    expect((await redeem(code, { client_id: 'trusted' })).body.scope).toBe('read trust');
  });

  it('returns a state unchanged that a form would change', async () => {
    const state = `"><b>\nline\r\n&amp; ação +%20`;
    const [browser, consent] = await signedIn({ ...webRequest, state });
    expect(readCallback(await browser.submit(consent, 'allow')).parameters.state).toBe(state);
  });

  it.each(['a', '+', '/', '!', '%20', '%C3%A3'])(
    'repeats in the form a state as long as an address can be, of %s',
    async (sent) => {
      const rest = new URLSearchParams({ ...webRequest, state: '' }).toString();
      const state = sent.repeat((112 * 1024 - rest.length - '/v2/oauth/authorize?'.length) / sent.length);
      const browser = newBrowser();
      const page = await browser.open(`${rest}${state}`);
      expect(page.status).toBe(200);
      const again = await browser.submit(page, 'sign-in', { email: maria.email, password: 'wrong' });
      expect([again.status, again.hidden.request?.length]).toEqual([403, page.hidden.request?.length]);
      const repeated = new URLSearchParams(again.hidden.request).get('state');
      expect(repeated === new URLSearchParams(`state=${state}`).get('state')).toBe(true);
    },
  );

  it('reports a denial to the client, before sign-in and after', async () => {
    const [browser, consent] = await signedIn();
    const signedOut = newBrowser();
    const answers = [
      await browser.submit(consent, 'deny'),
      await signedOut.submit(await signedOut.open(webRequest), 'deny'),
    ];
    for (const answer of answers) {
      expect(readCallback(answer).parameters).toEqual({
        error: 'access_denied',
        error_description: 'The user denied access',
        state: 's-1',
        iss: directory.url,
      });
    }
  });
});
