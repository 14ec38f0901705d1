import { type Client, errors } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { RequestAbandonedError } from '../../http/request-context.js';
import { PlaceSearcher } from './searcher.js';
import { type Query } from '../body/query.js';
import { ElasticsearchHealth } from './health.js';
import { noTimeUsed, SearchProtection, type SearchThreads } from './protection.js';

const anyQuery: Query<unknown> = {
  body: { query: { match_all: {} }, size: 0, track_total_hits: false },
  read: (response) => response,
  cost: 1,
};

function searcherOf(client: Client, environment: Environment) {
  const health = new ElasticsearchHealth(environment);
  health.attach(client);
  const protection = new SearchProtection(health, { count: 4 } as SearchThreads, environment);
  return { health, searcher: new PlaceSearcher(client, protection, health, environment) };
}

describe('PlaceSearcher.indexState()', () => {
  const complete = { _shards: { failed: 0 }, indices: { places: { uuid: 'a', total: { docs: { count: 1 } } } } };
  let stats: unknown;
  // A stub: a real Elasticsearch cannot be made to lose a node at the right moment.
  const client = { indices: { stats: () => Promise.resolve(stats) } } as unknown as Client;
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 1000 } as Environment;
  const { searcher } = searcherOf(client, environment);

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
describe('PlaceSearcher while Elasticsearch is away', () => {
  it('forgets cheap searches that wait for others, and does not send them when it is back', async () => {
    const sent: ((error: Error) => void)[] = [];
    let failBatch: (error: Error) => void = () => undefined;
    // A stub: a real Elasticsearch cannot be made to go away between two searches.
    const client = {
      search: () => new Promise((_, reject) => sent.push(reject)),
      msearch: () => new Promise((_, reject) => (failBatch = reject)),
      indices: { getMapping: () => Promise.reject(new Error('away')) },
    } as unknown as Client;
    const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 60_000 } as Environment;
    const { health, searcher } = searcherOf(client, environment);
    const msearch = jest.spyOn(client, 'msearch');
    const searches = Array.from({ length: 24 }, () =>
      searcher.run(anyQuery, { time: noTimeUsed() }).catch((error: unknown) => error),
    );
    await new Promise((resolve) => setImmediate(resolve));
    sent[0]?.(new Error('broken'));
    for (const failure of await Promise.all(searches)) expect(failure).toMatchObject({ code: 'search_unavailable' });
    expect(searcher.load).toMatchObject({ isAway: true, running: 0, waiting: 0 });
    sent[1]?.(new Error('broken'));
    await new Promise((resolve) => setImmediate(resolve));
    // The batch was sent before the circuit opened. Six searches still waited.
    expect([sent.length, msearch.mock.calls.length]).toEqual([2, 1]);
    failBatch(new Error('broken'));
    health.onApplicationShutdown();
  });
});
describe('PlaceSearcher after a failure', () => {
  it('lets Elasticsearch select the shard copies for a minute', async () => {
    const sent: unknown[] = [];
    let fails = false;
    // A stub: a single real node has one copy of each shard.
    const client = {
      search: ({ preference }: { preference?: string }) => {
        sent.push(preference);
        const response = { hits: { hits: [], total: { value: 0 } }, _shards: { failed: 0 } };
        return fails ? Promise.reject(new errors.TimeoutError('frozen')) : Promise.resolve(response);
      },
      indices: { getMapping: () => Promise.resolve({}), existsAlias: () => Promise.resolve(true) },
    } as unknown as Client;
    const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 60_000 } as Environment;
    const { health, searcher } = searcherOf(client, environment);
    const search = () => searcher.run(anyQuery, { time: noTimeUsed(), preference: 'a' });
    await search();
    fails = true;
    await expect(search()).rejects.toMatchObject({ code: 'search_unavailable' });
    fails = false;
    await search();
    const aMinuteLater = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(aMinuteLater);
    await search();
    expect(sent).toEqual(['search-a', 'search-a', undefined, 'search-a']);
    jest.restoreAllMocks();
    health.onApplicationShutdown();
  });
});
describe('PlaceSearcher.openPointInTime()', () => {
  const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 60_000 } as Environment;
  const closed: string[] = [];
  let opening: { resolve: (response: object) => void; reject: (error: Error) => void };
  let isReachable: boolean;
  // A stub: a real Elasticsearch cannot be made to respond late.
  const client = {
    openPointInTime: () => new Promise((resolve, reject) => (opening = { resolve, reject })),
    closePointInTime: ({ id }: { id: string }) => Promise.resolve(closed.push(id)),
    indices: { getMapping: () => (isReachable ? Promise.resolve({}) : Promise.reject(new Error('away'))) },
  } as unknown as Client;
  const callerOf = (signal: AbortSignal) => ({ clientId: 'a', userId: undefined, signal });

  beforeEach(() => {
    closed.length = 0;
    isReachable = true;
  });

  it('fails when Elasticsearch goes away, and closes one that is opened later', async () => {
    const { health, searcher } = searcherOf(client, environment);
    const opened = searcher.openPointInTime({ time: noTimeUsed() });
    await new Promise((resolve) => setImmediate(resolve));
    isReachable = false;
    await expect(health.watch(Promise.reject(new Error('reset')), { isExpensive: false })).rejects.toThrow('reset');
    await expect(opened).rejects.toMatchObject({ code: 'search_unavailable' });
    opening.resolve({ id: 'late' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toEqual(['late']);
    health.onApplicationShutdown();
  });

  it('fails with the error of its request', async () => {
    const { searcher } = searcherOf(client, environment);
    const gone = new AbortController();
    const opened = searcher.openPointInTime({ caller: callerOf(gone.signal), time: noTimeUsed() });
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    opening.reject(new errors.TimeoutError('late'));
    await expect(opened).rejects.toBeInstanceOf(RequestAbandonedError);
  });
});
