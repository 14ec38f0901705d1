import { Client } from 'pg';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Matches statements of requests, those for the token included. Work in the background reads other tables. */
const read = /\b(FROM|JOIN) "?(users|follows|checkins|reviews|list_sizes|access_tokens|clients)\b/i;

describe('a request whose token is cached', () => {
  const created = new Date(1_700_000_000_000);
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' }), aUser({ id: 'joao' })],
    places: [aPlace({ id: 'masp' })],
    follows: [
      { followerId: 'maria', followingId: 'joao', created },
      { followerId: 'joao', followingId: 'maria', created },
    ],
    checkins: [aCheckin({ userId: 'maria', placeId: 'masp' }), aCheckin({ userId: 'joao', placeId: 'masp' })],
    reviews: [aReview({ id: 'r', userId: 'maria', placeId: 'masp' })],
    tokens: ['application', 'maria', 'trusted'],
  });

  beforeAll(async () => {
    // Puts the tokens into the cache.
    for (const token of Object.values(tokens)) await directory.get('/v2/categories/none', token);
  });

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
  ] as const)('%s takes one statement', async (path, token, status) => {
    const queries = jest.spyOn(Client.prototype, 'query');
    const answer = await directory.get(path, tokens[token]);
    const asked = queries.mock.calls.map(([query]) => textOf(query)).filter((text) => read.test(text));
    expect([answer.status, asked]).toEqual([status, [expect.any(String)]]);
  });
});

/** @param query a text, or an object with a text: `pg` takes both */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
