import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { SEARCH_FIELDS } from '../../src/places/body/clauses.js';
import { type Variables } from '../servers.js';
import { type NamedPlace } from './sets/named-place.js';

/** Parameters of the request besides `q`. */
export type Parameters = Readonly<Record<string, string>>;

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

/** Elasticsearch queries for a text. Each is tried only if those before it found nothing. */
type QueriesOf = (text: string) => readonly object[];

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
  return read<T>(await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers }));
}

/**
 * The plain query for comparison: `multi_match` with its defaults over the name and the field of all words (name, categories
 * and address), in the same index, which already folds case and accents.
 */
export function plainSearcher(env: Variables): Searcher {
  const fields = ['name', SEARCH_FIELDS.words];
  return stagedSearcher(env, (text) => [{ multi_match: { query: text, fields } }]);
}

/** The queries that the default export of a file makes, in the index of the service. */
export async function fileSearcher(env: Variables, file: string): Promise<Searcher> {
  const { default: queriesOf } = (await import(pathToFileURL(resolve(file)).href)) as { default: QueriesOf };
  return stagedSearcher(env, queriesOf);
}

function stagedSearcher(env: Variables, queriesOf: QueriesOf): Searcher {
  return async (text) => {
    for (const query of queriesOf(text)) {
      const places = await searchIndex(env, query);
      if (places.length > 0) return { places, header: {} };
    }
    return { places: [], header: {} };
  };
}

async function searchIndex(env: Variables, query: object): Promise<NamedPlace[]> {
  const response = await fetch(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}/_search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, size: HITS, track_total_hits: true, _source: FIELDS }),
  });
  const { hits } = await read<{ hits: { hits: { _source: NamedPlace }[] } }>(response);
  return hits.hits.map(({ _source }) => _source);
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`A search returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
