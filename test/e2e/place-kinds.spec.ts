import { aPlace } from '../support/factories.js';
import { getTile } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const category = (name: string) => [{ id: name.toLowerCase(), name }];

describe('the kinds of places', () => {
  const { directory, tokens, get, ids } = useDirectory({
    tokens: ['application'],
    places: [
      aPlace({ id: 'sol', name: 'Sol', categories: category('Pizza Restaurant') }),
      aPlace({ id: 'joe', name: "Joe's Bakery", categories: [] }),
      aPlace({ id: 'baker', name: 'Baker Street Cafe', categories: [] }),
      aPlace({ id: 'paws', name: 'Paws', categories: category('Animal Services') }),
      aPlace({ id: 'valley', name: 'Valley Motors', brand: 'BP', categories: [] }),
      aPlace({ id: 'apotheke', name: 'Löwenapotheke', categories: [], address: { country: 'DE' } }),
      Object.assign(aPlace({ id: 'nowhere', name: 'Padaria', categories: [] }), { address: undefined }),
      aPlace({ id: 'inn', name: 'Bar', categories: category('Hotel') }),
      aPlace({ id: 'xyzzy', name: 'Xyzzy', categories: category('Services') }),
    ],
  });

  it('are in a place, with the broader ones', async () => {
    const { body } = await get('/v2/places/sol');
    expect(body.place.kinds).toEqual([{ id: 'amenity/restaurant' }, { id: 'amenity/restaurant/pizza' }]);
    expect(await readXml((await get('/v2/places/sol?wt=xml')).text, body)).toEqual(body);
    expect((await get('/v2/places/xyzzy')).body.place).not.toHaveProperty('kinds');
  });

  it('are in lists only if fl names them', async () => {
    expect((await get('/v2/places?fq=id:joe')).body.results.places[0]).not.toHaveProperty('kinds');
    const { places } = (await get('/v2/places?fq=id:joe&fl=kinds.id')).body.results;
    expect(places).toEqual([{ id: 'joe', kinds: [{ id: 'shop/bakery' }] }]);
  });

  it('are in XML, in GeoJSON, and behind a cursor', async () => {
    const path = '/v2/places?fl=kinds&fq=kinds.id:shop/bakery&sort=id&rows=1';
    const { body } = await get(`${path}&cursorMark=*`);
    expect(body.results.places).toEqual([{ id: 'joe', kinds: [{ id: 'shop/bakery' }] }]);
    const { results } = (await readXml((await get(`${path}&wt=xml`)).text, body)) as typeof body;
    expect(results.places).toEqual(body.results.places);
    const { features } = (await get(`${path}&wt=geojson`)).body;
    expect(features[0].properties.kinds).toEqual([{ id: 'shop/bakery' }]);
    const next = encodeURIComponent(String(body.results.header.nextCursorMark));
    const { places } = (await get(`${path}&cursorMark=${next}`)).body.results;
    expect(places).toEqual([{ id: 'nowhere', kinds: [{ id: 'shop/bakery' }] }]);
  });

  it.each([
    ['kinds.id:shop/bakery', ['joe', 'nowhere']],
    ['kinds.id:amenity/veterinary', []],
    ['kinds.id:amenity/fuel', ['valley']],
    ['kinds.id:amenity/restaurant', ['sol']],
    ['kinds.kind.id:(shop/bakery OR amenity/cafe)', ['baker', 'joe', 'nowhere']],
    ['-kinds:[* TO *]', ['xyzzy']],
  ])('filter: %s', async (fq, found) => {
    expect(await ids({ fq, sort: 'id' })).toEqual(found);
  });

  it('are counted', async () => {
    const { facets } = (await get('/v2/places?facet.field=kinds.id&rows=1')).body.results;
    for (const [value, found] of [
      ['shop/bakery', 2],
      ['amenity/restaurant', 1],
      ['amenity/restaurant/pizza', 1],
    ])
      expect(facets[0].buckets).toContainEqual({ value, found });
  });

  it.each([
    ['bakery', ['joe', 'nowhere']],
    ['petrol station', ['valley']],
    ['pharmacy', ['apotheke']],
    ['vet', ['paws']],
    ['restaurants', ['sol']],
    ['pizza', ['sol']],
  ])('are found by their names: %s', async (q, found) => {
    expect(await ids({ q })).toEqual(found);
  });

  it('are in suggestions of categories', async () => {
    const kinds = [{ id: 'amenity/restaurant' }, { id: 'amenity/restaurant/pizza' }];
    const { suggestions } = (await get('/v2/places/suggest?q=pizza')).body.suggestionResults;
    expect(suggestions).toContainEqual(expect.objectContaining({ type: 'category', text: 'Pizza Restaurant', kinds }));
    const general = (await get('/v2/places/suggest?q=serv')).body.suggestionResults.suggestions;
    expect(general[0]).toMatchObject({ type: 'category', text: 'Services' });
    expect(general[0]).not.toHaveProperty('kinds');
  });

  it('are in tiles, the narrowest one of each place', async () => {
    const { layers } = await getTile(directory, tokens.application, '0/0/0', { query: 'fq=id:(inn OR sol OR xyzzy)' });
    expect(layers.places?.map(({ properties: { id, kind } }) => [id, kind])).toEqual([
      ['inn', 'tourism/hotel'],
      ['sol', 'amenity/restaurant/pizza'],
      ['xyzzy', undefined],
    ]);
  });

  it('are listed with their names', async () => {
    const { body } = await get('/v2/kinds?lang=pt-BR');
    const { header, kinds } = body.kindResults;
    expect(header.found).toBe(kinds.length);
    expect(kinds).toContainEqual({ id: 'shop/bakery', name: 'Padaria', aliases: expect.any(Array) as string[] });
    expect((await get('/v2/kinds?rows=1&fl=id')).body.kindResults.kinds).toEqual([{ id: kinds[0].id }]);
    const two = (await get('/v2/kinds?rows=2&start=1')).body;
    const xml = (await readXml((await get('/v2/kinds?rows=2&start=1&wt=xml')).text, two)) as typeof two;
    expect(xml.kindResults.kinds).toEqual(two.kindResults.kinds);
    const { status, body: problem } = await get('/v2/kinds?lang=!');
    expect([status, problem.errors]).toMatchObject([400, [{ parameter: 'lang' }]]);
    expect((await directory.get('/v2/kinds')).status).toBe(401);
  });
});
