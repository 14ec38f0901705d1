import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheVersions } from '../../src/response-cache/cache-versions.js';
import { createDatabase } from '../support/database.js';
import { cacheOn, Directory } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { until } from '../support/patience.js';

const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive']);

describe('answers are kept until what they are made of changes', () => {
  let directory: Directory;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start({ RESPONSE_CACHE_SIZE: '1000000' });
    await directory.add({
      users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joao' })],
      follows: [{ followerId: 'maria', followingId: 'joao', created: new Date() }],
      places: [aPlace({ id: 'a', name: 'Padaria' }), aPlace({ id: 'b', name: 'Museu' })],
    });
    token = await directory.token();
    // The index refreshes when it likes; what its changes come to is tested below.
    directory.app.get(CacheVersions).register('index', { current: () => 'as it is' });
  });

  afterAll(() => directory.stop());

  const counts = () => ({ ...directory.app.get(ResponseCache).counts });
  const get = (path: string, headers: Record<string, string> = {}) => directory.get(path, token, headers);
  const search = (query: string, headers: Record<string, string> = {}) => get(`/v2/places?${query}`, headers);
  const headersOf = ({ headers }: Awaited<ReturnType<typeof search>>) =>
    Object.fromEntries([...headers].filter(([name]) => !own.has(name)));

  it.each([
    ['', {}],
    ['&wt=xml', {}],
    ['&rows=50', { 'Accept-Encoding': 'gzip' }],
    ['&rows=50', { 'Accept-Encoding': 'br' }],
    ['', { 'Accept-Encoding': 'identity', Origin: 'https://app.example.org' }],
  ])('and given again with the same headers, but for the id of the request: %s %j', async (more, headers) => {
    const before = counts();
    const query = `q=padaria&what=ever${more}`;
    const first = await search(query, headers);
    const second = await search(query, { ...headers, 'X-Request-Id': 'mine' });
    expect(first.headers.get('x-ignored-parameters')).toBe('what');
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(second.text).toBe(first.text);
    expect(second.headers.get('x-request-id')).toBe('mine');
    expect(counts()).toEqual({ ...before, made: before.made + 1, kept: before.kept + 1 });
  });

  it('asks once for what many ask at the same time', async () => {
    const before = counts();
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await search('q=museu&rows=7')).text));
    expect(new Set(texts).size).toBe(1);
    expect(counts().made).toBe(before.made + 1);
  });

  it('keeps apart what differs in format, strictness or address', async () => {
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

  it('still asks who asks', async () => {
    const path = '/v2/users/maria/following/joao';
    const maria = await directory.token({ user: 'maria' });
    for (let round = 0; round < 3; round += 1) {
      expect((await directory.get(path, maria)).status).toBe(200);
      expect((await directory.get(path, token)).status).toBe(403);
      expect((await search('q=padaria')).status).toBe(200);
      expect((await directory.get('/v2/places?q=padaria')).status).toBe(401);
      expect((await directory.get('/v2/places?q=padaria', 'nobody')).status).toBe(401);
    }
  });

  it('keeps nobody else’s "me"', async () => {
    const [maria, joao] = [await directory.token({ user: 'maria' }), await directory.token({ user: 'joao' })];
    for (let round = 0; round < 3; round += 1) {
      expect((await directory.get('/v2/users/me', maria)).body.user.id).toBe('maria');
      expect((await directory.get('/v2/users/me', joao)).body.user.id).toBe('joao');
    }
  });

  it('answers 304 and HEAD from what it keeps', async () => {
    const { headers } = await search('q=padaria&rows=3');
    const before = counts();
    const again = await search('q=padaria&rows=3', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await directory.request('/v2/places?q=padaria&rows=3', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect(counts()).toEqual({ ...before, kept: before.kept + 2 });
  });

  it('forgets a token that is revoked', async () => {
    const another = await directory.token();
    for (let round = 0; round < 3; round += 1)
      expect((await directory.get('/v2/users/maria', another)).status).toBe(200);
    await directory.source.query('UPDATE access_tokens SET revoked = now() WHERE digest = sha256($1)', [
      Buffer.from(another),
    ]);
    await until(async () => (await directory.get('/v2/users/maria', another)).status === 401);
  });

  it('shows a change of a table at once', async () => {
    const name = async () => (await get('/v2/users/joao')).body.user.name;
    await until(async () => {
      const before = counts();
      await name();
      return counts().kept > before.kept;
    });
    await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'joao'");
    await until(async () => (await name()) === 'Renamed');
    expect(await name()).toBe('Renamed');
  });

  it('keeps no faults', async () => {
    const before = counts();
    const refused = [await search('rows=0'), await search('rows=0')];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect(counts()).toEqual({ ...before, made: before.made + 2 });
  });

  it('keeps no beginning of a walk, whose view goes', async () => {
    const before = counts();
    const marks = [await search('cursorMark=*&rows=1'), await search('cursorMark=*&rows=1')];
    expect(marks.map(({ body }) => typeof body.results.header.nextCursorMark)).toEqual(['string', 'string']);
    expect(counts()).toEqual({ ...before, made: before.made + 2 });
  });

  it('stays within its bytes', async () => {
    for (let at = 0; at < 200; at += 1) await search(`rows=50&start=${at}&${'x='.padEnd(3000, 'y')}`);
    const { size } = directory.app.get(ResponseCache);
    expect(size).toBeLessThanOrEqual(1_000_000);
    expect(size).toBeGreaterThan(500_000);
  });
});

describe('a change of the index', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start(cacheOn);
    await directory.add({ places: [aPlace({ id: 'a', name: 'Padaria' })] });
  });

  afterAll(() => directory.stop());

  it('is seen, and what does not change is asked once', async () => {
    const token = await directory.token();
    const cache = directory.app.get(ResponseCache);
    const name = async () => (await directory.get('/v2/places?fq=id:a', token)).body.results.places[0].name;
    await until(async () => {
      const before = cache.counts.kept;
      expect(await name()).toBe('Padaria');
      return cache.counts.kept > before;
    });
    await directory.source.query("UPDATE places SET name = 'Confeitaria' WHERE id = 'a'");
    await until(async () => (await name()) === 'Confeitaria');
  });
});

describe('changes that nobody is told of', () => {
  it('let go of what was kept when the connection that listened was broken', async () => {
    const directory = await Directory.start(cacheOn);
    try {
      await directory.add({ users: [aUser({ id: 'joao' })] });
      const token = await directory.token();
      const name = async () => (await directory.get('/v2/users/joao', token)).body.user.name;
      const cache = directory.app.get(ResponseCache);
      await until(async () => {
        await name();
        return cache.counts.kept > 0;
      });
      await directory.source.query(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
         WHERE application_name = 'place-directory listener' AND datname = current_database()`,
      );
      await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'joao'");
      await until(async () => (await name()) === 'Renamed');
      expect(await name()).toBe('Renamed');
    } finally {
      await directory.stop();
    }
  });

  it('are looked for each time where replicas are read, which are behind', async () => {
    const database = await createDatabase();
    const directory = await Directory.start({ ...cacheOn, DATABASE_REPLICA_URLS: database.url }, database);
    try {
      await directory.add({ users: [aUser({ id: 'joao' })] });
      const token = await directory.token();
      for (let round = 0; round < 3; round += 1) await directory.get('/v2/users/joao', token);
      expect(directory.app.get(ResponseCache).counts.kept).toBe(0);
    } finally {
      await directory.stop();
    }
  });
});
