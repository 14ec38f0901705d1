import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../dev/markdown-table.js';
import { type Check, type GroupResult } from './bench.js';

/** A table of targets and measured values. */
export function markdownChecks(results: readonly GroupResult[]): string {
  const rows = results.flatMap(({ name, checks }) =>
    checks.map((check) => [
      ...[name, check.name, targetOf(check), check.measured.toFixed(2)],
      isMet(check) ? 'met' : '**missed**',
    ]),
  );
  return markdownTable(['group', 'figure', 'target', 'measured', ''], rows);
}

export function isMet({ measured, atLeast = -Infinity, atMost = Infinity }: Check): boolean {
  return measured >= atLeast && measured <= atMost;
}

function targetOf({ atLeast, atMost = Infinity, unit }: Check): string {
  return `${atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`} ${unit}`;
}

/** Ratios of throughput, by the name of the measurement. */
type Ratios = Readonly<Record<string, number>>;

/** The committed ratios of the full run, and of `--quick`, which warms up less. */
type Committed = Partial<Record<'quick' | 'full', Ratios>>;

/** The permitted fall of a ratio. */
const tolerated = 0.2;

const committedFile = join(__dirname, 'committed.json');

/** Compares the ratios with the committed ones, and with `isNew` commits them. @returns those that fell by more than a fifth */
export function compareWithCommitted(results: readonly GroupResult[], form: keyof Committed, isNew: boolean): string[] {
  const committed = JSON.parse(readFileSync(committedFile, 'utf8')) as Committed;
  const now = ratiosOf(results);
  const whole = { ...committed, [form]: { ...committed[form], ...now } };
  if (isNew) writeFileSync(committedFile, `${JSON.stringify(whole, undefined, 2)}\n`);
  return falls(committed[form] ?? {}, now);
}

function ratiosOf(results: readonly GroupResult[]): Ratios {
  const entries = results.flatMap(({ name: group, comparisons }) =>
    comparisons.map(({ name, connections, ratios }): [string, number] => [
      `${group}: ${name}, ${connections} connections`,
      Math.round(ratios.throughput * 1000) / 1000,
    ]),
  );
  return Object.fromEntries(entries);
}

/** The ratios that fell by more than a fifth. Ratios without a committed value are ignored. */
export function falls(before: Ratios, now: Ratios): string[] {
  return Object.entries(now).flatMap(([name, ratio]) => {
    const former = before[name];
    const fell = former !== undefined && ratio < former * (1 - tolerated);
    return fell ? [`Fell by more than a fifth: ${name}: ${former} to ${ratio}`] : [];
  });
}
