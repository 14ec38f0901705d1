import { aPlace } from '../support/factories.js';
import { getTile } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

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

  describe('at the antimeridian', () => {
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
      ['the same, written as -180', 'location.polygon=8,179;8,-180;12,-180;12,179', `${all},off-west`],
      ['a polygon that begins there', 'location.polygon=8,-179;8,-180;12,-180;12,-179', `${all},off-east`],
      ['the same, written as 180', 'location.polygon=8,180;8,-179;12,-179;12,180', `${all},off-east`],
      ['a polygon over it', 'location.polygon=8,179;8,-179;12,-179;12,179', `${all},off-east,off-west`],
      ['a polygon with a corner there', 'location.polygon=9,179;10,180;11,179', `${middle},off-west`],
      [
        'a polygon with a corner there on the other side',
        'location.polygon=9,-179;10,180;11,-179',
        `${middle},off-east`,
      ],
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
      ['a circle beside it', 'location.lat=10&location.lng=179.995&location.radius=600', `${middle},off-west`],
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
    ['location.polygon=', 'location.polygon', 'has 1 point; 3 to 101 are allowed'],
    ['location.line=0,0;1,1', 'location.radius', 'is missing: location.line needs it'],
    ['location.line=0,0;1,1&location.radius=50001', 'location.radius', 'is out of range for location.line'],
    ['location.line=0,0;1,100&location.radius=5', 'location.line', 'is 11,120 km long'],
    ['location.line=0,0;0,0&location.radius=5', 'location.line', 'has the same point twice and no other'],
    ['location.radius=5', 'location.radius', 'needs a centre, location.lat and location.lng, or location.line'],
  ])('are rejected, in JSON and XML: %s', async (query, parameter, reason) => {
    const { status, body } = await get(`/v2/places?${query}`);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ parameter, reason })]]);
    const xml = await get(`/v2/places?${query}&wt=xml`);
    expect(await readXml(xml.text, body)).toMatchObject({ errors: [{ parameter, reason }] });
  });
});
