import { type Kind, kinds } from './case.js';
import { type Verdict } from './judge.js';

interface Row {
  cases: number;
  good: number;
  rejected: number;
  closed: number;
  compared: number;
  faulty: number;
  slowest: number;
}

const none = (): Row => ({ cases: 0, good: 0, rejected: 0, closed: 0, compared: 0, faulty: 0, slowest: 0 });

/** Counts the results of the cases by kind. */
export class FuzzSummary {
  private readonly rows = new Map<Kind, Row>(kinds.map((kind) => [kind, none()]));

  /** Of all kinds. */
  get total(): Row {
    const sum = (of: keyof Row): number => [...this.rows.values()].reduce((total, row) => total + row[of], 0);
    const names = Object.keys(none()) as (keyof Row)[];
    return Object.fromEntries(names.map((name) => [name, sum(name)])) as unknown as Row;
  }

  add(kind: Kind, { faults, slowest, status, compared }: Verdict): void {
    const row = this.rows.get(kind);
    if (!row) return;
    row.cases += 1;
    if (status === 0) row.closed += 1;
    else if (status < 400) row.good += 1;
    else row.rejected += 1;
    if (compared) row.compared += 1;
    if (faults.length > 0) row.faulty += 1;
    row.slowest = Math.max(row.slowest, slowest);
  }

  get table(): Record<string, string | number>[] {
    return [...this.rows].map(([kind, { good, compared, slowest, ...counts }]) => ({
      ...{ kind, ...counts, succeeded: good, 'JSON = XML': compared, slowest: `${Math.round(slowest)} ms` },
    }));
  }
}
