import { trend } from './trend.js';

describe('trend', () => {
  it('finds the line that points lie on', () => {
    const { slope, error } = trend([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const));
    expect(slope).toBeCloseTo(2);
    expect(error).toBeCloseTo(0);
  });

  it('is unsure of what goes up and down', () => {
    const { slope, error } = trend([0, 1, 2, 3, 4, 5].map((x) => [x, x % 2] as const));
    expect(Math.abs(slope)).toBeLessThan(2 * error);
  });

  it('says nothing of two points', () => {
    expect(trend([[0, 0] as const, [1, 100] as const]).error).toBe(Infinity);
  });
});
