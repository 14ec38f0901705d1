import { SEARCH_FIELDS } from '../../src/places/body/clauses.js';
import { ask } from '../elasticsearch.js';
import { processTime } from '../processes.js';
import { type Variables } from '../servers.js';
import { percentile } from '../statistics.js';
import { type NamedPlace } from './places.js';
import { type Cost } from './results.js';

/** Parameters of the request besides `q`. */
type Parameters = Readonly<Record<string, string>>;

/** The first ten places, best first, and what the header says. */
export interface Found {
  readonly places: readonly NamedPlace[];
  readonly header: Readonly<Record<string, unknown>>;
}

export type Searcher = (text: string, parameters?: Parameters) => Promise<Found>;

interface Suggestion {
  readonly text: string;
  readonly address?: { readonly city?: string };
}

export type Suggester = (text: string, parameters?: Parameters) => Promise<readonly Suggestion[]>;

const HITS = 10;

const FIELDS = ['id', 'name', 'address', 'categories', 'location', 'phones', 'openingHours'];

/** The service, over HTTP. */
export function serviceSearcher(service: { url: string; token: string }): Searcher {
  return async (text, parameters = {}) => {
    const query = { q: text, rows: String(HITS), fl: FIELDS.join(','), ...parameters };
    const { results } = await get<{ results: Found }>(service, '/v2/places', query);
    return results;
  };
}

/** The type-ahead of the service. */
export function serviceSuggester(service: { url: string; token: string }): Suggester {
  return async (text, parameters = {}) => {
    const query = { q: text, rows: '5', ...parameters };
    const found = await get<{ suggestionResults: { suggestions: Suggestion[] } }>(service, '/v2/places/suggest', query);
    return found.suggestionResults.suggestions;
  };
}

async function get<T>({ url, token }: { url: string; token: string }, path: string, query: Parameters): Promise<T> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers });
  if (!response.ok) throw new Error(`A search returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * The plain query for comparison: `multi_match` with its defaults over the name and the field of all words (name, categories
 * and address), in the same index, which already folds case and accents.
 */
export function plainSearcher(env: Variables): Searcher {
  const url = `${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}/_search`;
  return async (text) => {
    const query = { multi_match: { query: text, fields: ['name', SEARCH_FIELDS.words] } };
    const body = { query, size: HITS, track_total_hits: true, _source: FIELDS };
    const { hits } = await ask<{ hits: { hits: { _source: NamedPlace }[] } }>(url, 'POST', body);
    return { places: hits.hits.map(({ _source }) => _source), header: {} };
  };
}

const CONCURRENCY = 4;

/** The last searches run one at a time, when all programs are warm, and are timed. */
const TIMED = 100;

/** A text to search for, with other parameters of the request. */
export interface Search {
  readonly q: string;
  readonly parameters?: Parameters;
}

/** What one search found. */
export interface Outcome<T> {
  readonly item: T;
  readonly found: Found;
}

/** Searches for all texts. @returns what they found, in order, and the milliseconds of those that ran alone */
export async function runSearches<T extends Search>(
  items: readonly T[],
  searcher: Searcher,
): Promise<{ outcomes: Outcome<T>[]; times: number[] }> {
  const outcomes: Outcome<T>[] = [];
  const times: number[] = [];
  const queue = [...items.entries()];
  const work = async (until: number, onTime: (ms: number) => void): Promise<void> => {
    while (queue.length > until) {
      const [at, item] = queue.splice(0, 1)[0] ?? [];
      if (at === undefined || item === undefined) return;
      const began = performance.now();
      const found = await searcher(item.q, item.parameters);
      onTime(performance.now() - began);
      outcomes[at] = { item, found };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work(TIMED, () => undefined)));
  await work(0, (ms) => times.push(ms));
  return { outcomes, times };
}

/** Does work for one item after the other. */
export async function inTurn<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (const item of items) done.push(await work(item));
  return done;
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

/**
 * Begins to measure what searches cost. Without an index only the time of the responses is known.
 *
 * @returns a function that ends it, of the milliseconds of the timed searches, and the number of all searches
 */
export async function measureCost({ env, pid }: Measured) {
  const index = env && `${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}`;
  const nodeTime = processTime(pid);
  const [before, nodeBefore] = [index === undefined ? undefined : await countersOf(index), nodeTime()];
  return async (times: readonly number[], searches: number): Promise<Cost> => {
    const nodeMs = (nodeTime() - nodeBefore) / searches;
    const wall = { ...(nodeMs > 0 && { nodeMs }), p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    if (index === undefined || !before) return wall;
    const after = await countersOf(index);
    const spent = (name: keyof Counters): number => (after[name] - before[name]) / searches;
    const engineMs = spent('query_time_in_millis') + spent('fetch_time_in_millis');
    return { ...wall, queries: spent('query_total'), engineMs };
  };
}

async function countersOf(index: string): Promise<Counters> {
  const { _all } = await ask<{ _all: { primaries: { search: Counters } } }>(`${index}/_stats/search`);
  return _all.primaries.search;
}
