import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { cacheOn, Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { until } from '../support/patience.js';

const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'etag']);

describe('that something does not exist', () => {
  let directory: Directory;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start(cacheOn);
    await directory.add({
      users: [aUser({ id: 'maria', email: 'maria@example.com' }), aUser({ id: 'joao' })],
    });
    token = await directory.token();
  });

  afterAll(() => directory.stop());

  const counts = () => ({ ...directory.app.get(ResponseCache).counts });
  /** All but the tag, which Express makes of every body, and those of the request. */
  const headersOf = ({ headers }: Awaited<ReturnType<typeof directory.get>>) =>
    Object.fromEntries([...headers].filter(([name]) => !own.has(name)));

  /** Asks until the answer is a kept one. */
  async function kept(path: string, who: string, headers: Record<string, string> = {}) {
    let answer = await directory.get(path, who, headers);
    await until(async () => {
      const before = counts();
      answer = await directory.get(path, who, { ...headers, 'X-Request-Id': 'mine' });
      return counts().kept > before.kept;
    });
    return answer;
  }

  it.each([
    ['/v2/users/nobody', 'user_not_found'],
    ['/v2/users/nobody/followers?wt=xml', 'user_not_found'],
    ['/v2/users/joao/following/maria?what=ever', 'not_following'],
    ['/v2/places/nowhere', 'place_not_found'],
    ['/v2/reviews/none?wt=xml', 'review_not_found'],
  ])('is kept, and told as the whole way tells it: %s', async (path, code) => {
    const maria = await directory.token({ user: 'maria' });
    const early = await kept(path, maria);
    // A part is asked for on the whole way only.
    const late = await directory.get(path, maria, { Range: 'bytes=0-', 'X-Request-Id': 'mine' });
    expect([early.status, early.text]).toEqual([404, late.text]);
    expect(early.text).toContain(code);
    expect(early.text).toContain('urn:request:mine');
    expect(headersOf(early)).toEqual(headersOf(late));
  });

  it('is no longer so once it does', async () => {
    expect((await kept('/v2/users/ana/followers', token)).status).toBe(404);
    expect((await kept('/v2/users/ana', token)).status).toBe(404);
    await directory.add({ users: [aUser({ id: 'ana' })] });
    await until(async () => (await directory.get('/v2/users/ana', token)).status === 200);
    expect((await directory.get('/v2/users/ana/followers', token)).status).toBe(200);
  });

  it('is kept of e-mail addresses as it is kept that they are known, until users change', async () => {
    const trusted = await directory.token('trusted');
    const [known, unknown] = ['maria', 'nobody'].map((name) => `/v2/users/${name}%40example.com/verify`) as [
      string,
      string,
    ];
    for (const [path, status] of [[known, 200] as const, [unknown, 404] as const]) {
      const answer = await kept(path, trusted);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect((await directory.get(path, token)).status).toBe(403);
    }
    await directory.source.query("UPDATE users SET email = 'nobody@example.com' WHERE id = 'maria'");
    await until(async () => (await directory.get(known, trusted)).status === 404);
    expect((await directory.get(unknown, trusted)).status).toBe(200);
  });
});
