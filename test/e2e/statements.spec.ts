import { Client } from 'pg';
import { Directory } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';

/** Tables that requests read, for their token too; what the service does in the background reads others. */
const read = /\b(FROM|JOIN) "?(users|follows|checkins|reviews|list_sizes|access_tokens|clients)\b/i;

/** How often PostgreSQL is asked while the token is known already. */
describe('the statements of a request', () => {
  let directory: Directory;
  let tokens: Record<'application' | 'maria' | 'trusted', string>;

  beforeAll(async () => {
    directory = await Directory.start();
    const created = new Date(1_700_000_000_000);
    await directory.add({
      users: [aUser({ id: 'maria' }), aUser({ id: 'joao' })],
      places: [aPlace({ id: 'masp' })],
      follows: [
        { followerId: 'maria', followingId: 'joao', created },
        { followerId: 'joao', followingId: 'maria', created },
      ],
      checkins: [aCheckin({ userId: 'maria', placeId: 'masp' }), aCheckin({ userId: 'joao', placeId: 'masp' })],
      reviews: [aReview({ id: 'r', userId: 'maria', placeId: 'masp' })],
    });
    tokens = {
      application: await directory.token(),
      maria: await directory.token({ user: 'maria' }),
      trusted: await directory.token('trusted'),
    };
    // Now they are known.
    for (const token of Object.values(tokens)) await directory.get('/v2/categories/none', token);
  });

  afterAll(() => directory.stop());

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['/v2/users/maria', 'application', 200],
    ['/v2/users/nobody', 'application', 404],
    ['/v2/users/me', 'maria', 200],
    ['/v2/users/maria/following', 'application', 200],
    ['/v2/users/maria/following?start=5', 'application', 200],
    ['/v2/users/nobody/following', 'application', 404],
    ['/v2/users/maria/followers', 'application', 200],
    ['/v2/users/me/following/joao', 'maria', 200],
    ['/v2/users/joao/following/joao', 'maria', 404],
    ['/v2/users/maria/places/checkins', 'application', 200],
    ['/v2/users/maria/places/reviews', 'application', 200],
    ['/v2/places/masp/checkins', 'application', 200],
    ['/v2/places/masp/reviews', 'application', 200],
    ['/v2/places/nowhere/reviews', 'application', 404],
    ['/v2/reviews/r', 'application', 200],
    ['/v2/users/MARIA%40example.com/verify', 'trusted', 200],
    ['/v2/users/nobody%40example.com/verify', 'trusted', 404],
  ] as const)('%s is one', async (path, token, status) => {
    const queries = jest.spyOn(Client.prototype, 'query');
    const answer = await directory.get(path, tokens[token]);
    const asked = queries.mock.calls.map(([query]) => textOf(query)).filter((text) => read.test(text));
    expect([answer.status, asked]).toEqual([status, [expect.any(String)]]);
  });
});

/** The driver is given a text, or an object that has it. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
