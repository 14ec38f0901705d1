import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });
const copenhagen = at(55.68, 12.57);
const danish = (city: string, district?: string) => ({ city, country: 'DK', ...(district && { district }) });

describe('the areas of places', () => {
  const { directory, get, ids, search } = useDirectory({
    places: [
      ...Array.from({ length: 25 }, (_, number) =>
        aPlace({
          id: `kbh-${number}`,
          name: `Bageri ${number}`,
          categories: [],
          address: danish('København'),
          location: copenhagen,
        }),
      ),
      aPlace({ id: 'n', name: 'Bageri Nord', categories: [], address: danish('København N'), location: copenhagen }),
      aPlace({ id: 'other-name', name: 'Bakery', categories: [], address: danish('Copenhagen'), location: copenhagen }),
      aPlace({
        id: 'hill',
        name: 'Cafe',
        address: { country: 'US', state: 'RI', city: 'Providence', district: 'Federal Hill' },
      }),
      aPlace({
        id: 'written-out',
        name: 'Bar',
        address: { country: 'USA', state: 'Rhode Island', city: 'PROVIDENCE' },
      }),
      aPlace({ id: 'state-only', name: 'Lake', address: { country: 'US', state: 'RI' } }),
      Object.assign(aPlace({ id: 'nowhere', name: 'Boat' }), { address: undefined }),
    ],
  });

  it('are in a place, the smallest first', async () => {
    const { body } = await get('/v2/places/hill');
    const around = ['us/ri/providence', 'us/ri', 'us'];
    expect(body.place.areas).toEqual(['us/ri/providence/federal-hill', ...around].map((id) => ({ id })));
    expect(await readXml((await get('/v2/places/hill?wt=xml')).text, body)).toEqual(body);
    const { place } = (await get('/v2/places/written-out')).body;
    expect(place.areas).toEqual(around.map((id) => ({ id })));
    expect((await get('/v2/places/nowhere')).body.place).not.toHaveProperty('areas');
  });

  it('are in lists only if fl names them', async () => {
    expect((await get('/v2/places?fq=id:hill')).body.results.places[0]).not.toHaveProperty('areas');
    const path = '/v2/places?fq=id:state-only&fl=areas.id';
    const { body } = await get(path);
    expect(body.results.places).toEqual([{ id: 'state-only', areas: [{ id: 'us/ri' }, { id: 'us' }] }]);
    const { results } = (await readXml((await get(`${path}&wt=xml`)).text, body)) as typeof body;
    expect(results.places).toEqual(body.results.places);
  });

  it('are those of the city that an address calls by another name', async () => {
    const { places } = (await get('/v2/places?fq=id:(other-name OR n)&fl=areas&sort=id')).body.results;
    expect(places).toEqual([
      { id: 'n', areas: [{ id: 'dk/-/kobenhavn-n' }, { id: 'dk/-/kobenhavn' }, { id: 'dk' }] },
      { id: 'other-name', areas: [{ id: 'dk/-/kobenhavn' }, { id: 'dk' }] },
    ]);
    expect((await get('/v2/places/other-name')).body.place.areas).toEqual(places[1]?.areas);
  });

  it.each([
    ['areas.id:us/ri/providence', ['hill', 'written-out']],
    ['areas.id:us/ri', ['hill', 'state-only', 'written-out']],
    ['areas.area.id:(dk/-/kobenhavn-n OR us/ri/providence/federal-hill)', ['hill', 'n']],
    ['areas.id:US/ri', []],
    ['-areas:[* TO *]', ['nowhere']],
  ])('filter: %s', async (fq, found) => {
    expect(await ids({ fq, sort: 'id' })).toEqual(found);
  });

  it('are counted', async () => {
    const { facets } = await search('facet.field=areas.id&rows=1');
    expect(facets[0].buckets.slice(0, 2)).toEqual([
      { value: 'dk', found: 27 },
      { value: 'dk/-/kobenhavn', found: 27 },
    ]);
  });

  it.each(['bakery in copenhagen', 'bageri københavn', 'bakeries in kobenhavn'])('are found: %s', async (q) => {
    expect((await search({ q })).header).toMatchObject({ found: 27, where: { name: 'København' } });
  });

  it('are listed, those with the most places first', async () => {
    const { body } = await get('/v2/areas?rows=2');
    const { header, areas } = body.areaResults;
    expect(areas).toEqual([
      { id: 'dk/-/kobenhavn', name: 'København', type: 'city', places: 27, location: { lat: '55.68', lng: '12.57' } },
      { id: 'dk', name: 'DK', type: 'country', places: 27, location: { lat: '55.68', lng: '12.57' } },
    ]);
    expect(header).toMatchObject({ found: 7, rows: 2 });
    const xml = (await readXml((await get('/v2/areas?rows=2&wt=xml')).text, body)) as typeof body;
    expect(xml.areaResults.areas).toEqual(areas);
    const { areas: ids } = (await get('/v2/areas?start=2&rows=9&fl=id')).body.areaResults;
    expect(ids).toHaveLength(5);
    expect(ids).toContainEqual({ id: 'us/ri/providence/federal-hill' });
    expect((await directory.get('/v2/areas')).status).toBe(401);
  });

  it('change in the index when others of the address make a city of its own', async () => {
    const more = Array.from({ length: 30 }, (_, number) =>
      aPlace({ id: `cph-${number}`, name: `Shop ${number}`, address: danish('Copenhagen'), location: copenhagen }),
    );
    await directory.add({ places: more });
    expect(await ids({ fq: 'areas.id:dk/-/copenhagen', rows: '50' })).toHaveLength(31);
    expect((await get('/v2/places/other-name')).body.place.areas).toEqual([{ id: 'dk/-/copenhagen' }, { id: 'dk' }]);
  });
});
