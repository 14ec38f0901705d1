import { Directory } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { expectGolden } from '../support/golden.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/places/{placeId}', () => {
  let directory: Directory;
  let application: string;

  beforeAll(async () => {
    directory = await Directory.start({ PUBLIC_URL: 'https://places.example.org' });
    await directory.add({
      users: [aUser({ id: 'maria' })],
      places: [
        aPlace({
          id: 'masp',
          name: 'Museu de Arte "MASP"',
          phones: ['551132515644', '551131495959'],
          categories: [
            { id: '4', name: 'Museus', subcategory: { id: '401', name: 'Museu de Arte' } },
            { id: '9', name: 'Vistas' },
          ],
          featured: { photo: { medium: 'https://img.example.org/masp.jpg' } },
          placeLists: [{ id: 'classics' }, { id: 'free' }],
          utilities: [{ id: '1', name: 'Ver Ofertas' }],
          openingHours: 'Tu-Su 10:00-18:00',
        }),
        { id: 'bare', name: 'Bare', phones: [], categories: [] },
      ],
    });
    application = await directory.token();
  });

  afterAll(() => directory.stop());

  it('answers the place with every field it has, in the order of the interface', async () => {
    const { status, text } = await directory.get('/v2/places/masp', application);
    expect(status).toBe(200);
    expectGolden('place.json', text);
  });

  it('answers the same in XML', async () => {
    const json = await directory.get('/v2/places/masp', application);
    const xml = await directory.get('/v2/places/masp?wt=xml', application);
    expectGolden('place.xml', xml.text);
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it('takes a user token too', async () => {
    expect((await directory.get('/v2/places/masp', await directory.token({ user: 'maria' }))).status).toBe(200);
  });

  it('keeps the lists of a place of which nothing else is known', async () => {
    const { body } = await directory.get('/v2/places/bare', application);
    const link = { rel: 'self', uri: 'https://places.example.org/v2/places/bare' };
    expect(body).toEqual({ place: { id: 'bare', link, name: 'Bare', phones: [], categories: [] } });
    const xml = await directory.get('/v2/places/bare?wt=xml', application);
    expect(await readXml(xml.text, body)).toEqual(body);
  });

  it('says 404 for a place that does not exist', async () => {
    const { status, body } = await directory.get('/v2/places/nowhere', application);
    expect([status, body.code, body.detail]).toEqual([404, 'place_not_found', 'There is no place "nowhere".']);
  });

  it('shows with fl only what it names', async () => {
    const { body } = await directory.get('/v2/places/masp?fl=name,phones,statistics.rating', application);
    expect(body).toEqual({
      place: {
        id: 'masp',
        name: 'Museu de Arte "MASP"',
        phones: ['551132515644', '551131495959'],
        statistics: { rating: '4.5' },
      },
    });
  });

  it('shows all of it with fl=*', async () => {
    const { body } = await directory.get('/v2/places/masp', application);
    expect((await directory.get('/v2/places/masp?fl=*', application)).body).toEqual(body);
    expect((await directory.get('/v2/places/masp?fl=*,name', application)).body).toEqual(body);
  });

  it('follows the link of a category', async () => {
    const { body } = await directory.get('/v2/places/masp', application);
    const { pathname } = new URL(body.place.categories[0].link.uri as string);
    expect((await directory.get(pathname, application)).body.category.name).toBe('Museus');
  });
});
