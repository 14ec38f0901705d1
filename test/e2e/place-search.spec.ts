import { sixPlaces } from '../support/six-places.js';
import { useDirectory } from '../support/use-directory.js';

describe('GET /v2/places', () => {
  const { directory, get, ids } = useDirectory({ places: sixPlaces });

  const search = (query: string) => get(`/v2/places?${query}`);

  it('returns the default fields in the documented order', async () => {
    const { text } = await search('q=museu&fq=id:masp');
    expect(text).toBe(
      JSON.stringify({
        results: {
          header: { found: 1, rows: 10, start: 0 },
          places: [
            {
              id: 'masp',
              link: { rel: 'self', uri: `${directory.url}/v2/places/masp` },
              name: 'Museu de Arte de São Paulo',
              phones: ['551132515644'],
              urlService: 'https://places.example.org/masp',
              address: {
                country: 'BR',
                state: 'SP',
                city: 'São Paulo',
                district: 'Bela Vista',
                street: 'Avenida Paulista',
                number: '1578',
                zipcode: '01310-200',
              },
              location: { lat: '-23.561414', lng: '-46.655881' },
              categories: [
                {
                  id: '4',
                  name: 'Museus',
                  link: { rel: 'self', uri: `${directory.url}/v2/categories/4` },
                  subcategory: { id: '401', name: 'Museu de Arte' },
                },
              ],
              statistics: { pageviews: '900', rating: '4.7' },
            },
          ],
        },
      }),
    );
  });

  it.each([
    // `market` is a synonym.
    ['q=mercado', ['apia', 'mercado', 'suva']],
    ['q=mercado&match=exact', ['mercado']],
    ['q=MERCADO%20municipal', ['mercado']],
    ['q=sao&fq=id:masp', ['masp']],
    ['q=s%C3%A3o&fq=id:masp', ['masp']],
    ['q=pizaria', ['pizzaria']],
    ['q=id:masp', ['masp']],
    ['fq=address.city:"sao paulo"&sort=id', ['masp', 'mercado', 'pizzaria']],
    ['fq=address.city:"São Paulo"&fq=address.district:"centro historico"', ['mercado']],
    ['fq=address.city:"São Paulo" AND utilities.utility.name:"Reservar Mesa"', ['pizzaria']],
    ['fq=categories.category.subcategory.name:pizzaria', ['pizzaria']],
    ['fq=categories.category.subcategory.id:101', ['pizzaria']],
    ['fq=categories.category.subcategory.id:1', ['pizzaria']],
    ['fq=categories.category.name:Mercados', ['mercado']],
    ['fq=placeLists.placeList.id:5', ['masp']],
    ['fq=utilities.utility.id:4', ['mercado']],
    ['fq=featured.photo.medium:[* TO *]', ['masp']],
    ['fq=name:"mercado municipal"', ['mercado']],
    ['fq=statistics.rating:[4.7 TO 5]&sort=statistics.pageviews', ['masp', 'mercado']],
    ['fq=', ['apia', 'colombo', 'masp', 'mercado', 'pizzaria', 'suva']],
  ])('finds with %s', async (query, expected) => {
    expect((await ids(query)).sort()).toEqual(expected);
  });

  it.each([
    ['name', ['apia', 'colombo', 'mercado', 'masp', 'pizzaria', 'suva']],
    ['name desc', ['suva', 'pizzaria', 'masp', 'mercado', 'colombo', 'apia']],
    ['statistics.rating desc,statistics.pageviews desc', ['mercado', 'masp', 'apia', 'colombo', 'suva', 'pizzaria']],
    ['statistics.pageviews', ['apia', 'colombo', 'suva', 'masp', 'mercado', 'pizzaria']],
    ['statistics.pageviews desc', ['mercado', 'masp', 'apia', 'colombo', 'suva', 'pizzaria']],
    ['address.city desc, id desc', ['suva', 'pizzaria', 'mercado', 'masp', 'colombo', 'apia']],
  ])('sorts by %s, ties by id, what is missing last', async (sort, expected) => {
    expect(await ids(`sort=${encodeURIComponent(sort)}`)).toEqual(expected);
  });

  it.each(['distance', 'location.distance', 'distance asc'])('sorts around a point by %s', async (sort) => {
    const { body } = await search(`location.lat=-23.561414&location.lng=-46.655881&sort=${sort}`);
    const found = body.results.places.map((place: { id: string; location: { distance: string } }) => [
      place.id,
      place.location.distance,
    ]);
    expect(found).toEqual([
      ['masp', '0'],
      ['pizzaria', '48'],
      ['mercado', '3465'],
    ]);
    expect(await ids(`location.lat=-23.561414&location.lng=-46.655881&location.radius=100&sort=${sort}`)).toEqual([
      'masp',
      'pizzaria',
    ]);
  });

  it('limits to a rectangle, also across the antimeridian, and uses a centre for distances only', async () => {
    const box = (north: number, west: number, south: number, east: number) =>
      `location.nw.lat=${north}&location.nw.lng=${west}&location.se.lat=${south}&location.se.lng=${east}`;
    expect(await ids(box(-22, -44, -23, -43))).toEqual(['colombo']);
    expect(await ids(`${box(-10, 170, -20, -170)}&sort=id`)).toEqual(['apia', 'suva']);
    const around = 'location.lat=-18&location.lng=178&sort=distance';
    expect(await ids(`${box(-10, 170, -20, -170)}&${around}`)).toEqual(['suva', 'apia']);
    expect(await ids(`${box(-10, 170, -20, -170)}&${around}&location.radius=100000`)).toEqual(['suva']);
  });

  it('returns the fields of fl, and the id', async () => {
    const { body } = await search('fq=id:masp&fl=name,phones,statistics.rating');
    expect(body.results.places).toEqual([
      { id: 'masp', name: 'Museu de Arte de São Paulo', phones: ['551132515644'], statistics: { rating: '4.7' } },
    ]);
    const more = await search('fq=id:masp&fl=*,openingHours,colour');
    expect(more.body.results.places[0]).toMatchObject({ name: expect.any(String), openingHours: 'Tu-Su 10:00-18:00' });
    expect(more.body.results.places[0]).not.toHaveProperty('placeLists');
    expect(more.headers.get('x-ignored-parameters')).toBe('colour');
  });

  it('keeps the query in next and previous', async () => {
    const { body, headers } = await get('/v2/places/?rows=2&start=2&sort=name%20desc&fq=id:[* TO *]');
    const at = (start: number) =>
      `${directory.url}/v2/places/?rows=2&start=${start}&sort=name%20desc&fq=id%3A%5B*%20TO%20*%5D`;
    expect(body.results.header).toEqual({ found: 6, rows: 2, start: 2, next: at(4), previous: at(0) });
    expect(headers.get('link')).toBe(
      `<${at(0)}>; rel="first", <${at(0)}>; rel="prev", <${at(4)}>; rel="next", <${at(4)}>; rel="last"`,
    );
  });

  it('has no next page at the end, and an empty page after it', async () => {
    expect((await search('rows=3&start=3')).body.results.header).not.toHaveProperty('next');
    const past = await search('start=6');
    expect(past.status).toBe(200);
    expect(past.body.results).toMatchObject({ header: { found: 6, start: 6 }, places: [] });
  });

  it.each([
    ['rows=51', 'rows', '51'],
    ['fq=address.citi:x', 'fq', 'address.citi:x'],
    ['fq=address.city:São Paulo', 'fq', 'address.city:São Paulo'],
    ['sort=distance', 'sort', 'distance'],
    ['sort=colour', 'sort', 'colour'],
    ['location.lat=91&location.lng=0', 'location.lat', '91'],
    ['location.lat=1&location.lng=0&location.radius=0', 'location.radius', '0'],
    ['location.radius=5', 'location.radius', '5'],
    ['q=a%00b', 'q', 'a\u{FFFD}b'],
  ])('rejects %s', async (query, parameter, value) => {
    const { status, body } = await search(query);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter, value, reason: expect.any(String) })]);
  });

  it('names the maximum start, and recommends cursors beyond it', async () => {
    const { body } = await search('start=10001');
    const allowed = ['an integer, 0 to 10000', 'cursorMark=* without start, to read further'];
    expect(body.errors).toEqual([{ parameter: 'start', value: '10001', reason: 'is out of range', allowed }]);
  });

  it('reports the missing edges of a rectangle, and all other faults at once', async () => {
    const { body } = await search('location.nw.lat=1&location.nw.lng=2&rows=0&wt=yaml&fq=x:1&sort=colour');
    expect(body.errors.map((fault: { parameter: string }) => fault.parameter).sort()).toEqual([
      'fq',
      'location.se.lat',
      'location.se.lng',
      'rows',
      'sort',
      'wt',
    ]);
  });

  it('returns the same in /v2/search and in XML', async () => {
    const json = await get('/v2/search/?q=mercado');
    expect(json.body.results.places[0].id).toBe('mercado');
    const xml = await search('q=mercado&match=exact&wt=xml&fl=*,utilities');
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(xml.text).toContain(
      '<results><header><found>1</found><rows>10</rows><start>0</start></header><places><place>',
    );
    expect(xml.text).toContain('<phones><phone>551132515644</phone></phones>');
    expect(xml.text).toContain('<utilities><utility><id>4</id><name>Ver Ofertas</name></utility></utilities>');
  });

  it('finds changes that other programs make in PostgreSQL', async () => {
    await directory.source.query("UPDATE places SET name = 'Mercadão' WHERE id = 'mercado'");
    await directory.source.query("UPDATE categories SET name = 'Pizzas' WHERE id = '1'");
    await directory.settle();
    expect(await ids('q=mercadao')).toEqual(['mercado']);
    expect(await ids('fq=categories.name:pizzas')).toEqual(['pizzaria']);
    await directory.source.query("DELETE FROM places WHERE id = 'mercado'");
    await directory.settle();
    expect(await ids('q=mercadao')).toEqual([]);
  });
});
