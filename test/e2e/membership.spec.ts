import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';

describe('GET /v2/users/{userId}/following/{followingId}', () => {
  const { directory, tokens } = useDirectory({
    users: ['ana', 'bia', 'caio'].map((id) => aUser({ id })),
    follows: [
      { followerId: 'ana', followingId: 'bia', created: new Date() },
      { followerId: 'caio', followingId: 'ana', created: new Date() },
    ],
    tokens: ['ana'],
  });

  const get = (path: string, headers?: Record<string, string>) => directory.get(path, tokens.ana, headers);

  it('returns 200 and following: true if the user follows the other', async () => {
    await expectGoldenFormats(get, '/v2/users/ana/following/bia', 'membership');
  });

  it.each(['/v2/users/me/following/bia', '/v2/users/caio/following/me', '/v2/users/caio/following/ana/'])(
    'resolves me on either side: %s',
    async (path) => {
      expect((await get(path)).body).toEqual({ following: true });
    },
  );

  it.each(['/v2/users/bia/following/ana', '/v2/users/me/following/caio', '/v2/users/ana/following/ana'])(
    'returns 404 not_following if both exist and the user does not follow: %s',
    async (path) => {
      const { status, body } = await get(path);
      expect([status, body.code]).toEqual([404, 'not_following']);
      expect(body.type).toBe(`${directory.url}/docs/problems/not_following`);
    },
  );

  it.each(['/v2/users/nobody/following/ana', '/v2/users/ana/following/nobody', '/v2/users/me/following/nobody'])(
    'returns 404 user_not_found if either user does not exist: %s',
    async (path) => {
      const { status, body } = await get(path);
      expect([status, body.code]).toEqual([404, 'user_not_found']);
      expect(body.type).toBe(`${directory.url}/docs/problems/user_not_found`);
      expect(body.detail).toContain('nobody');
    },
  );

  it('names both path segments and the parameter if all are invalid', async () => {
    const { status, body } = await get('/v2/users/a%00/following/b%00?wt=yaml');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'userId',
      'followingId',
      'wt',
    ]);
  });

  it('returns 404 as soon as the follow is deleted', async () => {
    await directory.source.query("DELETE FROM follows WHERE follower_id = 'caio'");
    expect((await get('/v2/users/caio/following/ana')).body.code).toBe('not_following');
  });
});
