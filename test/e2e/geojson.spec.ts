import { check } from '@placemarkio/check-geojson';
import { aPlace, aUser } from '../support/factories.js';
import { sixPlaces } from '../support/six-places.js';
import { useDirectory } from '../support/use-directory.js';

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
    expect(headers.get('etag')).toBeTruthy();
  });

  it('has a bbox that crosses the antimeridian where the places do', async () => {
    const { body } = await get('/v2/places?fq=id:("suva" OR "apia")&wt=geojson');
    expect(body.bbox).toEqual([178.4283, -18.1349, -171.769, -13.8314]);
  });

  it('finds the same places in the same order as JSON', async () => {
    const { body } = await get('/v2/search?sort=name&wt=geojson');
    expect(body.features.map(({ id }: { id: string }) => id)).toEqual(await ids('sort=name'));
  });

  it('is not modified while its ETag is the same', async () => {
    const { headers } = await get('/v2/places?wt=geojson');
    const again = await get('/v2/places?wt=geojson', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
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

  it('is among the formats that the error of an unknown one names', async () => {
    const { status, body } = await get('/v2/places?wt=yaml');
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          parameter: 'wt',
          value: 'yaml',
          reason: 'is not a known format (json, xml, geojson, mvt)',
          allowed: ['json', 'xml', 'geojson'],
        },
      ],
    ]);
    const { body: problem } = await get('/v2/places', { Accept: 'image/png' });
    expect(problem.errors[0].allowed).toEqual(['application/json', 'application/xml', 'application/geo+json']);
  });
});
