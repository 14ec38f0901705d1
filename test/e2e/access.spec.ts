import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { AccessDeclarations, Access } from '../../src/auth/access.js';
import { ClientStore } from '../../src/auth/client-store.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { readEnvironment } from '../../src/config/environment.js';
import { accessMatrix, accessTokens } from '../cases/access-matrix.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { registeredRoutes } from '../support/routes.js';
import { useDatabase } from '../support/use-database.js';
import { useDirectory } from '../support/use-directory.js';

const bearer = 'Bearer realm="place-directory"';
const challenge = (error: string, description: string) =>
  `${bearer}, error="${error}", error_description="${description}"`;

/** Status, challenge and code (of a problem, or of OAuth) for each word of the matrix. */
const words: Record<string, [status: number, challenge: string, code: string]> = {
  ask: [401, bearer, 'token_missing'],
  bad: [401, challenge('invalid_token', 'The access token is unknown, expired or revoked.'), 'token_invalid'],
  user: [403, challenge('insufficient_scope', 'This path needs a user token.'), 'token_kind'],
  trust: [
    403,
    challenge('insufficient_scope', 'This path needs a token of a trusted client with the scope trust.'),
    'token_kind',
  ],
  read: [
    403,
    `${challenge('insufficient_scope', 'This path needs a token with the scope read.')}, scope="read"`,
    'insufficient_scope',
  ],
  basic: [401, 'Basic realm="place-directory"', 'invalid_client'],
};

const isPublic = (cells: readonly string[]) => cells[0] !== 'ask';

describe('the access matrix', () => {
  const tokens: Record<string, string> = {};

  const of = { userId: 'maria', placeId: 'masp' };
  const app = { clientId: 'test-app', scope: ['read'], lifetime: 3600 };
  const trusted = { clientId: 'test-trusted', scope: ['read', 'trust'], lifetime: 3600 };
  const registration = { secret: 'x', grants: [], redirectUris: [], trusted: false, public: false };
  const { directory } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'ana' })],
    follows: [{ followerId: 'maria', followingId: 'ana', created: new Date() }],
    places: [aPlace({ id: 'masp' })],
    checkins: [aCheckin(of)],
    reviews: [aReview({ ...of, id: 'good' })],
  });

  beforeAll(async () => {
    tokens.appl = await directory.token();
    tokens.user = await directory.token({ user: 'maria' });
    tokens.trus = await directory.token('trusted');
    const store = directory.app.get(TokenStore);
    const clients = directory.app.get(ClientStore);
    tokens['trus+user'] = await store.issue({ ...trusted, userId: 'maria' });
    tokens['-trust'] = await store.issue({ ...trusted, scope: ['read'] });
    tokens.pretend = await store.issue({ ...app, scope: ['read', 'trust'] });
    tokens['trust-only'] = await store.issue({ ...trusted, scope: ['trust'] });
    tokens.malf = 'no "token"';
    tokens.expi = await store.issue({ ...app, lifetime: -1 });
    tokens.revo = await store.issue(app);
    await store.revoke(tokens.revo);
    await clients.register({ ...registration, id: 'gone', name: 'Gone' });
    tokens.disa = await store.issue({ ...app, clientId: 'gone' });
    await clients.disable('gone');
  });

  const call = (method: string, address: string, headers: Record<string, string> = {}) =>
    directory.request(address, { method, headers });

  it('has exactly the registered routes', () => {
    const routes = registeredRoutes(directory.app);
    const reached = accessMatrix.map(({ method, address }) => {
      // Like the router, takes the first route that matches.
      const found = routes.find((route) => route.method === method && route.takes(address.replace(/\?.*/, '')));
      return found ? `${found.method} ${found.path}` : `no route for ${method} ${address}`;
    });
    expect([...new Set(reached)].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('is declared by every controller method', () => {
    const declared = directory.app.get(AccessDeclarations).routes();
    expect(declared.filter(({ access }) => access === undefined)).toEqual([]);
    expect(declared.length).toBeGreaterThan(10);
  });

  it('has a cell for every token', () => {
    expect(accessTokens.filter((column) => column !== 'none').sort()).toEqual(Object.keys(tokens).sort());
    expect(accessMatrix.map(({ cells }) => cells.length)).toEqual(accessMatrix.map(() => accessTokens.length));
  });

  it.each(accessMatrix)('holds for $method $address', async ({ method, address, cells }) => {
    const answers: unknown[] = [];
    for (const column of accessTokens) {
      const token = tokens[column];
      const answer = await call(method, address, token === undefined ? {} : { Authorization: `Bearer ${token}` });
      const challenge = answer.headers.get('www-authenticate');
      const code = challenge === null ? undefined : (answer.body?.code ?? answer.body?.error);
      answers.push([column, answer.status, challenge, code]);
      if (challenge !== null) expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(answers).toEqual(
      accessTokens.map((column, at) => [column, ...(words[cells[at] ?? ''] ?? [Number(cells[at]), null, undefined])]),
    );
  });

  const guarded = accessMatrix.filter(({ cells }) => !isPublic(cells));

  it.each(guarded)('treats other Authorization headers as no token: $address', async ({ method, address }) => {
    const others = address === '/v2/users/maria' ? ['', 'Bearer', 'Bearer ', 'Bearertoken'] : [];
    for (const Authorization of ['Basic dGVzdDp0ZXN0', ...others]) {
      const { status, headers } = await call(method, address, { Authorization });
      expect([Authorization, status, headers.get('www-authenticate')]).toEqual([Authorization, 401, bearer]);
    }
  });

  it.each(['unknown', 'x'.repeat(5000), 'é"\\', 'two words', '='])('rejects a malformed token: %s', async (text) => {
    const [status, challenge, code] = words.bad ?? [];
    const { headers, ...answer } = await call('GET', '/v2/users/maria', { Authorization: `Bearer ${text}` });
    expect([answer.status, headers.get('www-authenticate'), answer.body.code]).toEqual([status, challenge, code]);
  });

  it('accepts the scheme in any case, and spaces around the token', async () => {
    for (const authorization of [`bearer ${tokens.user}`, `BEARER   ${tokens.user}  `]) {
      expect((await call('GET', '/v2/users/me', { authorization })).status).toBe(200);
    }
  });

  it('checks token, kind, parameters and existence in this order', async () => {
    const path = '/v2/users/nobody/following/nobody?rows=0&wt=yaml';
    expect((await directory.get(path)).status).toBe(401);
    expect((await directory.get(path, tokens.appl)).status).toBe(403);
    expect((await directory.get(path, tokens.user)).status).toBe(400);
    expect((await directory.get('/v2/users/nobody/following/nobody', tokens.user)).status).toBe(404);
  });
});

@Controller('v2/careless')
class CarelessController {
  @Get('declared')
  @Access('user')
  declared() {
    return { declared: true };
  }

  @Get('open')
  open() {
    return { open: true };
  }
}

describe('a controller without @Access or @Public', () => {
  const database = useDatabase();

  it('stops the start, and the message names the method', async () => {
    const environment = readEnvironment({
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: database.url, ELASTICSEARCH_INDEX: database.name },
      ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
    });
    @Module({ imports: [AppModule.of(environment)], controllers: [CarelessController] })
    class CarelessModule {}
    const app = await NestFactory.create(CarelessModule, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow('Routes without @Access or @Public: CarelessController.open');
    await app.close();
  });
});

const path = '/v2/users/maria';

describe('an access token in the query', () => {
  const created = new Date();
  const { directory: off, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'ana' }), aUser({ id: 'bia' })],
    tokens: ['maria'],
  });
  const { directory: on } = useDirectory({ env: { OLD_CLIENTS: 'token-in-query' }, over: off });

  beforeAll(async () => {
    await off.add({ follows: ['ana', 'bia'].map((id) => ({ followerId: 'maria', followingId: id, created })) });
  });

  describe('without OLD_CLIENTS=token-in-query', () => {
    it('is ignored', async () => {
      const { status, body } = await off.get(`${path}?access_token=${tokens.maria}`);
      expect([status, body.code]).toEqual([401, 'token_missing']);
    });

    it('is an unknown parameter beside a token in the header', async () => {
      const { status, headers } = await off.get(`${path}?access_token=${tokens.maria}`, tokens.maria);
      expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'access_token']);
      const strict = await off.get(`${path}?access_token=x`, tokens.maria, { Prefer: 'handling=strict' });
      expect([strict.status, strict.body.errors[0].parameter]).toEqual([400, 'access_token']);
    });
  });

  describe('with OLD_CLIENTS=token-in-query', () => {
    it('authenticates the request', async () => {
      expect((await on.get(`${path}?access_token=${tokens.maria}`)).status).toBe(200);
      expect((await on.get(`/v2/users/me?access_token=${tokens.maria}`)).body.user.id).toBe('maria');
      const application = await off.token();
      expect((await on.get(`/v2/users/me?access_token=${application}`)).status).toBe(403);
    });

    it('is a known parameter, also with strict handling', async () => {
      const { status, headers } = await on.get(`${path}?access_token=${tokens.maria}`, undefined, {
        Prefer: 'handling=strict',
      });
      expect([status, headers.get('x-ignored-parameters')]).toEqual([200, null]);
    });

    it('is not required: the header still works', async () => {
      expect((await on.get(path, tokens.maria)).status).toBe(200);
    });

    it.each([
      ['in the header as well', `${path}?access_token=TOKEN`, true],
      ['in the header as well, another one', `${path}?access_token=other`, true],
      ['twice in the query', `${path}?access_token=TOKEN&access_token=TOKEN`, false],
    ])('is 400 if the token is sent %s', async (_, address, header) => {
      const { status, body, headers } = await on.get(
        address.replaceAll('TOKEN', tokens.maria),
        header ? tokens.maria : undefined,
      );
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'ambiguous_token', 'access_token']);
      expect(headers.get('www-authenticate')).toContain('error="invalid_request"');
    });

    it.each(['', 'nonsense', 'two%20words', '%00', '%FF'])(
      'says 401 for no token or a wrong one: %p',
      async (value) => {
        expect((await on.get(`${path}?access_token=${value}`)).status).toBe(401);
      },
    );

    it('never appears in a link or a problem', async () => {
      const list = await on.get(`/v2/users/me/following?rows=1&access_token=${tokens.maria}`);
      expect(list.body.userResults.header.next).toBe(`${on.url}/v2/users/me/following?rows=1&start=1`);
      expect(list.headers.get('link')).toContain('rel="next"');
      expect([list.text, list.headers.get('link')].join()).not.toContain(tokens.maria);
      const problem = await on.get(`/v2/users/me/following?rows=0&access_token=${tokens.maria}`);
      expect([problem.status, problem.text.includes(tokens.maria)]).toEqual([400, false]);
    });
  });
});

/** Addresses whose response changes each time, or that need a session, another token or a map; they have their own tests. */
const excluded = [
  '/',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/explore/map.pmtiles',
  '/explore/map/:z/:x/:y.mvt',
  '/explore/pictures/:file',
  '/metrics',
  ...['/v2/oauth/account', '/v2/oauth/authorize', '/v2/oauth/sign-out'],
];

/** Every address that responds with 200 to a GET with a user token. */
const addresses = [
  ...accessMatrix
    .filter(({ method, cells }) => method === 'GET' && cells[accessTokens.indexOf('user')] === '200')
    .map(({ address }) => address)
    .filter((address) => !/\?|\/me\b/.test(address) && !excluded.includes(address)),
  '/v2/users/maria/following/joão',
];

describe('addresses and methods', () => {
  const { directory, tokens } = useDirectory({
    users: ['maria', 'ana', 'joão'].map((id) => aUser({ id })),
    follows: ['ana', 'joão'].map((followingId) => ({ followerId: 'maria', followingId, created: new Date() })),
    places: [aPlace({ id: 'masp' })],
    reviews: [aReview({ id: 'good', userId: 'maria', placeId: 'masp' })],
    tokens: ['maria'],
  });

  /** Expects the headers of GET in the response to HEAD. */
  async function expectSameHeaders(address: string, encoding: string, status: number): Promise<void> {
    const headers = { Authorization: `Bearer ${tokens.maria}`, 'Accept-Encoding': encoding, 'X-Request-Id': 'alike' };
    const [get, head] = [
      await directory.request(address, { headers }),
      await directory.request(address, { method: 'HEAD', headers }),
    ];
    expect([get.status, head.status, head.text]).toEqual([status, status, '']);
    const names = ['content-type', 'etag', 'cache-control', 'vary', 'link', 'content-length', 'content-encoding'];
    for (const name of names) expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }

  it('are all covered here', () => {
    const served = registeredRoutes(directory.app).filter(({ method }) => method === 'GET');
    const covered = (path: string) =>
      addresses.some((address) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address));
    expect(
      served
        .map(({ path }) => path)
        .filter((path) => !covered(path))
        .sort(),
    ).toEqual([...excluded, '/v2/places/suggest', '/v2/users/:email/verify']);
  });

  describe.each(addresses)('%s', (address) => {
    it('accepts a trailing slash, and HEAD', async () => {
      const { text } = await directory.get(address, tokens.maria);
      expect(text).not.toBe('');
      const slash = await directory.get(`${address}/`, tokens.maria);
      expect([slash.status, slash.text]).toEqual([200, text]);
      await expectSameHeaders(address, 'identity', 200);
      await expectSameHeaders(address, 'deflate;q=1, gzip;q=0.5', 200);
    });

    it('rejects other methods before it checks the token', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const { status, headers, body } = await directory.request(address, { method });
        expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD']);
        const fault = { parameter: 'method', value: method, reason: 'is not allowed here', allowed: ['GET', 'HEAD'] };
        expect(body.errors).toEqual([fault]);
      }
    });
  });

  it.each(['identity', 'gzip', 'br'])('HEAD has the headers of GET for a long problem, in %s', async (encoding) => {
    const faults = Array.from({ length: 40 }, (_, at) => `p${at}=%zz`).join('&');
    await expectSameHeaders(`/v2/users/maria?${faults}`, encoding, 400);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
    'the token endpoint accepts POST only, not %s',
    async (method) => {
      const { status, headers } = await directory.request('/v2/oauth/token', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    },
  );

  it.each([
    ...'/v2 /v1/places /v2/users /v2/users/maria/nothing /v2//places /v2/users/maria//following'.split(' '),
    ...'/favicon.ico /v2/places/masp/checkins/1'.split(' '),
  ])('%s is 404 with any method', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, body } = await directory.request(path, { method });
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    }
  });

  it.each([
    '/v2/users/%',
    '/v2/users/%zz/following',
    '/v2/users/%ff',
    '/v2/nothing/%E0%A4',
    '/%',
    '/v2/users/maria/%C0%80',
    '/v2/places/%ED%A0%80',
  ])('broken percent-encoding is 400 anywhere: %s', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await directory.request(path, { method });
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'malformed_request', 'path']);
    }
  });

  it.each([
    ['/v2/users/a%00b', 'userId'],
    ['/v2/users/%00/followers', 'userId'],
    ['/v2/users/maria/following/%00', 'followingId'],
    ['/v2/users/%00/places/checkins', 'userId'],
    ['/v2/places/%00', 'placeId'],
    ['/v2/places/%00/reviews', 'placeId'],
    ['/v2/reviews/%00', 'reviewId'],
    ['/v2/categories/%00', 'categoryId'],
  ])('NUL is 400 that names the segment: %s', async (path, parameter) => {
    const { status, body } = await directory.get(path, tokens.maria);
    expect([status, body.errors[0].parameter]).toEqual([400, parameter]);
    expect((await directory.get(path)).status).toBe(401);
  });

  it('NUL is 400 where there is no route either', async () => {
    expect((await directory.get('/nothing/%00', tokens.maria)).status).toBe(400);
  });

  it('a GET without a body may have a Content-Type', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect((await directory.get('/v2/users/maria', tokens.maria, headers)).status).toBe(200);
  });
});
