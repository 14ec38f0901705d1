import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { PlaceSearcher } from './place-searcher.js';
import { type SearchThreads } from './search-threads.js';
import { type SearchProtection } from './search-protection.js';

describe('PlaceSearcher.indexState()', () => {
  const complete = { _shards: { failed: 0 }, indices: { places: { uuid: 'a', total: { docs: { count: 1 } } } } };
  let stats: unknown;
  // A stub: a real Elasticsearch cannot be made to lose a node at the right moment.
  const client = { indices: { stats: () => Promise.resolve(stats) } } as unknown as Client;
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment;
  const searcher = new PlaceSearcher(client, {} as SearchProtection, {} as SearchThreads, environment);

  it('changes when the index changes', async () => {
    stats = complete;
    const before = await searcher.indexState();
    stats = structuredClone(complete);
    expect(await searcher.indexState()).toBe(before);
    stats = { ...complete, indices: { places: { uuid: 'a', total: { docs: { count: 2 } } } } };
    expect(await searcher.indexState()).not.toBe(before);
  });

  it.each([
    ['a shard copy did not respond', { ...complete, _shards: { failed: 1 } }],
    ['no index is listed', { _shards: { failed: 0 } }],
    ['the response is empty', {}],
  ])('throws when %s', async (_, response) => {
    stats = response;
    await expect(searcher.indexState()).rejects.toThrow();
  });
});
