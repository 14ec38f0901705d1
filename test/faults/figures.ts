import { type Answered } from './load.js';
import { type Fault } from './faults.js';

/** When a fault struck, and when it was ended. */
interface Span {
  struck: number;
  ended: number;
}

const limits = {
  /** SEARCH_TIMEOUT, and what the machine that measures takes for itself. */
  search: 2000 + 250,
  /** The median while nobody asks Elasticsearch. */
  open: 50,
  hang: 3000,
  recovery: 5000,
  /** A p99 below this is no harm, whatever it was before. */
  unharmed: 50,
};

/** Milliseconds after the strike by which the circuit has to be open: one time limit, and a moment. */
const untilOpen = 2500;

export interface Figures {
  line: string[];
  faults: string[];
}

export const heading = ['fault', 'search', 'slowest', 'median open', 'the rest', 'p99 before → during', 'back after'];

/** What was seen against what is asked. */
export function figures(fault: Fault, answers: readonly Answered[], { struck, ended }: Span): Figures {
  const faults: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  const during = answers.filter(({ at }) => at >= struck && at < ended);
  const [search, rest] = [ofKind(during, 'search'), ofKind(during, 'rest')];
  const slowest = Math.max(...search.map(({ ms }) => ms));
  const refused = search.filter(({ at, status }) => status === 503 && at > struck + untilOpen);
  const open = quantile(refused, 0.5);
  const before = quantile(
    ofKind(answers, 'rest').filter(({ at }) => at < struck),
    0.99,
  );
  const then = quantile(rest, 0.99);
  const back = Math.max(
    0,
    ...answers.filter(({ at, status }) => at > ended && status !== 200).map(({ at }) => at - ended),
  );
  const late = answers.filter(({ ms, at }) => ms > limits.hang && at >= struck);
  expect(
    answers.every(({ partial }) => !partial),
    `${answers.filter(({ partial }) => partial).length} partial lists`,
  );
  expect(
    during.every(({ status }) => status === 200 || status === 503),
    `answers ${statuses(during)}`,
  );
  expect(late.length === 0, `${late.length} answers later than 3 s`);
  expect(back <= limits.recovery, `not well again for ${Math.round(back)} ms`);
  expect(
    during.some(({ status }) => status === 503),
    'the fault did not show',
  );
  if (fault.hits === 'search') {
    expect(slowest <= limits.search, `a search took ${Math.round(slowest)} ms`);
    expect(open < limits.open, `a refusal takes ${Math.round(open)} ms at the median`);
    expect(
      rest.every(({ status }) => status === 200),
      `the rest answers ${statuses(rest)}`,
    );
    expect(then <= Math.max(2 * before, limits.unharmed), `p99 of the rest ${Math.round(then)} ms`);
  }
  const line = [
    fault.name,
    statuses(search),
    `${Math.round(Math.max(slowest, ...rest.map(({ ms }) => ms)))} ms`,
    refused.length === 0 ? '–' : `${open.toFixed(1)} ms`,
    statuses(rest),
    `${before.toFixed(0)} → ${then.toFixed(0)} ms`,
    `${(back / 1000).toFixed(1)} s`,
  ];
  return { line, faults };
}

function ofKind(answers: readonly Answered[], kind: Answered['kind']): Answered[] {
  return answers.filter((answer) => answer.kind === kind);
}

function quantile(answers: readonly Answered[], part: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

function statuses(answers: readonly Answered[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? 'none' : status}`)
    .join(', ');
}
