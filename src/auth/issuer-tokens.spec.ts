import { createHmac, type KeyObject, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { base64url, exportJWK, exportSPKI, type JWK, type JWTPayload, SignJWT } from 'jose';
import { type ReadDatabase } from '../database/read-database.js';
import { waitUntil } from '../../test/support/retry.js';
import { IssuerTokens } from './issuer-tokens.js';

interface Key {
  kid: string;
  alg: string;
  signing: KeyObject;
  published: JWK;
}

async function makeKey(kid: string, alg = 'ES256', bits = 2048): Promise<Key> {
  const { privateKey, publicKey } = alg.startsWith('ES')
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: bits });
  return { kid, alg, signing: privateKey, published: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

describe('IssuerTokens', () => {
  const find = jest.fn<Promise<unknown[]>, [string, unknown[]]>();
  const requests: string[] = [];
  const warn = jest.fn();
  let server: Server;
  let issuer: string;
  let first: Key;
  let second: Key;
  let keys: Key[];
  let metadata: object;
  let status: number;
  let now = 1_000_000;
  let tokens: IssuerTokens;

  const create = (settings: object = {}) => {
    const usual = {
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: 'places',
      JWT_USER_CLAIM: 'sub',
      JWT_SCOPE_CLAIMS: ['scope', 'scp'],
    };
    return new IssuerTokens({ ...usual, ...settings }, { query: find } as unknown as ReadDatabase);
  };
  const seconds = () => Math.floor(Date.now() / 1000);
  const usualClaims = () => ({
    ...{ iss: issuer, aud: 'places', sub: 'maria', client_id: 'app', scope: 'openid read' },
    exp: seconds() + 60,
  });
  const sign = (claims: object = {}, { key = first, header = {} }: { key?: Key; header?: object } = {}) =>
    new SignJWT({ ...usualClaims(), ...claims } satisfies JWTPayload)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
      .sign(key.signing);
  const principalOf = async (claims: Record<string, unknown>, settings: object = {}) =>
    (await create(settings).find(await sign(claims))).principal;
  const rejected = (detail: RegExp | string) => ({
    code: 'token_invalid',
    detail: expect.stringMatching(detail),
    extras: {
      headers: { 'WWW-Authenticate': expect.stringMatching(/error="invalid_token", error_description="[^"\\]+"$/) },
    },
  });
  const unavailable = { code: 'issuer_unavailable', status: 503, extras: { headers: { 'Retry-After': '5' } } };

  beforeAll(async () => {
    [first, second] = await Promise.all([makeKey('1'), makeKey('2', 'RS256')]);
    server = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.statusCode = status;
      response.end(JSON.stringify(url === '/jwks' ? { keys: keys.map(({ published }) => published) } : metadata));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    warn.mockReset();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(warn);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    find.mockReset().mockResolvedValue([{ quota: null }]);
    requests.length = 0;
    status = 200;
    metadata = { issuer, jwks_uri: `${issuer}/jwks` };
    keys = [first];
    now += 1_000_000;
    tokens = create();
  });
  afterEach(() => jest.restoreAllMocks());

  it('recognises only tokens with dots, and none without an issuer', () => {
    expect(['a.b.c', 'a'].map((token) => tokens.recognises(token))).toEqual([true, false]);
    expect(create({ JWT_ISSUER: undefined }).recognises('a.b.c')).toBe(false);
  });

  it('finds client, user, scopes and expiry, and reads the keys once', async () => {
    const [found] = await Promise.all(Array.from({ length: 20 }, async () => tokens.find(await sign())));
    expect(found?.principal).toEqual({ clientId: 'app', userId: 'maria', scope: ['read'], trusted: false });
    // A minute, and the difference that clocks may have.
    expect(found?.remainingMs).toBeGreaterThan(88_000);
    expect(found?.remainingMs).toBeLessThanOrEqual(91_000);
    expect(find).toHaveBeenCalledWith(expect.stringContaining('users.disabled'), ['app', 'maria']);
    expect(requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  const application = { clientId: 'app', scope: ['read'], trusted: false };
  it.each<[string, Record<string, unknown>, object, object]>([
    ['no sub', { sub: undefined }, {}, application],
    ['the client as sub', { sub: 'app' }, {}, application],
    [
      'azp instead of client_id',
      { client_id: undefined, azp: 'spa', sub: undefined },
      {},
      { ...application, clientId: 'spa' },
    ],
    [
      'a list of scopes in scp',
      { sub: undefined, scope: undefined, scp: ['read', 'trust', 'x'] },
      {},
      { ...application, scope: ['read', 'trust'], trusted: true },
    ],
    [
      'roles at a path',
      { sub: undefined, scope: 'openid', resource_access: { places: { roles: ['read', 'trust'] } } },
      { JWT_SCOPE_CLAIMS: ['scope', 'resource_access.places.roles'] },
      { ...application, scope: ['read', 'trust'], trusted: true },
    ],
    [
      'another user claim, whose name has dots',
      { 'https://example.org/user': 'joao' },
      { JWT_USER_CLAIM: 'https://example.org/user' },
      { ...application, userId: 'joao' },
    ],
    ['no such user claim', {}, { JWT_USER_CLAIM: 'directory_user' }, application],
    ['no scope', { scope: 'readable trust.all' }, {}, { ...application, userId: 'maria', scope: [] }],
    ['several audiences', { aud: ['account', 'places'], sub: undefined }, {}, application],
  ])('reads %s', async (_, claims: Record<string, unknown>, settings, principal) => {
    expect(await principalOf(claims, settings)).toEqual(principal);
  });

  it('adds the quota of a registered client', async () => {
    find.mockResolvedValue([{ quota: '10/60' }]);
    expect(await principalOf({})).toMatchObject({ quota: '10/60' });
  });

  it('rejects a user who is unknown, and users and clients that are disabled', async () => {
    find.mockResolvedValue([]);
    await expect(tokens.find(await sign())).rejects.toMatchObject(rejected('unknown here'));
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['another audience', { aud: 'other' }, / aud /],
    ['no audience', { aud: undefined }, / aud /],
    ['another issuer', { iss: 'https://evil.example.org' }, / iss /],
    ['an issuer that only begins the same', { iss: 'ISSUER/' }, / iss /],
    ['no expiry', { exp: undefined }, / exp /],
    ['an expiry that is no number', { exp: '9999999999' }, / exp /],
    ['a past expiry', { exp: Math.floor(Date.now() / 1000) - 31 }, /expired/],
    ['a later beginning', { nbf: Math.floor(Date.now() / 1000) + 60 }, / nbf /],
    ['no client', { client_id: undefined }, /client_id or azp/],
    ['a client that no log can show', { client_id: 'a\nb' }, /client_id or azp/],
    ['a client that is too long', { client_id: 'a'.repeat(101) }, /client_id or azp/],
    ['a user that is no text', { sub: { $ne: null } }, / sub /],
    ['a user that PostgreSQL cannot store', { sub: 'a\0b' }, / sub /],
    ['a bound key', { cnf: { jkt: 'x' } }, / cnf /],
  ])('rejects %s', async (_, claims: Record<string, unknown>, detail) => {
    const token = await sign(claims.iss === 'ISSUER/' ? { iss: `${issuer}/` } : claims);
    await expect(tokens.find(token)).rejects.toMatchObject(rejected(detail));
    expect(find).not.toHaveBeenCalled();
  });

  it('allows clocks that differ by less than half a minute', async () => {
    const token = await sign({ exp: seconds() - 25, nbf: seconds() + 25 });
    expect((await tokens.find(token)).remainingMs).toBeGreaterThan(0);
  });

  const unsigned = (header: object, claims: object = usualClaims()) =>
    [header, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.');

  it('rejects tokens without a signature, or with one that the public key could make', async () => {
    keys = [first, second];
    expect((await tokens.find(await sign({}, { key: second }))).principal.userId).toBe('maria');
    const { published } = second;
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const secrets = [JSON.stringify(published), published.n ?? '', await exportSPKI(pem)];
    const hmac = unsigned({ alg: 'HS256', kid: '2', typ: 'JWT' });
    const forged = secrets.map((secret) => `${hmac}.${createHmac('sha256', secret).update(hmac).digest('base64url')}`);
    const [header = '', , signature = ''] = (await sign({}, { key: second })).split('.');
    const none = ['none', 'None', 'NONE', ''].map((alg) => `${unsigned({ alg, kid: '2', typ: 'JWT' })}.`);
    const changed = `${header}.${base64url.encode(JSON.stringify({ ...usualClaims(), sub: 'joao' }))}.${signature}`;
    for (const token of [...forged, ...none, `${none[0]}${signature}`, changed, 'a.b.c', '..', '.', 'a.b.c.d.e'])
      await expect(tokens.find(token)).rejects.toMatchObject(rejected('malformed or has another signer'));
    expect(find).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['crit', { crit: ['b64', 'x'], b64: true, x: 1 }],
    ['a key in its header', { kid: undefined, jwk: {}, jku: 'https://evil.example.org' }],
    ['the algorithm of another key', { alg: 'RS256' }],
  ])('rejects %s', async (_, header) => {
    const token = await sign();
    const [, claims = '', signature = ''] = token.split('.');
    const changed = base64url.encode(JSON.stringify({ alg: 'ES256', kid: '1', typ: 'JWT', ...header }));
    await expect(tokens.find(`${changed}.${claims}.${signature}`)).rejects.toMatchObject(rejected('another signer'));
  });

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt'])('rejects a token of the type %s', async (typ) => {
    await expect(tokens.find(await sign({}, { header: { typ } }))).rejects.toMatchObject(rejected(/ typ /));
  });

  it.each(['JWT', 'application/at+jwt', undefined])('accepts a token of the type %s', async (typ) => {
    expect((await tokens.find(await sign({}, { header: { typ } }))).principal.userId).toBe('maria');
  });

  it('does not read a token that is too long', async () => {
    const token = await sign({ groups: 'x'.repeat(16_384) });
    await expect(tokens.find(token)).rejects.toMatchObject(rejected('longer than 16384'));
    expect(requests).toEqual([]);
  });

  describe('the keys', () => {
    it('are read again for an unknown one, at most every five seconds', async () => {
      await tokens.find(await sign());
      const unknown = await Promise.all(Array.from({ length: 50 }, (_, n) => sign({}, { header: { kid: `x${n}` } })));
      const attack = () =>
        Promise.all(
          unknown.map((token) => expect(tokens.find(token)).rejects.toMatchObject(rejected('another signer'))),
        );
      await attack();
      await attack();
      expect(requests).toHaveLength(4);
      keys = [second, first];
      now += 5000;
      const rotated = [second, first, second].map(async (key) => tokens.find(await sign({}, { key })));
      expect(await Promise.all(rotated)).toHaveLength(3);
      expect(requests).toHaveLength(6);
    });

    it('are forgotten ten minutes after the issuer has removed them, without a wait', async () => {
      const token = await sign();
      await tokens.find(token);
      keys = [second];
      now += 600_001;
      expect((await tokens.find(token)).principal.clientId).toBe('app');
      await waitUntil(() => requests.length === 4, 5);
      await waitUntil(
        () =>
          tokens.find(token).then(
            () => false,
            () => true,
          ),
        5,
      );
      await expect(tokens.find(token)).rejects.toMatchObject(rejected('another signer'));
      // Again for the key that is unknown now.
      expect(requests).toHaveLength(6);
    });

    it('are used while the issuer is away, and an unknown one is no fault of the token', async () => {
      await tokens.find(await sign());
      status = 500;
      now += 3_600_000;
      expect((await tokens.find(await sign())).principal.clientId).toBe('app');
      const token = await sign({}, { key: second });
      await expect(tokens.find(token)).rejects.toMatchObject(unavailable);
      await expect(tokens.find(token)).rejects.toMatchObject(unavailable);
      expect([requests.length, warn.mock.calls.length, tokens.isReachable]).toEqual([3, 1, false]);
      expect((await tokens.find(await sign())).principal.clientId).toBe('app');
      [status, keys, now] = [200, [second], now + 5000];
      expect((await tokens.find(token)).principal.clientId).toBe('app');
      expect(tokens.isReachable).toBe(true);
    });

    it.each([
      ['responds with an error', () => (status = 503)],
      ['is another one', () => (metadata = { issuer: `${issuer}/other`, jwks_uri: `${issuer}/jwks` })],
      ['has no keys', () => (metadata = { issuer })],
      ['has an address of keys that is none', () => (metadata = { issuer, jwks_uri: 'file:///etc/passwd' })],
      ['has keys that are none', () => (metadata = { issuer, jwks_uri: `${issuer}/metadata` })],
    ])('are asked for every five seconds while the issuer %s', async (_, fail) => {
      fail();
      const attempts = () =>
        Promise.all(
          Array.from({ length: 20 }, async () => expect(tokens.find(await sign())).rejects.toMatchObject(unavailable)),
        );
      await attempts();
      const { length } = requests;
      await attempts();
      expect([requests.length, warn.mock.calls.length]).toEqual([length, 1]);
      [status, metadata, now] = [200, { issuer, jwks_uri: `${issuer}/jwks` }, now + 5000];
      expect((await tokens.find(await sign())).principal.clientId).toBe('app');
    });

    it('that nobody may use are no fault of the token', async () => {
      const weak = await makeKey('weak', 'RS256', 1024);
      keys = [weak];
      const token = `${unsigned({ alg: 'RS256', kid: 'weak' })}.${'A'.repeat(172)}`;
      await expect(tokens.find(token)).rejects.toMatchObject(unavailable);
    });
  });
});
