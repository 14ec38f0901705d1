import { markdownTable } from '../../dev/markdown-table.js';
import { type SuiteResult } from './suite.js';

/** The table of all suites. */
export function overview(results: readonly SuiteResult[]): string {
  const rows = results.map((result) => [result.name, verdict(result), minutes(result.seconds), doneOf(result)]);
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  return (
    `${markdownTable(['suite', 'result', 'duration', 'what it did'], rows)}\n\n` +
    `${passed} of ${results.length} suites passed in ${minutes(total)}.`
  );
}

/** The figures of one suite, and what is wrong. */
export function details(result: SuiteResult): string {
  const { name, rows, notes, failures } = result;
  const head = Object.keys(rows[0] ?? {});
  const table = markdownTable(
    head,
    rows.map((row) => head.map((column) => String(row[column] ?? ''))),
  );
  const faults = failures.map((failure) => `- ${failure.replaceAll('\n', '\n  ')}`);
  const parts = [`## ${name}: ${verdict(result)}`, rows.length > 0 ? table : '', notes.join('\n'), faults.join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
}

function verdict({ failures }: SuiteResult): string {
  return failures.length === 0 ? 'passed' : 'FAILED';
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`;
}

function doneOf({ done }: SuiteResult): string {
  return Object.entries(done)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
}
