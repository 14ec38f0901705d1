import { readFileSync } from 'node:fs';
import { AreaTable } from '../../src/places/areas/area-refresh.js';
import { ElasticsearchSearcher } from '../../src/places/elasticsearch/searcher.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });
const inProvidence = { city: 'Providence', state: 'RI', country: 'US' };
const inNewport = { city: 'Newport', state: 'RI', country: 'US' };
const inMoema = { district: 'Moema', city: 'São Paulo', state: 'SP', country: 'BR' };

/** Places with their visits, the most visited last, so that the order by relevance is another than by visits. */
const places = [
  aPlace({ id: 'roast', name: 'Coffee Roast', address: inProvidence, location: at(41.82, -71.41) }),
  aPlace({ id: 'bean', name: 'Coffee Bean', address: inProvidence, location: at(41.83, -71.42) }),
  aPlace({ id: 'hall', name: 'City Hall', address: inProvidence, location: at(41.824, -71.413) }),
  // Close to Providence, and far from it.
  aPlace({ id: 'cup', name: 'Coffee Cup', address: { city: 'Cranston', state: 'RI' }, location: at(41.815, -71.41) }),
  aPlace({ id: 'harbour', name: 'Harbour Coffee', address: inNewport, location: at(41.49, -71.31) }),
  aPlace({ id: 'pizza', name: 'Pizza Mare', address: inNewport, location: at(41.49, -71.312) }),
  aPlace({ id: 'mansion', name: 'The Breakers', address: inNewport, location: at(41.47, -71.298) }),
  aPlace({
    ...{ id: 'creamery', name: 'Newport Creamery', location: at(41.88, -71.38), statistics: { pageviews: '9000' } },
    address: { city: 'Pawtucket', state: 'RI', street: 'Main St' },
  }),
  aPlace({
    ...{ id: 'avenue', name: 'Pizza Avenue', location: at(41.88, -71.37), statistics: { pageviews: '9000' } },
    address: { city: 'Pawtucket', state: 'RI', street: 'Newport Ave' },
  }),
  aPlace({ id: 'made', name: 'Made in Newport', address: { city: 'Pawtucket' }, location: at(41.87, -71.38) }),
  ...[1, 2, 3].map((n) =>
    aPlace({ id: `bar-${n}`, name: `Bar ${n}`, address: inMoema, location: at(-23.6 - n / 1000, -46.66) }),
  ),
  aPlace({
    ...{ id: 'bar-near', name: 'Bar Vizinho', location: at(-23.607, -46.66) },
    address: { district: 'Campo Belo', city: 'São Paulo', state: 'SP' },
  }),
  aPlace({
    ...{ id: 'bar-far', name: 'Bar Longe', location: at(-23.5, -46.6) },
    address: { district: 'Santana', city: 'São Paulo', state: 'SP' },
  }),
  ...['Campinas', 'Curitiba', 'Curitiba'].map((city, index) =>
    aPlace({
      ...{ id: `padaria-${index}`, name: 'Padaria', location: index === 0 ? at(-22.9, -47) : at(-25.4, -49.2) },
      address: { city, district: 'Centro', state: index === 0 ? 'SP' : 'PR' },
    }),
  ),
  aPlace({ id: 'padaria-batel', name: 'Padaria', address: { city: 'Curitiba', district: 'Batel' } }),
  ...[1, 2, 3].map((n) => aPlace({ id: `torg-${n}`, name: 'Torg', address: { city: 'Helsinki' } })),
  aPlace({ id: 'pentti', name: 'Hammaslääkäri Pentti', address: { city: 'Helsinki', street: 'Helsinginkatu' } }),
  aPlace({ id: 'pantti', name: 'Helsingin Pantti' }),
  ...['4', '5', '1'].map((rating, n) =>
    aPlace({
      ...{ id: `dentist-${n}`, name: `Smile ${n}`, address: { city: 'Ilhabela' }, location: at(n / 10, -45) },
      ...{ categories: [{ id: 'dentist', name: 'Dentist' }], statistics: { rating } },
    }),
  ),
  // Two cities with the same name, the second with more places.
  aPlace({ id: 'il', name: 'Diner', address: { city: 'Springfield', state: 'IL' }, location: at(39.8, -89.6) }),
  ...[1, 2, 3].map((n) =>
    aPlace({ id: `ma-${n}`, name: 'Diner', address: { city: 'Springfield', state: 'MA' }, location: at(42.1, -72.6) }),
  ),
];

const providence = { type: 'city', name: 'Providence', state: 'RI', country: 'US' };
const newport = { type: 'city', name: 'Newport', state: 'RI', country: 'US' };
const aBox: unknown = expect.objectContaining({ north: expect.any(String), west: expect.any(String) });
const moema = { type: 'district', name: 'Moema', city: 'São Paulo', state: 'SP', country: 'BR' };

describe('a city or district in the words of a search', () => {
  const { directory, get, search: directorySearch } = useDirectory({ places });

  // Kinds of places have tests of their own.
  const search = (parameters: Record<string, string>) => directorySearch({ 'q.kind': 'off', ...parameters });

  it.each([
    ['coffee in providence', 'in', 'in providence', providence, ['bean', 'roast']],
    ['coffee near providence', 'near', 'near providence', providence, ['bean', 'cup', 'roast']],
    ['bar em moema', 'in', 'em moema', moema, ['bar-1', 'bar-2', 'bar-3']],
    [
      'bar perto de moema, são paulo',
      'near',
      'perto de moema, são paulo',
      moema,
      ['bar-1', 'bar-2', 'bar-3', 'bar-near'],
    ],
    ['in newport', 'in', 'in newport', newport, ['harbour', 'made', 'mansion', 'pizza']],
  ])('after a word that says where is a condition: %s', async (q, relation, words, area, found) => {
    const { header, ids } = await search({ q });
    expect([...ids].sort()).toEqual(found);
    expect(header).toEqual({ found: found.length, rows: 10, start: 0, where: { relation, words, ...area, box: aBox } });
  });

  it('orders places in and around a city by the distance from its middle', async () => {
    expect((await search({ q: 'coffee near providence' })).ids).toEqual(['roast', 'bean', 'cup']);
  });

  it.each([
    ['pizza newport', ['pizza']],
    ['newport pizza', ['pizza']],
    // A name that has all words is found wherever it is.
    ['newport creamery', ['creamery']],
  ])('at the end or beginning is a condition as well: %s', async (q, found) => {
    const { header, ids } = await search({ q });
    expect(ids).toEqual(found);
    expect(header.where).toMatchObject({ relation: 'in', ...newport });
  });

  it('ranks the places of an area first if the words say nothing else, and loses none', async () => {
    const { header, ids } = await search({ q: 'newport' });
    expect(ids.slice(0, 3).toSorted()).toEqual(['harbour', 'mansion', 'pizza']);
    expect(header.where).toMatchObject({ relation: 'first', ...newport });
    expect(header.found).toBe((await search({ q: 'newport', 'q.where': 'off' })).header.found);
  });

  it.each([
    // Three addresses say only the state, and one only a city of it.
    ['United States', 'country', 'US', 10],
    ['Rhode Island', 'state', 'RI', 10],
  ])('finds the places of a country or state by a name that no address has: %s', async (q, type, name, found) => {
    const { header } = await search({ q });
    expect(header).toEqual({
      ...{ found, rows: 10, start: 0 },
      where: { relation: 'first', words: q, type, name, ...(type === 'state' && { country: 'US' }), box: aBox },
    });
  });

  it.each(['av newport', 'newport ave', 'avenue newport 12'])('is the name of a street: %s', async (q) => {
    const { header, ids } = await search({ q });
    expect(ids).toEqual(['avenue']);
    expect(header).not.toHaveProperty('where.relation', 'in');
  });

  it('orders a kind by ratings there, not by nearness to a centre that is only a bias', async () => {
    const q = { q: 'dentist in ilhabela', 'q.kind': 'on' };
    const rated = ['dentist-1', 'dentist-0', 'dentist-2'];
    expect((await search(q)).ids).toEqual(rated);
    expect((await search({ ...q, 'location.bias': '0.2,-45' })).ids).toEqual(rated);
    expect((await search({ q: 'dentist', 'q.kind': 'on', 'location.bias': '0.2,-45' })).ids[0]).toBe('dentist-2');
  });

  it('ranks names elsewhere like places in a city: with an unfinished word, and as typed beside corrected words', async () => {
    expect((await search({ q: 'newport cream' })).ids[0]).toBe('creamery');
    expect((await search({ q: 'helsingin pantti' })).ids[0]).toBe('pantti');
  });

  it('takes the district in the city that follows', async () => {
    const { header } = await search({ q: 'bar moema são paulo' });
    expect(header).toMatchObject({ found: 3, where: { relation: 'in', words: 'moema são paulo', ...moema } });
  });

  it('corrects and leaves out other words, but not where', async () => {
    const corrected = await search({ q: 'cofee in providence' });
    expect(corrected.header).toMatchObject({ found: 2, match: 'corrected', words: ['cofee'], where: providence });
    const relaxed = await search({ q: 'cheap pizza in newport' });
    expect(relaxed.ids).toEqual(['pizza']);
    expect(relaxed.header).toMatchObject({ match: 'relaxed', words: ['pizza'], omitted: ['cheap'], where: newport });
  });

  it('never leaves the area, and names the nearest place that has the other words', async () => {
    const { header, ids } = await search({ q: 'creamery in providence' });
    expect(ids).toEqual([]);
    expect(header).toMatchObject({
      found: 0,
      where: providence,
      nearest: { id: 'creamery', location: at(41.88, -71.38) },
    });
  });

  it('counts no values for the nearest place', async () => {
    const run = jest.spyOn(directory.app.get(ElasticsearchSearcher), 'run');
    const { header } = await search({ q: 'creamery in providence', 'facet.field': 'address.city' });
    expect(header.nearest.id).toBe('creamery');
    const bodies = run.mock.calls.map(([{ body }]) => body as { size?: number; aggs?: object });
    expect(bodies.filter(({ size, aggs }) => size !== 1 && aggs).length).toBeGreaterThan(0);
    expect(bodies.filter(({ size, aggs }) => size === 1 && aggs)).toEqual([]);
  });

  it('takes the nearest of equal names, else the one with the most places', async () => {
    expect((await search({ q: 'diner in springfield' })).header).toMatchObject({ found: 3, where: { state: 'MA' } });
    expect((await search({ q: 'diner in springfield il' })).ids).toEqual(['il']);
    const near = { 'location.lat': '39.7', 'location.lng': '-89.5' };
    expect((await search({ q: 'diner in springfield', ...near })).ids).toEqual(['il']);
    const rectangle = {
      'location.nw.lat': '41',
      'location.nw.lng': '-90',
      'location.se.lat': '39',
      'location.se.lng': '-89',
    };
    expect((await search({ q: 'diner in springfield', ...rectangle })).ids).toEqual(['il']);
  });

  it('takes all districts of the same name without a centre', async () => {
    const { header, ids } = await search({ q: 'padaria no centro' });
    expect(ids.toSorted()).toEqual(['padaria-0', 'padaria-1', 'padaria-2']);
    expect(header.where).toEqual({ relation: 'in', words: 'no centro', type: 'district', name: 'Centro' });
    expect((await search({ q: 'padaria no centro', 'location.lat': '-22.8', 'location.lng': '-47' })).ids).toEqual([
      'padaria-0',
    ]);
    expect((await search({ q: 'padaria perto do centro' })).header.found).toBe(3);
    expect((await search({ q: 'padaria no centro de campinas' })).ids).toEqual(['padaria-0']);
  });

  it.each([{ 'q.where': 'off' }, { match: 'exact' }])('is not read with %j', async (off) => {
    expect((await search({ q: 'coffee in providence', ...off })).header).not.toHaveProperty('where');
    const { header, ids } = await search({ q: 'newport', ...off });
    expect(header).not.toHaveProperty('where');
    expect(ids).toContain('creamery');
  });

  it('always applies filters and location', async () => {
    const { header } = await search({ q: 'coffee in providence', fq: 'address.city:Newport' });
    expect(header).toMatchObject({ found: 0, where: { name: 'Providence' } });
    expect((await search({ q: 'coffee near providence', fq: 'id:cup' })).ids).toEqual(['cup']);
  });

  it('has the same places on all pages, in every order, with facets and cursors', async () => {
    const whole = { q: 'coffee near providence', rows: '1' };
    const first = await search({ ...whole, cursorMark: '*', 'facet.field': 'address.city' });
    expect(first.facets[0].buckets).toEqual([
      { value: 'Providence', found: 2 },
      { value: 'Cranston', found: 1 },
    ]);
    const second = await search({ ...whole, cursorMark: first.header.nextCursorMark });
    const third = await search({ ...whole, cursorMark: second.header.nextCursorMark });
    for (const { header } of [first, second, third]) {
      expect(header).toMatchObject({ found: 3, where: { relation: 'near', ...providence } });
    }
    const paged = [...first.ids, ...second.ids, ...third.ids];
    expect((await search({ ...whole, rows: '3' })).ids).toEqual(paged);
    expect((await search({ ...whole, start: '2' })).ids).toEqual(paged.slice(2));
    expect((await search({ ...whole, rows: '3', sort: 'name' })).ids).toEqual(['bean', 'cup', 'roast']);
  });

  it('have a box around most of their places', async () => {
    const boxOf = async (q: string) => (await search({ q })).header.where.box;
    // From Newport to Pawtucket.
    const { north, west, south, east } = await boxOf('coffee in rhode island');
    expect([north, west, south, east].map((edge) => Number(edge).toFixed(1))).toEqual([
      '41.9',
      '-71.4',
      '41.5',
      '-71.3',
    ]);
    // Districts of several cities have none.
    expect(await boxOf('padaria no centro')).toBeUndefined();
  });

  it('says the same in XML', async () => {
    const { text } = await get('/v2/places?q=bar+em+moema&wt=xml&fl=id');
    expect(text).toContain(
      '<where><relation>in</relation><words>em moema</words><type>district</type><name>Moema</name>' +
        '<city>São Paulo</city><state>SP</state><country>BR</country>' +
        '<box><north>-23.6002</north><west>-46.662</west><south>-23.6038</south><east>-46.658</east></box></where>',
    );
  });

  it('has the header of the documentation', async () => {
    const page = readFileSync('docs/query-language.md', 'utf8');
    const [, json = ''] = /```json\n([^`]*"where"[^`]*)```/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual({ where: (await search({ q: 'bar em moema' })).header.where });
  });
});

describe('a village in the words of a search', () => {
  const gullhaven = { city: 'Gullhaven', country: 'NZ' };
  const hotel = { categories: [{ id: 'stay', name: 'Hotel' }] };
  const cafe = { categories: [{ id: 'coffee', name: 'Cafe' }] };
  const { get, ids } = useDirectory({
    places: [
      aPlace({ id: 'cabs', name: 'Gullhaven Cabs', address: gullhaven, location: at(-36.8, 174.8) }),
      aPlace({ id: 'school', name: 'Gullhaven School', address: gullhaven, location: at(-36.801, 174.8) }),
      aPlace({
        ...{ id: 'light', name: 'Lighthouse', address: gullhaven, location: at(-36.8, 174.801) },
        statistics: { pageviews: '90', rating: '5' },
      }),
      aPlace({ id: 'whole', name: 'Gullhaven', address: { city: 'Northlea' }, location: at(-36.9, 174.8) }),
      aPlace({ id: 'inn', name: 'Old Rudder', address: { city: 'Larkrise' }, ...hotel, location: at(-36.83, 174.8) }),
      aPlace({ id: 'pier', name: 'The Pier', address: { city: 'Larkrise' }, ...hotel, location: at(-36.815, 174.8) }),
      aPlace({ id: 'cup', name: 'Full Cup', address: gullhaven, ...cafe, location: at(-36.809, 174.8) }),
      aPlace({ id: 'crumb', name: 'Last Crumb', address: { city: 'Northlea' }, ...cafe, location: at(-36.804, 174.8) }),
      aPlace({ id: 'far', name: 'Grand', address: { city: 'Larkrise' }, ...hotel, location: at(-36.89, 174.8) }),
    ],
  });

  it('alone finds what is visited there first, and not what has its name, unless that is the whole name', async () => {
    const [first, second, ...others] = await ids({ q: 'gullhaven' });
    expect([first, second]).toEqual(['whole', 'light']);
    expect(others.toSorted()).toEqual(['cabs', 'cup', 'school']);
  });

  it('has around it what it lacks itself, within 5 km', async () => {
    expect(await ids({ q: 'hotel near gullhaven' })).toEqual(['pier', 'inn']);
    expect(await ids({ q: 'hotel in gullhaven' })).toEqual([]);
    expect(await ids({ q: 'cafe near gullhaven' })).toEqual(['crumb', 'cup']);
    // Near a country is in it.
    expect(await ids({ q: 'cafe near new zealand' })).toEqual(['cup']);
  });

  const distances = async (parameters: Record<string, string>) => {
    const { body } = await get(`/v2/places?${new URLSearchParams(parameters).toString()}`);
    return body.results.places.map(({ location }: { location: { distance?: string } }) =>
      location.distance === undefined ? undefined : Math.round(Number(location.distance) / 100) / 10,
    ) as number[];
  };

  it('is what the distances of places near it are measured from, unless the search is around a point', async () => {
    const q = 'hotel near gullhaven';
    expect(await distances({ q })).toEqual([1.6, 3.3]);
    expect(await distances({ q, 'location.bias': '-36.9,174.8' })).toEqual([1.6, 3.3]);
    expect(await distances({ q, 'location.bias': '-36.83,174.8', sort: 'distance' })).toEqual([0, 1.7]);
    expect(await distances({ q, 'location.lat': '-36.83', 'location.lng': '174.8' })).toEqual([1.7, 0]);
    expect(await distances({ q: 'cafe near old rudder' })).toEqual([2.3, 2.9]);
    expect(await distances({ q: 'hotel' })).toEqual([undefined, undefined, undefined]);
  });
});

interface Run {
  changes: string;
  repeated: boolean;
  finished: Date;
}

/** The cities and districts that words of a search can name (docs/adr/0085-search-by-words.md). */
describe('the cities and districts of the data', () => {
  const at = (lat: string, lng: string) => ({ location: { lat, lng } });
  const bahia = { city: 'Salvador', state: 'BA', country: 'BR' };
  const { directory } = useDirectory({
    env: { AREAS_INTERVAL: '1' },
    places: [
      aPlace({ id: 'a', name: 'Bar A', address: { ...bahia, district: 'Barra' }, ...at('-13.00', '-38.53') }),
      aPlace({ id: 'b', name: 'Bar B', address: bahia, ...at('-13.01', '-38.51') }),
      aPlace({ id: 'c', name: 'Bar C', address: { ...bahia, city: 'SALVADOR' }, ...at('-13.00', '-38.53') }),
      aPlace({ id: 'd', name: 'Bar D', address: { city: 'Ilhéus', state: 'BA' } }),
      aPlace({ id: 'e', name: 'Store E', address: { city: 'Somosomo' }, ...at('-16.80', '179.98') }),
      aPlace({ id: 'f', name: 'Store F', address: { city: 'Somosomo' }, ...at('-16.80', '-179.96') }),
    ],
  });

  const table = () => directory.app.get(AreaTable);
  const lastRun = async () => (await directory.source.query<Run[]>('SELECT * FROM area_runs'))[0];

  it('have the number of their places, their middle and their radius', async () => {
    const rows = await table().read();
    const salvador = rows.filter(({ city }) => city.toLowerCase() === 'salvador');
    expect(salvador).toEqual([
      { ...bahia, district: null, places: 2, lat: -13.005, lng: -38.52, radius: expect.any(Number) },
      { ...bahia, city: 'SALVADOR', district: null, places: 1, lat: -13, lng: -38.53, radius: 0 },
      { ...bahia, district: 'Barra', places: 1, lat: -13, lng: -38.53, radius: 0 },
    ]);
    expect(salvador[0]?.radius).toBeGreaterThan(500);
    expect(salvador[0]?.radius).toBeLessThan(2000);
  });

  it('lie where their places are on both sides of the 180th meridian', async () => {
    const [somosomo] = (await table().read()).filter(({ city }) => city === 'Somosomo');
    expect(somosomo).toMatchObject({ places: 2, lat: -16.8, lng: -179.99 });
    expect(somosomo?.radius).toBeLessThan(4000);
  });

  it('join the spellings of a name', async () => {
    const token = await directory.token();
    const { body } = await directory.get('/v2/places?q=bar+em+salvador', token);
    expect(body.results.header).toMatchObject({ found: 3, where: { name: 'Salvador' } });
  });

  it('are computed once more after the last change, and then no more', async () => {
    await table().compute();
    await table().compute();
    const before = await lastRun();
    expect(before?.repeated).toBe(true);
    await table().compute();
    expect(await lastRun()).toEqual(before);
  });

  it('are not waited for by a replica that shuts down', async () => {
    const other = await Directory.start({ AREAS_INTERVAL: '1' }, directory.database);
    const isWaiting = async () => {
      const waiting = await directory.source.query<object[]>(
        `SELECT FROM pg_stat_activity
         WHERE application_name = 'place-directory areas' AND datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    };
    await directory.source.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE areas IN ACCESS EXCLUSIVE MODE');
      const failure = other.app
        .get(AreaTable)
        .read()
        .catch((error: unknown) => error);
      await waitUntil(isWaiting, 5);
      await other.stop({ keepDatabase: true });
      expect(await failure).toBeInstanceOf(Error);
    });
  });

  it('reach all replicas', async () => {
    const other = await Directory.start({ AREAS_INTERVAL: '1' }, directory.database);
    try {
      const token = await other.token();
      await insertPlaces(directory.source, [aPlace({ id: 'new', name: 'Bar Novo', address: { city: 'Olinda' } })]);
      const whereOf = async (replica: Directory): Promise<unknown> =>
        (await replica.get('/v2/places?q=bar+em+olinda', token)).body.results.header.where?.name;
      for (const replica of [directory, other]) {
        await waitUntil(async () => (await whereOf(replica)) !== undefined, 10);
        expect(await whereOf(replica)).toBe('Olinda');
      }
    } finally {
      await other.stop({ keepDatabase: true });
    }
  });
});
