import { percentile } from '../statistics.js';
import { type ProcessorTime, processTime } from '../http/measure/processor-time.js';
import { type Variables } from '../servers.js';

/** What a search costs. */
export interface Cost {
  /** Milliseconds until the response, of searches that run alone. */
  readonly p50: number;
  readonly p95: number;
  /** Elasticsearch's queries per search, and its milliseconds per search. */
  readonly queries?: number;
  readonly engineMs?: number;
  /** Milliseconds of processor time of the service per search. */
  readonly nodeMs?: number;
}

/** What is measured besides the time of the responses. */
export interface Measured {
  /** The index that is searched. */
  readonly env?: Variables;
  /** The process of the service. */
  readonly pid?: number | undefined;
}

/** Elasticsearch's counters of an index. */
interface Counters {
  readonly query_total: number;
  readonly query_time_in_millis: number;
  readonly fetch_time_in_millis: number;
}

/** Measures what searches cost in Elasticsearch. Without an index only the time of the responses is known. */
export class CostMeter {
  private constructor(
    private readonly index: string | undefined,
    private readonly before: Counters | undefined,
    private readonly nodeTime: ProcessorTime,
    private readonly nodeBefore = nodeTime(),
  ) {}

  static async start({ env, pid }: Measured): Promise<CostMeter> {
    const index = env && `${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}`;
    return new CostMeter(index, index === undefined ? undefined : await countersOf(index), processTime(pid));
  }

  /** @param times milliseconds of the timed searches @param searches the number of all searches */
  async stop(times: readonly number[], searches: number): Promise<Cost> {
    const nodeMs = (this.nodeTime() - this.nodeBefore) / searches;
    const wall = { ...(nodeMs > 0 && { nodeMs }), p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    if (this.index === undefined || !this.before) return wall;
    const after = await countersOf(this.index);
    const spent = (name: keyof Counters): number => after[name] - (this.before?.[name] ?? 0);
    return {
      ...wall,
      queries: spent('query_total') / searches,
      engineMs: (spent('query_time_in_millis') + spent('fetch_time_in_millis')) / searches,
    };
  }
}

async function countersOf(index: string): Promise<Counters> {
  const response = await fetch(`${index}/_stats/search`);
  const { _all: all } = (await response.json()) as { _all: { primaries: { search: Counters } } };
  return all.primaries.search;
}
