import { gzipSync } from 'node:zlib';
import { calledBack, callback, challenge, native, registerPeopleAndClients, sound } from '../support/authorization.js';
import { Directory } from '../support/directory.js';
import { type Fields, Visitor } from '../support/visitor.js';

const nasty = `"><script>alert(1)</script>\r\nSet-Cookie: a=b`;

describe('what clients ask of /v2/oauth/authorize', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
    await registerPeopleAndClients(directory);
  });

  afterAll(() => directory.stop());

  const open = (query: Fields | string, init?: RequestInit) => new Visitor(directory).open(query, init);
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(sound).filter(([name]) => !names.includes(name)));

  it.each([
    ['a confidential client', sound],
    ['a public client with PKCE', native],
    ['a confidential client with PKCE', { ...sound, code_challenge: challenge, code_challenge_method: 'S256' }],
    ['no redirect address where one is registered', without('redirect_uri')],
    ['one of several addresses', { ...sound, client_id: 'two', redirect_uri: 'com.example.app:/cb' }],
    ['the only response mode', { ...sound, response_mode: 'query' }],
    ['some known scope', { ...sound, scope: 'openid,read' }],
    ['what nobody knows', { ...sound, prompt: 'login', nonce: 'x', access_token: 'x' }],
    ['what nobody knows, at length', { ...sound, claims: 'x'.repeat(5000), nonce: '\0' }],
    ['what nobody can read nor knows', `${new URLSearchParams(sound).toString()}&nonce=%ff`],
    ['empty parameters', { ...sound, scope: '', response_mode: '', code_challenge: '', state: '' }],
    ['another loopback port', { ...native, redirect_uri: 'http://[::1]:8080/cb' }],
  ] as [string, Fields | string][])('shows the sign-in page: %s', async (_, query) => {
    const { status, headers, text } = await open(query);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('name="password"');
  });

  it.each([
    ['no parameters', {}],
    ['no client', without('client_id')],
    ['an unknown client', { ...sound, client_id: 'nobody' }],
    ['a disabled client', { ...sound, client_id: 'disabled' }],
    ['an endless client', { ...sound, client_id: 'x'.repeat(5000) }],
    ['NUL', { ...sound, client_id: 'web\0' }],
    ['a nasty client', { ...sound, client_id: nasty }],
    ['a client twice', 'client_id=web&client_id=web&response_type=code'],
    ['a client that cannot be read', 'client_id=%zz&response_type=code'],
    [
      'a redirect address twice',
      `${new URLSearchParams(sound).toString()}&redirect_uri=${encodeURIComponent(callback)}`,
    ],
    ['a redirect address that cannot be read', 'client_id=web&response_type=code&redirect_uri=https://%ff'],
    ['no redirect address where two are registered', { ...without('redirect_uri'), client_id: 'two' }],
    ['no redirect address where none is registered', { ...without('redirect_uri'), client_id: 'none' }],
    ['an address of another client', { ...sound, redirect_uri: 'com.example.app:/cb' }],
    ['a part of the address', { ...sound, redirect_uri: 'https://app.example.org/callback' }],
    ['another case', { ...sound, redirect_uri: callback.replace('callback', 'Callback') }],
    ['a trailing slash', { ...sound, redirect_uri: `${callback}/` }],
    ['a fragment', { ...sound, redirect_uri: `${callback}#x` }],
    ['user information', { ...sound, redirect_uri: 'https://app.example.org@evil.example/callback?from=places' }],
    ['another loopback path', { ...native, redirect_uri: 'http://127.0.0.1:51004/other' }],
    ['a script', { ...sound, redirect_uri: 'javascript:alert(1)' }],
    ['a nasty address', { ...sound, redirect_uri: `${callback}${nasty}` }],
    // Faults that a client would be told, but for these.
    ['an unknown client and a bad response type', { ...sound, client_id: 'nobody', response_type: 'token' }],
    ['a bad address and a bad scope', { ...sound, redirect_uri: 'https://evil.example/', scope: 'nothing' }],
  ] as [string, Fields | string][])('tells the person and redirects nobody: %s', async (_, query) => {
    const { status, headers, text } = await open(query);
    expect([status, headers.get('content-type'), headers.get('location')]).toEqual([
      400,
      'text/html; charset=utf-8',
      null,
    ]);
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).toContain('<h1>This link does not work</h1>');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('<form');
  });

  it.each([
    ['no response type', without('response_type'), 'invalid_request'],
    ['an empty response type', { ...sound, response_type: '' }, 'invalid_request'],
    ['the implicit grant', { ...sound, response_type: 'token' }, 'unsupported_response_type'],
    ['a nasty response type', { ...sound, response_type: nasty }, 'unsupported_response_type'],
    ['a response type of Object', { ...sound, response_type: 'constructor' }, 'unsupported_response_type'],
    ['another response mode', { ...sound, response_mode: 'fragment' }, 'invalid_request'],
    ['a client without this grant', { ...sound, client_id: 'machine' }, 'unauthorized_client'],
    ['no scope that it may have', { ...sound, scope: 'openid trust' }, 'invalid_scope'],
    ['a nasty scope', { ...sound, scope: nasty }, 'invalid_scope'],
    ['an endless scope', { ...sound, scope: 'x'.repeat(5000) }, 'invalid_request'],
    ['NUL', { ...sound, scope: 'read\0' }, 'invalid_request'],
    [
      'the challenge itself as proof',
      { ...sound, code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a challenge without a method', { ...sound, code_challenge: challenge }, 'invalid_request'],
    ['a method without a challenge', { ...sound, code_challenge_method: 'S256' }, 'invalid_request'],
    ['an unknown method', { ...sound, code_challenge: challenge, code_challenge_method: 's256' }, 'invalid_request'],
    ['a short challenge', { ...sound, code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
    [
      'a challenge of other characters',
      { ...sound, code_challenge: `${challenge.slice(1)}=`, code_challenge_method: 'S256' },
      'invalid_request',
    ],
  ] as [string, Fields, string][])('tells the client: %s', async (_, query, error) => {
    const description = expect.stringMatching(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/) as string;
    expect(calledBack(await open(query))).toEqual({
      at: 'https://app.example.org/callback',
      with: { error, error_description: description, state: 's-1', iss: directory.url },
    });
  });

  it('keeps the query of the redirect address as it is', async () => {
    const { headers } = await open({ ...sound, scope: 'nothing' });
    expect(headers.get('location')).toMatch(/^https:\/\/app\.example\.org\/callback\?from=places&error=invalid_scope&/);
  });

  it('wants PKCE of a public client', async () => {
    const { client_id, redirect_uri } = native;
    const answer = calledBack(await open({ response_type: 'code', client_id, redirect_uri }));
    expect(answer.at).toBe('http://127.0.0.1:51004/cb');
    expect(answer.with).toEqual({
      error: 'invalid_request',
      error_description: 'A public client needs a code_challenge (PKCE)',
      iss: directory.url,
    });
  });

  it.each(['scope', 'response_type', 'state', 'nonce'])('tells the client of what stands twice: %s', async (name) => {
    const query = new URLSearchParams({ ...sound, scope: 'read', nonce: 'x' });
    query.append(name, 'x');
    const answer = calledBack(await open(query.toString()));
    expect(answer.with).toMatchObject({ error: 'invalid_request', iss: directory.url });
    // Which of two it would be the client could not know.
    expect(answer.with.state).toBe(name === 'state' ? undefined : 's-1');
  });

  it('tells the client of what cannot be read', async () => {
    const answer = calledBack(await open(`${new URLSearchParams(sound).toString()}&scope=%zz`));
    expect(answer.with).toMatchObject({ error: 'invalid_request', state: 's-1' });
  });

  it.each([nasty, ' leading and trailing ', 'ação&state=x#y', 'a+b%20c', '😀', '{"a":[1]}', 'x'.repeat(10_000)])(
    'returns the state as it was: %.50j',
    async (state) => {
      expect(calledBack(await open({ ...sound, scope: 'nothing', state })).with.state).toBe(state);
    },
  );

  it('shows names of clients as text', async () => {
    const { text } = await open({ ...sound, client_id: 'nasty' });
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; asks you to sign in');
    expect(text).not.toContain('<script');
    expect((await open(sound)).text).toContain('Sabores &amp; Cia asks you');
  });

  it('shows nothing of the request but in a form', async () => {
    const { text } = await open({
      ...sound,
      state: nasty,
      nonce: nasty,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect(text).not.toContain('<script');
    expect(text).not.toContain('Set-Cookie: a');
  });

  it('takes a request by POST as well, and turns to GET', async () => {
    const visitor = new Visitor(directory);
    const answer = await visitor.post(sound);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await visitor.follow(answer)).text).toContain('name="password"');
  });

  it('answers HEAD as GET, without a body', async () => {
    const { status, headers, text } = await open(sound, { method: 'HEAD' });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=utf-8', '']);
    expect((await open({ ...sound, scope: 'nothing' }, { method: 'HEAD' })).status).toBe(303);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s', async (method) => {
    const { status, headers, text } = await open(sound, { method });
    expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
      405,
      'GET, HEAD, POST',
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('<h1>That did not work</h1>');
  });

  it('takes forms only', async () => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(sound) };
    const { status, text } = await open('', init);
    expect([status, text]).toEqual([415, expect.stringContaining('application/x-www-form-urlencoded')]);
  });

  it.each([
    'action=allow&action=deny',
    'action=explode',
    'action=deny&token=%zz',
    'action=deny&token=%00',
    'x=%zz',
    `${new URLSearchParams(sound).toString()}&${'x&'.repeat(1000)}`,
    `action=deny&request=${encodeURIComponent('x&'.repeat(1001))}`,
  ])('refuses a form that cannot be read: %.80s', async (body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it('takes no compressed form, which costs its sender nothing', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
    const body = gzipSync(new URLSearchParams(sound).toString());
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each([
    ['a request that is no address any more', { ...sound, state: 'x'.repeat(115_000) }],
    ['an answer without end', { action: 'deny', request: 'x'.repeat(500_000) }],
  ])('refuses a form that is too long: %s', async (_, fields) => {
    expect((await new Visitor(directory).post(fields)).status).toBe(400);
  });

  it('tells programs of failures as everywhere', async () => {
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

  it('takes a trailing slash', async () => {
    const { status } = await directory.get(`/v2/oauth/authorize/?${new URLSearchParams(sound).toString()}`);
    expect(status).toBe(200);
  });
});
