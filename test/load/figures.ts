import { percentile } from '../../bench/statistics.js';

/** A response, or a request that failed. Times in milliseconds. */
export interface TimedResponse {
  /** 0 if there was no response. */
  status: number;
  /** The code of a problem, or of a network error. */
  code?: string | undefined;
  /** When the request was sent, by `performance.now()`. */
  at: number;
  ms: number;
}

/** The responses with status 200 within a time limit. */
export function successful<T extends TimedResponse>(responses: readonly T[], withinMs = Infinity): T[] {
  return responses.filter(({ status, ms }) => status === 200 && ms <= withinMs);
}

/** A percentile of the response times in milliseconds; 0 without responses. */
export function latency(responses: readonly TimedResponse[], share: number): number {
  return responses.length === 0
    ? 0
    : percentile(
        responses.map(({ ms }) => ms),
        share,
      );
}

/** Counts responses by outcome: `900 × 200, 100 × 503 overloaded`. */
export function outcomes(responses: readonly Pick<TimedResponse, 'status' | 'code'>[]): string {
  const counts = new Map<string, number>();
  for (const { status, code = '' } of responses) {
    const outcome = `${status === 0 ? 'no response' : status} ${code}`.trim();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => `${count.toLocaleString('en')} × ${outcome}`)
    .join(', ');
}

/** The median and the 99th percentile of the successful responses: `12, 34 ms`. */
export function times(responses: readonly TimedResponse[], withinMs = Infinity): string {
  const good = successful(responses, withinMs);
  return `${[0.5, 0.99].map((share) => latency(good, share).toFixed(0)).join(', ')} ms`;
}
