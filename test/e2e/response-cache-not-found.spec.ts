import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { cacheOn } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

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
    });
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
    await waitUntil(async () => (await get('/v2/users/ana')).status === 200);
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
    await waitUntil(async () => (await directory.get(known, trusted)).status === 404);
    expect((await directory.get(unknown, trusted)).status).toBe(200);
  });
});
