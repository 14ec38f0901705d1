import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { base64url, exportJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
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
  /** What the server waits for before each response. */
  let responding: Promise<void>;
  const clock = performance.now.bind(performance);
  /** Added to the real clock, in milliseconds. */
  let passed = 1_000_000;
  let created: IssuerTokens[] = [];
  let tokens: IssuerTokens;

  const create = (settings: object = {}, pauseMs?: number) => {
    const usual = {
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: 'places',
      JWT_USER_CLAIM: 'sub',
      JWT_SCOPE_CLAIMS: ['scope', 'scp'],
    };
    const reads = { query: find } as unknown as ReadDatabase;
    const creation = new IssuerTokens({ ...usual, ...settings }, reads, pauseMs);
    created.push(creation);
    return creation;
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
    (await create(settings).find(await sign(claims)))?.principal;
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
    server = createServer(({ url = '' }, answer) => {
      requests.push(url);
      answer.statusCode = status;
      const text = JSON.stringify(url === '/jwks' ? { keys: keys.map(({ published }) => published) } : metadata);
      void responding.then(() => answer.end(text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + passed);
    warn.mockReset();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(warn);
    jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    find.mockReset().mockResolvedValue([{ quota: null, trusted: null }]);
    requests.length = 0;
    status = 200;
    metadata = { issuer, jwks_uri: `${issuer}/jwks` };
    keys = [first];
    responding = Promise.resolve();
    passed += 1_000_000;
    tokens = create();
  });
  afterEach(() => {
    for (const creation of created) creation.onApplicationShutdown();
    created = [];
    jest.restoreAllMocks();
  });

  it('finds only tokens with dots, and none without an issuer', async () => {
    expect(await tokens.find('a')).toBeUndefined();
    expect(await create({ JWT_ISSUER: undefined }).find(await sign())).toBeUndefined();
  });

  it('finds client, user, scopes and expiry, and reads the keys once', async () => {
    const [found] = await Promise.all(Array.from({ length: 20 }, async () => tokens.find(await sign())));
    expect(found?.principal).toEqual({ clientId: 'app', userId: 'maria', scope: ['read'], trusted: false });
    // A minute, and the difference that clocks may have.
    expect(found?.remainingMs).toBeGreaterThan(60_000);
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

  it.each([
    [null, true],
    [true, true],
    [false, false],
  ])('adds what is registered about a client (trusted here: %p)', async (registered, trusted) => {
    find.mockResolvedValue([{ quota: '10/60', trusted: registered }]);
    expect(await principalOf({ scope: 'read trust' })).toMatchObject({ quota: '10/60', trusted });
    expect(await principalOf({ scope: 'read' })).toMatchObject({ trusted: false });
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
    ['no client', { client_id: undefined }, /client_id or azp/],
    ['a client that no log can show', { client_id: 'a\nb' }, /client_id or azp/],
    ['a client that is too long', { client_id: 'a'.repeat(101) }, /client_id or azp/],
    ['a user that is no text', { sub: { $ne: null } }, / sub /],
    ['a user that PostgreSQL cannot store', { sub: 'a\0b' }, / sub /],
    ['a bound key', { cnf: { jkt: 'x' } }, / cnf /],
    ['an ID token of Keycloak', { typ: 'ID' }, / typ /],
    ['an ID token with a nonce', { nonce: 'x' }, / nonce /],
    ['an ID token with the hash of an access token', { at_hash: 'x' }, / at_hash /],
  ])('rejects %s', async (_, claims: Record<string, unknown>, detail) => {
    const token = await sign(claims.iss === 'ISSUER/' ? { iss: `${issuer}/` } : claims);
    await expect(tokens.find(token)).rejects.toMatchObject(rejected(detail));
    expect(find).not.toHaveBeenCalled();
  });

  it('allows clocks that differ by less than half a minute', async () => {
    const token = await sign({ exp: seconds() - 15, nbf: seconds() + 25 });
    expect((await tokens.find(token))?.remainingMs).toBeGreaterThan(0);
    await expect(tokens.find(await sign({ exp: seconds() - 31 }))).rejects.toMatchObject(rejected('expired'));
    await expect(tokens.find(await sign({ nbf: seconds() + 90 }))).rejects.toMatchObject(rejected(/ nbf /));
  });

  const unsigned = (header: object, claims: object = usualClaims()) =>
    [header, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.');

  it('rejects tokens without a signature, or with one that the public key could make', async () => {
    keys = [first, second];
    expect((await tokens.find(await sign({}, { key: second })))?.principal.userId).toBe('maria');
    const { published } = second;
    const publicKey = createPublicKey(second.signing);
    const secrets = [
      ...[JSON.stringify(published), published.n ?? ''],
      ...[publicKey.export({ type: 'spki', format: 'pem' }), publicKey.export({ type: 'spki', format: 'der' })],
    ];
    const hmac = unsigned({ alg: 'HS256', kid: '2', typ: 'JWT' });
    const forged = secrets.map((secret) => `${hmac}.${createHmac('sha256', secret).update(hmac).digest('base64url')}`);
    const [header = '', , signature = ''] = (await sign({}, { key: second })).split('.');
    const none = ['none', 'None', 'NONE', ''].map((alg) => `${unsigned({ alg, kid: '2', typ: 'JWT' })}.`);
    const changed = `${header}.${base64url.encode(JSON.stringify({ ...usualClaims(), sub: 'joao' }))}.${signature}`;
    for (const token of [...forged, ...none, `${none[0]}${signature}`, changed, 'a.b.c', '..', '.', 'a.b.c.d.e'])
      await expect(tokens.find(token)).rejects.toMatchObject(rejected('malformed or has another signer'));
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('rejects signed tokens with another header: crit, a key, the algorithm of another key, no kid', async () => {
    keys = [first, second];
    const attacker = await makeKey('1');
    const signed = (header: object, { signing } = first) => {
      const text = unsigned({ alg: 'ES256', kid: '1', typ: 'JWT', ...header });
      const signature = signBytes('sha256', Buffer.from(text), { key: signing, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    };
    expect((await tokens.find(signed({})))?.principal.userId).toBe('maria');
    const others = [
      signed({ crit: ['x'], x: 1 }),
      signed({ jwk: attacker.published, jku: 'https://evil.example.org' }, attacker),
      signed({ alg: 'RS256', kid: '2' }),
    ];
    for (const token of others) await expect(tokens.find(token)).rejects.toMatchObject(rejected('another signer'));
    for (const token of [signed({ kid: undefined }), signed({ kid: undefined, jwk: attacker.published }, attacker)])
      await expect(tokens.find(token)).rejects.toMatchObject(rejected('no kid'));
    // Each key has one algorithm, although an RSA key can do others.
    const token = await sign({}, { key: { ...second, alg: 'PS256' } });
    await expect(tokens.find(token)).rejects.toMatchObject(rejected('another signer'));
  });

  it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt'])('rejects a token of the type %s', async (typ) => {
    await expect(tokens.find(await sign({}, { header: { typ } }))).rejects.toMatchObject(rejected(/ typ /));
  });

  it.each(['JWT', 'application/at+jwt', undefined])('accepts a token of the type %s', async (typ) => {
    expect((await tokens.find(await sign({}, { header: { typ } })))?.principal.userId).toBe('maria');
  });

  it('does not read a token that is too long', async () => {
    const token = await sign({ groups: 'x'.repeat(16_384) });
    await expect(tokens.find(token)).rejects.toMatchObject(rejected('longer than 16384'));
    expect(requests).toEqual([]);
  });

  describe('the keys', () => {
    /** Lets the server not respond. @returns a function that ends this */
    const hold = () => {
      let end: () => void = () => undefined;
      responding = new Promise((resolve) => (end = resolve));
      return () => {
        responding = Promise.resolve();
        end();
      };
    };
    const clientOf = async (token: string) => (await tokens.find(token))?.principal.clientId;

    it('are read again for an unknown one, at most every five seconds', async () => {
      await tokens.find(await sign());
      const attack = async (kid: string) => tokens.find(await sign({}, { header: { kid } }));
      await expect(attack('x')).rejects.toMatchObject(rejected('another signer'));
      expect(requests).toHaveLength(4);
      keys = [second, first];
      const rotated = await sign({}, { key: second });
      // The issuer may have the key, but is not asked now.
      for (const token of [attack('y'), tokens.find(rotated)]) await expect(token).rejects.toMatchObject(unavailable);
      expect(requests).toHaveLength(4);
      passed += 5000;
      expect(await Promise.all([rotated, await sign(), rotated].map(clientOf))).toEqual(['app', 'app', 'app']);
      expect(requests).toHaveLength(6);
    });

    it('are read once more if the read that ran was begun before the issuer had the key', async () => {
      await tokens.find(await sign());
      passed += 600_001;
      let respond = hold();
      await tokens.find(await sign());
      await waitUntil(() => requests.length === 3, 5);
      respond();
      respond = hold();
      await waitUntil(() => requests.length === 4, 5);
      keys = [second];
      const found = clientOf(await sign({}, { key: second }));
      respond();
      expect(await found).toBe('app');
      expect(requests).toHaveLength(6);
    });

    it('are forgotten ten minutes after the issuer has removed them, without a wait', async () => {
      const token = await sign();
      await tokens.find(token);
      keys = [second];
      passed += 600_001;
      expect(await clientOf(token)).toBe('app');
      await waitUntil(() => requests.length === 4, 5);
      const isFound = () => clientOf(token).catch(() => undefined);
      await waitUntil(async () => (await isFound()) === undefined, 5);
      passed += 5000;
      await expect(tokens.find(token)).rejects.toMatchObject(rejected('another signer'));
    });

    it('are used while the issuer does not respond, and nobody waits for an unknown one', async () => {
      tokens = create({}, 20);
      await tokens.find(await sign());
      let respond = hold();
      status = 500;
      passed += 3_600_000;
      expect(await clientOf(await sign())).toBe('app');
      await waitUntil(() => requests.length === 3, 5);
      respond();
      await waitUntil(() => tokens.isReachable === false, 5);
      respond = hold();
      const { length } = requests;
      await waitUntil(() => requests.length > length, 5);
      const token = await sign({}, { key: second });
      await expect(tokens.find(token)).rejects.toMatchObject(unavailable);
      expect(await clientOf(await sign())).toBe('app');
      expect([requests.length, warn.mock.calls.length, tokens.isReachable]).toEqual([length + 1, 1, false]);
      [status, keys] = [200, [second]];
      respond();
      await waitUntil(() => tokens.isReachable === true, 5);
      expect(await clientOf(token)).toBe('app');
    });

    it('are waited for two seconds in all', async () => {
      hold();
      const begin = clock();
      await expect(tokens.find(await sign())).rejects.toMatchObject(unavailable);
      expect(clock() - begin).toBeLessThan(4000);
    });

    it.each([
      ['responds with an error', () => (status = 503)],
      ['is another one', () => (metadata = { issuer: `${issuer}/other`, jwks_uri: `${issuer}/jwks` })],
      ['has no address of keys', () => (metadata = { issuer })],
      ['has no keys', () => (keys = [])],
      ['has an address of keys that is none', () => (metadata = { issuer, jwks_uri: 'file:///etc/passwd' })],
      ['has keys that are none', () => (metadata = { issuer, jwks_uri: `${issuer}/metadata` })],
    ])('are read from the start on, and again while the issuer %s', async (_, fail) => {
      fail();
      tokens = create({}, 20);
      tokens.onModuleInit();
      await waitUntil(() => tokens.isReachable === false && requests.length > 2, 5);
      await expect(tokens.find(await sign())).rejects.toMatchObject(unavailable);
      expect(warn).toHaveBeenCalledTimes(1);
      [status, metadata, keys] = [200, { issuer, jwks_uri: `${issuer}/jwks` }, [first]];
      await waitUntil(() => tokens.isReachable === true, 5);
      const { length } = requests;
      expect(await clientOf(await sign())).toBe('app');
      expect(requests).toHaveLength(length);
    });

    it('are no longer read after the end', async () => {
      status = 503;
      tokens = create({}, 20);
      tokens.onModuleInit();
      await waitUntil(() => tokens.isReachable === false, 5);
      tokens.onApplicationShutdown();
      await delay(50);
      const { length } = requests;
      await delay(100);
      expect(requests).toHaveLength(length);
    });

    it('stay if the issuer publishes none', async () => {
      tokens = create({}, 20);
      await tokens.find(await sign());
      keys = [];
      passed += 600_001;
      await tokens.find(await sign());
      await waitUntil(() => tokens.isReachable === false, 5);
      expect(await clientOf(await sign())).toBe('app');
    });

    it('that nobody may use are no fault of the token', async () => {
      const weak = await makeKey('weak', 'RS256', 1024);
      keys = [weak];
      const token = `${unsigned({ alg: 'RS256', kid: 'weak' })}.${'A'.repeat(172)}`;
      await expect(tokens.find(token)).rejects.toMatchObject(unavailable);
    });
  });
});
