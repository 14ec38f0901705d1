import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { SEARCH_FIELDS } from '../../src/places/body/clauses.js';
import { type Variables } from '../servers.js';
import { type NamedPlace } from './sets/named-place.js';

/** Returns the first ten places for a text, best first. */
export type Searcher = (text: string) => Promise<readonly NamedPlace[]>;

/** Elasticsearch queries for a text. Each is tried only if those before it found nothing. */
type QueriesOf = (text: string) => readonly object[];

const HITS = 10;

const FIELDS = ['name', 'address', 'categories'];

/** The service, over HTTP. */
export function serviceSearcher({ url, token }: { url: string; token: string }): Searcher {
  return async (text) => {
    const query = new URLSearchParams({ q: text, rows: String(HITS), fl: FIELDS.join(',') });
    const response = await fetch(`${url}/v2/places?${query.toString()}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { results } = await read<{ results: { places: NamedPlace[] } }>(response);
    return results.places;
  };
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
      const found = await searchIndex(env, query);
      if (found.length > 0) return found;
    }
    return [];
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
