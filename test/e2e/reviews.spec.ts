import { type Answer } from '../support/directory.js';
import { aReview, aPlace, aUser } from '../support/factories.js';
import { expectGolden } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const created = (ms: number) => new Date(1_700_000_000_000 + ms);

describe('GET /v2/users/{userId}/places/reviews, /v2/places/{placeId}/reviews and /v2/reviews/{reviewId}', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [
      aUser({ id: 'maria', name: 'Maria São' }),
      aUser({ id: 'small', photoMedium: null }),
      aUser({ id: 'large', photoMedium: null, photoSmall: null }),
      aUser({ id: 'original', photoMedium: null, photoSmall: null, photoLarge: null }),
    ],
    places: [aPlace({ id: 'masp', name: 'MASP' }), aPlace({ id: 'quiet' })],
    reviews: [
      aReview({
        id: 'c',
        userId: 'maria',
        placeId: 'masp',
        created: created(1),
        text: 'Três <b>pisos</b> & um vão',
        rating: '4.5',
      }),
      aReview({ id: 'b', userId: 'maria', placeId: 'masp', created: created(2), rating: '10', thumbsUp: 0 }),
      aReview({ id: 'a', userId: 'maria', placeId: 'masp', created: created(2) }),
      aReview({
        id: 'B',
        userId: 'maria',
        placeId: 'masp',
        created: created(2),
        text: null,
        source: null,
        rating: null,
        thumbsUp: null,
      }),
      aReview({ id: 'other', userId: 'small', placeId: 'masp', created: created(0) }),
    ],
    tokens: ['maria'],
  });

  const found = ({ body }: Answer) => body.reviewResults.reviews as { id: string; text?: string }[];

  it('returns the reviews of a user', async () => {
    const { status, text } = await get('/v2/users/maria/places/reviews?rows=2&start=2');
    expect(status).toBe(200);
    expectGolden('reviews.json', text);
  });

  it('returns the same in XML', async () => {
    const path = '/v2/users/maria/places/reviews?rows=2&start=2';
    const json = await get(path);
    const xml = await get(path, { Accept: 'text/xml' });
    expectGolden('reviews.xml', xml.text);
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it('lists the newest first, equal times by identifier in code point order', async () => {
    const answer = await get('/v2/users/maria/places/reviews');
    expect(found(answer).map(({ id }) => id)).toEqual(['B', 'a', 'b', 'c']);
  });

  it('omits unknown fields', async () => {
    const [bare] = found(await get('/v2/users/maria/places/reviews'));
    expect(Object.keys(bare ?? {})).toEqual(['id', 'link', 'creation', 'place']);
  });

  it('resolves me, and denies me to an application token', async () => {
    expect(found(await directory.get('/v2/users/me/places/reviews', tokens.maria))).toHaveLength(4);
    expect((await get('/v2/users/me/places/reviews')).status).toBe(403);
  });

  it('returns the reviews of a place', async () => {
    const answer = await get('/v2/places/masp/reviews?rows=4');
    const ofMaria = await get('/v2/users/maria/places/reviews');
    expect(answer.body.reviewResults.header).toMatchObject({ found: 5, rows: 4, start: 0 });
    expect(found(answer)).toEqual(found(ofMaria));
  });

  it('returns an empty list without reviews, and 404 for an unknown place or user', async () => {
    const quiet = await get('/v2/places/quiet/reviews');
    expect(quiet.body).toEqual({ reviewResults: { header: { found: 0, rows: 10, start: 0 }, reviews: [] } });
    const place = await get('/v2/places/nowhere/reviews');
    expect([place.status, place.body.code]).toEqual([404, 'place_not_found']);
    const user = await get('/v2/users/nobody/places/reviews');
    expect([user.status, user.body.code]).toEqual([404, 'user_not_found']);
  });

  it('links each review to itself', async () => {
    const [first] = found(await get('/v2/users/maria/places/reviews?start=3'));
    const { status, text } = await get('/v2/reviews/c');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ review: first });
    expectGolden('review.json', text);
    const xml = await directory.get('/v2/reviews/c/?wt=xml', tokens.maria);
    expectGolden('review.xml', xml.text);
    expect(await readXml(xml.text, JSON.parse(text) as object)).toEqual(JSON.parse(text));
  });

  it('returns times before 1970 as negative numbers, in both formats', async () => {
    const moments = ['1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'].map((time) => new Date(time));
    const reviews = moments.map((moment) => aReview({ userId: 'large', placeId: 'old', created: moment }));
    await directory.add({ places: [aPlace({ id: 'old' })], reviews });
    const json = await get('/v2/places/old/reviews');
    const told = json.body.reviewResults.reviews.map(({ creation }: { creation: { created: number } }) => creation);
    expect(told.map((creation: { created: number }) => creation.created)).toEqual(moments.map(Number));
    const xml = await get('/v2/places/old/reviews?wt=xml');
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it('returns 404 for an unknown review', async () => {
    const { status, body } = await get('/v2/reviews/nothing');
    expect([status, body.code, body.detail]).toEqual([404, 'review_not_found', 'There is no review "nothing".']);
  });

  it('accepts fl, for lists and single reviews', async () => {
    const answer = await get('/v2/users/maria/places/reviews?rows=1&start=3&fl=text');
    expect(found(answer)).toEqual([{ id: 'c', text: 'Três <b>pisos</b> & um vão' }]);
    const one = await get('/v2/reviews/c?fl=statistics.rating,nonsense');
    expect(one.body).toEqual({ review: { id: 'c', statistics: { rating: '4.5' } } });
    expect(one.headers.get('x-ignored-parameters')).toBe('nonsense');
  });
});
