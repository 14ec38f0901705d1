import { existsSync, readFileSync } from 'node:fs';
import { markdownTable } from './markdown-table.js';

/** What `test/support/load-suite.ts` writes as a line for each suite of a group. */
interface SuiteTime {
  name: string;
  /** Loading its modules that no suite of the group before it has loaded. */
  loadMs: number;
  /** From its first hook to its last one. */
  runMs: number;
  /** Processor time of both in the process of the tests, without the programs and servers that the suite starts. */
  processorMs: number;
}

/** The part of Jest's results that is read here. */
interface Results {
  testResults: { assertionResults: { ancestorTitles: string[]; duration?: number | null }[] }[];
}

/** A table of the suites of groups, the longest first, in seconds. */
export function suiteTimesTable(timesFile: string, resultsFiles: readonly string[]): string {
  const lines = existsSync(timesFile) ? readFileSync(timesFile, 'utf8').trimEnd().split('\n') : [];
  const results = resultsFiles
    .filter((file) => existsSync(file))
    .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Results).testResults);
  const tests = new Map<string, { count: number; ms: number }>();
  for (const { ancestorTitles, duration } of results.flatMap(({ assertionResults }) => assertionResults)) {
    const [suite = ''] = ancestorTitles;
    const { count, ms } = tests.get(suite) ?? { count: 0, ms: 0 };
    tests.set(suite, { count: count + 1, ms: ms + (duration ?? 0) });
  }
  const seconds = (ms: number) => (Math.max(0, ms) / 1000).toFixed(1);
  const rows = lines
    .map((line) => JSON.parse(line) as SuiteTime)
    .sort((a, b) => b.loadMs + b.runMs - a.loadMs - a.runMs)
    .map(({ name, loadMs, runMs, processorMs }) => {
      const { count, ms } = tests.get(name) ?? { count: 0, ms: 0 };
      return [
        name,
        String(count),
        seconds(loadMs + runMs),
        seconds(loadMs),
        seconds(runMs - ms),
        seconds(ms),
        seconds(processorMs),
      ];
    });
  return markdownTable(['Suite', 'Tests', 'Seconds', 'Loading', 'Starts and hooks', 'In tests', 'Processor'], rows);
}
