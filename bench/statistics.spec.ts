import { median, percentile } from './statistics.js';

describe('median', () => {
  it.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('percentile', () => {
  it('is the value below which so many lie', () => {
    const values = Array.from({ length: 100 }, (_, at) => at);
    expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([0, 50, 99, 99]);
  });
});
