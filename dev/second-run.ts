import { readFileSync, writeFileSync } from 'node:fs';

/** What is read of Jest's JSON result. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  success: boolean;
  testResults: SuiteResult[];
}

interface SuiteResult {
  /** The path of its file. */
  name: string;
  status: string;
  assertionResults: { status: string }[];
}

/** More than that is no accident. */
const most = 8;

/**
 * The suites of a whole run that deserve another one alone: tests over real servers fail now and then for want of a
 * processor, on machines where other programs run as well. A fault fails again.
 *
 * @returns nothing when all passed, or when so many failed that it cannot be chance
 */
export function worthAnother(resultsFile: string): string[] {
  const failed = read(resultsFile).testResults.filter(({ status }) => status === 'failed');
  return failed.length <= most ? failed.map(({ name }) => name) : [];
}

/** Puts what suites came to in their second run in the place of what they came to in the first. */
export function mergeResults(firstFile: string, secondFile: string): JestResult {
  const [first, second] = [read(firstFile), read(secondFile)];
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]));
  const testResults = first.testResults.map((suite) => again.get(suite.name) ?? suite);
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  const failed = testResults.filter(({ status }) => status === 'failed');
  const merged = {
    ...first,
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    // A suite that does not even load has no tests that could fail.
    numRuntimeErrorTestSuites: failed.filter(({ assertionResults }) => !assertionResults.some(isFailed)).length,
    success: failed.length === 0,
  };
  writeFileSync(firstFile, JSON.stringify(merged));
  return merged;
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

function read(file: string): JestResult {
  return JSON.parse(readFileSync(file, 'utf8')) as JestResult;
}
