import { middleOfStreet } from './street-name.js';

describe('the middle of a street', () => {
  const at = (lat: number, lng: number) => ({ lat, lng });

  it.each([
    ['to the north', [at(3, 7), at(1, 7), at(2, 7.5)], at(2, 7.5), true],
    ['to the east', [at(3, 7), at(3, 1), at(3.5, 2)], at(3.5, 2), false],
    // There, a degree of longitude is half as long.
    ['to the north, far in the north', [at(60, 0), at(60.6, 1), at(60.3, 0.5)], at(60.3, 0.5), true],
    ['over the antimeridian', [at(0, 179.8), at(0.1, -179.7), at(0.2, 179.9)], at(0.2, 179.9), false],
  ])('%s', (_, places, middle, isUpright) => {
    expect(middleOfStreet(places)).toEqual({ at: middle, isUpright });
  });

  it('is nowhere without places', () => {
    expect(middleOfStreet([])).toBeUndefined();
  });
});
