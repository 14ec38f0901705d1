import { type GroupResult } from '../bench.js';
import { markdown } from './markdown.js';

const result: GroupResult = {
  notes: ['Solr is skipped.'],
  name: 'search',
  checks: [
    { name: 'term, throughput', measured: 0.912, atLeast: 0.8, unit: 'times Elasticsearch' },
    { name: 'term, p99', measured: 1.6, atMost: 1.5, unit: 'times Elasticsearch' },
  ],
  comparisons: [
    {
      name: 'term',
      connections: 16,
      sides: [
        {
          name: 'service',
          throughput: 912,
          p50: 2.5,
          p99: 9,
          cpu: 0.4,
          resident: 100 * 1024 * 1024,
          loopDelay: 3.14,
          bytes: 512,
        },
        {
          name: 'Elasticsearch <b>',
          throughput: 1000,
          p50: 2,
          p99: 8,
          programs: { Elasticsearch: 1.234, load: 0.001 },
        },
      ],
      ratios: { throughput: 0.912, p50: 1.25, p99: 1.125 },
      p50Difference: 0.5,
    },
  ],
};

describe('markdown', () => {
  const text = markdown([result], ['seed 1']).replace(/ +/g, ' ');

  it('shows targets and measured values', () => {
    expect(text).toContain('| search | term, throughput | at least 0.8 times Elasticsearch | 0.91 | met |');
    expect(text).toContain('| search | term, p99 | at most 1.5 times Elasticsearch | 1.60 | **missed** |');
  });

  it('shows ratios to all sides in one row', () => {
    const [comparison] = result.comparisons;
    if (!comparison) throw new Error();
    const [service, other] = comparison.sides;
    const sides = [{ ...service, programs: { Node: 1, Elasticsearch: 2.5, load: 9 } }, other] as const;
    const second = [sides[0], { ...other, name: 'Solr' }] as const;
    const both = {
      ...result,
      comparisons: [
        { ...comparison, sides },
        { ...comparison, sides: second },
      ],
    };
    expect(markdown([both], []).replace(/ +/g, ' ')).toContain(
      '| term | 16 | service | 3.50 | 0.91 (1.23) | 0.91 (1.23) |',
    );
  });

  it('shows notes', () => {
    expect(text).toContain('## Notes\n\n- Solr is skipped.');
  });

  it('shows both sides, and the process of the service', () => {
    expect(text).toContain(
      '| term | 16 | service | 912 | 2.50 | 9.00 | 0.40 | 512 | 100 | 3.1 | 0.91 / 1.25 / 1.13 | 0.50 |',
    );
    expect(text).toContain('| | | Elasticsearch <b> | 1000 | 2.00 | 8.00 | Elasticsearch 1.23 | | | | | |');
  });
});
