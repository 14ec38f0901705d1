import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { cacheOn } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const contents = {
  users: [aUser({ id: 'maria' }), aUser({ id: 'joao' })],
  places: [aPlace({ id: 'masp' })],
  follows: [
    { followerId: 'maria', followingId: 'joao', created: new Date(1_700_000_000_000) },
    { followerId: 'joao', followingId: 'maria', created: new Date(1_700_000_000_000) },
  ],
  checkins: ['maria', 'joao'].map((userId) => aCheckin({ userId, placeId: 'masp' })),
  reviews: ['maria', 'joao'].map((userId) => aReview({ id: `of-${userId}`, userId, placeId: 'masp' })),
};

const all = 'birth,gender,photos,follows,checkins,reviews';

/** Routes about maria, and what of them is hers alone. */
const routes = [
  '/v2/users/maria',
  '/v2/users/maria/following',
  '/v2/users/maria/followers',
  '/v2/users/maria/places/checkins',
  '/v2/users/maria/places/reviews',
  '/v2/reviews/of-maria',
];

describe('PRIVATE_USER_FIELDS', () => {
  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, PRIVATE_USER_FIELDS: all },
    ...contents,
    tokens: ['application', 'trusted', 'maria', 'joao'],
  });

  type Who = keyof typeof tokens;
  const read = (path: string, who: Who, headers: Record<string, string> = {}) =>
    directory.get(path, tokens[who], headers);
  const body = async (path: string, who: Who) => (await read(path, who)).body;
  const others: Who[] = ['application', 'trusted', 'joao'];

  it.each(others)('leaves fields of a user out for others: %s', async (who) => {
    const { user } = await body('/v2/users/maria', who);
    expect(Object.keys(user)).toEqual(['id', 'link', 'name', 'statistics']);
    expect((await read('/v2/users/maria?wt=xml', who)).text).not.toMatch(/<birth|<gender|jpg|1988/);
    expect((await body('/v2/users/maria?fl=birth,gender,photos.small', who)).user).toEqual({ id: 'maria' });
  });

  it('shows them to the user, by me and by the identifier', async () => {
    for (const path of ['/v2/users/me', '/v2/users/maria']) {
      expect((await body(path, 'maria')).user).toMatchObject({ birth: '14-04-1988', gender: 'F', photos: {} });
      expect((await read(`${path}?wt=xml`, 'maria')).text).toContain('<birth>14-04-1988</birth>');
      expect((await body(`${path}?fl=birth`, 'maria')).user).toEqual({ id: 'maria', birth: '14-04-1988' });
    }
  });

  it.each(others)('shows empty lists of a user to others: %s', async (who) => {
    for (const path of ['following', 'followers', 'places/checkins', 'places/reviews']) {
      const { status, text } = await read(`/v2/users/maria/${path}`, who);
      expect([path, status, Object.values(JSON.parse(text) as object)]).toEqual([
        path,
        200,
        [{ header: { found: 0, rows: 10, start: 0 }, [path.replace(/.*\/|follow\w+/, '') || 'users']: [] }],
      ]);
      expect((await read(`/v2/users/nobody/${path}`, who)).status).toBe(404);
    }
    for (const path of ['checkins', 'reviews']) {
      expect((await read(`/v2/places/masp/${path}`, who)).text).toContain('"found":0');
      expect((await read(`/v2/places/nowhere/${path}`, who)).status).toBe(404);
    }
    expect((await read('/v2/reviews/of-maria', who)).status).toBe(404);
  });

  it('shows the lists and reviews to the user, without what is private of other users', async () => {
    for (const user of ['me', 'maria']) {
      const { users } = (await body(`/v2/users/${user}/following`, 'maria')).userResults;
      expect(users.map((listed: object) => Object.keys(listed))).toEqual([['id', 'link', 'name', 'statistics']]);
      expect((await body(`/v2/users/${user}/followers`, 'maria')).userResults.header.found).toBe(1);
      const { checkins } = (await body(`/v2/users/${user}/places/checkins`, 'maria')).checkinResults;
      expect(checkins[0].creation.author).toMatchObject({ id: 'maria', photo: expect.stringContaining('medium') });
      expect((await body(`/v2/users/${user}/places/reviews`, 'maria')).reviewResults.header.found).toBe(1);
    }
    expect((await body('/v2/reviews/of-maria', 'maria')).review.creation.author.id).toBe('maria');
  });

  it('tells only the two users whether one follows the other', async () => {
    const ana = await directory.add({ users: [aUser({ id: 'ana' })] }).then(() => directory.token({ user: 'ana' }));
    expect((await read('/v2/users/maria/following/joao', 'maria')).status).toBe(200);
    expect((await read('/v2/users/maria/following/joao', 'joao')).status).toBe(200);
    const { status, body: problem } = await directory.get('/v2/users/maria/following/joao', ana);
    expect([status, problem.code]).toEqual([404, 'not_following']);
  });

  it.each(routes)('never serves a response for the user to others, or for others to the user: %s', async (path) => {
    const readers: Who[] = ['maria', 'application', 'joao'];
    const expected: Partial<Record<Who, string>> = {};
    const cached = jest.spyOn(directory.app.get(ResponseCache), 'find');
    for (const order of [readers, [...readers].reverse(), ['application', 'maria', 'application'] as const]) {
      // Each order has an address, and so a place in the cache, of its own.
      for (const who of [...order, ...order]) {
        const address = `${path}?ignored=${order.join()}`;
        const response = await read(address, who);
        const text = response.text.replace(/"(requestId|instance)":"[^"]*"/g, '');
        expected[who] ??= text;
        expect([who, text]).toEqual([who, expected[who]]);
        expect(response.headers.get('vary')).toContain('Authorization');
        const etag = response.headers.get('etag');
        if (etag === null) continue;
        expect(response.headers.get('cache-control')).toBe(
          who === 'application' ? 'private, max-age=30' : 'private, no-cache',
        );
        expect((await read(address, who, { 'If-None-Match': etag })).status).toBe(304);
        const head = await directory.request(address, {
          method: 'HEAD',
          headers: { Authorization: `Bearer ${tokens[who]}` },
        });
        expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      }
    }
    expect(expected.maria).not.toBe(expected.application);
    expect(expected.joao).toBe(expected.application);
    // Application tokens are served from the cache.
    expect(cached.mock.results.some(({ value }) => value !== undefined)).toBe(true);
    cached.mockRestore();
  });

  it('answers a condition of the user with the response for others after a change of the token', async () => {
    const own = await read('/v2/users/maria', 'maria');
    const condition = { 'If-None-Match': own.headers.get('etag') ?? '' };
    const other = await read('/v2/users/maria', 'application', condition);
    expect([other.status, other.text]).toEqual([200, expect.not.stringContaining('birth')]);
  });

  it('shares no request in flight of a user with an application', async () => {
    const paths = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? ('maria' as const) : ('application' as const),
    );
    const answers = await Promise.all(paths.map((who) => read('/v2/users/maria?wt=json&x=1', who)));
    expect(answers.map(({ body: { user } }) => 'birth' in user)).toEqual(paths.map((who) => who === 'maria'));
  });
});

describe('PRIVATE_USER_FIELDS=checkins', () => {
  const { directory, tokens } = useDirectory({
    env: { ...cacheOn, PRIVATE_USER_FIELDS: 'checkins' },
    ...contents,
    tokens: ['application', 'maria'],
  });

  it('hides check-ins alone', async () => {
    const found = async (path: string) => (await directory.get(path, tokens.application)).text;
    expect(await found('/v2/users/maria/places/checkins')).toContain('"found":0');
    expect(await found('/v2/places/masp/checkins')).toContain('"found":0');
    expect(await found('/v2/users/maria')).toContain('"birth":"14-04-1988"');
    expect(await found('/v2/users/maria/following')).toContain('"birth":"14-04-1988"');
    expect(await found('/v2/places/masp/reviews')).toContain('"found":2');
    expect(await found('/v2/reviews/of-maria')).toContain('medium.jpg');
  });
});

describe('without PRIVATE_USER_FIELDS', () => {
  const { directory, tokens } = useDirectory({ env: cacheOn, ...contents, tokens: ['application', 'maria'] });

  it('everybody reads all, also from the cache', async () => {
    for (const who of ['application', 'maria', 'application', 'maria'] as const) {
      for (const path of routes) {
        const { status, headers } = await directory.get(path, tokens[who]);
        expect([path, status, headers.get('vary')]).toEqual([path, 200, expect.not.stringContaining('Authorization')]);
      }
      expect((await directory.get('/v2/users/maria', tokens[who])).body.user.birth).toBe('14-04-1988');
    }
  });
});
