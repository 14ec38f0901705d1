import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { AccessPolicy } from '../../src/auth/access.guard.js';
import { TokenCache } from '../../src/auth/token-cache.js';
import { CacheVersions } from '../../src/response-cache/dependencies.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { cacheOn, repeatableHeaders } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { NOTIFICATION_SECONDS, getWithRetry, waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

describe('HTTP caching and compression', () => {
  const ids = Array.from({ length: 30 }, (_, at) => `u${at}`);
  const { directory, tokens, get } = useDirectory({
    env: { CACHE_MAX_AGE: '45', SEARCH_TIMEOUT: '20000' },
    users: [aUser({ id: 'maria' }), ...ids.map((id) => aUser({ id }))],
    follows: ids.map((id) => ({ followerId: 'maria', followingId: id, created: new Date() })),
    places: [aPlace({ id: 'masp' })],
    tokens: ['application', 'maria'],
  });

  describe('the ETag', () => {
    const etagOf = async (path: string, token = tokens.application) => {
      const { status, headers } = await getWithRetry(directory, path, token);
      const etag = headers.get('etag') ?? 'none';
      expect([path, status, etag]).toEqual([path, 200, expect.stringMatching(/^W\/"[^"]+"$/)]);
      return etag;
    };

    it('is weak, and the same for every token that gets the same body', async () => {
      const etag = await etagOf('/v2/users/maria');
      expect(await etagOf('/v2/users/maria', tokens.maria)).toBe(etag);
    });

    it('differs between formats, and changes with the body', async () => {
      const before = await etagOf('/v2/users/u29');
      expect(await etagOf('/v2/users/u29?wt=xml')).not.toBe(before);
      await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'u29'");
      expect(await etagOf('/v2/users/u29')).not.toBe(before);
    });

    it.each(['/v2/users/maria', '/v2/users/maria/following', '/v2/places/masp', '/v2/categories', '/v2/places'])(
      'lets clients keep the body of %s',
      async (path) => {
        const first = await getWithRetry(directory, path, tokens.application);
        expect(first.status).toBe(200);
        const etag = first.headers.get('etag') ?? '';
        for (const condition of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
          const { status, text, headers } = await get(path, { 'If-None-Match': condition });
          expect([status, text]).toEqual([304, '']);
          for (const name of ['etag', 'cache-control', 'vary', 'link']) {
            expect([name, headers.get(name)]).toEqual([name, first.headers.get(name)]);
          }
        }
        const changed = await get(path, { 'If-None-Match': 'W/"other"' });
        expect([changed.status, changed.text]).toEqual([200, first.text]);
      },
    );

    it('does not replace the token', async () => {
      const condition = { 'If-None-Match': await etagOf('/v2/users/maria') };
      expect((await directory.get('/v2/users/maria', undefined, condition)).status).toBe(401);
    });
  });

  it.each([
    ['/v2/users/maria', 'private, max-age=45'],
    ['/v2/users/maria/following', 'private, max-age=45'],
    ['/v2/places', 'private, max-age=45'],
    ['/v2/places/masp', 'private, max-age=45'],
    ['/v2/categories', 'private, max-age=45'],
    ['/v2/users/me', 'private, no-cache'],
    ['/v2/users/me/following', 'private, no-cache'],
    ['/v2/users/me/followers/', 'private, no-cache'],
    ['/v2/users/me/places/checkins', 'private, no-cache'],
    ['/v2/users/%6De/places/reviews', 'private, no-cache'],
    ['/v2/users/me/following/u1', 'private, no-cache'],
    ['/v2/users/nobody', 'no-store'],
    ['/v2/users/u1/following/me', 'no-store'],
  ])('%s is sent with Cache-Control: %s', async (path, policy) => {
    const { status, headers } = await directory.get(path, tokens.maria);
    expect([status, headers.get('cache-control')]).toEqual([policy === 'no-store' ? 404 : 200, policy]);
  });

  describe('a body over 1 KiB', () => {
    const long = '/v2/users/maria/following?rows=30';

    /** Returns the body as sent. `fetch` would decompress it. */
    function wire(
      path: string,
      encoding: string,
    ): Promise<{ encoding: string | undefined; vary: string; body: Buffer }> {
      return new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${tokens.application}`, 'Accept-Encoding': encoding };
        httpRequest(`${directory.url}${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { 'content-encoding': used, vary = '' } = response.headers;
            resolve({ encoding: used, vary, body: Buffer.concat(chunks) });
          });
        })
          .on('error', reject)
          .end();
      });
    }

    it.each([
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ])('is compressed according to Accept-Encoding: %s', async (accepted, encoding, decompress) => {
      for (const wt of ['json', 'xml']) {
        const path = `${long}&wt=${wt}`;
        const { encoding: used, vary, body } = await wire(path, accepted);
        expect(used).toBe(encoding);
        expect(vary).toMatch(/Accept.*Accept-Encoding/);
        expect(decompress(body).toString()).toBe((await wire(path, 'identity')).body.toString());
      }
    });

    it('is not compressed without Accept-Encoding, or if it is short', async () => {
      expect((await wire(long, 'identity')).encoding).toBeUndefined();
      const { encoding, body } = await wire('/v2/users/maria', 'gzip, br');
      expect([encoding, body.toString()]).toEqual([undefined, expect.stringMatching(/^\{"user":\{"id":"maria"/)]);
    });

    it('is compressed if it is a problem', async () => {
      const faults = Array.from({ length: 40 }, (_, at) => `p${at}=%zz`).join('&');
      const { encoding, body } = await wire(`/v2/users/maria?${faults}`, 'gzip');
      expect([encoding, JSON.parse(gunzipSync(body).toString())]).toEqual([
        'gzip',
        expect.objectContaining({ status: 400 }),
      ]);
    });
  });
});

describe('the fast path of cached responses', () => {
  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, CORS_ORIGINS: 'https://app.example.org' },
    // Its index never changes.
    fresh: true,
    places: [aPlace({ id: 'a', name: 'Padaria' }), aPlace({ id: 'b', name: 'Museu' })],
    tokens: ['application'],
  });

  beforeAll(() => {
    // A refresh of the index would invalidate searches at any time.
    directory.app.get(CacheVersions).register('index', { current: () => 'unchanged' });
  });

  const search = (query: string, headers: Record<string, string> = {}) =>
    directory.get(`/v2/places?${query}`, tokens.application, headers);

  it.each([
    ['rows=3', {}],
    ['rows=50', { 'Accept-Encoding': 'gzip', Origin: 'https://app.example.org' }],
    ['rows=50&wt=xml&what=ever', { 'Accept-Encoding': 'br' }],
  ])('sends the same 304 as the whole pipeline: %s %j', async (query, headers) => {
    const etag = (await search(query, headers)).headers.get('etag') ?? '';
    const authenticate = jest.spyOn(directory.app.get(AccessPolicy), 'authenticateFromCache');
    for (const condition of [etag, '*', `"other", ${etag.replace('W/', '')}`]) {
      const fast = await search(query, { ...headers, 'If-None-Match': condition });
      expect(authenticate).toHaveLastReturnedWith(expect.objectContaining({ clientId: 'test-app' }));
      authenticate.mockClear();
      // The fast path does not serve If-Modified-Since. Beside If-None-Match it has no effect.
      const since = { 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' };
      const slow = await search(query, { ...headers, ...since, 'If-None-Match': condition });
      expect(authenticate).not.toHaveBeenCalled();
      expect([fast.status, fast.text, repeatableHeaders(fast)]).toEqual([304, '', repeatableHeaders(slow)]);
      expect(slow.status).toBe(304);
    }
    const changed = await search(query, { ...headers, 'If-None-Match': '"other"' });
    expect(authenticate).toHaveLastReturnedWith(expect.objectContaining({ clientId: 'test-app' }));
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, etag]);
    authenticate.mockRestore();
  });

  it('counts one token look-up per request, for cached and computed responses', async () => {
    const cache = directory.app.get(TokenCache);
    await search('q=padaria');
    const { hits, misses } = cache.state;
    await search('q=padaria');
    await search('q=padaria&rows=4');
    await search('q=padaria', { Range: 'bytes=0-' });
    await directory.get('/v2/users/me', tokens.application);
    expect(cache.state).toMatchObject({ hits: hits + 4, misses });
  });
});

describe('cached responses', () => {
  const lines: string[] = [];
  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, QUOTAS: 'user=3/60' },
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    users: [aUser({ id: 'maria' })],
    tokens: ['application', 'maria'],
  });

  it('count against quotas, and are logged and measured', async () => {
    directory.app.get(CacheVersions).register('index', { current: () => 'unchanged' });
    const get = (token: string) => directory.get('/v2/places', token, { 'X-Request-Id': 'mine' });
    for (let round = 0; round < 4; round += 1) expect((await get(tokens.application)).status).toBe(200);
    expect(directory.app.get(ResponseCache).counts).toMatchObject({ misses: 1, hits: 3 });
    const statuses = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await get(tokens.maria)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(directory.app.get(TokenCache).state).toMatchObject({ hits: 6, misses: 2 });
    const ofPlaces = { requestId: 'mine', method: 'GET', route: '/v2/places', status: 200, complete: true };
    await waitUntil(() => lines.filter((line) => line.includes('"requestId":"mine"')).length >= 8, 5);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofApplication = logged.filter(({ client }) => client === 'test-app');
    expect(ofApplication).toMatchObject([...Array(7).fill(ofPlaces), { ...ofPlaces, status: 429 }]);
    const { text } = await directory.get('/metrics');
    expect(text).toMatch(/http_request_duration_seconds_count\{route="\/v2\/places",method="GET",status="200"\} 7/);
  });
});

describe('the response cache', () => {
  const { directory, tokens, get } = useDirectory({
    env: { RESPONSE_CACHE_SIZE: '1000000' },
    // Its index never changes.
    fresh: true,
    users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joao' })],
    follows: [{ followerId: 'maria', followingId: 'joao', created: new Date() }],
    places: [aPlace({ id: 'a', name: 'Padaria' }), aPlace({ id: 'b', name: 'Museu' })],
    tokens: ['application'],
  });

  beforeAll(() => {
    // A refresh of the index would invalidate searches at any time. Changes of the index are tested below.
    directory.app.get(CacheVersions).register('index', { current: () => 'unchanged' });
  });

  const counts = () => ({ ...directory.app.get(ResponseCache).counts });
  const search = (query: string, headers: Record<string, string> = {}) => get(`/v2/places?${query}`, headers);

  it.each([
    ['', {}],
    ['&wt=xml', {}],
    ['&rows=50', { 'Accept-Encoding': 'gzip' }],
    ['&rows=50', { 'Accept-Encoding': 'br' }],
    ['', { 'Accept-Encoding': 'identity', Origin: 'https://app.example.org' }],
  ])('serves the same headers again, except for the request id: %s %j', async (more, headers) => {
    const before = counts();
    const query = `q=padaria&what=ever${more}`;
    const first = await search(query, headers);
    const second = await search(query, { ...headers, 'X-Request-Id': 'mine' });
    expect(first.headers.get('x-ignored-parameters')).toBe('what');
    expect(repeatableHeaders(second)).toEqual(repeatableHeaders(first));
    expect(second.text).toBe(first.text);
    expect(second.headers.get('x-request-id')).toBe('mine');
    expect(counts()).toEqual({ ...before, misses: before.misses + 1, hits: before.hits + 1 });
  });

  it('separates responses by language only if they name places', async () => {
    const before = counts();
    const languages = ['pt', 'en', 'fr'];
    for (const language of languages) await get('/v2/kinds?rows=1', { 'Accept-Language': language });
    expect(counts()).toEqual({ ...before, misses: before.misses + 1, hits: before.hits + 2 });
    for (const language of languages) await search('q=museu&rows=9', { 'Accept-Language': language });
    expect(counts()).toMatchObject({ misses: before.misses + 4, hits: before.hits + 2 });
  });

  it('checks the token of each request', async () => {
    const path = '/v2/users/maria/following/joao';
    const maria = await directory.token({ user: 'maria' });
    for (let round = 0; round < 3; round += 1) {
      expect((await directory.get(path, maria)).status).toBe(200);
      expect((await get(path)).status).toBe(403);
      expect((await search('q=padaria')).status).toBe(200);
      expect((await directory.get('/v2/places?q=padaria')).status).toBe(401);
      expect((await directory.get('/v2/places?q=padaria', 'nobody')).status).toBe(401);
    }
  });

  it('does not cache /v2/users/me', async () => {
    const [maria, joao] = [await directory.token({ user: 'maria' }), await directory.token({ user: 'joao' })];
    const { hits } = counts();
    for (let round = 0; round < 3; round += 1) {
      expect((await directory.get('/v2/users/me', maria)).body.user.id).toBe('maria');
      expect((await directory.get('/v2/users/me', joao)).body.user.id).toBe('joao');
    }
    expect(counts().hits).toBe(hits);
  });

  it('serves If-None-Match and HEAD', async () => {
    const { headers } = await search('q=padaria&rows=3');
    const before = counts();
    const again = await search('q=padaria&rows=3', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await directory.request('/v2/places?q=padaria&rows=3', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${tokens.application}` },
    });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect(counts()).toEqual({ ...before, hits: before.hits + 2 });
  });

  it('does not cache client errors', async () => {
    const before = counts();
    const rejected = [await search('rows=0'), await search('rows=0')];
    expect(rejected.map(({ status }) => status)).toEqual([400, 400]);
    expect(counts()).toEqual({ ...before, misses: before.misses + 2 });
  });

  it('does not cache the first page of a cursor', async () => {
    const before = counts();
    const marks = [await search('cursorMark=*&rows=1'), await search('cursorMark=*&rows=1')];
    expect(marks.map(({ body }) => typeof body.results.header.nextCursorMark)).toEqual(['string', 'string']);
    expect(counts()).toEqual({ ...before, misses: before.misses + 2 });
  });

  it('stays below RESPONSE_CACHE_SIZE', async () => {
    for (let at = 0; at < 200; at += 1) await search(`rows=50&start=${at}&${'x='.padEnd(3000, 'y')}`);
    const { size } = directory.app.get(ResponseCache);
    expect(size).toBeLessThanOrEqual(1_000_000);
    expect(size).toBeGreaterThan(500_000);
  });
});

describe('a change of the search index', () => {
  const { directory } = useDirectory({ env: cacheOn, places: [aPlace({ id: 'a', name: 'Padaria' })] });

  it('invalidates cached searches', async () => {
    const token = await directory.token();
    const cache = directory.app.get(ResponseCache);
    const name = async () => (await directory.get('/v2/places?fq=id:a', token)).body.results.places[0].name;
    await waitUntil(async () => {
      const before = cache.counts.hits;
      expect(await name()).toBe('Padaria');
      return cache.counts.hits > before;
    }, 5);
    await directory.source.query("UPDATE places SET name = 'Confeitaria' WHERE id = 'a'");
    await waitUntil(async () => (await name()) === 'Confeitaria', 10);
  });
});

const requestHeaders = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'etag']);

describe('a cached 404', () => {
  const { directory, tokens, get } = useDirectory({
    env: cacheOn,
    users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joao' })],
    tokens: ['application'],
  });

  const counts = () => ({ ...directory.app.get(ResponseCache).counts });
  /** All headers except those of a single request, and the ETag, which Express computes from each body. */
  const headersOf = ({ headers }: Awaited<ReturnType<typeof directory.get>>) =>
    Object.fromEntries([...headers].filter(([name]) => !requestHeaders.has(name)));

  /** Repeats a request until the response comes from the cache. */
  async function getCached(path: string, who: string, headers: Record<string, string> = {}) {
    let answer = await directory.get(path, who, headers);
    await waitUntil(async () => {
      const before = counts();
      answer = await directory.get(path, who, { ...headers, 'X-Request-Id': 'mine' });
      return counts().hits > before.hits;
    }, 5);
    return answer;
  }

  it.each([
    ['/v2/users/nobody', 'user_not_found'],
    ['/v2/users/nobody/followers?wt=xml', 'user_not_found'],
    ['/v2/users/joao/following/maria?what=ever', 'not_following'],
    ['/v2/places/nowhere', 'place_not_found'],
    ['/v2/reviews/none?wt=xml', 'review_not_found'],
  ])('equals the computed response: %s', async (path, code) => {
    const maria = await directory.token({ user: 'maria' });
    const fromCache = await getCached(path, maria);
    // The fast path does not serve Range requests.
    const computed = await directory.get(path, maria, { Range: 'bytes=0-', 'X-Request-Id': 'mine' });
    expect([fromCache.status, fromCache.text]).toEqual([404, computed.text]);
    expect(fromCache.text).toContain(code);
    expect(fromCache.text).toContain('urn:request:mine');
    expect(headersOf(fromCache)).toEqual(headersOf(computed));
  });

  it('is no longer served once the record exists', async () => {
    expect((await getCached('/v2/users/ana/followers', tokens.application)).status).toBe(404);
    expect((await getCached('/v2/users/ana', tokens.application)).status).toBe(404);
    await directory.add({ users: [aUser({ id: 'ana' })] });
    await waitUntil(async () => (await get('/v2/users/ana')).status === 200, NOTIFICATION_SECONDS);
    expect((await get('/v2/users/ana/followers')).status).toBe(200);
  });

  it('is cached for unknown e-mail addresses as 200 is for known ones, until users change', async () => {
    const trusted = await directory.token('trusted');
    const [known, unknown] = ['maria', 'nobody'].map((name) => `/v2/users/${name}%40example.com/verify`) as [
      string,
      string,
    ];
    for (const [path, status] of [[known, 200] as const, [unknown, 404] as const]) {
      const answer = await getCached(path, trusted);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect((await get(path)).status).toBe(403);
    }
    await directory.source.query("UPDATE users SET email = 'nobody@example.com' WHERE id = 'maria'");
    await waitUntil(async () => (await directory.get(known, trusted)).status === 404, NOTIFICATION_SECONDS);
    expect((await directory.get(unknown, trusted)).status).toBe(200);
  });
});
