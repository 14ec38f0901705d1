import { type GroupResult } from './bench.js';
import { falls, ratiosOf } from './committed.js';

const side = { name: '', throughput: 1, p50: 1, p99: 1 };
const measured = (name: string, throughput: number): GroupResult => ({
  name: 'search',
  checks: [],
  comparisons: [
    {
      name,
      connections: 16,
      sides: [side, side],
      ratios: { throughput, p50: 1, p99: 1 },
      p50Difference: 0,
    },
  ],
});

describe('ratiosOf', () => {
  it('names the measurements', () => {
    expect(ratiosOf([measured('term', 0.81234), measured('near', 1)])).toEqual({
      'search: term, 16 connections': 0.812,
      'search: near, 16 connections': 1,
    });
  });
});

describe('falls', () => {
  it.each([
    ['is as it was', 1, 1, false],
    ['rose', 1, 5, false],
    ['lost a fifth', 1, 0.8, false],
    ['lost more than a fifth', 1, 0.79, true],
  ])('a ratio that %s', (_what, before, now, fell) => {
    expect(falls({ term: before }, { term: now })).toEqual(fell ? [{ name: 'term', before, now }] : []);
  });

  it('ignores ratios without a counterpart', () => {
    expect(falls({ gone: 1 }, { fresh: 0.1 })).toEqual([]);
  });
});
