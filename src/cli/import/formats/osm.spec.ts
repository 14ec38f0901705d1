import { type OpenDataPlace } from './define.js';
import { OptionalMembers } from './field-values.js';
import { osm } from './osm.js';
import { parseOpenDataRecord } from './open-data-places.js';

const read = (value: unknown) => parseOpenDataRecord(value, osm);

const rowOf = (value: unknown): unknown => {
  const result = read(value);
  return 'row' in result ? result.row : result;
};

const square = [[0, 0], [0, 2], [4, 2], [4, 0], [0, 0]]; // prettier-ignore
const cafe = { name: 'Engel', amenity: 'cafe' };
const feature = (properties: object, more: object = {}) => ({
  type: 'Feature',
  id: 'node/1',
  geometry: { type: 'Point', coordinates: [24.9, 60.1] },
  properties,
  ...more,
});

describe('osm', () => {
  it('reads names in languages and of types, and the brand', () => {
    const tags = {
      ...{ ...cafe, 'name:pt': 'Anjo', 'name:zh_pinyin': 'tiānshǐ', 'name:etymology': 'Bote', 'name:lat': 'Angelus' },
      ...{
        'name:zh-hant': '天使',
        alt_name: 'Enkeli ; ;Ängel',
        'alt_name:sv': 'Ängeln',
        short_name: 'E',
        loc_name: 'Ege',
      },
      ...{ official_name: 'Engel Oy', 'old_name:1950-1990': 'Ange', old_name: 'Angel', 'was:name': 'X', brand: 'A;B' },
    };
    const { names, brand } = rowOf(feature(tags)) as { names: unknown; brand: unknown };
    expect(names).toEqual([
      { text: 'Anjo', language: 'pt' },
      { text: 'Angelus', language: 'la' },
      { text: '天使', language: 'zh-Hant' },
      { text: 'Enkeli', type: 'alternative' },
      { text: 'Ängel', type: 'alternative' },
      { text: 'Ängeln', language: 'sv', type: 'alternative' },
      { text: 'E', type: 'short' },
      { text: 'Ege', type: 'local' },
      { text: 'Engel Oy', type: 'official' },
      { text: 'Angel', type: 'old' },
    ]);
    expect(brand).toBe('A');
    expect(rowOf(feature(cafe))).toMatchObject({ names: null, brand: null });
  });

  it('leaves out names that are no texts, and keeps the place', () => {
    expect(read(feature({ ...cafe, 'name:pt': ['Anjo'], 'name:de': 'x'.repeat(501), alt_name: 7 }))).toEqual({
      row: expect.objectContaining({ names: [{ text: '7', type: 'alternative' }] }),
      faults: [
        { member: 'name:pt', value: ['Anjo'], reason: 'must be a string' },
        { member: 'names[0].text', value: 'x'.repeat(501), reason: 'has 501 characters, more than 500' },
      ],
    });
  });

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
    [{ railway: 'station', public_transport: 'station' }, ['osm-railway-station', 'osm-public_transport-station']],
    [{ aeroway: 'aerodrome' }, ['osm-aeroway-aerodrome']],
    [{ tourism: 'museum', historic: 'castle' }, ['osm-tourism-museum', 'osm-historic-castle']],
    [{ natural: 'beach' }, ['osm-natural-beach']],
    [{ highway: 'bus_stop' }, ['osm-highway-bus_stop']],
    [{ man_made: 'lighthouse' }, ['osm-man_made-lighthouse']],
    [{ club: 'sport' }, ['osm-club-sport']],
    [{ emergency: 'ambulance_station' }, ['osm-emergency-ambulance_station']],
    [{ amenity: 'hospital', emergency: 'yes' }, ['osm-amenity-hospital']],
    [{ landuse: 'cemetery' }, ['osm-landuse-cemetery']],
    [{ waterway: 'waterfall' }, ['osm-waterway-waterfall']],
    [{ building: 'church' }, ['osm-building-church']],
    [{ building: 'hotel', landuse: 'retail', tourism: 'hotel' }, ['osm-tourism-hotel']],
    [{ historic: 'ruins', abandoned: 'yes' }, ['osm-historic-ruins']],
    [{ golf: 'driving_range' }, ['osm-golf-driving_range']],
    [{ leisure: 'golf_course', golf: 'clubhouse' }, ['osm-leisure-golf_course', 'osm-golf-clubhouse']],
    [{ climbing: 'crag', natural: 'cliff' }, ['osm-climbing-crag', 'osm-natural-cliff']],
    [{ police: 'checkpoint' }, ['osm-police-checkpoint']],
  ])('takes a named %j for a place', (tags, subcategories) => {
    const { categories } = rowOf(feature({ name: 'X', ...tags })) as { categories: { subcategory: { id: string } }[] };
    expect(categories.map(({ subcategory }) => subcategory.id)).toEqual(subcategories);
  });

  it.each([
    { highway: 'residential', end_date: '2019' },
    { railway: 'rail', electrified: 'yes' },
    { boundary: 'administrative', admin_level: '8' },
    { power: 'line' },
    { place: 'suburb' },
    { waterway: 'river' },
    { type: 'route', route: 'bus' },
    { public_transport: 'stop_area', type: 'public_transport' },
    { building: 'apartments' },
    { landuse: 'residential' },
    { emergency: 'yes' },
    { natural: 'tree_row' },
    { 'abandoned:railway': 'rail' },
    { 'disused:highway': 'residential' },
  ])('takes a named %j for no place', (tags) => {
    expect(read(feature({ name: 'X', ...tags }))).toEqual({ skipped: 'is no place by its tags' });
  });

  it.each<[object, object]>([
    [
      { 'contact:street': 'Rua A', 'contact:housenumber': '7', 'contact:city': 'Santos', 'contact:postcode': '11000' },
      { street: 'Rua A', number: '7', city: 'Santos', zipcode: '11000' },
    ],
    [{ 'addr:street': 'Rua B', 'contact:street': 'Rua A' }, { street: 'Rua B' }],
    [
      { 'addr:street': 'Váci utca', 'addr:conscriptionnumber': '2754/26' },
      { street: 'Váci utca', number: '2754/26' },
    ],
    [{ 'addr:conscriptionnumber': '314', 'addr:streetnumber': '35' }, { number: '35' }],
    [{ 'addr:conscriptionnumber': '314', 'addr:housenumber': '314/35' }, { number: '314/35' }],
    [{ 'addr:village': 'Vila' }, { city: 'Vila', district: null }],
    [
      { 'addr:hamlet': 'Vila', 'addr:suburb': 'Norte' },
      { city: 'Vila', district: 'Norte' },
    ],
    ...['village', 'hamlet', 'suburb', 'neighbourhood', 'district'].map((part): [object, object] => [
      { 'addr:city': 'Santos', [`addr:${part}`]: 'Vila' },
      { city: 'Santos', district: 'Vila' },
    ]),
  ])('reads the address %j', (tags, address) => {
    expect(rowOf(feature({ ...cafe, ...tags }))).toMatchObject(address);
  });

  it.each([
    [{ wheelchair: 'yes', outdoor_seating: 'terrace' }, ['Wheelchair Access', 'Outdoor Seating']],
    [{ wheelchair: 'limited' }, ['Wheelchair Access: Limited']],
    [{ wheelchair: 'designated' }, ['Wheelchair Access', 'Wheelchair Access: Designated']],
    [{ wheelchair: 'limited;no' }, ['Wheelchair Access: Limited']],
    [{ 'toilets:wheelchair': '"nach Umbau unklar"', wheelchair: 'bad', takeaway: 'away', stroller: 'partially' }, []],
    [{ internet_access: 'yes', dog: 'no' }, ['Internet Connection']],
    [{ internet_access: 'customers', dog: 'outside' }, ['Internet Connection', 'Dogs']],
    [{ dog: 'unleashed', reservation: 'required' }, ['Dogs', 'Dogs: Leashes Not Required', 'Reservations', 'Reservations: Required']], // prettier-ignore
    [{ wheelchair: 'No', outdoor_seating: 'constructor', building: true }, ['Outdoor Seating']],
    [{ wheelchair: 'no', internet_access: 'no', dog: 'unknown', smoking: 'yes;no' }, ['Smoking: Allowed everywhere', 'Smoking: No smoking anywhere']], // prettier-ignore
    [{ internet_access: 'wlan' }, ['Internet Connection', 'Internet Connection: Wifi']],
    [{ internet_access: 'wlan;wired' }, ['Internet Connection', 'Internet Connection: Wifi', 'Internet Connection: Wired']], // prettier-ignore
    [{ dog: 'leashed', 'toilets:wheelchair': 'yes' }, ['Dogs', 'Dogs: Leashed Only', 'Wheelchair Accessible Toilet']],
    [{ delivery: 'only', takeaway: 'only' }, ['Takeout', 'Takeout: Takeout Only', 'Delivery']],
  ])('has the utilities of %j', (tags, names) => {
    const { utilities } = rowOf(feature({ ...cafe, ...tags })) as { utilities: { id: string; name: string }[] };
    expect(utilities.map(({ name }) => name)).toEqual(names);
    expect(new Set(utilities.map(({ id }) => id)).size).toBe(names.length);
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
    [
      'shop first',
      { amenity: 'no', shop: 'bakery;cafe', craft: 'baker' },
      [
        ['osm-shop', 'osm-shop-bakery'],
        ['osm-shop', 'osm-shop-cafe'],
        ['osm-craft', 'osm-craft-baker'],
      ],
    ],
    ['only yes', { office: 'yes' }, [['osm-office', undefined]]],
    [
      'what it serves',
      {
        ...{ amenity: 'restaurant', cuisine: 'Indian; fish_and_chips;;yes,pizza' },
        ...{ 'diet:vegan': 'yes', 'diet:kosher': 'only', 'diet:halal': 'no', 'diet:meat': 'yes' },
      },
      [
        ['osm-amenity', 'osm-amenity-restaurant'],
        ['osm-cuisine', 'osm-cuisine-indian'],
        ['osm-cuisine', 'osm-cuisine-fish_and_chips'],
        ['osm-cuisine', 'osm-cuisine-pizza'],
        ['osm-diet', 'osm-diet-vegan'],
        ['osm-diet', 'osm-diet-kosher'],
      ],
    ],
  ])('finds the categories: %s', (_, tags, categories) => {
    const row = rowOf(feature({ name: 'X', ...tags })) as {
      categories: { id: string; subcategory?: { id: string } }[];
    };
    expect(row.categories.map((found) => [found.id, found.subcategory?.id])).toEqual(categories);
  });

  it('gives category maps all names of a category', () => {
    const tags = { ...cafe, craft: 'baker', cuisine: 'Ice  Cream;no', 'diet:vegan': 'only' };
    const { categories, names } = osm.parse(
      feature({ ...tags, alt_name: null }),
      new OptionalMembers(),
    ) as OpenDataPlace;
    const cuisine = { id: 'osm-cuisine', name: 'Cuisine', parentNames: ['cuisine'], isFurther: true };
    expect(categories).toEqual([
      {
        ...{ id: 'osm-amenity', name: 'Amenity', subcategory: { id: 'osm-amenity-cafe', name: 'Cafe' } },
        ...{ names: ['amenity=cafe', 'cafe'], parentNames: ['amenity'] },
      },
      {
        ...{ id: 'osm-craft', name: 'Craft', subcategory: { id: 'osm-craft-baker', name: 'Baker' } },
        ...{ names: ['craft=baker', 'baker'], parentNames: ['craft'], isFurther: true },
      },
      {
        ...{ ...cuisine, subcategory: { id: 'osm-cuisine-ice_cream', name: 'Ice cream' } },
        names: ['cuisine=ice_cream', 'ice_cream'],
      },
      {
        ...{ id: 'osm-diet', name: 'Diet', subcategory: { id: 'osm-diet-vegan', name: 'Vegan' } },
        ...{ names: ['diet:vegan', 'vegan'], parentNames: ['diet'], isFurther: true },
      },
    ]);
    expect(names).toEqual([]);
  });

  // An L, whose hull has another centre.
  const corner = [[0, 0], [0, 3], [1, 3], [1, 1], [3, 1], [3, 0], [0, 0]].map(([lon, lat]) => ({ lon, lat })); // prettier-ignore

  it.each([
    ['a closed outline', corner, ['1.1', '1.1']],
    ['an open outline', corner.slice(0, -1), ['1.2619048', '1.2619048']],
    ['there and back', [corner[0], corner[1], corner[0]], ['1.5', '0']],
    ['a point', [corner[1]], ['3', '0']],
    ['points of which some are clipped', [null, { lat: 1 }, { lon: 1 }, corner[0], corner[1]], ['1.5', '0']],
  ])('places %s at its centre', (_, geometry, [lat, lng]) => {
    expect(rowOf({ type: 'way', id: 9, geometry, tags: cafe })).toMatchObject({ lat, lng });
  });

  it.each([
    [{ center: { lat: 1 }, geometry: [corner[1]] }, ['3', '0']],
    [{ geometry: [null, null], bounds }, ['1', '2']],
    [{ bounds: { minlat: 0, minlon: 0, maxlat: 2 }, members: [{ lat: 5, lon: 6 }] }, ['5', '6']],
    [{ bounds: { minlat: 0, minlon: 0, maxlat: 2, maxlon: 4 }, members: [{ lat: 5, lon: 6 }] }, ['1', '2']],
  ])('takes the first position that is whole: %j', (members, [lat, lng]) => {
    expect(rowOf({ type: 'relation', id: 9, ...members, tags: cafe })).toMatchObject({ lat, lng });
  });

  it.each([
    ['n123', {}, 'osm-node-123'],
    ['12', { type: 'way', id: 34 }, 'osm-way-34'],
    [undefined, { id: '5x', full_id: 'w7' }, 'osm-way-7'],
    ['node/3', { '@id': 'way/7' }, 'osm-way-7'],
    ['W5', {}, 'osm-way-5'],
    ['r77', {}, 'osm-relation-77'],
    ['a124', {}, 'osm-way-62'],
    ['a123', {}, 'osm-relation-61'],
    ['https://www.openstreetmap.org/way/9', {}, 'osm-way-9'],
    [9, { '@type': 'way' }, 'osm-way-9'],
    [9, { '@type': 'way', id: 'B-17' }, 'osm-way-9'],
    [3, { '@id': 'relation/7' }, 'osm-relation-7'],
    [3, { '@id': 44, '@type': 'node' }, 'osm-node-44'],
    ['0', { osm_id: 123456, osm_type: 'node' }, 'osm-node-123456'],
    [5, { id: 4, osm_id: '7', osm_type: 'W' }, 'osm-way-7'],
    [undefined, { id: 8, type: 'node' }, 'osm-node-8'],
    [undefined, { full_id: 'n6', osm_id: '6', osm_type: 'node' }, 'osm-node-6'],
    ['relation/4', { type: 'multipolygon' }, 'osm-relation-4'],
  ])('reads the identifier %j with %j', (id, properties, expected) => {
    expect(rowOf(feature({ ...cafe, ...properties }, { id }))).toMatchObject({ id: expected, name: 'Engel' });
  });

  it('reads a tag that is called tags', () => {
    for (const tags of ['x', null]) expect(rowOf(feature({ ...cafe, tags }))).toMatchObject({ name: 'Engel' });
  });

  const pairs = Object.entries(cafe).map(([key, value]) => ({ key, value }));
  it.each([cafe, JSON.stringify(cafe), pairs, [null, ...pairs]])('reads nested tags: %j', (tags) => {
    const properties = { type: 'way', id: 5, tags, relations: [], meta: { version: 3 } };
    expect(rowOf(feature(properties, { id: 'way/5' }))).toMatchObject({ id: 'osm-way-5', name: 'Engel' });
    expect(rowOf(feature(properties, { id: undefined }))).toMatchObject({ id: 'osm-way-5', name: 'Engel' });
  });

  const closedAt = (lat: string, lng: string) => ({
    skipped: 'is closed',
    row: { id: 'osm-node-1', closed: true, lat, lng },
  });
  const lives = ['disused', 'abandoned', 'closed', 'demolished', 'destroyed', 'razed', 'removed'];
  it.each([
    ...[...lives, 'historic', 'ruins', 'was', 'proposed', 'planned', 'construction'].map((prefix) => ({
      [`${prefix}:amenity`]: 'pub',
    })),
    ...lives.map((key) => ({ amenity: 'pub', [key]: 'yes' })),
    { amenity: 'no', 'disused:shop': 'yes' },
    { 'disused:railway': 'station' },
    { 'was:natural': 'beach' },
    { railway: 'station', disused: 'yes' },
    { building: 'yes', 'disused:amenity': 'pub' },
    { shop: 'vacant' },
    { amenity: 'vacant', tourism: 'hotel' },
    { shop: 'closed' },
    { building: 'church', end_date: '2019' },
    { tourism: 'hotel', disused: 'yes' },
    { amenity: 'pub', building: 'yes', demolished: '2019' },
    { amenity: 'pub', operational_status: 'closed' },
    { shop: 'yes', operational_status: ' Permanently_closed ' },
    { amenity: 'pub', end_date: '2019-05' },
    { amenity: 'pub', end_date: '2020-02-29' },
  ])('closes %j, in all of its forms', (tags) => {
    const all = { name: 'Closed', ...tags };
    expect(read(feature(all))).toEqual(closedAt('60.1', '24.9'));
    expect(read({ type: 'node', id: 1, lat: 1, lon: 2, tags: all })).toEqual(closedAt('1', '2'));
    expect(read(feature({ type: 'node', id: 1, tags: all }))).toEqual(closedAt('60.1', '24.9'));
  });

  it.each([
    { amenity: 'pub', 'disused:shop': 'bakery' },
    { amenity: 'pub', disused: 'no' },
    ...['No', 'false', '0'].map((disused) => ({ amenity: 'pub', disused })),
    { tourism: 'museum', amenity: 'cafe', disused: 'yes' },
    { amenity: 'pub', historic: 'yes' },
    { amenity: 'pub', ruins: 'yes' },
    { amenity: 'restaurant', railway: 'station', disused: 'yes' },
    { tourism: 'museum', disused: 'yes' },
    { amenity: 'restaurant', railway: 'station', operational_status: 'closed' },
    { tourism: 'attraction', operational_status: 'closed' },
    { amenity: 'pub', operational_status: 'operational' },
    { amenity: 'pub', operational_status: 'closed_temporarily' },
    { amenity: 'pub', end_date: '1970-01-01' },
    { amenity: 'pub', end_date: '1900-01-01' },
    { amenity: 'pub', end_date: '0001-01-01' },
    { tourism: 'attraction', historic: 'castle', abandoned: 'yes' },
    { amenity: 'pub', end_date: '9999' },
    { amenity: 'pub', end_date: '2019-02-30' },
    { amenity: 'pub', end_date: '~1950' },
    { amenity: 'pub', opening_hours: 'closed' },
    { amenity: 'pub', 'was:name': 'The Bell' },
  ])('keeps %j open', (tags) => {
    expect(read(feature({ name: 'Open', ...tags }))).toMatchObject({ row: { name: 'Open' } });
  });

  // A school of a hundredth of a degree on both sides of the 180th meridian, in the forms of its writers.
  const [west, east, south, north] = [179.99, -179.99, -16.9, -16.8];
  const ring = (left: number, right: number) => [[left, south], [right, south], [right, north], [left, north], [left, south]]; // prettier-ignore
  const overpass = (points: number[][]) => points.map(([lon, lat]) => ({ lat, lon }));
  const wide = { minlat: south, minlon: -180, maxlat: north, maxlon: 180 };
  it.each([
    ['cut', { geometry: { type: 'MultiPolygon', coordinates: [[ring(west, 180)], [ring(-180, east)]] } }],
    ['uncut', { geometry: { type: 'Polygon', coordinates: [ring(west, east)] } }],
    ['continued', { geometry: { type: 'Polygon', coordinates: [ring(west, 180.01)] } }],
    ['continued to the west', { geometry: { type: 'Polygon', coordinates: [ring(-180.01, east)] } }],
    ['a line', { geometry: { type: 'LineString', coordinates: [[west, south], [east, north]] } }], // prettier-ignore
    ['points', { geometry: { type: 'MultiPoint', coordinates: [[west, south], [east, south], [180, north]] } }], // prettier-ignore
    [
      'a collection',
      {
        geometry: {
          type: 'GeometryCollection',
          geometries: [
            { type: 'Point', coordinates: [west, south] },
            { type: 'LineString', coordinates: [[east, south], [-180, north]] }, // prettier-ignore
          ],
        },
      },
    ],
    ['an outline', { geometry: overpass(ring(west, east)) }],
    ['a clipped outline', { geometry: [null, ...overpass(ring(west, east)), { lat: null, lon: null }] }],
    ['bounds', { geometry: undefined, bounds: { minlat: south, minlon: west, maxlat: north, maxlon: east } }],
    ['a wrong centre', { geometry: undefined, bounds: wide, center: { lat: -16.85, lon: 0 } }],
    ['a wrong centre of an outline', { geometry: overpass(ring(west, east)), center: { lat: -16.85, lon: 0 } }],
    [
      'members',
      {
        geometry: undefined,
        members: [
          { type: 'way', ref: 1, role: 'outer', geometry: overpass(ring(west, 180)) },
          { type: 'way', ref: 2, role: 'outer', geometry: [...overpass(ring(-180, east)), null] },
        ],
      },
    ],
  ])('places a school on both sides of the 180th meridian there: %s', (_, more) => {
    const { lat, lng } = rowOf({ type: 'way', id: 1, tags: cafe, ...more }) as { lat: string; lng: string };
    expect(Math.abs(Number(lng))).toBeGreaterThan(179.98);
    expect(Number(lat)).toBeGreaterThanOrEqual(south);
    expect(Number(lat)).toBeLessThanOrEqual(north);
  });

  it('skips elements that are no places, and unnamed places', () => {
    const none = 'is no place by its tags';
    expect(read(feature({ name: 'Mannerheimintie', highway: 'primary' }))).toEqual({ skipped: none });
    expect(read({ type: 'node', id: 3, lat: 1, lon: 1 })).toEqual({ skipped: none });
    expect(read(feature({ amenity: 'bench' }))).toEqual({ skipped: 'has no name' });
    expect(read({ type: 'node', id: 3, tags: [{ key: ['amenity'], value: 'bench' }] })).toEqual({ skipped: none });
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
    [
      { id: 5, properties: { ...cafe, osm_id: -7, osm_type: 'relation' } },
      'id: "-7" must be node, way or relation with a number: node/123',
    ],
    [{ properties: { ...cafe, name: ['Engel'] } }, 'name: ["Engel"] must be a string'],
    [{ properties: 5 }, 'properties: 5 must be an object'],
    [{ properties: { tags: [5] } }, 'tags[]: 5 must be an object'],
    [{ id: {} }, 'id: {} must be a string'],
    [{ type: {} }, 'type: {} must be a string'],
    [{ id: 5, properties: { ...cafe, osm_type: [] } }, 'osm_type: [] must be a string'],
    [{ id: 'node/5/6' }, 'id: "node/5/6" must be node, way or relation with a number: node/123'],
    [{ center: 5 }, 'center: 5 must be an object'],
    [{ geometry: 5 }, 'geometry: 5 must be an object'],
    [{ geometry: [5] }, 'geometry[]: 5 must be an object'],
    [{ bounds: 5 }, 'bounds: 5 must be an object'],
    [{ members: 5 }, 'members: 5 must be a list'],
    [{ members: [5] }, 'members[]: 5 must be an object'],
    [
      { geometry: { type: 'Polygon', coordinates: [] } },
      `geometry: {"type":"Polygon","coordinates":[]} ${notGeometry}`,
    ],
  ])('rejects %j', (changes, rejected) => {
    expect(read(feature(cafe, changes))).toEqual({ rejected });
  });

  it.each<[object, object]>([
    [{ end_date: 'soon' }, { member: 'end_date', value: 'soon', reason: 'is no date, such as 2024-12-31' }],
    [{ end_date: '2024-13-01' }, { member: 'end_date', value: '2024-13-01' }],
    [{ end_date: ['2024'] }, { member: 'end_date', value: ['2024'], reason: 'must be a string' }],
    [{ end_date: '1900-01-01' }, { member: 'end_date', value: '1900-01-01', reason: expect.stringMatching(/no date/) }],
    [
      { operational_status: ['closed'] },
      { member: 'operational_status', value: ['closed'], reason: 'must be a string' },
    ],
    [{ disused: true }, { member: 'disused', value: true, reason: 'must be a string' }],
    [{ demolished: {} }, { member: 'demolished', value: {} }],
    [{ cuisine: {} }, { member: 'cuisine', value: {}, reason: 'must be a string' }],
    [{ 'diet:vegan': {} }, { member: 'diet:vegan', value: {}, reason: 'must be a string' }],
    [{ brand: {} }, { member: 'brand', value: {}, reason: 'must be a string' }],
  ])('reports marks of closed places that cannot be read: %j', (tags, fault) => {
    expect(read(feature({ ...cafe, ...tags }))).toEqual({
      row: expect.objectContaining({ name: 'Engel' }),
      faults: [expect.objectContaining(fault)],
    });
  });

  it.each([{ end_date: 2019 }, { disused: 1 }])('closes by the number %j', (tags) => {
    expect(read(feature({ ...cafe, ...tags }))).toMatchObject({ skipped: 'is closed' });
  });

  it.each([{ end_date: '2999-01-01' }, { disused: 'no' }, { disused: null }])('reports nothing for %j', (tags) => {
    expect(read(feature({ ...cafe, ...tags }))).toEqual({ row: expect.objectContaining({ name: 'Engel' }) });
  });
});
