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

  get count(): number {
    return this.sum(({ cases }) => cases);
  }

  get faulty(): number {
    return this.sum(({ faulty }) => faulty);
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

  get table(): string {
    const lines = [...this.rows].map(
      ([kind, { cases, good, rejected, closed, compared, faulty, slowest }]) =>
        `| ${[kind, cases, good, rejected, closed, compared, faulty, `${Math.round(slowest)} ms`].join(' | ')} |`,
    );
    return ['| kind | cases | succeeded | rejected | closed | JSON = XML | faulty | slowest |', ...lines].join('\n');
  }

  private sum(of: (row: Row) => number): number {
    return [...this.rows.values()].reduce((sum, row) => sum + of(row), 0);
  }
}
