import { osm } from './osm.js';
import { parseOpenDataRecord } from './open-data-places.js';

const read = (value: unknown) => parseOpenDataRecord(value, osm);

const rowOf = (value: unknown): unknown => {
  const result = read(value);
  return 'row' in result ? result.row : result;
};

const square = [[0, 0], [0, 2], [4, 2], [4, 0], [0, 0]]; // prettier-ignore
const cafe = { name: 'Engel', amenity: 'cafe' };
const feature = (properties: object, more: object = {}): object => ({
  type: 'Feature',
  id: 'node/1',
  geometry: { type: 'Point', coordinates: [24.9, 60.1] },
  properties,
  ...more,
});

describe('osm', () => {
  it('reads a whole feature', () => {
    const tags = {
      ...cafe,
      phone: '+358 10 581 2470; +358503871887',
      'contact:mobile': '+358 50 387 1887',
      website: 'x.example.fi',
      'addr:street': 'Aleksanterinkatu',
      'addr:housenumber': '26',
      'addr:suburb': 'Kluuvi',
      'addr:city': 'Helsinki',
      'addr:postcode': '00170',
      opening_hours: 'Mo-Fr 08:00-22:00',
    };
    expect(rowOf(feature(tags))).toMatchObject({
      id: 'osm-node-1',
      phones: ['358105812470', '358503871887'],
      url_service: 'http://x.example.fi',
      ...{ street: 'Aleksanterinkatu', number: '26', district: 'Kluuvi', city: 'Helsinki' },
      ...{ zipcode: '00170', country: null, lat: '60.1', lng: '24.9', opening_hours: 'Mo-Fr 08:00-22:00' },
      categories: [{ id: 'osm-amenity', name: 'Amenity', subcategory: { id: 'osm-amenity-cafe', name: 'Cafe' } }],
    });
  });

  it.each([
    ['a polygon', { geometry: { type: 'Polygon', coordinates: [square] } }, ['1', '2']],
    ['a multipolygon', { geometry: { type: 'MultiPolygon', coordinates: [[square]] } }, ['1', '2']],
    ['a line', { geometry: { type: 'LineString', coordinates: [[0, 0], [0, 2]] } }, ['1', '0']], // prettier-ignore
  ])('places %s at its centroid', (_, more, [lat, lng]) => {
    expect(rowOf(feature(cafe, more))).toMatchObject({ lat, lng });
  });

  const outline = square.map(([lon, lat]) => ({ lat, lon }));
  const bounds = { minlat: 0, minlon: 0, maxlat: 2, maxlon: 4 };
  it.each([
    [{ type: 'node', id: 7, lat: 60.5, lon: 24 }, ['osm-node-7', '60.5', '24']],
    [{ type: 'way', id: 8, center: { lat: 1, lon: 2 }, nodes: [1] }, ['osm-way-8', '1', '2']],
    [{ type: 'way', id: 9, geometry: outline }, ['osm-way-9', '1', '2']],
    [{ type: 'relation', id: 10, bounds }, ['osm-relation-10', '1', '2']],
  ])('reads the Overpass element %j', (element, [id, lat, lng]) => {
    expect(rowOf({ ...element, tags: cafe })).toMatchObject({ id, lat, lng, name: 'Engel' });
  });

  it.each([
    ['shop first', { amenity: 'no', shop: 'bakery;cafe' }, ['osm-shop', 'osm-shop-bakery']],
    ['only yes', { office: 'yes' }, ['osm-office', undefined]],
  ])('finds the category: %s', (_, tags, [category, subcategory]) => {
    const row = rowOf(feature({ name: 'X', ...tags })) as {
      categories: { id: string; subcategory?: { id: string } }[];
    };
    expect(row.categories.map((found) => [found.id, found.subcategory?.id])).toEqual([[category, subcategory]]);
  });

  it('skips elements that are no places, unnamed places and closed places', () => {
    const none = 'has none of amenity, shop, tourism, leisure, office, craft, healthcare';
    expect(read(feature({ name: 'Mannerheimintie', highway: 'primary' }))).toEqual({ skipped: none });
    expect(read({ type: 'node', id: 3, lat: 1, lon: 1 })).toEqual({ skipped: none });
    expect(read(feature({ amenity: 'bench' }))).toEqual({ skipped: 'has no name' });
    for (const tags of [{ 'disused:amenity': 'pub' }, { shop: 'vacant' }, { amenity: 'vacant' }]) {
      expect(read(feature({ ...tags, name: 'X' }))).toMatchObject({ row: { id: 'osm-node-1', closed: true } });
    }
  });

  const notGeometry = 'must be a GeoJSON geometry with longitudes and latitudes in degrees';

  it('rejects values that are nested too deeply', () => {
    const nested: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const corner = { lat: nested, lon: nested };
    const geometry = [corner, { lat: 1, lon: 1 }, { lat: 2, lon: 2 }, corner];
    expect(read({ type: 'way', id: 1, tags: cafe, geometry })).toEqual({
      rejected: `geometry: a value that is nested too deeply to be shown ${notGeometry}`,
    });
  });

  it.each([
    { nodes: [1, 2] },
    { lat: null, lon: null },
    { bounds: { minlat: null, minlon: null, maxlat: null, maxlon: null } },
    { bounds: { minlat: '', minlon: '', maxlat: '', maxlon: '' } },
  ])('rejects a position that is absent or empty, instead of using 0, 0: %j', (members) => {
    expect(read({ type: 'way', id: 1, tags: cafe, ...members })).toEqual({
      rejected: 'geometry: null must be a position: Overpass adds one by `out center` or `out geom`',
    });
  });

  it.each([
    [{ id: 'place/1' }, 'id: "place/1" must be node, way or relation with a number: node/123'],
    [{ properties: { ...cafe, name: ['Engel'] } }, 'name: ["Engel"] must be a string'],
    [
      { geometry: { type: 'Polygon', coordinates: [] } },
      `geometry: {"type":"Polygon","coordinates":[]} ${notGeometry}`,
    ],
  ])('rejects %j', (changes, rejected) => {
    expect(read(feature(cafe, changes))).toEqual({ rejected });
  });
});
