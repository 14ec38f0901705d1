import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeResults, worthAnother } from './second-run.js';

describe('a second run of suites that failed beside others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-run-'));
  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string];

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const suite = (name: string, ...tests: string[]) => ({
    name,
    status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
    assertionResults: tests.map((status) => ({ status })),
  });
  const write = (file: string, ...testResults: object[]) => {
    writeFileSync(file, JSON.stringify({ numTodoTests: 0, testResults }));
  };

  it('is of those only', () => {
    write(first, suite('a', 'passed'), suite('b', 'passed', 'failed'), suite('c'));
    expect(worthAnother(first)).toEqual(['b', 'c']);
  });

  it('is not made when many failed', () => {
    write(first, ...Array.from({ length: 9 }, (_, at) => suite(String(at), 'failed')));
    expect(worthAnother(first)).toEqual([]);
  });

  it('counts in the place of the first', () => {
    write(first, suite('a', 'passed'), suite('b', 'passed', 'failed'), suite('c'));
    write(second, suite('b', 'passed', 'passed'), suite('c'));
    const merged = mergeResults(first, second);
    expect(merged).toMatchObject({
      numPassedTests: 3,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 1,
      numTodoTests: 0,
      success: false,
    });
    expect(JSON.parse(readFileSync(first, 'utf8'))).toEqual(merged);
  });

  it('fails again for a fault', () => {
    write(first, suite('a', 'passed'), suite('b', 'failed'));
    write(second, suite('b', 'failed'));
    expect(mergeResults(first, second)).toMatchObject({ numPassedTests: 1, numFailedTests: 1, success: false });
    write(second, suite('b', 'passed'));
    expect(mergeResults(first, second)).toMatchObject({ numPassedTests: 2, numFailedTests: 0, success: true });
  });
});
