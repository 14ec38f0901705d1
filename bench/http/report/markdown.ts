import { markdownTable } from '../../../dev/markdown-table.js';
import { type GroupResult } from '../bench.js';
import { growthTable } from '../groups/growth/point.js';
import { isMet, targetOf } from '../measure/check.js';
import { overview } from './overview.js';
import { type Comparison } from '../measure/comparison.js';

/** The whole report. */
export function markdown(results: readonly GroupResult[], about: readonly string[]): string {
  const groups = results
    .filter(({ comparisons }) => comparisons.length > 0)
    .map(({ name, comparisons }) => `## ${capital(name)}\n\n${comparisonTable(comparisons)}`);
  const table = overview(results);
  const notes = results.flatMap(({ notes: own = [] }) => own).map((note) => `- ${note}`);
  for (const { growth } of results) if (growth) groups.push(`## Growth\n\n${growthTable(growth)}`);
  const head = ['# What the service costs', about.map((line) => `- ${line}`).join('\n')];
  return `${[...head, '## Targets', markdownChecks(results), ...(table === undefined ? [] : ['## Overview', table]), ...groups, ...(notes.length > 0 ? ['## Notes', notes.join('\n')] : [])].join('\n\n')}\n`;
}

/** A table of targets and measured values. */
export function markdownChecks(results: readonly GroupResult[]): string {
  const rows = results.flatMap(({ name, checks }) =>
    checks.map((check) => [
      name,
      check.name,
      targetOf(check),
      check.measured.toFixed(2),
      isMet(check) ? 'met' : '**missed**',
    ]),
  );
  return markdownTable(['group', 'figure', 'target', 'measured', ''], rows);
}

function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap(({ name, connections, sides, ratios, p50Difference }) =>
    sides.map(({ name: side, throughput, p50, p99, cpu, programs, bytes, resident, loopDelay }, at) => [
      ...(at === 0 ? [name, String(connections)] : ['', '']),
      side,
      ...[throughput.toFixed(0), p50.toFixed(2), p99.toFixed(2)],
      ...[
        programs ? programTimes(programs) : (cpu?.toFixed(2) ?? ''),
        bytes?.toFixed(0) ?? '',
        resident ? (resident / 1024 / 1024).toFixed(0) : '',
        loopDelay?.toFixed(1) ?? '',
      ],
      at === 0 ? `${ratios.throughput.toFixed(2)} / ${ratios.p50.toFixed(2)} / ${ratios.p99.toFixed(2)}` : '',
      at === 0 ? p50Difference.toFixed(2) : '',
    ]),
  );
  return markdownTable(
    [
      ...['', 'connections', 'side', 'requests/s', 'p50 ms', 'p99 ms'],
      ...[
        'CPU ms a request',
        'bytes',
        'MB',
        'loop delay p99 ms',
        'ratio: throughput / p50 / p99',
        'p50 difference, ms',
      ],
    ],
    rows,
  );
}

/** `Node 1.53, Elasticsearch 2.30`, without programs that did next to nothing. */
function programTimes(programs: Readonly<Record<string, number>>): string {
  return Object.entries(programs)
    .filter(([, milliseconds]) => milliseconds >= 0.005)
    .map(([name, milliseconds]) => `${name} ${milliseconds.toFixed(2)}`)
    .join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
