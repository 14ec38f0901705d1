import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { cacheOn } from '../support/directory.js';
import { aUser, aCheckin, aPlace, aReview } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/users/{userId}', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [
      aUser({ id: 'maria', name: 'Maria São', birth: '1988-04-04' }),
      aUser({
        ...{ id: 'bare', name: 'Bare', email: null, birth: null, gender: null, reviews: 0 },
        ...{ photoSmall: null, photoMedium: null, photoLarge: null, photoOriginal: null },
      }),
      aUser({ id: 'a/b c?d#é', name: 'Odd identifier', photoMedium: null }),
    ],
    tokens: ['maria'],
  });

  it('returns all fields of the user in their documented order', async () => {
    await expectGoldenFormats(get, '/v2/users/maria', 'user');
  });

  it('resolves me to the user of the token: same body, other Cache-Control', async () => {
    const byId = await directory.get('/v2/users/maria', tokens.maria);
    const byMe = await directory.get('/v2/users/me', tokens.maria);
    expect(byMe.text).toBe(byId.text);
    expect(byMe.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('omits unknown fields instead of returning null', async () => {
    const { text } = await get('/v2/users/bare');
    expect(JSON.parse(text)).toEqual({
      user: {
        id: 'bare',
        link: { rel: 'self', uri: 'https://places.example.org/v2/users/bare' },
        name: 'Bare',
        statistics: { reviews: 0, places: 2, photos: 3, checkins: 4 },
      },
    });
  });

  it('encodes the identifier in its link, so that the link works', async () => {
    const { body } = await get(`/v2/users/${encodeURIComponent('a/b c?d#é')}`);
    expect(body.user.id).toBe('a/b c?d#é');
    const link = new URL(body.user.link.uri as string);
    expect((await get(link.pathname)).body).toEqual(body);
  });

  it('returns 404 for a user who does not exist, and compares identifiers case-sensitively', async () => {
    const { status, body } = await get('/v2/users/Maria');
    expect([status, body.code, body.detail]).toEqual([404, 'user_not_found', 'There is no user "Maria".']);
  });

  it.each([
    [
      'photos.small,statistics.reviews',
      { id: 'maria', photos: { small: expect.any(String) }, statistics: { reviews: 1 } },
    ],
    ['statistics', { id: 'maria', statistics: { reviews: 1, places: 2, photos: 3, checkins: 4 } }],
  ])('returns only the fields of fl=%s, and always the id', async (fl, user) => {
    const { body } = await get(`/v2/users/maria?fl=${encodeURIComponent(fl)}`);
    expect(body).toEqual({ user });
  });

  it.each(['', ',', '*', '*,name'])('returns all fields with fl=%p', async (fl) => {
    const everything = await get('/v2/users/maria');
    expect((await get(`/v2/users/maria?fl=${fl}`)).text).toBe(everything.text);
  });

  it('ignores unknown names in fl, and reports them in X-Ignored-Parameters', async () => {
    const { body, headers } = await get('/v2/users/maria?fl=name,passwordHash,email');
    expect(body).toEqual({ user: { id: 'maria', name: 'Maria São' } });
    expect(headers.get('x-ignored-parameters')).toBe('passwordHash,email');
  });
});

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

describe('GET /v2/users/{email}/verify', () => {
  const { directory, tokens } = useDirectory({
    users: [
      aUser({ id: 'maria', email: 'Maria.Silva@Example.com' }),
      aUser({ id: 'plus', email: 'ana+news@example.com' }),
      aUser({ id: 'accent', email: 'joão@exemplo.com.br' }),
      aUser({ id: 'quote', email: "o'neil@example.com" }),
      aUser({ id: 'unicode', email: 'rosa@MÜNCHEN.example' }),
      aUser({ id: 'ascii', email: 'lena@xn--mnchen-3ya.example' }),
    ],
    tokens: ['trusted'],
  });

  const get = (path: string, headers?: Record<string, string>) => directory.get(path, tokens.trusted, headers);
  const verify = (email: string) => get(`/v2/users/${email}/verify`);

  it('returns 200 and exists: true for the address of a user', async () => {
    await expectGoldenFormats(get, '/v2/users/maria.silva@example.com/verify', 'email-exists');
  });

  it.each([
    'MARIA.SILVA@EXAMPLE.COM',
    'maria.silva%40example.com',
    'ana+news@example.com',
    'ana%2Bnews%40example.com',
    'ANA%2bNEWS@example.com',
    'jo%C3%A3o@exemplo.com.br',
    'JO%C3%83O@exemplo.com.br',
    "o'neil@example.com",
    ...'rosa@m%C3%BCnchen.example Rosa@M%C3%9CNCHEN.Example rosa@xn--mnchen-3ya.example'.split(' '),
    ...'rosa@XN--MNCHEN-3YA.EXAMPLE rosa@mu%CC%88nchen.example lena@m%C3%BCnchen.example'.split(' '),
    ...'lena@xn--mnchen-3ya.example lena@m%C3%BCnchen%E3%80%82example'.split(' '),
  ])('finds the address in any case, encoding and form of its domain: %s', async (email) => {
    const { status, body } = await verify(email);
    expect([status, body]).toEqual([200, { exists: true }]);
  });

  it.each([
    'nobody@example.com',
    'ana-news@example.com',
    'maria_silva@example.com',
    '%25@example.com',
    'rosa@xn--a.example',
  ])('returns 404 for an unknown address: %s', async (email) => {
    const { status, body } = await verify(email);
    expect([status, body.code]).toEqual([404, 'email_not_found']);
  });

  it.each(['maria', '@', 'a@', '@b', 'a@b@c', 'two%20words@example.com', `${'a'.repeat(65)}@example.com`, '%25@'])(
    'returns 400 that names the parameter for a text that is not an address: %s',
    async (email) => {
      const { status, body } = await verify(email);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { parameter: 'email', reason: 'is not an e-mail address', allowed: ['name@domain'] },
      ]);
    },
  );

  it('does not repeat the address in a problem', async () => {
    for (const [email, expected] of [
      ['nobody@example.com', 404],
      ['no-address-at-all', 400],
    ] as const) {
      const { status, text } = await verify(email);
      expect([status, text]).toEqual([expected, expect.not.stringMatching(/nobody@|no-address/)]);
    }
  });
});

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
    const cached = jest.spyOn(directory.app.get(ResponseCache), 'peek');
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
        expect(etag === null).toBe(response.status === 404);
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
    expect((await read('/v2/users/maria', 'maria', condition)).status).toBe(304);
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
