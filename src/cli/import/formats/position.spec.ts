import { type BoundingBox, overlaps, parseBoundingBox, skipOutside } from './position.js';

describe('parseBoundingBox', () => {
  it.each([
    ['-71.2,42.2,-70.9,42.4', { west: -71.2, south: 42.2, east: -70.9, north: 42.4 }],
    ['177, -19, -178, -16', { west: 177, south: -19, east: -178, north: -16 }],
    ['0,0,0,0', { west: 0, south: 0, east: 0, north: 0 }],
  ])('reads %s', (text, box) => {
    expect(parseBoundingBox(text)).toEqual(box);
  });

  it.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,',
    '1,x,3,4',
    '0,10,1,9',
    '181,0,1,1',
    '0,-91,1,1',
    '0,0,1,91',
    'NaN,0,1,1',
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
    expect('row' in skipOutside(parseBoundingBox('0,0,2,2'))({ row })).toBe(counts);
  });
});

describe('overlaps', () => {
  const point = (west: number, south: number): BoundingBox => ({ west, south, east: west, north: south });

  it.each([
    ['inside', '0,0,2,2', point(1, 1), true],
    ['on a corner', '0,0,2,2', point(2, 0), true],
    ['east of it', '0,0,2,2', point(2.1, 1), false],
    ['north of it', '0,0,2,2', point(1, 2.1), false],
    ['west of the 180th meridian', '177,-19,-178,-16', point(179, -18), true],
    ['east of the 180th meridian', '177,-19,-178,-16', point(-179, -18), true],
    ['on the other side of the earth', '177,-19,-178,-16', point(0, -18), false],
  ])('finds whether a point is %s', (_, box, at, expected) => {
    expect(overlaps(parseBoundingBox(box), at)).toBe(expected);
  });

  it('finds rectangles that cover the box', () => {
    expect(overlaps(parseBoundingBox('0,0,2,2'), { west: -5, south: -5, east: 5, north: 5 })).toBe(true);
  });
});
