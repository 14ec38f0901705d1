import { latency, outcomes } from '../load/figures.js';
import { type Fault } from './fault.js';
import { type FaultResponse } from './load.js';

/** When a fault began and ended. */
interface Span {
  began: number;
  ended: number;
}

/** Limits in milliseconds. */
const limits = {
  /** SEARCH_TIMEOUT, and the delay of a busy machine. */
  search: 2000 + 250,
  /** The median while the circuit breaker is open. */
  open: 50,
  slowest: 3000,
  recovery: 5000,
  /** The delay of a busy machine, for moments that are counted in seconds. */
  late: 1000,
  /** A p99 below this is acceptable, whatever it was before the fault. */
  acceptable: 50,
};

/** The circuit opens within this time after the fault, in milliseconds: one search timeout, one probe and a margin. */
const untilOpen = 3000;

interface Figures {
  row: Record<string, string>;
  failures: string[];
}

/** Compares the responses during a fault with the limits. */
export function figures(fault: Fault, responses: readonly FaultResponse[], { began, ended }: Span): Figures {
  const failures: string[] = [];
  const expect = (holds: boolean, failure: string) => {
    if (!holds) failures.push(failure);
  };
  const during = responses.filter(({ at }) => at >= began && at < ended);
  const [search, other] = [ofKind(during, 'search'), ofKind(during, 'other')];
  expect(search.length > 0 && other.length > 0, 'no requests during the fault');
  const slowest = Math.max(0, ...search.map(({ ms }) => ms));
  const rejected = search.filter(({ at, status }) => status === 503 && at > began + untilOpen);
  const open = latency(rejected, 0.5);
  const before = latency(
    ofKind(responses, 'other').filter(({ at }) => at < began),
    0.99,
  );
  const then = latency(other, 0.99);
  const recoversFrom = fault.isOvercome ? began : ended;
  const failedAfter = responses.filter(({ at, status }) => at > recoversFrom && status !== 200);
  const recovery = Math.max(0, ...failedAfter.map(({ at }) => at - recoversFrom));
  const late = responses.filter(({ ms, at }) => ms > limits.slowest && at >= began);
  const partial = responses.filter((response) => response.partial);
  expect(partial.length === 0, `${partial.length} partial lists`);
  expect(
    during.every(({ status }) => status === 200 || status === 503),
    `responses: ${outcomes(during)}`,
  );
  expect(fault.affects === 'none' || late.length === 0, `${late.length} responses later than 3 s`);
  expect(recovery <= limits.recovery, `failures for ${Math.round(recovery)} ms`);
  const hasEffect = during.some(({ status }) => status === 503);
  if (fault.affects === 'none') expect(!hasEffect, `responses: ${outcomes(during)}`);
  else expect(hasEffect, 'the fault has no effect');
  if (fault.searchesFailAfter) {
    const [least, most] = fault.searchesFailAfter;
    const failed = search.filter(({ status }) => status !== 200).map(({ at }) => at);
    const first = Math.min(...failed) - began;
    expect(
      first >= least * 1000 && first <= most * 1000 + limits.late,
      `searches failed first after ${Math.round(first)} ms`,
    );
    // A request that still waits for PostgreSQL at the end succeeds.
    const later = search.filter(({ at }) => at >= began + first && at < ended - limits.slowest);
    expect(
      later.every(({ status }) => status === 503),
      `after the first failure: ${outcomes(later)}`,
    );
  }
  if (fault.affects === 'search') {
    expect(slowest <= limits.search, `a search took ${Math.round(slowest)} ms`);
    expect(open < limits.open, `a 503 takes ${Math.round(open)} ms at the median`);
    expect(
      other.every(({ status }) => status === 200),
      `other responses: ${outcomes(other)}`,
    );
    expect(then <= Math.max(2 * before, limits.acceptable), `p99 of other responses is ${Math.round(then)} ms`);
  }
  const row = {
    searches: outcomes(search),
    slowest: `${Math.round(Math.max(slowest, ...other.map(({ ms }) => ms)))} ms`,
    'median open': rejected.length === 0 ? '–' : `${open.toFixed(1)} ms`,
    others: outcomes(other),
    'p99 before → during': `${before.toFixed(0)} → ${then.toFixed(0)} ms`,
    recovery: `${(recovery / 1000).toFixed(1)} s`,
  };
  return { row, failures };
}

function ofKind(responses: readonly FaultResponse[], kind: FaultResponse['kind']): FaultResponse[] {
  return responses.filter((response) => response.kind === kind);
}
