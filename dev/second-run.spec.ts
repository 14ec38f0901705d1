import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../test/support/use-temporary-folder.js';
import { addResults, mergeResults, suitesToRetry } from './second-run.js';

describe('the second run of failed suites', () => {
  const folder = useTemporaryFolder();
  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string];

  const suite = (name: string, ...tests: string[]) => ({
    name,
    status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
    assertionResults: tests.map((status) => ({ status })),
  });
  const write = (file: string, ...testResults: object[]) => {
    writeFileSync(file, JSON.stringify({ numTodoTests: 0, testResults }));
  };

  it('runs only the suites that failed', () => {
    write(first, suite('a', 'passed'), suite('b', 'passed', 'failed'), suite('c'));
    expect(suitesToRetry(first)).toEqual(['b', 'c']);
  });

  it('does not happen when many suites failed', () => {
    write(first, ...Array.from({ length: 9 }, (_, index) => suite(String(index), 'failed')));
    expect(suitesToRetry(first)).toEqual([]);
  });

  it('replaces the results of the first run, and names the suites that passed', () => {
    write(first, suite('a', 'passed'), suite('b', 'passed', 'failed'), suite('c'));
    write(second, suite('b', 'passed', 'passed'), suite('c'));
    const merged = mergeResults(first, second);
    expect(merged).toMatchObject({
      numPassedTests: 3,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 1,
      numTodoTests: 0,
      success: false,
      passedOnSecondRun: ['b'],
    });
    expect(JSON.parse(readFileSync(first, 'utf8'))).toEqual(merged);
  });

  it('runs failed suites of both groups, whose results are in one file', () => {
    write(first, suite('a', 'passed'), suite('b', 'failed'));
    write(second, suite('timed', 'passed', 'failed'));
    const added = addResults(first, second);
    expect(added).toMatchObject({ numPassedTests: 2, numFailedTests: 2, numTodoTests: 0, success: false });
    expect(JSON.parse(readFileSync(first, 'utf8'))).toEqual(added);
    expect(suitesToRetry(first)).toEqual(['b', 'timed']);
    write(second, suite('b', 'passed'), suite('timed', 'passed', 'passed'));
    expect(mergeResults(first, second)).toMatchObject({ numPassedTests: 4, success: true });
  });

  it('fails when a suite fails again', () => {
    write(first, suite('a', 'passed'), suite('b', 'failed'));
    write(second, suite('b', 'failed'));
    expect(mergeResults(first, second)).toMatchObject({ numPassedTests: 1, numFailedTests: 1, success: false });
    write(second, suite('b', 'passed'));
    expect(mergeResults(first, second)).toMatchObject({ numPassedTests: 2, numFailedTests: 0, success: true });
  });
});
