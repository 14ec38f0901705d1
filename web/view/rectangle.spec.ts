import { isWithin, middleOf, onEarth, positionFor, shownAt } from './rectangle.js';

describe('middleOf', () => {
  it.each([
    [
      [10, -20, -20, 40],
      [-5, 10],
    ],
    [
      [10, 170, -10, -160],
      [0, -175],
    ],
  ])('%j', ([north = 0, west = 0, south = 0, east = 0], [lat, lng]) => {
    expect(middleOf({ north, west, south, east })).toEqual({ lat, lng });
  });
});

describe('onEarth', () => {
  it.each([
    ['as it is', [10, -20, -10, 20], [10, -20, -10, 20]],
    ['beyond the poles', [120, -20, -120, 20], [90, -20, -90, 20]],
    ['over the antimeridian', [10, 170, -10, 190], [10, 170, -10, -170]],
    ['one turn further', [10, -380, -10, -340], [10, -20, -10, 20]],
    ['all around', [10, -300, -10, 100], [10, -180, -10, 180]],
    ['with few digits', [1.23456789, 0, 0, 0], [1.23457, 0, 0, 0]],
  ])('takes a rectangle %s', (_, from, to) => {
    const rectangle = ([north = 0, west = 0, south = 0, east = 0]: number[]) => ({ north, west, south, east });
    expect(onEarth(rectangle(from))).toEqual(rectangle(to));
  });
});

describe('isWithin', () => {
  it.each([
    [true, 0, 175],
    [true, 0, -175],
    [false, 0, 165],
    [false, 11, 175],
  ])('is %s for %d,%d, across the antimeridian', (expected, lat, lng) => {
    expect(isWithin({ north: 10, west: 170, south: -10, east: -170 }, { lat, lng })).toBe(expected);
  });

  it('is so elsewhere too', () => {
    const rectangle = { north: 10, west: -20, south: -10, east: 20 };
    expect([isWithin(rectangle, { lat: 0, lng: 0 }), isWithin(rectangle, { lat: 0, lng: 30 })]).toEqual([true, false]);
  });
});

describe('what a map shows', () => {
  const size = { width: 512, height: 256 };

  it('is around its middle, and turns around the earth', () => {
    expect(shownAt({ lat: 0, lng: 0, zoom: 1 }, size)).toEqual({
      north: 66.51326,
      west: -180,
      south: -66.51326,
      east: 180,
    });
    expect(shownAt({ lat: 0, lng: 170, zoom: 4 }, size)).toMatchObject({ west: 147.5, east: -167.5 });
  });

  it.each([
    ['higher than wide', { north: -22, west: -43.3, south: -24, east: -43.2 }],
    ['wider than high', { north: 31.42, west: -47, south: 31.4, east: -46 }],
    ['across the antimeridian', { north: 1, west: 179, south: -1, east: -179 }],
    ['to the poles', { north: 90, west: -180, south: -90, east: 180 }],
  ])('has a rectangle in its middle that is %s', (_, rectangle) => {
    const shown = shownAt(positionFor(rectangle, size, 16), size);
    expect(shown.north).toBeGreaterThanOrEqual(Math.min(85, rectangle.north) - 1e-4);
    expect(shown.south).toBeLessThanOrEqual(Math.max(-85, rectangle.south) + 1e-4);
    const isFull = [
      [shown.north, rectangle.north],
      [shown.west, rectangle.west],
    ].some(([edge = 0, of = 0]) => Math.abs(edge - of) < 6);
    expect(isFull).toBe(true);
  });

  it('is not nearer than it may be', () => {
    const point = { north: 10, west: 20, south: 10, east: 20 };
    expect(positionFor(point, size, 16)).toEqual({ lat: 10, lng: 20, zoom: 16 });
  });
});
