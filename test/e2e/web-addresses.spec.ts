import { aPlace, aReview, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Addresses that other programs, or imports of earlier versions, have stored. */
describe('a stored address that is not http or https', () => {
  const script = 'javascript:alert(1)';
  const { directory, tokens } = useDirectory({
    users: [
      aUser({
        id: 'eve',
        photoSmall: script,
        photoMedium: 'data:image/png;base64,AA',
        photoLarge: 'https://a.example/l.jpg',
      }),
      aUser({ id: 'none', photoSmall: script, photoMedium: script, photoLarge: script, photoOriginal: script }),
    ],
    follows: [{ followerId: 'none', followingId: 'eve', created: new Date() }],
    places: [aPlace({ id: 'trap', urlService: script, featured: { photo: { medium: 'file:///etc/passwd' } } })],
    reviews: [aReview({ id: 'r', userId: 'eve', placeId: 'trap' })],
    tokens: ['application'],
  });

  it.each([
    '/v2/users/eve',
    '/v2/users/none',
    '/v2/users/eve/followers',
    '/v2/users/none/following',
    '/v2/users/eve/places/reviews',
    '/v2/reviews/r',
    '/v2/places/trap',
    '/v2/places?fl=*',
    '/v2/places/trap/reviews',
  ])('is not shown by %s', async (path) => {
    for (const wt of ['json', 'xml']) {
      const { status, text } = await directory.get(
        `${path}${path.includes('?') ? '&' : '?'}wt=${wt}`,
        tokens.application,
      );
      expect(status).toBe(200);
      expect(text).not.toMatch(/javascript:|data:|file:/);
    }
  });

  it('leaves the others', async () => {
    const { body } = await directory.get('/v2/users/eve', tokens.application);
    expect(body.user.photos).toEqual({ large: 'https://a.example/l.jpg', original: expect.stringContaining('https:') });
    const { body: review } = await directory.get('/v2/reviews/r', tokens.application);
    expect(review.review.creation.author.photo).toBe('https://a.example/l.jpg');
  });
});
