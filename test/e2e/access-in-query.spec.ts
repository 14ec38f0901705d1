import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const path = '/v2/users/maria';

describe('an access token in the query', () => {
  const created = new Date();
  const { directory: off, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'ana' }), aUser({ id: 'bia' })],
    tokens: ['maria'],
  });
  const { directory: on } = useDirectory({ env: { ACCESS_TOKEN_IN_QUERY: 'true' }, over: off });

  beforeAll(async () => {
    await off.add({ follows: ['ana', 'bia'].map((id) => ({ followerId: 'maria', followingId: id, created })) });
  });

  describe('with ACCESS_TOKEN_IN_QUERY off', () => {
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

  describe('with ACCESS_TOKEN_IN_QUERY on', () => {
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
      expect(list.text + (list.headers.get('link') ?? '')).not.toContain(tokens.maria);
      const problem = await on.get(`/v2/users/me/following?rows=0&access_token=${tokens.maria}`);
      expect([problem.status, problem.text.includes(tokens.maria)]).toEqual([400, false]);
    });
  });
});
