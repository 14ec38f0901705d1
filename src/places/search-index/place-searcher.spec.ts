import { type Client } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { PlaceSearcher } from './place-searcher.js';

describe('the revision that Elasticsearch tells', () => {
  const whole = { _shards: { failed: 0 }, indices: { places: { uuid: 'a', total: { docs: { count: 1 } } } } };
  let stats: unknown;
  // An Elasticsearch that loses a node in the middle of a call no real one is at the right moment.
  const client = { indices: { stats: () => Promise.resolve(stats) } } as unknown as Client;
  const index = new PlaceSearcher(client, { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment);
  afterAll(() => {
    index.onApplicationShutdown();
  });

  it('is the same while the index is', async () => {
    stats = whole;
    const before = await index.revision();
    stats = structuredClone(whole);
    expect(await index.revision()).toBe(before);
    stats = { ...whole, indices: { places: { uuid: 'a', total: { docs: { count: 2 } } } } };
    expect(await index.revision()).not.toBe(before);
  });

  it.each([
    ['a copy has not been asked', { ...whole, _shards: { failed: 1 } }],
    ['no index is named', { _shards: { failed: 0 } }],
    ['nothing is told', {}],
  ])('is not known when %s', async (_, answer) => {
    stats = answer;
    await expect(index.revision()).rejects.toThrow();
  });
});
