import { faultDuring } from '../attack/suite.js';
import { faults } from '../faults/faults.js';
import { figures } from '../faults/figures.js';
import { details, overview } from './report.js';
import { SuiteRun } from './suite.js';

const resultOf = (run: (run: SuiteRun) => Promise<void> | void, abort = new AbortController().signal) =>
  new SuiteRun(['frozen'], abort, '').resultOf({ name: 'soak', run: async (given) => run(given) });

describe('the result of a slow suite', () => {
  it('is what the suite says', async () => {
    const result = await resultOf((run) => {
      run.row({ load: 'peak', p99: '12 ms' });
      run.note('Seed 7.');
      run.did('restarts');
      run.did('restarts');
      run.expect(true, 'a request failed');
      run.expect(false, 'memory grows');
    });
    expect(result).toEqual({
      ...{ name: 'soak', seconds: expect.any(Number), done: { restarts: 2 }, rows: [{ load: 'peak', p99: '12 ms' }] },
      ...{ notes: ['Seed 7.'], failures: ['memory grows'] },
    });
  });

  it.each([
    [{ requests: 5, restarts: 0 }, 'The suite did nothing: no restarts.'],
    [{ requests: NaN }, 'The suite did nothing: no requests.'],
    [{}, 'The suite does not say what it did.'],
  ])('is a failure if it did nothing: %j', async (done, failure) => {
    const { failures } = await resultOf((run) => {
      for (const [what, count] of Object.entries(done)) run.did(what, count);
    });
    expect(failures).toEqual([failure]);
  });

  it('is a failure if the suite rejects', async () => {
    const { failures } = await resultOf(() => Promise.reject(new Error('no servers')));
    expect(failures).toEqual([expect.stringContaining('no servers')]);
  });

  it('is none if the suite was interrupted', async () => {
    const abort = AbortSignal.abort(new Error('interrupted'));
    await expect(resultOf(() => Promise.reject(new Error('closed')), abort)).rejects.toThrow('interrupted');
  });

  it('is a failure if the arguments select nothing', async () => {
    const { failures } = await resultOf((run) => {
      run.did('faults', run.select([{ name: 'PostgreSQL killed' }]).length);
    });
    expect(failures).toEqual(['Nothing has this name. Names: PostgreSQL killed.']);
  });
});

describe('an attack or a fault', () => {
  const response = { status: 200, at: 0, ms: 5 };

  it('is no attack that was held off', () => {
    expect(faultDuring([response], { during: [response], sent: [response] })).toBeUndefined();
    expect(faultDuring([response], { during: [], sent: [response] })).toBe('no requests were sent');
    expect(faultDuring([response], { during: [response], sent: [] })).toBe('no requests were sent');
  });

  it.each([
    [5, 100, [], undefined],
    [5, 101, [], 'p99 101 ms, allowed 100 ms'],
    [100, 301, [], 'p99 301 ms, allowed 300 ms'],
    [5, 101, [[429, 'too_many_requests', 5]], 'p99 101 ms, allowed 100 ms'],
    [5, 1000, Array(2).fill([429, 'too_many_requests', 5]), undefined],
    [5, 1001, Array(2).fill([429, 'too_many_requests', 5]), 'p99 1001 ms, allowed 1000 ms'],
    [5, 101, Array(2).fill([503, 'search_unavailable', 5]), 'p99 101 ms, allowed 100 ms'],
    [5, 101, Array(2).fill([503, 'overloaded', 1001]), 'p99 101 ms, allowed 100 ms'],
  ] as [number, number, [number, string, number][], string | undefined][])(
    'without an attack %d ms, now %d ms, while it also gets %j',
    (before, now, others, fault) => {
      const sent = [response, ...others.map(([status, code, ms]) => ({ status, code, at: 0, ms }))];
      expect(faultDuring([{ ...response, ms: before }], { during: [{ ...response, ms: now }], sent })).toBe(fault);
    },
  );

  it.each(faults.map((fault) => [fault.name, fault] as const))('is no fault that was overcome: %s', (_name, fault) => {
    expect(figures(fault, [], { began: 0, ended: 8000 }).failures).toContain('no requests during the fault');
  });
});

describe('the report of the slow suites', () => {
  const passed = { done: { requests: 1200 }, rows: [{ load: 'peak', p99: '12 ms' }], notes: [], failures: [] };
  const results = [
    { ...passed, name: 'overload', seconds: 90, notes: ['Goodput is 86 % of the peak.'] },
    { ...passed, name: 'soak', seconds: 30, failures: ['Memory grows.\nBy 3 MB.'] },
  ];

  it('has a row for each suite', () => {
    expect(overview(results)).toBe(
      [
        '| suite    | result | duration | what it did    |',
        '| -------- | ------ | -------- | -------------- |',
        '| overload | passed | 1.5 min  | 1,200 requests |',
        '| soak     | FAILED | 0.5 min  | 1,200 requests |',
        '',
        '1 of 2 suites passed in 2.0 min.',
      ].join('\n'),
    );
  });

  it('has the figures of each suite, and what is wrong', () => {
    const table = ['| load | p99   |', '| ---- | ----- |', '| peak | 12 ms |'];
    expect(results.map(details)).toEqual([
      ['## overload: passed', '', ...table, '', 'Goodput is 86 % of the peak.'].join('\n'),
      ['## soak: FAILED', '', ...table, '', '- Memory grows.', '  By 3 MB.'].join('\n'),
    ]);
  });
});
