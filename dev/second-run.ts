import { readFileSync, writeFileSync } from 'node:fs';

/** The parts of Jest's JSON result that are read. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  success: boolean;
  /** Paths of the suites that failed in the first run and passed in the second. */
  passedOnSecondRun?: string[];
  testResults: SuiteResult[];
}

interface SuiteResult {
  /** The path of its file. */
  name: string;
  status: string;
  assertionResults: { status: string }[];
}

/** More failed suites have a common cause. */
const retryLimit = 8;

/**
 * Selects the failed suites to run once more, alone: on a busy machine, tests over real servers time out now and then.
 *
 * @returns their paths; none when more than `retryLimit` failed
 */
export function suitesToRetry(resultsFile: string): string[] {
  const failed = read(resultsFile).testResults.filter(({ status }) => status === 'failed');
  return failed.length <= retryLimit ? failed.map(({ name }) => name) : [];
}

/** Adds the suites of a file to those of the first, and writes the first file. */
export function addResults(firstFile: string, otherFile: string): JestResult {
  const [first, other] = [read(firstFile), read(otherFile)];
  return write(firstFile, first, [...first.testResults, ...other.testResults]);
}

/** Replaces the results of the first run with those of the second, suite by suite, and writes the first file. */
export function mergeResults(firstFile: string, secondFile: string): JestResult {
  const [first, second] = [read(firstFile), read(secondFile)];
  const reruns = new Map(second.testResults.map((suite) => [suite.name, suite]));
  const passedOnSecondRun = second.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name);
  return write(
    firstFile,
    { ...first, passedOnSecondRun },
    first.testResults.map((suite) => reruns.get(suite.name) ?? suite),
  );
}

/** Writes these suites and their counts; what else `result` holds stays. */
function write(file: string, result: JestResult, testResults: SuiteResult[]): JestResult {
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  const failed = testResults.filter(({ status }) => status === 'failed');
  const written = {
    ...result,
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    // A suite that does not load has no tests that could fail.
    numRuntimeErrorTestSuites: failed.filter(({ assertionResults }) => !assertionResults.some(isFailed)).length,
    success: failed.length === 0,
  };
  writeFileSync(file, JSON.stringify(written));
  return written;
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

function read(file: string): JestResult {
  return JSON.parse(readFileSync(file, 'utf8')) as JestResult;
}
