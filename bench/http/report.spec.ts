import { type GroupResult } from './bench.js';
import { falls, markdownChecks, ratiosOf } from './report.js';

const result: GroupResult = {
  name: 'search',
  checks: [
    { name: 'term, throughput', measured: 0.912, atLeast: 0.8, unit: 'times Elasticsearch' },
    { name: 'term, p99', measured: 1.6, atMost: 1.5, unit: 'times Elasticsearch' },
  ],
  comparisons: [
    {
      ...{ name: 'term', connections: 16, ratios: { throughput: 0.9124, p50: 1.25, p99: 1.125 } },
      sides: [
        { name: 'service', throughput: 912, p50: 2.5, p99: 9, programs: {} },
        { name: 'Solr', throughput: 1000, p50: 2, p99: 8, programs: { Solr: 1.234, load: 0.001 } },
      ],
    },
  ],
};

describe('markdownChecks', () => {
  const text = markdownChecks([result]).replace(/ +/g, ' ');

  it.each([
    '| search | term, throughput | at least 0.8 times Elasticsearch | 0.91 | met |',
    '| search | term, p99 | at most 1.5 times Elasticsearch | 1.60 | **missed** |',
  ])('shows %j', (line) => {
    expect(text).toContain(line);
  });
});

describe('ratiosOf', () => {
  it('names the measurements', () => {
    expect(ratiosOf([result])).toEqual({ 'search: term, 16 connections': 0.912 });
  });
});

describe('falls', () => {
  it.each([
    ['is as it was', 1, 1, []],
    ['rose', 1, 5, []],
    ['lost a fifth', 1, 0.8, []],
    ['lost more than a fifth', 1, 0.79, ['Fell by more than a fifth: term: 1 to 0.79']],
  ])('a ratio that %s', (_what, before, now, fallen) => {
    expect(falls({ term: before }, { term: now })).toEqual(fallen);
  });

  it('ignores ratios without a counterpart', () => {
    expect(falls({ gone: 1 }, { fresh: 0.1 })).toEqual([]);
  });
});
