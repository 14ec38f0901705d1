import { type Service } from '../http/world/services.js';
import { type World } from '../http/world/world.js';

/** Returns the names of the first ten places for a text, best first. */
export type Searcher = (text: string) => Promise<string[]>;

const HITS = 10;

/** The service, over HTTP. */
export function serviceSearcher({ url, token }: Service): Searcher {
  return async (text) => {
    const query = new URLSearchParams({ q: text, rows: String(HITS), fl: 'name' });
    const response = await fetch(`${url}/v2/places?${query.toString()}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { results } = await read<{ results: { places: { name: string }[] } }>(response);
    return results.places.map(({ name }) => name);
  };
}

/**
 * The plain query for comparison: `multi_match` with its defaults over name, categories and address, in the same index, which
 * already folds case and accents.
 */
export function plainSearcher({ env }: World): Searcher {
  const fields = ['name', 'search.categories', 'search.address'];
  return async (text) => {
    const response = await fetch(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}/_search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: { multi_match: { query: text, fields } }, size: HITS, _source: ['name'] }),
    });
    const { hits } = await read<{ hits: { hits: { _source: { name: string } }[] } }>(response);
    return hits.hits.map(({ _source }) => _source.name);
  };
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`A search returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
