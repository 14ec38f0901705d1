import { aPlace } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/places/{placeId}', () => {
  const { get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
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

  it('returns all fields of the place in their documented order', async () => {
    await expectGoldenFormats(get, '/v2/places/masp', 'place');
  });

  it('keeps the lists of a place of which nothing else is known', async () => {
    const { body } = await get('/v2/places/bare');
    const link = { rel: 'self', uri: 'https://places.example.org/v2/places/bare' };
    expect(body).toEqual({ place: { id: 'bare', link, name: 'Bare', phones: [], categories: [] } });
    const xml = await get('/v2/places/bare?wt=xml');
    expect(await readXml(xml.text, body)).toEqual(body);
  });

  it('says 404 for a place that does not exist', async () => {
    const { status, body } = await get('/v2/places/nowhere');
    expect([status, body.code, body.detail]).toEqual([404, 'place_not_found', 'There is no place "nowhere".']);
  });

  it('shows with fl only what it names', async () => {
    const { body } = await get('/v2/places/masp?fl=name,phones,statistics.rating');
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
    const { body } = await get('/v2/places/masp');
    expect((await get('/v2/places/masp?fl=*')).body).toEqual(body);
    expect((await get('/v2/places/masp?fl=*,name')).body).toEqual(body);
  });

  it('follows the link of a category', async () => {
    const { body } = await get('/v2/places/masp');
    const { pathname } = new URL(body.place.categories[0].link.uri as string);
    expect((await get(pathname)).body.category.name).toBe('Museus');
  });
});
