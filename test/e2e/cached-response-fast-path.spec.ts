import pino from 'pino';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheVersions } from '../../src/response-cache/cache-versions.js';
import { AccessPolicy } from '../../src/auth/access-policy.js';
import { TokenCache } from '../../src/auth/token-cache.js';
import { cacheOn, repeatableHeaders } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

describe('the fast path of cached responses', () => {
  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, CORS_ORIGINS: 'https://app.example.org' },
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
    env: { ...cacheOn, QUOTA_USER: '3/60' },
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
    await waitUntil(() => Promise.resolve(lines.filter((line) => line.includes('"requestId":"mine"')).length >= 8));
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ client }) => client === 'test-app')).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...ofPlaces, client: 'test-app' })]),
    );
    const { text } = await directory.get('/metrics');
    expect(text).toMatch(/http_request_duration_seconds_count\{route="\/v2\/places",method="GET",status="200"\} 7/);
  });
});
