import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

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
    ['address.district', ['Sé 1']],
    ['address.country', []],
    ['categories.name', ['Bares 2', 'Restaurantes 2']],
    ['categories.category.name', ['Bares 2', 'Restaurantes 2']],
    ['categories.subcategory.name', ['Pizzaria 2', 'Sushi 1']],
    ['categories.category.subcategory.name', ['Pizzaria 2', 'Sushi 1']],
    ['utilities.name', ['Pedir Delivery 2', 'Reservar Mesa 1']],
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
    ['facet.limit=1', ['São Paulo 4']],
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
    ['facet.field=address', 'facet.field'],
    ['facet.field=categories.name&facet.field=categories.category.name', 'facet.field'],
    ['facet.limit=0', 'facet.limit'],
    ['facet.limit=101&facet.field=address.city', 'facet.limit'],
    ['facet.limit=', 'facet.limit'],
    ['facet.limit=1&facet.limit=1', 'facet.limit'],
  ])('reject %s', async (query, parameter) => {
    const { status, body } = await search(query);
    expect([status, body.errors.length, body.errors[0].parameter]).toEqual([400, 1, parameter]);
  });
});
