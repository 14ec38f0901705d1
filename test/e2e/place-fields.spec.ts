import { check } from '@placemarkio/check-geojson';
import { FIELDS } from '../../src/places/query/fields.js';
import { aPlace, aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { sixPlaces } from '../support/six-places.js';
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

interface Catalogue {
  fields: Record<'name' | 'facetable' | 'sortable', string | boolean>[];
  limits: Record<string, number>;
}

/** A search that uses as much as this, for each limit. */
const searches: Record<string, (amount: number, catalogue: Catalogue) => string> = {
  rows: (rows) => `rows=${rows}`,
  start: (start) => `start=${start}`,
  sortKeys: (count, { fields }) => `sort=${namesOf(fields, 'sortable').slice(0, count).join(',')}`,
  facetFields: (count, { fields }) => {
    const names = namesOf(fields, 'facetable');
    // There are no more fields than may be counted.
    return Array.from({ length: count }, (_, at) => `facet.field=${names[at] ?? 'address.city'}`).join('&');
  },
  facetValues: (limit) => `facet.field=address.city&facet.limit=${limit}`,
  termLength: (length) => `q=${'a'.repeat(length)}`,
  filterLength: (length) => `fq=id:${'a'.repeat(length - 'id:'.length)}`,
  filterClauses: (count) => `fq=id:(${Array.from({ length: count }, (_, at) => at).join('%20OR%20')})`,
  filterDepth: (depth) => `fq=${'('.repeat(depth)}id:1${')'.repeat(depth)}`,
  valueWords: (count) => filterOfWords(count),
  filterWords: (count) => `${filterOfWords(count % 60)}&`.concat(`${filterOfWords(60)}&`.repeat(count / 60)),
  prefixLength: (length) => `fq=id:1&fq=address.zipcode:${'1'.repeat(length)}*`,
};

/** A filter with as many words in its value, which is no phrase. */
function filterOfWords(count: number): string {
  return `fq=name:${Array.from({ length: count }, () => 'a').join('%5C%20')}`;
}

function namesOf(fields: Catalogue['fields'], ability: 'sortable' | 'facetable'): string[] {
  // A sort by distance needs a centre.
  return fields.filter((field) => field[ability] && field.name !== 'location.distance').map(({ name }) => String(name));
}

describe('the list of place fields', () => {
  const { get } = useDirectory();

  const read = async (): Promise<Catalogue> => (await get('/v2/places/fields')).body.fieldResults;

  it('says which fields can be counted', async () => {
    const expected = FIELDS.filter(({ facetable }) => facetable).map(({ name }) => name);
    expect(namesOf((await read()).fields, 'facetable')).toEqual(expected);
  });

  it('says the limits of a search, in XML too', async () => {
    const { body } = await get('/v2/places/fields');
    const { text } = await get('/v2/places/fields?wt=xml');
    expect(await readXml(text, body)).toEqual(body);
    expect(Object.keys((await read()).limits)).toEqual(Object.keys(searches));
  });

  it.each(Object.entries(searches))('says the limit that holds: %s', async (name, search) => {
    const catalogue = await read();
    const limit = catalogue.limits[name] ?? 0;
    const ask = (amount: number) => get(`/v2/places?${search(amount, catalogue)}`);
    expect((await ask(limit)).status).toBe(200);
    const { status, body } = await ask(limit + 1);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  });
});

const categories = {
  pizzaria: { id: '1', name: 'Restaurantes', subcategory: { id: '101', name: 'Pizzaria' } },
  sushi: { id: '1', name: 'Restaurantes', subcategory: { id: '102', name: 'Sushi' } },
  bar: { id: '2', name: 'Bares' },
};
const delivery = { id: '1', name: 'Pedir Delivery' };
const table = { id: '2', name: 'Reservar Mesa' };
const paulista = { lat: '-23.5614', lng: '-46.6559' };
const rio = { lat: '-22.9053', lng: '-43.1786' };

/** The city is written in three ways, and two places have several categories. */
const places = [
  aPlace({ id: 'a', name: 'Alfa Pizza', address: { city: 'São Paulo', state: 'SP' }, location: paulista }),
  aPlace({ id: 'b', name: 'Beta Pizza', address: { city: 'São Paulo', district: 'Sé' }, location: paulista }),
  aPlace({ id: 'c', name: 'Gama Pizza', address: { city: 'Sao Paulo' }, location: paulista }),
  aPlace({ id: 'd', name: 'Delta', address: { city: 'SÃO PAULO' }, location: paulista }),
  aPlace({ id: 'e', name: 'Epsilon', address: { city: 'Rio de Janeiro', state: 'RJ' }, location: rio }),
  aPlace({ id: 'f', name: 'Zeta', address: { city: 'Águas de Lindóia' }, location: rio }),
];
Object.assign(places[0] ?? {}, { categories: [categories.pizzaria, categories.bar], utilities: [delivery, table] });
Object.assign(places[1] ?? {}, { categories: [categories.pizzaria, categories.sushi], utilities: [delivery] });
Object.assign(places[2] ?? {}, { categories: [categories.bar] });
for (const place of places.slice(3)) place.categories = [];

describe('facets of a search', () => {
  const { get } = useDirectory({ places });

  const search = (query: string, path = '/v2/places') => get(`${path}?${query}`);

  /** The buckets of the first facet, in short. */
  async function buckets(query: string): Promise<string[]> {
    const { status, text, body } = await search(query);
    if (status !== 200) throw new Error(text);
    return body.results.facets[0].buckets.map(
      ({ value, found }: { value: string; found: number }) => `${value} ${found}`,
    );
  }

  it('are between header and places, in the order and spelling of the request', async () => {
    const { body } = await search('facet.field=utilities.utility.name&facet.field=address.state&rows=1&fl=id&sort=id');
    expect(JSON.stringify(body.results)).toBe(
      JSON.stringify({
        header: body.results.header,
        facets: [
          {
            field: 'utilities.utility.name',
            buckets: [
              { value: 'Pedir Delivery', found: 2 },
              { value: 'Reservar Mesa', found: 1 },
            ],
          },
          {
            field: 'address.state',
            buckets: [
              { value: 'RJ', found: 1 },
              { value: 'SP', found: 1 },
            ],
          },
        ],
        places: [{ id: 'a' }],
      }),
    );
  });

  it('are absent without facet.field', async () => {
    for (const query of ['', 'facet.limit=5', 'facet.field=']) {
      const { status, body } = await search(query);
      expect([status, Object.keys(body.results)]).toEqual([200, ['header', 'places']]);
    }
  });

  it.each([
    ['address.city', ['São Paulo 4', 'Águas de Lindóia 1', 'Rio de Janeiro 1']],
    ['address.country', []],
    ['categories.name', ['Bares 2', 'Restaurantes 2']],
    ['categories.subcategory.name', ['Pizzaria 2', 'Sushi 1']],
    ['categories.category.subcategory.name', ['Pizzaria 2', 'Sushi 1']],
  ])('count %s: the most frequent first, a value once in its usual spelling', async (field, expected) => {
    expect(await buckets(`facet.field=${field}`)).toEqual(expected);
  });

  it('count as many places as a filter by the value finds', async () => {
    for (const value of ['São Paulo', 'Águas de Lindóia']) {
      const { body } = await search(`facet.field=address.city&fq=address.city:"${value}"`);
      expect(body.results.facets[0].buckets).toEqual([{ value, found: body.results.header.found }]);
    }
  });

  it.each([
    ['q=pizza', ['São Paulo 3']],
    ['fq=address.city:"Rio de Janeiro" OR id:c', ['Rio de Janeiro 1', 'Sao Paulo 1']],
    ['location.lat=-22.9&location.lng=-43.2', ['Águas de Lindóia 1', 'Rio de Janeiro 1']],
    ['location.nw.lat=-23&location.nw.lng=-47&location.se.lat=-24&location.se.lng=-46', ['São Paulo 4']],
    ['rows=1&start=5', ['São Paulo 4', 'Águas de Lindóia 1', 'Rio de Janeiro 1']],
    ['facet.limit=2', ['São Paulo 4', 'Águas de Lindóia 1']],
    ['q=nothing&facet.limit=100', []],
  ])('count all places that %s finds', async (query, expected) => {
    expect(await buckets(`facet.field=address.city&${query}`)).toEqual(expected);
  });

  it('are on every page of a cursor search', async () => {
    const { body } = await search('facet.field=address.city&cursorMark=*&rows=4&sort=name');
    const { search: query } = new URL(body.results.header.next);
    const next = await search(query.slice(1));
    expect(next.body.results.places).toHaveLength(2);
    expect(next.body.results.facets).toEqual(body.results.facets);
    expect((await search('cursorMark=*')).body.results).not.toHaveProperty('facets');
  });

  it('are the same in /v2/search and in XML', async () => {
    const query = 'facet.field=address.city&facet.field=address.country&rows=1';
    const json = await search(query);
    expect((await search(query, '/v2/search')).body.results.facets).toEqual(json.body.results.facets);
    const { text } = await search(`${query}&wt=xml`);
    expect(await readXml(text, json.body)).toMatchObject({ results: { facets: json.body.results.facets } });
    expect(text).toContain('<facets><facet><field>address.city</field><buckets><bucket><value>São Paulo</value>');
  });

  it.each([
    ['facet.field=name', 'facet.field'],
    ['facet.limit=0', 'facet.limit'],
  ])('reject %s', async (query, parameter) => {
    const { status, body } = await search(query);
    expect([status, body.errors.length, body.errors[0].parameter]).toEqual([400, 1, parameter]);
  });
});

const { location: _location, ...nowhere } = aPlace({ id: 'nowhere', name: 'Sem Lugar' });

describe('GeoJSON', () => {
  const { directory, get, ids } = useDirectory({
    places: [...sixPlaces, nowhere],
    users: [aUser({ id: 'maria' })],
  });

  const accept = { Accept: 'application/geo+json' };

  it.each([
    ['wt', '&wt=geojson', {}],
    ['Accept', '', accept],
    ['Accept before JSON', '', { Accept: 'application/geo+json, application/json;q=0.9' }],
  ])('is a feature collection of the places found, by %s', async (_, wt, headers) => {
    const { status, headers: sent, text, body } = await get(`/v2/places?fq=id:masp${wt}`, headers);
    expect([status, sent.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    expect(sent.get('link')).toContain('rel="first"');
    expect(sent.get('vary')).toContain('Accept');
    const {
      body: {
        results: {
          places: [place],
        },
      },
    } = await get('/v2/places?fq=id:masp');
    expect(body).toEqual({
      type: 'FeatureCollection',
      bbox: [-46.655881, -23.561414, -46.655881, -23.561414],
      header: { found: 1, rows: 10, start: 0 },
      features: [
        {
          type: 'Feature',
          id: 'masp',
          geometry: { type: 'Point', coordinates: [-46.655881, -23.561414] },
          properties: place,
        },
      ],
    });
    check(text);
  });

  it('has the selected fields as properties, and the geometry in any case', async () => {
    const { body } = await get('/v2/places/masp?fl=name&wt=geojson');
    expect(body).toEqual({
      type: 'Feature',
      id: 'masp',
      geometry: { type: 'Point', coordinates: [-46.655881, -23.561414] },
      properties: { id: 'masp', name: 'Museu de Arte de São Paulo' },
    });
    const list = await get('/v2/places?fq=id:masp&fl=name&wt=geojson');
    expect(list.body.features).toEqual([body]);
  });

  it('has a null geometry for a place without a location, which the bbox leaves out', async () => {
    const { text, body } = await get('/v2/places?fq=id:nowhere&wt=geojson');
    expect(body.features[0].geometry).toBeNull();
    expect(body).not.toHaveProperty('bbox');
    check(text);
    expect((await get('/v2/places/nowhere', accept)).body).toMatchObject({ type: 'Feature', geometry: null });
  });

  it('has facets, the stage and links to other pages as foreign members', async () => {
    const { body, headers } = await get('/v2/places?q=mercadoo&rows=1&facet.field=categories.name&wt=geojson');
    expect(body.header).toMatchObject({ match: 'corrected', words: ['mercadoo'] });
    expect(body.facets[0].field).toBe('categories.name');
    const all = await get('/v2/places?rows=1&wt=geojson');
    expect(all.body.header.next).toContain('wt=geojson');
    expect(all.headers.get('link')).toContain(all.body.header.next);
    expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
  });

  it('has a bbox that crosses the antimeridian where the places do', async () => {
    const { body } = await get('/v2/places?fq=id:("suva" OR "apia")&wt=geojson');
    expect(body.bbox).toEqual([178.4283, -18.1349, -171.769, -13.8314]);
  });

  it('finds the same places in the same order as JSON', async () => {
    const { body } = await get('/v2/search?sort=name&wt=geojson');
    expect(body.features.map(({ id }: { id: string }) => id)).toEqual(await ids('sort=name'));
  });

  it.each([
    ['an invalid parameter', '/v2/places?rows=0', 400],
    ['an unknown place', '/v2/places/none', 404],
    ['an unknown address', '/v2/none', 404],
  ])('leaves the problem of %s in JSON', async (_, path, status) => {
    const json = 'application/problem+json; charset=utf-8';
    const byAccept = await get(path, accept);
    expect([byAccept.status, byAccept.headers.get('content-type')]).toEqual([status, json]);
    const byWt = await get(`${path}${path.includes('?') ? '&' : '?'}wt=geojson`, { Accept: 'application/xml' });
    expect([byWt.status, byWt.headers.get('content-type')]).toEqual([status, json]);
    expect((await directory.get('/v2/places', undefined, accept)).headers.get('content-type')).toBe(json);
  });

  it('is not a format of other resources', async () => {
    expect((await get('/v2/users/maria', accept)).status).toBe(406);
    const { status, body } = await get('/v2/users/maria?wt=geojson');
    expect([status, body.errors]).toEqual([
      400,
      [{ parameter: 'wt', value: 'geojson', reason: 'is not a format of this resource', allowed: ['json', 'xml'] }],
    ]);
    const both = await get('/v2/users/maria', { Accept: 'application/geo+json, application/json;q=0.5' });
    expect(both.headers.get('content-type')).toContain('application/json');
  });
});
