import { isWithin, middleOf, onEarth } from './rectangle.js';

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
