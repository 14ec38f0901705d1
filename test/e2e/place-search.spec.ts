import { inflateRawSync } from 'node:zlib';
import { FIELDS } from '../../src/places/query/fields.js';
import { LIMITS } from '../../src/places/query/parsing.js';
import { deepFilters } from '../cases/nesting.js';
import { type Answer } from '../support/directory.js';
import { setOnIndex, elasticsearch } from '../support/elasticsearch.js';
import { aPlace } from '../support/factories.js';
import { sixPlaces } from '../support/six-places.js';
import { useDirectory } from '../support/use-directory.js';

describe('GET /v2/places', () => {
  const { directory, get, ids } = useDirectory({ places: sixPlaces });

  const search = (query: string) => get(`/v2/places?${query}`);

  it('returns the default fields in the documented order', async () => {
    const { text } = await search('q=museu&q.kind=off&fq=id:masp');
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
    ['q=pizaria', ['pizzaria']],
    ['q=id:masp', ['masp']],
    ['fq=address.city:"sao paulo"&sort=id', ['masp', 'mercado', 'pizzaria']],
    ['fq=address.city:"São Paulo"&fq=address.district:"centro historico"', ['mercado']],
    ['fq=address.city:"São Paulo" AND utilities.utility.name:"Reservar Mesa"', ['pizzaria']],
    ['fq=categories.category.subcategory.name:pizzaria', ['pizzaria']],
    ['fq=categories.category.subcategory.id:101', ['pizzaria']],
    ['fq=categories.category.name:Mercados', ['mercado']],
    ['fq=placeLists.placeList.id:5', ['masp']],
    ['fq=utilities.utility.id:4', ['mercado']],
    ['fq=featured.photo.medium:[* TO *]', ['masp']],
    ['fq=statistics.rating:[4.7 TO 5]&sort=statistics.pageviews', ['masp', 'mercado']],
    ['fq=', ['apia', 'colombo', 'masp', 'mercado', 'pizzaria', 'suva']],
  ])('finds with %s', async (query, expected) => {
    expect((await ids(query)).sort()).toEqual(expected);
  });

  it.each([
    ['name', ['apia', 'colombo', 'mercado', 'masp', 'pizzaria', 'suva']],
    ['statistics.rating desc,statistics.pageviews desc', ['mercado', 'masp', 'apia', 'colombo', 'suva', 'pizzaria']],
    ['statistics.pageviews', ['apia', 'colombo', 'suva', 'masp', 'mercado', 'pizzaria']],
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
      `<${at(4)}>; rel="next", <${at(0)}>; rel="prev", <${at(0)}>; rel="first", <${at(4)}>; rel="last"`,
    );
  });

  it('has no next page at the end, and an empty page after it', async () => {
    expect((await search('rows=3&start=3')).body.results.header).not.toHaveProperty('next');
    const past = await search('start=6');
    expect(past.status).toBe(200);
    expect(past.body.results).toMatchObject({ header: { found: 6, start: 6 }, places: [] });
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
    // The word is near that for a market, and there are others.
    expect((await ids('q=mercadao')).sort()).toEqual(['apia', 'suva']);
  });
});

const around = 'location.lat=-23.56&location.lng=-46.65';

describe('a filter within the limits', () => {
  const { get } = useDirectory({ places: sixPlaces });

  it.each([
    '/v2/places?rows=5',
    `/v2/places?q=categories.subcategory.id:${'('.repeat(16)}1${')'.repeat(16)}&location.nw.lat=1&location.nw.lng=0&location.se.lat=0&location.se.lng=1`,
    `/v2/places?q=mercado%20municipal&${around}&location.radius=1000`,
    '/v2/places?sort=address.city,id',
    '/v2/places?q=mercado&sort=relevance,name&facet.field=address.city',
    '/v2/places?cursorMark=*',
    `/v2/places/suggest?q=mercado&${around}`,
  ])('is accepted at any depth by %s', async (address) => {
    for (const filter of deepFilters) {
      const { status } = await get(`${address}&fq=${encodeURIComponent(filter)}`);
      expect([filter, status]).toEqual([filter, 200]);
    }
  });

  it('applies on every level', async () => {
    const levels = ['masp', 'mercado', 'suva', 'apia'].map((id) => `id:${id} OR -id:colombo AND (`);
    const filter = encodeURIComponent(`${levels.join('')}id:pizzaria AND -(id:1 OR id:2)${')'.repeat(4)}`);
    const { body } = await get(`/v2/places?sort=id&fq=${filter}`);
    const found = body.results.places.map(({ id }: { id: string }) => id);
    expect(found).toEqual(['apia', 'masp', 'mercado', 'pizzaria', 'suva']);
  });
});

describe('a search that Elasticsearch rejects', () => {
  const { directory } = useDirectory({ places: sixPlaces });

  it('is a 400 if only Elasticsearch finds too many words', async () => {
    const token = await directory.token();
    // The service counts one word; Elasticsearch splits the text at letters that its Unicode version lacks.
    const filters = [...'abcde'].map((letter) => `fq=name:${encodeURIComponent(`${letter}\u{870}`.repeat(1990))}`);
    const { status, body } = await directory.get(`/v2/places?${filters.join('&')}`, token);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toBe('the texts of q and fq have too many words to search for at once.');
  });

  it('fails alone among searches that are sent together', async () => {
    const token = await directory.token();
    await setOnIndex(directory, { 'index.max_result_window': 20 });
    const starts = Array.from({ length: 24 }, (_, at) => at);
    const responses = await Promise.all(
      starts.map((start) => directory.get(`/v2/places?sort=id&start=${start}`, token)),
    );
    // Ten rows from the 11th place on are more than 20.
    expect(responses.map(({ status }) => status)).toEqual(starts.map((start) => (start > 10 ? 500 : 200)));
    const idsOf = ({ body }: Answer): string[] => body.results.places.map(({ id }: { id: string }) => id);
    const all = idsOf(await directory.get('/v2/places?sort=id&rows=20', token));
    expect(all.length).toBeGreaterThan(0);
    expect(responses.slice(0, 11).map(idsOf)).toEqual(starts.slice(0, 11).map((start) => all.slice(start, start + 10)));
  });

  it('is a 500 otherwise, because a retry would fail too', async () => {
    const token = await directory.token();
    // Below what the service requests.
    await setOnIndex(directory, { 'index.max_result_window': 20 });
    for (let at = 0; at < 8; at += 1) {
      const { status, headers, body } = await directory.get(`/v2/places?start=${20 + at}`, token);
      expect([status, body.code, headers.get('retry-after')]).toEqual([500, 'internal_error', null]);
    }
    // The circuit is still closed.
    expect((await directory.get('/v2/places', token)).status).toBe(200);
  });
});

const fields = FIELDS.filter(({ filterable, kind }) => filterable && (kind === 'text' || kind === 'exact'));

describe('the longest prefixes', () => {
  const { get } = useDirectory({ places: [aPlace()] });

  const search = (filter: string) => get(`/v2/places?fq=${encodeURIComponent(filter)}`);

  // One unit, two units, and characters that are folded to several.
  it.each(['a', '𝒜', 'ß', '\u{FDFA}', 'ﬃ', '㌀'])(
    'are accepted in every field, and longer ones rejected: %s',
    async (character) => {
      for (const { name } of fields) {
        const longest = await search(`${name}:${character.repeat(LIMITS.prefixLength)}*`);
        expect([name, longest.status, longest.body.code]).toEqual([name, 200, undefined]);
      }
      const { status, body } = await search(`${fields[0]?.name}:${character.repeat(LIMITS.prefixLength + 1)}*`);
      expect([status, body.errors[0].reason]).toEqual([
        400,
        expect.stringContaining('a prefix has at most 256 characters'),
      ]);
    },
  );
});

const places = Array.from({ length: 25 }, (_, at) =>
  aPlace({
    id: `p${String(at).padStart(2, '0')}`,
    name: at % 2 ? 'Padaria' : 'Café',
    // Some places lack this value, so that cursors cross the missing values.
    statistics: at % 3 ? { pageviews: String(at % 5), rating: String(at % 4) } : {},
  }),
);

describe('cursor pagination of places', () => {
  const { directory, get } = useDirectory({ places });

  const search = (query: string) => get(`/v2/places?${query}`);

  /** The ids of all pages, by following `next`. */
  async function readAll(query: string, between: () => Promise<void> = () => Promise.resolve()): Promise<string[]> {
    const ids: string[] = [];
    let { body } = await search(query);
    for (;;) {
      ids.push(...body.results.places.map((place: { id: string }) => place.id));
      const { next } = body.results.header;
      if (next === undefined) return ids;
      await between();
      ({ body } = await get(next.slice(directory.url.length)));
    }
  }

  it.each([
    '',
    'sort=statistics.pageviews',
    'sort=statistics.rating%20desc,name',
    'q=cafe',
    'location.lat=-23.5&location.lng=-46.6&sort=distance',
  ])('gives every place once, in the order of the plain search (%s)', async (query) => {
    const { body } = await search(`rows=50&${query}`);
    const expected = body.results.places.map((place: { id: string }) => place.id);
    expect(expected.length).toBeGreaterThan(10);
    expect(await readAll(`cursorMark=*&rows=4&${query}`)).toEqual(expected);
  });

  it('has next and nextCursorMark on every page but the last', async () => {
    const { body, headers } = await search('cursorMark=*&rows=20&sort=id');
    const { header } = body.results;
    expect(header).toEqual({
      found: 25,
      rows: 20,
      start: 0,
      next: expect.stringContaining(`cursorMark=${encodeURIComponent(header.nextCursorMark)}`),
      nextCursorMark: expect.any(String),
    });
    expect(headers.get('link')).toContain('rel="next"');
    expect(headers.get('link')).not.toContain('rel="last"');
    // Page size, fields and format may differ between pages.
    const last = await search(`sort=id&rows=5&fl=name&cursorMark=${encodeURIComponent(header.nextCursorMark)}`);
    expect(last.body.results.header).toEqual({ found: 25, rows: 5, start: 0 });
    expect(last.body.results.places).toHaveLength(5);
  });

  it('serves the last page again', async () => {
    const { body } = await search('cursorMark=*&rows=20&sort=id');
    const last = `sort=id&rows=20&cursorMark=${encodeURIComponent(body.results.header.nextCursorMark)}`;
    const responses = [await search(last), await search(last)];
    expect(responses.map(({ status, body: page }) => [status, page.results?.places.length])).toEqual([
      [200, 5],
      [200, 5],
    ]);
  });

  it('shows neither additions nor deletions made between two pages', async () => {
    let at = 0;
    const before = await readAll('cursorMark=*&rows=50&sort=name');
    const seen = await readAll('cursorMark=*&rows=5&sort=name', async () => {
      await directory.source.query('UPDATE places SET name = $1 WHERE id = $2', [`Zeta ${++at}`, `p0${at}`]);
      await directory.source.query('DELETE FROM places WHERE id = $1', [`p2${at - 1}`]);
      await directory.settle();
    });
    expect(seen).toEqual(before);
  });

  it('rejects a cursorMark that is forged, belongs to another search, or comes with start', async () => {
    const { body } = await search('cursorMark=*&rows=2&sort=id');
    const mark: string = body.results.header.nextCursorMark;
    const forged = `${mark.slice(0, 10)}${mark[10] === 'A' ? 'B' : 'A'}${mark.slice(11)}`;
    for (const [query, parameter] of [
      [`sort=id&cursorMark=${forged}`, 'cursorMark'],
      [`sort=name&cursorMark=${mark}`, 'cursorMark'],
      [`sort=id&q=cafe&cursorMark=${mark}`, 'cursorMark'],
      ['sort=id&cursorMark=', 'cursorMark'],
      [`sort=id&start=2&cursorMark=${mark}`, 'start'],
    ] as const) {
      const response = await search(query);
      expect([response.status, response.body.errors[0].parameter]).toEqual([400, parameter]);
    }
  });

  it('returns 410 when the cursor has expired', async () => {
    const { body } = await search('cursorMark=*&rows=2&sort=id');
    const mark: string = body.results.header.nextCursorMark;
    // Elasticsearch does this after five minutes.
    const id: string = JSON.parse(inflateRawSync(Buffer.from(mark.split('.')[0] ?? '', 'base64url')).toString())[0];
    await elasticsearch('_pit', 'DELETE', { id });
    const { status, body: problem } = await search(`sort=id&cursorMark=${mark}`);
    expect([status, problem.code]).toEqual([410, 'cursor_expired']);
  });
});

describe('places without a position', () => {
  const { location: _location, ...withoutPosition } = aPlace();
  const places = [
    aPlace({ id: 'here', location: { lat: '52.5', lng: '13.4' } }),
    aPlace({ id: 'near', location: { lat: '52.6', lng: '13.5' } }),
    aPlace({ id: 'far', location: { lat: '-40', lng: '-170' } }),
    { ...withoutPosition, id: 'nowhere' },
    { ...withoutPosition, id: 'unknown' },
  ];
  const { ids } = useDirectory({ places });

  it.each([
    ['distance', ['here', 'near', 'far', 'nowhere', 'unknown']],
    ['distance desc', ['far', 'near', 'here', 'nowhere', 'unknown']],
    ['location.distance desc,id desc', ['far', 'near', 'here', 'unknown', 'nowhere']],
  ])('come last by %s', async (sort, expected) => {
    expect(await ids({ 'location.bias': '52.5,13.4', sort })).toEqual(expected);
  });
});
