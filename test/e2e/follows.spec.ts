import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe('the lists of follows', () => {
  // In code point order Z comes before a, and a before é. In the order of a language it does not.
  const ids = ['é', 'a', 'Z', '9', '10', 'new', 'old'];
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [aUser({ id: 'maria' }), aUser({ id: 'lonely' }), ...ids.map((id) => aUser({ id }))],
    follows: ids.flatMap((id) => {
      const created = at({ new: 9, old: 0 }[id] ?? 5);
      return [
        { followerId: 'maria', followingId: id, created },
        { followerId: id, followingId: 'maria', created },
      ];
    }),
    tokens: ['maria'],
  });

  describe.each(['following', 'followers'])('GET /v2/users/{userId}/%s', (list) => {
    const idsOf = (body: { userResults: { users: { id: string }[] } }) => body.userResults.users.map(({ id }) => id);

    it('lists the newest first, equal times by identifier in code point order', async () => {
      const { status, body } = await get(`/v2/users/maria/${list}`);
      expect(status).toBe(200);
      expect(body.userResults.header).toEqual({ found: 7, rows: 10, start: 0 });
      expect(idsOf(body)).toEqual(['new', '10', '9', 'Z', 'a', 'é', 'old']);
    });

    it('returns users without the original photo', async () => {
      await expectGoldenFormats(get, `/v2/users/maria/${list}?rows=2&start=2`, list);
    });

    it('returns an empty list for a user without follows, in both formats', async () => {
      const { body } = await get(`/v2/users/lonely/${list}`);
      expect(body).toEqual({ userResults: { header: { found: 0, rows: 10, start: 0 }, users: [] } });
      const xml = await get(`/v2/users/lonely/${list}?wt=xml`);
      expect(await readXml(xml.text, body)).toEqual(body);
    });

    it('resolves me', async () => {
      const { status, body } = await directory.get(`/v2/users/me/${list}`, tokens.maria);
      expect(status).toBe(200);
      expect(idsOf(body)).toHaveLength(7);
    });

    it('returns 404 for an unknown user, never an empty list', async () => {
      const { status, body } = await get(`/v2/users/nobody/${list}`);
      expect([status, body.code]).toEqual([404, 'user_not_found']);
    });

    it('accepts fl, as GET /v2/users/{userId} does', async () => {
      const { body } = await get(`/v2/users/maria/${list}?fl=name&rows=1`);
      expect(body.userResults.users).toEqual([{ id: 'new', name: 'Name of new' }]);
    });
  });
});
