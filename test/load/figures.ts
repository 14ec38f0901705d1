import { type Answered } from './callers.js';

/** Those answered as they should be. */
export function good(answers: readonly Answered[], within = Infinity): Answered[] {
  return answers.filter(({ status, ms }) => status === 200 && ms <= within);
}

/** Milliseconds that this part of the answers took at most. */
export function quantile(answers: readonly Answered[], part: number): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

/** How many were answered how: `900 × 200, 100 × 503 overloaded`. */
export function outcomes(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { status, code = '' } of answers) {
    const outcome = status === 0 ? 'none' : `${status} ${code}`.trim();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${count.toLocaleString('en')} × ${outcome}`)
    .join(', ');
}
