import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';

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

  it('accepts a user token of another user', async () => {
    expect((await directory.get('/v2/users/bare', tokens.maria)).status).toBe(200);
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
    ['name', { id: 'maria', name: 'Maria São' }],
    [
      'photos.small,statistics.reviews',
      { id: 'maria', photos: { small: expect.any(String) }, statistics: { reviews: 1 } },
    ],
    ['statistics', { id: 'maria', statistics: { reviews: 1, places: 2, photos: 3, checkins: 4 } }],
    [' name , gender ', { id: 'maria', name: 'Maria São', gender: 'F' }],
    ['id', { id: 'maria' }],
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
