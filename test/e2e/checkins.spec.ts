import { type Answer } from '../support/directory.js';
import { aCheckin, aPlace, aUser } from '../support/factories.js';
import { expectGolden } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const created = (ms: number) => new Date(1_700_000_000_000 + ms);

describe('GET /v2/users/{userId}/places/checkins and /v2/places/{placeId}/checkins', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [
      aUser({ id: 'maria', name: 'Maria São' }),
      aUser({ id: 'small', photoMedium: null }),
      aUser({ id: 'large', photoMedium: null, photoSmall: null }),
      aUser({ id: 'original', photoMedium: null, photoSmall: null, photoLarge: null }),
    ],
    places: [aPlace({ id: 'masp', name: 'MASP' }), aPlace({ id: 'quiet' })],
    checkins: [
      aCheckin({ id: 'c1', userId: 'maria', placeId: 'masp', created: created(1), source: 'web' }),
      aCheckin({ id: 'b', userId: 'maria', placeId: 'masp', created: created(2), source: 'second' }),
      aCheckin({ id: 'a', userId: 'maria', placeId: 'masp', created: created(2), source: 'first' }),
      aCheckin({ id: 'C', userId: 'maria', placeId: 'masp', created: created(2), source: null }),
      ...['small', 'large', 'original'].map((userId) => aCheckin({ userId, placeId: 'masp', created: created(0) })),
    ],
    tokens: ['maria'],
  });

  const found = ({ body }: Answer) =>
    body.checkinResults.checkins as { source?: string; creation: { author: object } }[];

  it('returns the check-ins of a user', async () => {
    const { status, text } = await get('/v2/users/maria/places/checkins?rows=2&start=2');
    expect(status).toBe(200);
    expectGolden('checkins.json', text);
  });

  it('returns the same in XML', async () => {
    const path = '/v2/users/maria/places/checkins?rows=2&start=2';
    const json = await get(path);
    const xml = await get(`${path}&wt=xml`);
    expectGolden('checkins.xml', xml.text);
    const value = (await readXml(xml.text, json.body)) as { checkinResults: { checkins: unknown } };
    expect(value.checkinResults.checkins).toEqual(json.body.checkinResults.checkins);
  });

  it('lists the newest first, equal times by identifier', async () => {
    const answer = await get('/v2/users/maria/places/checkins');
    expect(found(answer).map(({ source }) => source)).toEqual([undefined, 'first', 'second', 'web']);
  });

  it('omits an unknown source', async () => {
    const [first] = found(await get('/v2/users/maria/places/checkins'));
    expect(Object.keys(first ?? {})).toEqual(['creation', 'place']);
  });

  it('resolves me, and denies me to an application token', async () => {
    expect(found(await directory.get('/v2/users/me/places/checkins', tokens.maria))).toHaveLength(4);
    expect((await get('/v2/users/me/places/checkins')).status).toBe(403);
  });

  it('returns the check-ins at a place', async () => {
    const answer = await get('/v2/places/masp/checkins?rows=4');
    const ofMaria = await get('/v2/users/maria/places/checkins');
    expect(answer.body.checkinResults.header).toMatchObject({ found: 7, rows: 4, start: 0 });
    expect(found(answer)).toEqual(found(ofMaria));
  });

  it('shows one photo of the author: medium, else small, else large, else none', async () => {
    const answer = await get('/v2/places/masp/checkins?start=3');
    expect(found(answer).map(({ creation }) => creation.author)).toEqual([
      expect.objectContaining({ id: 'maria', photo: 'https://img.example.org/maria/medium.jpg' }),
      expect.objectContaining({ id: 'small', photo: 'https://img.example.org/small/small.jpg' }),
      expect.objectContaining({ id: 'large', photo: 'https://img.example.org/large/large.jpg' }),
      expect.not.objectContaining({ photo: expect.anything() }),
    ]);
  });

  it('returns an empty list without check-ins, and 404 for an unknown place or user', async () => {
    const quiet = await get('/v2/places/quiet/checkins');
    expect(quiet.body).toEqual({ checkinResults: { header: { found: 0, rows: 10, start: 0 }, checkins: [] } });
    const place = await get('/v2/places/nowhere/checkins');
    expect([place.status, place.body.code]).toEqual([404, 'place_not_found']);
    const user = await get('/v2/users/nobody/places/checkins');
    expect([user.status, user.body.code]).toEqual([404, 'user_not_found']);
  });

  it('accepts fl', async () => {
    const answer = await get('/v2/users/maria/places/checkins?rows=1&start=3&fl=place.name,creation.created');
    expect(found(answer)).toEqual([{ creation: { created: 1_700_000_000_001 }, place: { name: 'MASP' } }]);
  });

  it('links the place', async () => {
    const { body } = await get('/v2/users/maria/places/checkins?rows=1');
    const { rel, uri } = body.checkinResults.checkins[0].place.link;
    expect(rel).toBe('/linkrels/search/getByPlaceId');
    expect((await get(new URL(uri as string).pathname)).body.place.name).toBe('MASP');
  });
});
