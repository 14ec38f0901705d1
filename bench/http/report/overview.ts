import { markdownTable } from '../../../dev/markdown-table.js';
import { type GroupResult } from '../bench.js';
import { type Comparison } from '../measure/comparison.js';

/** One row for each measurement with several sides: the first side, and its ratio to each other one. */
export function overview(results: readonly GroupResult[]): string | undefined {
  const comparisons = results.flatMap((result) => result.comparisons).filter(({ sides }) => sides[0].programs);
  if (comparisons.length === 0) return undefined;
  const others = [...new Set(comparisons.map(({ sides: [, { name }] }) => name))];
  const rows = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const { name, connections, sides } = comparison;
    const key = `${name} ${connections} ${sides[0].name}`;
    rows.set(key, [...(rows.get(key) ?? []), comparison]);
  }
  return markdownTable(
    ['', 'connections', 'side', 'ms of processor', ...others.map((other) => `ratio to ${other} (its ms)`)],
    [...rows.values()].map((row) => rowOf(row, others)),
  );
}

function rowOf(row: readonly Comparison[], others: readonly string[]): string[] {
  const [first] = row;
  const ratios = others.map((other) => {
    const comparison = row.find(({ sides }) => sides[1].name === other);
    return comparison ? `${comparison.ratios.throughput.toFixed(2)} (${processorTime(comparison.sides[1])})` : '';
  });
  if (!first) return [];
  return [first.name, String(first.connections), first.sides[0].name, processorTime(first.sides[0]), ...ratios];
}

/** Of all programs but the load generator. */
function processorTime({ programs = {} }: Comparison['sides'][number]): string {
  const { load: _, ...own } = programs;
  return Object.values(own)
    .reduce((sum, time) => sum + time, 0)
    .toFixed(2);
}
