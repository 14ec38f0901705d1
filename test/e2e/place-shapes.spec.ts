import { cacheOn } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { sixPlaces } from '../support/six-places.js';
import { countPlaces, getTile, type TileAnswer, type TileFeature } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

/** A block of a city, far from the other places. */
const crowded = Array.from({ length: 300 }, (_, at) =>
  aPlace({
    id: `kiosk-${at}`,
    name: 'Kiosk',
    location: { lat: String(48.854 + (at % 20) / 10_000), lng: String(2.353 + Math.floor(at / 20) / 10_000) },
  }),
);
const { location: _location, ...nowhere } = aPlace({ id: 'nowhere', name: 'Sem Lugar' });

/** On the borders of tiles, and at the ends of the map. */
const edges = [
  ['0', '0'],
  ['90', '0'],
  ['-90', '180'],
  ['0', '-180'],
  ['0', '180'],
  ['-66.51326044311186', '90'],
  ['85.2', '-90'],
].map(([lat = '', lng = ''], at) => aPlace({ id: `edge-${at}`, name: 'Edge', location: { lat, lng } }));

describe('GET /v2/places/tiles/{z}/{x}/{y}.mvt', () => {
  const { directory, tokens, get, ids } = useDirectory({
    env: cacheOn,
    places: [...sixPlaces, ...crowded, ...edges, nowhere],
    tokens: ['application'],
  });

  const tile = (address: string, query?: string, headers?: Record<string, string>) =>
    getTile(directory, tokens.application, address, { ...(query && { query }), ...(headers && { headers }) });

  const idsOf = (features: readonly TileFeature[] = []) => features.map(({ properties }) => properties.id);

  /** All tiles of a zoom level. */
  const tilesOf = async (z: number, query?: string) => {
    const last = 2 ** z;
    const addresses = Array.from({ length: last * last }, (_, at) => `${z}/${at % last}/${Math.floor(at / last)}`);
    const answers: TileAnswer[] = [];
    // A map library requests as many at once.
    for (let at = 0; at < addresses.length; at += 16)
      answers.push(...(await Promise.all(addresses.slice(at, at + 16).map((address) => tile(address, query)))));
    expect(answers.filter(({ status }) => status !== 200 && status !== 204)).toEqual([]);
    return answers;
  };

  it('has places with their fields', async () => {
    const { status, headers, layers } = await tile('3/2/4', 'fq=id:(masp OR mercado)');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    expect(Object.keys(layers)).toEqual(['places']);
    expect(layers.places?.map(({ properties }) => properties)).toEqual([
      {
        ...{ id: 'masp', name: 'Museu de Arte de São Paulo' },
        ...{ category: 'Museus', subcategory: 'Museu de Arte', kind: 'tourism/museum', rating: 4.7 },
      },
      {
        ...{ id: 'mercado', name: 'Mercado Municipal' },
        ...{ category: 'Mercados', subcategory: 'Mercado', kind: 'amenity/marketplace', rating: 4.7 },
      },
    ]);
  });

  it('has places where they lie', async () => {
    // The tile of zoom level 16 is some 600 m wide, so a step of its coordinates is 15 cm.
    const { layers } = await tile('16/24274/37183', 'fq=id:masp');
    const [lng, lat] = layers.places?.[0]?.coordinates ?? [];
    expect(lng).toBeCloseTo(-46.655881, 5);
    expect(lat).toBeCloseTo(-23.561414, 5);
  });

  it('has clusters with counts if there are many places', async () => {
    const { layers } = await tile('8/129/88');
    expect(Object.keys(layers)).toEqual(['clusters']);
    const counts = (layers.clusters ?? []).map(({ properties }) => Number(properties.count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
    for (const { coordinates } of layers.clusters ?? []) {
      expect(coordinates[0]).toBeCloseTo(2.3537, 2);
      expect(coordinates[1]).toBeCloseTo(48.855, 2);
    }
  });

  it('has up to a thousand places in the streets of a city', async () => {
    const inTile = (layers: TileAnswer['layers']) => Object.entries(layers).map(([name, { length }]) => [name, length]);
    expect(inTile((await tile('14/8299/5636')).layers)).toEqual([['clusters', expect.any(Number)]]);
    expect(inTile((await tile('15/16598/11273')).layers)).toEqual([['places', 300]]);
  });

  it.each([0, 1, 4])('counts each place that has a location in one tile of zoom level %d', async (z) => {
    const tiles = await tilesOf(z);
    const { body } = await get('/v2/places?fq=location:[* TO *]&rows=1');
    expect(body.results.header.found).toBe(sixPlaces.length + crowded.length + edges.length);
    expect(tiles.reduce((sum, answer) => sum + countPlaces(answer), 0)).toBe(body.results.header.found);
    const edgeTiles = await tilesOf(z, 'q=Edge');
    const ids = edgeTiles.flatMap(({ layers }) => idsOf(layers.places));
    expect(ids.sort()).toEqual(edges.map(({ id }) => id));
  });

  it('applies all conditions of a search', async () => {
    expect(idsOf((await tile('0/0/0', 'q=market&fq=address.city:Suva')).layers.places)).toEqual(['suva']);
    const around = 'location.lat=-23.5614&location.lng=-46.6559&location.radius=500';
    expect(idsOf((await tile('0/0/0', around)).layers.places)).toEqual(['masp', 'pizzaria']);
    expect(idsOf((await tile('0/0/0', 'q=id:masp')).layers.places)).toEqual(['masp']);
  });

  describe('by words', () => {
    it('corrects typing errors if the whole search finds nothing without', async () => {
      const tiles = await tilesOf(2, 'q=markett');
      expect(tiles.flatMap(({ layers }) => idsOf(layers.places)).sort()).toEqual(['apia', 'mercado', 'suva']);
    });

    it('corrects nothing in one tile if another has the words as typed', async () => {
      // One edit from `market`, which only other tiles have.
      await directory.add({
        places: [aPlace({ id: 'marker', name: 'Marker', location: { lat: '-23.5', lng: '-46.6' } })],
      });
      const found = await ids('q=market');
      expect(found.sort()).toEqual(['apia', 'mercado', 'suva']);
      const tiles = await tilesOf(2, 'q=market');
      expect(tiles.flatMap(({ layers }) => idsOf(layers.places)).sort()).toEqual(found);
    });

    it('leaves out the words that the whole search leaves out', async () => {
      const { body } = await get('/v2/places?q=pizzaria%20xyzzy');
      expect(body.results.header).toMatchObject({ found: 1, match: 'relaxed', omitted: ['xyzzy'] });
      expect(idsOf((await tile('0/0/0', 'q=pizzaria%20xyzzy')).layers.places)).toEqual(['pizzaria']);
      expect((await tile('0/0/0', 'q=pizzaria%20xyzzy&match=corrected')).status).toBe(204);
    });
  });

  it('is 204 without places', async () => {
    const { status, headers, bytes } = await tile('3/0/7', 'q=mercado');
    expect([status, bytes]).toEqual([204, 0]);
    expect(headers.get('content-type')).toBeNull();
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
    expect(headers.get('cache-control')).toBe('private, max-age=30');
    // From the cache.
    expect((await tile('3/0/7', 'q=mercado')).status).toBe(204);
  });

  it.each(['0/0/0', '8/129/88', '3/0/7'])('%s is 304 if its ETag matches', async (address) => {
    const { headers } = await tile(address);
    const again = await tile(address, '', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.bytes]).toEqual([304, 0]);
  });

  it('needs no Accept, because its address says the format', async () => {
    expect((await tile('0/0/0', '', { Accept: 'image/png' })).status).toBe(200);
    expect((await tile('0/0/0', 'wt=mvt')).status).toBe(200);
  });

  it.each([
    ['23/0/0', 'z', '23', 'is out of range', 'an integer, 0 to 22'],
    ['a/0/0', 'z', 'a', 'is not an integer in plain decimal digits', 'an integer, 0 to 22'],
    ['2/4/0', 'x', '4', 'is outside of the map at zoom level 2', 'an integer, 0 to 3'],
    ['0/0/1', 'y', '1', 'is outside of the map at zoom level 0', 'an integer, 0 to 0'],
  ])('%s is an error that names %s', async (address, parameter, value, reason, allowed) => {
    const { status, body } = await get(`/v2/places/tiles/${address}.mvt`);
    expect([status, body.errors]).toEqual([400, [{ parameter, value, reason, allowed: [allowed] }]]);
  });

  it('reports all faults at once, in the format of Accept', async () => {
    const { status, body } = await get('/v2/places/tiles/1/2/3.mvt?fq=city:x&location.lat=1&wt=json');
    expect(status).toBe(400);
    const names = body.errors.map(({ parameter }: { parameter: string }) => parameter).sort();
    expect(names).toEqual(['fq', 'location.lng', 'wt', 'x', 'y']);
    const xml = await get('/v2/places/tiles/9/0/512.mvt', { Accept: 'application/xml' });
    expect(xml.headers.get('content-type')).toContain('application/problem+xml');
  });

  it('has the names of places by language', async () => {
    const names = [
      { text: 'Feira', language: 'pt' },
      { text: 'F', language: 'pt', type: 'short' },
      { text: 'Ferias', language: 'pt' },
      { text: 'Fair', language: 'en' },
      { text: 'Trade fair', language: 'en' },
      { text: 'Old fair' },
    ];
    await directory.add({ places: [aPlace({ id: 'fair', name: 'Fair', names, location: { lat: '60', lng: '100' } })] });
    const { layers } = await tile('3/6/2', 'fq=id:fair');
    expect(layers.places?.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ id: 'fair', name: 'Fair', 'name:pt': 'Feira' }),
    ]);
    expect(Object.keys(layers.places?.[0]?.properties ?? {})).not.toContain('name:en');
    // Each is cached under its language.
    for (const [header, name, other] of [
      ['pt-BR,pt;q=0.9', 'Feira', { 'name:en': 'Fair' }],
      ['en', 'Fair', { 'name:pt': 'Feira' }],
      ['pt-BR', 'Feira', { 'name:en': 'Fair' }],
    ] as const) {
      const own = await tile('3/6/2', 'fq=id:fair', { 'Accept-Language': header });
      expect(own.headers.get('vary')).toContain('Accept-Language');
      const [{ properties } = { properties: {} }] = own.layers.places ?? [];
      expect(properties).toMatchObject({ name, ...other });
      expect(Object.keys(properties).filter((key) => key.startsWith('name:'))).toEqual(Object.keys(other));
    }
    const chosen = await tile('3/6/2', 'fq=id:fair&lang=pt', { 'Accept-Language': 'en' });
    expect(chosen.layers.places?.[0]?.properties.name).toBe('Feira');
  });
});

describe('GET /v2/places/tiles.json', () => {
  const { directory, get } = useDirectory();

  it('describes layers and fields, and has the conditions in the address of the tiles', async () => {
    const { status, headers, body } = await get(
      '/v2/places/tiles.json?q=caf%C3%A9&fq=address.city:%22S%C3%A3o%20Paulo%22',
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 22 });
    const query = '?q=caf%C3%A9&fq=address.city%3A%22S%C3%A3o%20Paulo%22';
    expect(body.tiles).toEqual([`${directory.url}/v2/places/tiles/{z}/{x}/{y}.mvt${query}`]);
    const fields = body.vector_layers.map(({ id, fields }: { id: string; fields: object }) => [
      id,
      Object.keys(fields),
    ]);
    expect(fields).toEqual([
      ['places', ['id', 'name', 'category', 'subcategory', 'kind', 'rating']],
      ['clusters', ['count']],
    ]);
  });

  it('has the language in the address of the tiles', async () => {
    const { body } = await get('/v2/places/tiles.json?lang=pt-BR&q=museu', { 'Accept-Language': 'en' });
    expect(body.tiles[0]).toMatch(/\.mvt\?lang=pt-BR&q=museu$/);
  });

  it('has only conditions in the address of the tiles', async () => {
    const { body, headers } = await get('/v2/places/tiles.json?q=&rows=5&match=exact&foo=1&fq=&wt=json');
    expect(body.tiles).toEqual([`${directory.url}/v2/places/tiles/{z}/{x}/{y}.mvt?match=exact`]);
    expect(headers.get('x-ignored-parameters')).toBe('rows,foo');
  });

  it.each(['/v2/places/tiles.json', '/v2/places', '/v2/places/tiles/0/0/0.mvt'])(
    'rejects a word that is none of the allowed ones, the empty one too: %s',
    async (path) => {
      for (const query of ['match=', 'match=Exact', 'q.where=', 'wt=']) {
        const { status, body } = await get(`${path}?${query}`);
        expect([query, status, body.errors[0].parameter]).toEqual([query, 400, query.split('=')[0]]);
      }
    },
  );

  it('rejects invalid conditions', async () => {
    const { status, body } = await get('/v2/places/tiles.json?fq=city:x&wt=geojson');
    const names = body.errors.map(({ parameter }: { parameter: string }) => parameter).sort();
    expect([status, names]).toEqual([400, ['fq', 'wt']]);
  });
});

const at = (id: string, lat: string, lng: string) => aPlace({ id, name: `Shop ${id}`, location: { lat, lng } });

describe('polygons and lines', () => {
  const { get, ids } = useDirectory({
    places: [
      ...[at('middle', '0.5', '0.5'), at('corner', '0.9', '0.9'), at('notch', '0.5', '0.1'), at('away', '5', '5')],
      ...[at('fiji-west', '-17', '179.5'), at('fiji-east', '-17', '-179.5'), at('north', '89', '100')],
    ],
  });

  /** A square with a notch in its west side. */
  const notched = '0,0;0,1;1,1;1,0;0.5,0.3';

  it.each([
    ['a concave polygon', { 'location.polygon': notched }, ['corner', 'middle']],
    ['the other direction', { 'location.polygon': notched.split(';').reverse().join(';') }, ['corner', 'middle']],
    ['the antimeridian', { 'location.polygon': '-18,179;-18,-179;-16,-179;-16,179' }, ['fiji-east', 'fiji-west']],
    ['a pole', { 'location.polygon': '80,0;80,120;80,-120' }, ['north']],
    ['a polygon and a filter', { 'location.polygon': notched, fq: 'id:middle' }, ['middle']],
    [
      'a polygon, a rectangle and a circle',
      {
        ...{ 'location.polygon': notched, 'location.nw.lat': '1', 'location.nw.lng': '0', 'location.se.lat': '0.6' },
        ...{ 'location.se.lng': '1', 'location.lat': '0.9', 'location.lng': '0.9', 'location.radius': '1000' },
      },
      ['corner'],
    ],
    [
      'a polygon and a centre, without the default radius',
      { 'location.polygon': notched, 'location.lat': '5', 'location.lng': '5' },
      ['corner', 'middle'],
    ],
    ['a line', { 'location.line': '0.4,0;0.4,0.6;1,1', 'location.radius': '12000' }, ['corner', 'middle', 'notch']],
    ['a short line', { 'location.line': '0.8,0.9;1,0.9', 'location.radius': '100' }, ['corner']],
    [
      'a line over the antimeridian',
      { 'location.line': '-17,179;-17,-179', 'location.radius': '500' },
      ['fiji-east', 'fiji-west'],
    ],
    [
      'a line and a centre, which the radius does not limit',
      { 'location.line': '0.8,0.9;1,0.9', 'location.radius': '100', 'location.lat': '5', 'location.lng': '5' },
      ['corner'],
    ],
  ])('find places: %s', async (_, query, found) => {
    expect(await ids({ sort: 'id', ...query })).toEqual(found);
  });

  it('measure distances only from a centre', async () => {
    const polygon = `/v2/places?fq=id:corner&fl=location&location.polygon=${notched}`;
    expect((await get(polygon)).body.results.places[0].location).not.toHaveProperty('distance');
    expect((await get(`${polygon}&location.lat=0.9&location.lng=0.9`)).body.results.places[0].location.distance).toBe(
      '0',
    );
    expect((await get(`${polygon}&sort=distance`)).body.errors[0].parameter).toBe('sort');
  });

  it('page with next and with a cursor', async () => {
    const first = await get(`/v2/places?rows=1&sort=id&location.polygon=${notched}`);
    const { header } = first.body.results;
    expect(header.found).toBe(2);
    const next = await get(header.next.slice(header.next.indexOf('/v2')));
    expect(next.body.results.places[0].id).toBe('middle');
    const cursor = await get(`/v2/places?rows=1&sort=id&cursorMark=*&location.polygon=${notched}`);
    expect(cursor.body.results.header.found).toBe(2);
  });

  it('limit type-ahead', async () => {
    const { body } = await get(`/v2/places/suggest?q=shop&location.polygon=${notched}`);
    const suggested = body.suggestionResults.suggestions.map(({ id }: { id: string }) => id);
    expect(suggested.sort()).toEqual(['corner', 'middle']);
  });

  it.each([
    [
      'location.polygon=0,0;2,2;2,0;0,2',
      'location.polygon',
      'crosses or touches itself: the edges 1–2 and 3–4 meet at 1,1',
    ],
    ['location.line=0,0;1,1', 'location.radius', 'is missing: location.line needs it'],
  ])('are rejected, in JSON and XML: %s', async (query, parameter, reason) => {
    const { status, body } = await get(`/v2/places?${query}`);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ parameter, reason })]]);
    const xml = await get(`/v2/places?${query}&wt=xml`);
    expect(await readXml(xml.text, body)).toMatchObject({ errors: [{ parameter, reason }] });
  });
});

describe('polygons and lines at the antimeridian', () => {
  const {
    directory,
    tokens,
    get: find,
  } = useDirectory({
    tokens: ['application'],
    places: [
      ...[at('at-180', '10', '180'), at('at-minus-180', '10', '-180'), at('at-minus-180-corner', '12', '-180')],
      ...[at('at-180-corner', '8', '180'), at('off-west', '10', '179.99'), at('off-east', '10', '-179.99')],
      ...[at('beyond', '12.001', '-180'), at('far', '10', '-170')],
    ],
  });
  const found = async (query: string) => {
    const { body } = await find(`/v2/places?sort=id&fl=id&rows=50&${query}`);
    return body.results.places.map(({ id }: { id: string }) => id).join();
  };
  const middle = 'at-180,at-minus-180';
  const all = `at-180,at-180-corner,at-minus-180,at-minus-180-corner`;

  it.each([
    ['a polygon that ends there', 'location.polygon=8,179;8,180;12,180;12,179', `${all},off-west`],
    ['a polygon that begins there', 'location.polygon=8,-179;8,-180;12,-180;12,-179', `${all},off-east`],
    ['a polygon over it', 'location.polygon=8,179;8,-179;12,-179;12,179', `${all},off-east,off-west`],
    ['a polygon with a corner there', 'location.polygon=9,179;10,180;11,179', `${middle},off-west`],
    ['a polygon with three points there', 'location.polygon=8,179;8,180;10,180;12,180;12,179', `${all},off-west`],
    ['a ring around the pole', 'location.polygon=8,180;8,-60;8,60', `${all},beyond,far,off-east,off-west`],
    [
      'a rectangle that ends there',
      'location.nw.lat=12&location.nw.lng=179&location.se.lat=8&location.se.lng=180',
      `${all},off-west`,
    ],
    [
      'a rectangle that begins there',
      'location.nw.lat=12&location.nw.lng=-180&location.se.lat=8&location.se.lng=-179',
      `${all},off-east`,
    ],
    ['a line to it', 'location.line=10,179.995;10,180&location.radius=100', middle],
    ['a line along it', 'location.line=8,-180;12,-180&location.radius=50', all],
    ['a circle around it', 'location.lat=10&location.lng=-180&location.radius=100', middle],
  ])('find places on both sides: %s', async (_, query, expected) => {
    const sorted = (names: string) => names.split(',').sort().join();
    expect(sorted(await found(query))).toBe(sorted(expected));
  });

  it.each(['8,179;8,180;12,180;12,179', '8,-179;8,-180;12,-180;12,-179'])(
    'are on the tiles of a search that finds them: %s',
    async (polygon) => {
      const query = `location.polygon=${polygon}`;
      const listed = (await found(query)).split(',');
      const tiles = await Promise.all(
        ['1/0/0', '1/1/0'].map((tile) => getTile(directory, tokens.application, tile, { query })),
      );
      const drawn = tiles.flatMap(({ layers }) => layers.places?.map(({ properties }) => properties.id) ?? []);
      expect(drawn.sort()).toEqual(listed.sort());
    },
  );
});
