import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheVersions } from '../../src/response-cache/cache-versions.js';
import { cacheOn, repeatableHeaders } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

describe('the response cache', () => {
  const { directory, tokens, get } = useDirectory({
    env: { RESPONSE_CACHE_SIZE: '1000000' },
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

  it('computes one response for concurrent equal requests', async () => {
    const before = counts();
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await search('q=museu&rows=7')).text));
    expect(new Set(texts).size).toBe(1);
    expect(counts().misses).toBe(before.misses + 1);
  });

  it('separates responses by format, strictness and URL', async () => {
    const bodies = new Set([
      (await search('q=padaria')).text,
      (await search('q=padaria', { Accept: 'application/xml' })).text,
      (await search('rows=1')).text,
      (await get('/v2/search?rows=1')).text,
      (await get('/v2/places/suggest?q=padaria')).text,
    ]);
    expect(bodies.size).toBe(5);
    expect((await search('q=padaria&what=ever')).status).toBe(200);
    expect((await search('q=padaria&what=ever', { Prefer: 'handling=strict' })).status).toBe(400);
    expect((await search('q=padaria', { Accept: 'image/png' })).status).toBe(406);
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
    for (let round = 0; round < 3; round += 1) {
      expect((await directory.get('/v2/users/me', maria)).body.user.id).toBe('maria');
      expect((await directory.get('/v2/users/me', joao)).body.user.id).toBe('joao');
    }
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

  it('rejects a revoked token', async () => {
    const another = await directory.token();
    for (let round = 0; round < 3; round += 1)
      expect((await directory.get('/v2/users/maria', another)).status).toBe(200);
    await directory.source.query('UPDATE access_tokens SET revoked = now() WHERE digest = sha256($1)', [
      Buffer.from(another),
    ]);
    await waitUntil(async () => (await directory.get('/v2/users/maria', another)).status === 401);
  });

  it('serves a new response after a change of a table', async () => {
    const name = async () => (await get('/v2/users/joao')).body.user?.name;
    await waitUntil(async () => {
      const before = counts();
      await name();
      return counts().hits > before.hits;
    });
    await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'joao'");
    await waitUntil(async () => (await name()) === 'Renamed');
    expect(await name()).toBe('Renamed');
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
    });
    await directory.source.query("UPDATE places SET name = 'Confeitaria' WHERE id = 'a'");
    await waitUntil(async () => (await name()) === 'Confeitaria');
  });
});

describe('a response from PostgreSQL', () => {
  const { directory, get } = useDirectory({ env: cacheOn, users: [aUser({ id: 'joao' })] });

  it('is not served after a change while the listening connection was broken', async () => {
    const name = async () => (await get('/v2/users/joao')).body.user?.name;
    const cache = directory.app.get(ResponseCache);
    await waitUntil(async () => {
      await name();
      return cache.counts.hits > 0;
    });
    await directory.source.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
    await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'joao'");
    await waitUntil(async () => (await name()) === 'Renamed');
    expect(await name()).toBe('Renamed');
  });
});

describe('a response from read replicas', () => {
  const { directory, get } = useDirectory({
    env: (database) => ({ ...cacheOn, DATABASE_REPLICA_URLS: database.url }),
    users: [aUser({ id: 'joao' })],
  });

  it('is not cached', async () => {
    for (let round = 0; round < 3; round += 1) expect((await get('/v2/users/joao')).status).toBe(200);
    expect(directory.app.get(ResponseCache).counts.hits).toBe(0);
  });
});
