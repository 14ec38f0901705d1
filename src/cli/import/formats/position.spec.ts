import { isInside, parseBoundingBox, plainDegrees, positionOf, skipOutside } from './position.js';

describe('degrees in a text', () => {
  it.each([
    ['42.7', '42.7'],
    ['+42.7', '42.7'],
    ['-.5', '-0.5'],
    ['42.', '42'],
    ['-42.', '-42'],
    ['4.1E-5', 0.000041],
    ['12e1', 120],
    ['12.e+1', 120],
    ['.25e1', 2.5],
    ['-2.5e1', -25],
    ['1+2', '1+2'],
    ['x42.', 'x42.'],
    ['x1e5', 'x1e5'],
    ['1e5x', '1e5x'],
    ['', ''],
  ])('are plain numbers: %j', (text, degrees) => {
    expect(plainDegrees(text)).toBe(degrees);
  });
});

describe('the position of a geometry', () => {
  it.each([
    [
      { type: 'Point', coordinates: [12, -45, 100] },
      { lng: 12, lat: -45 },
    ],
    [{ type: 'Point', coordinates: [12] }, undefined],
    [{ type: 'Point', coordinates: [undefined, 12] }, undefined],
    [{ type: 'Point', coordinates: [] }, undefined],
    [undefined, undefined],
    [{ type: 'MultiPoint', coordinates: [[0, 90], [0, 80]] }, { lng: 0, lat: 85 }], // prettier-ignore
    [{ type: 'LineString', coordinates: [[-180, 0], [0, 10]] }, { lng: -90, lat: 5 }], // prettier-ignore
    [{ type: 'MultiPoint', coordinates: [[170, 10], [-179, 10]] }, { lng: 175.5, lat: expect.closeTo(10, 0) }], // prettier-ignore
    [{ type: 'MultiPoint', coordinates: [[178, 10], [181, 10]] }, { lng: 179.5, lat: expect.closeTo(10, 1) }], // prettier-ignore
    [{ type: 'MultiPoint', coordinates: [[-181, 10], [-178, 10]] }, { lng: -179.5, lat: expect.closeTo(10, 1) }], // prettier-ignore
  ])('is a point or the centroid: %j', (geometry, position) => {
    expect(positionOf(geometry)).toEqual(position);
  });

  it('is that of a geometry with more positions than a function takes arguments', () => {
    const coordinates = Array.from({ length: 200_000 }, (_, n) => [n % 2 === 0 ? 177 : -179, 10]);
    const position = { lng: expect.closeTo(179) as number, lat: expect.closeTo(10) as number };
    expect(positionOf({ type: 'MultiPoint', coordinates })).toEqual(position);
  });

  it.each([
    [{ type: 'Point', coordinates: 5 }, 'geometry.coordinates: 5 must be a list'],
    [5, 'geometry: 5 must be an object'],
    ...[[], [['1', 2]], [[1, '2']], [[1, 91]], [[541, 1]], [[1, 2], [1, 91]], [[1], [2]], 5].map(
      (coordinates): [object, string] => [
        { type: 'MultiPoint', coordinates },
        'must be a GeoJSON geometry with longitudes and latitudes in degrees',
      ],
    ), // prettier-ignore
  ])('is rejected: %j', (geometry, message) => {
    expect(() => positionOf(geometry)).toThrow(message);
  });
});

describe('parseBoundingBox', () => {
  it.each([
    ['-71.2,42.2,-70.9,42.4', { west: -71.2, south: 42.2, east: -70.9, north: 42.4 }],
    ['177, -19, -178, -16', { west: 177, south: -19, east: -178, north: -16 }],
    ['-180,-90,180,90', { west: -180, south: -90, east: 180, north: 90 }],
    ['0,0,0,0', { west: 0, south: 0, east: 0, north: 0 }],
  ])('reads %s', (text, box) => {
    expect(parseBoundingBox(text)).toEqual(box);
  });

  it.each([
    '',
    ...'1,2,3 1,2,3,4,5 1,2,3,'.split(' '),
    '1,2, ,4',
    ...'1,x,3,4 0,10,1,9 181,0,1,1 0,-91,1,1 0,0,1,91 NaN,0,1,1'.split(' '),
  ])('rejects %j', (text) => {
    expect(() => parseBoundingBox(text)).toThrow('It must be four numbers in degrees: west,south,east,north.');
  });
});

describe('skipOutside', () => {
  it.each([
    ['a place inside', { lat: '1', lng: '1' }, true],
    ['a place outside', { lat: '1', lng: '3' }, false],
    ['a place without a position', { lat: null, lng: null }, false],
    ['a closed place inside', { closed: true, lat: '1', lng: '1' }, true],
    ['a closed place outside', { closed: true, lat: '1', lng: '3' }, false],
    ['a closed place without a position', { closed: true, lat: null, lng: null }, true],
  ])('sees whether %s counts', (_, row, counts) => {
    const result = skipOutside(parseBoundingBox('0,0,2,2'))({ row });
    expect(result).toEqual(counts ? { row } : { skipped: 'is outside --bbox' });
  });

  it.each([
    { lat: '1', lng: null },
    { lat: null, lng: '1' },
  ])('takes half a position for none: %j', (row) => {
    expect(skipOutside(parseBoundingBox('0,0,2,2'))({ row })).toEqual({ skipped: 'is outside --bbox' });
  });

  it('leaves other results as they are', () => {
    for (const result of [{ skipped: 'is closed' }, { row: { id: 'user' } }])
      expect(skipOutside(parseBoundingBox('0,0,2,2'))(result)).toBe(result);
  });
});

describe('isInside', () => {
  it.each([
    ['inside', '0,0,2,2', '1', '1', true],
    ['on a corner', '0,0,2,2', '0', '2', true],
    ['east of it', '0,0,2,2', '1', '2.1', false],
    ['north of it', '0,0,2,2', '2.1', '1', false],
    ['south of it', '0,0,2,2', '-0.1', '1', false],
    ['west of it', '0,0,2,2', '1', '-0.1', false],
    ['on the northern edge', '0,0,2,2', '2', '1', true],
    ['on the western edge', '0,0,2,2', '1', '0', true],
    ['beside a line', '1,0,1,2', '1', '1.1', false],
    ['west of the 180th meridian', '177,-19,-178,-16', '-18', '179', true],
    ['east of the 180th meridian', '177,-19,-178,-16', '-18', '-179', true],
    ['on the other side of the earth', '177,-19,-178,-16', '-18', '0', false],
  ])('finds whether a point is %s', (_, box, lat, lng, expected) => {
    expect(isInside(parseBoundingBox(box), lat, lng)).toBe(expected);
  });
});
