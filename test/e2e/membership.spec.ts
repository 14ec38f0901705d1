import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { expectGolden } from '../support/golden.js';

describe('GET /v2/users/{userId}/following/{followingId}', () => {
  let directory: Directory;
  let ana: string;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({
      users: ['ana', 'bia', 'caio'].map((id) => aUser({ id })),
      follows: [
        { followerId: 'ana', followingId: 'bia', created: new Date() },
        { followerId: 'caio', followingId: 'ana', created: new Date() },
      ],
    });
    ana = await directory.token({ user: 'ana' });
  });

  afterAll(() => directory.stop());

  it('says 200 and following: true when it is so', async () => {
    const { status, text } = await directory.get('/v2/users/ana/following/bia', ana);
    expect(status).toBe(200);
    expectGolden('membership.json', text);
  });

  it('says so in XML too', async () => {
    const { text } = await directory.get('/v2/users/ana/following/bia?wt=xml', ana);
    expectGolden('membership.xml', text);
  });

  it.each(['/v2/users/me/following/bia', '/v2/users/caio/following/me', '/v2/users/caio/following/ana/'])(
    'resolves me on either side: %s',
    async (path) => {
      expect((await directory.get(path, ana)).body).toEqual({ following: true });
    },
  );

  it.each(['/v2/users/bia/following/ana', '/v2/users/me/following/caio', '/v2/users/ana/following/ana'])(
    'says 404 not_following when both exist and it is not so: %s',
    async (path) => {
      const { status, body } = await directory.get(path, ana);
      expect([status, body.code]).toEqual([404, 'not_following']);
      expect(body.type).toBe(`${directory.url}/docs/problems/not_following`);
    },
  );

  it.each(['/v2/users/nobody/following/ana', '/v2/users/ana/following/nobody', '/v2/users/me/following/nobody'])(
    'says 404 user_not_found, of another type, when one does not exist: %s',
    async (path) => {
      const { status, body } = await directory.get(path, ana);
      expect([status, body.code]).toEqual([404, 'user_not_found']);
      expect(body.type).toBe(`${directory.url}/docs/problems/user_not_found`);
      expect(body.detail).toContain('nobody');
    },
  );

  it.each(['/v2/users/ana/following/bia', '/v2/users/me/following/bia', '/v2/users/ana/following/nobody'])(
    'refuses an application token before it looks at anybody: %s',
    async (path) => {
      const { status, body } = await directory.get(path, await directory.token());
      expect([status, body.code]).toEqual([403, 'token_kind']);
    },
  );

  it('names both path segments and the parameter when all are faulty', async () => {
    const { status, body } = await directory.get('/v2/users/a%00/following/b%00?wt=yaml', ana);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'userId',
      'followingId',
      'wt',
    ]);
  });

  it('stops saying so as soon as it is no longer so', async () => {
    await directory.source.query("DELETE FROM follows WHERE follower_id = 'caio'");
    expect((await directory.get('/v2/users/caio/following/ana', ana)).body.code).toBe('not_following');
  });
});
