import { growthChecks } from './checks.js';
import { growthPlot } from './plot.js';
import { growthTable, type GrowthPoint, withPoint } from './point.js';

const pointOf = (places: number, engine: number, found: number): GrowthPoint => ({
  ...{ places, bytes: places * 400, importRate: 5000 },
  kinds: { words: { p50: 1, p99: 2, engine, found }, rectangle: { p50: 1, p99: 2, engine, found } },
});
const few = pointOf(1000, 1, 10);
const many = pointOf(100_000, 20, 100);

describe('withPoint', () => {
  it('sorts points, and replaces the one of the same number of places', () => {
    const again = pointOf(1000, 9, 9);
    expect(withPoint(withPoint([few], many), again)).toEqual([again, many]);
  });
});

describe('growthTable', () => {
  it('has a column for each number of places', () => {
    const text = growthTable([few, many]).replace(/ +/g, ' ');
    expect(text).toContain('| 1,000 | 100,000 |');
    expect(text).toContain('| rectangle | 1.00 / 2.00 / 1.00; 10 | 1.00 / 2.00 / 20.00; 100 |');
    expect(text).toContain('| index, MB | 0.4 | 40.0 |');
  });
});

describe('growthChecks', () => {
  it('limits words by the number of places, and other kinds by the number of places found', () => {
    expect(growthChecks(few, many)).toMatchObject([
      { name: 'words, time in Elasticsearch', measured: 20, atMost: 80 },
      { name: 'rectangle, time in Elasticsearch', measured: 20, atMost: 12.5 },
    ]);
  });
});

describe('growthPlot', () => {
  it('draws a line for each kind in each panel', () => {
    const svg = growthPlot([few, many]);
    expect(svg.match(/<polyline/g)).toHaveLength(4);
    expect(svg).not.toContain('NaN');
  });
});
