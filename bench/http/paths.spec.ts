import { Random } from '../../test/support/random.js';
import { zipf } from './paths.js';

const draw = { size: 1000, exponent: 1, draws: 50_000 };

describe('zipf', () => {
  it('draws rank r in proportion to 1 / r', () => {
    const counts = new Map<number, number>();
    for (const position of zipf(new Random(1), draw)) counts.set(position, (counts.get(position) ?? 0) + 1);
    // The sum of 1 / r up to 1,000 is 7.485.
    for (const position of [0, 1, 9]) {
      const expected = draw.draws / 7.485 / (position + 1);
      expect(Math.abs((counts.get(position) ?? NaN) - expected)).toBeLessThan(expected * 0.15);
    }
  });

  it('stays within the positions, and reaches the last ones', () => {
    const drawn = new Set(zipf(new Random(2), { size: 5, exponent: 1, draws: 1000 }));
    expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it('draws the same for the same seed', () => {
    expect(zipf(new Random(3), draw)).toEqual(zipf(new Random(3), draw));
  });
});
