import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Client, errors } from '@elastic/elasticsearch';
import { type Environment } from '../../config/environment.js';
import { RequestAbandonedError } from '../../http/request-context.js';
import { ElasticsearchSearcher, SearchBatches } from './searcher.js';
import { type ElasticsearchQuery } from '../body/elasticsearch-query.js';
import { ElasticsearchHealth } from './health.js';
import { noTimeUsed, SearchProtection, type SearchThreads } from './protection.js';
import { listen } from '../../../dev/services/free-port.js';

const anyQuery: ElasticsearchQuery<unknown> = {
  body: { query: { match_all: {} }, size: 0, track_total_hits: false },
  read: (response) => response,
  cost: 1,
};

function searcherOf(client: Client, environment: Environment) {
  const health = new ElasticsearchHealth(environment);
  health.attach(client);
  const protection = new SearchProtection(health, { count: 4 } as SearchThreads, environment);
  return { health, searcher: new ElasticsearchSearcher(client, protection, health, environment) };
}

const getAlias = () => Promise.resolve({ 'places-20260101000000000': {} });
const environment = { ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 60_000 } as Environment;

describe('ElasticsearchSearcher.indexState()', () => {
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
    ['a shard copy did not respond', { ...complete, _shards: { failed: 1 } }, 'statistics of some shards only'],
    ['no index is listed', { _shards: { failed: 0 } }, 'statistics of some shards only'],
    ['the response is empty', {}, "reading 'failed'"],
  ])('throws when %s', async (_, response, message) => {
    stats = response;
    await expect(searcher.indexState()).rejects.toThrow(message);
  });
});
describe('ElasticsearchSearcher while Elasticsearch is away', () => {
  it('forgets cheap searches that wait for others, and does not send them when it is back', async () => {
    const sent: ((error: Error) => void)[] = [];
    let failBatch: (error: Error) => void = () => undefined;
    // A stub: a real Elasticsearch cannot be made to go away between two searches.
    const client = {
      search: () => new Promise((_, reject) => sent.push(reject)),
      msearch: () => new Promise((_, reject) => (failBatch = reject)),
      indices: { getMapping: () => Promise.reject(new Error('away')) },
    } as unknown as Client;
    const { health, searcher } = searcherOf(client, environment);
    const msearch = jest.spyOn(client, 'msearch');
    const searches = Array.from({ length: 24 }, () =>
      searcher.run(anyQuery, { timeUsed: noTimeUsed() }).catch((error: unknown) => error),
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
describe('ElasticsearchSearcher after a failure', () => {
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
      indices: { getMapping: () => Promise.resolve({}), getAlias },
    } as unknown as Client;
    const { health, searcher } = searcherOf(client, environment);
    const search = () => searcher.run(anyQuery, { timeUsed: noTimeUsed(), preference: 'a' });
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
describe('ElasticsearchSearcher.run()', () => {
  it('reads fifty places a turn of the event loop, and counts no turn as time in Elasticsearch', async () => {
    const hits = Array.from({ length: 50 }, () => ({ _index: 'places' }));
    const response = { hits: { hits, total: { value: 50 } }, _shards: { failed: 0 } };
    // A stub: responses of a real Elasticsearch do not arrive in the same turn each time.
    const client = {
      search: () => Promise.resolve(response),
      msearch: ({ searches }: { searches: unknown[] }) =>
        Promise.resolve({ body: { responses: Array.from({ length: searches.length / 2 }, () => response) } }),
      indices: { getAlias },
    } as unknown as Client;
    const { health, searcher } = searcherOf(client, environment);
    let [turn, now] = [0, 0];
    let next: NodeJS.Immediate | undefined;
    (function countTurns() {
      turn += 1;
      next = setImmediate(countTurns);
    })();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const times = Array.from({ length: 6 }, noTimeUsed);
      const query = { ...anyQuery, read: () => ((now += 1000), turn) };
      const turns = await Promise.all(times.map((timeUsed) => searcher.run(query, { timeUsed })));
      expect(new Set(turns).size).toBe(6);
      expect(times.map(({ inElasticsearch }) => inElasticsearch)).toEqual([0, 0, 0, 0, 0, 0]);
    } finally {
      clock.mockRestore();
      clearImmediate(next);
      health.onApplicationShutdown();
    }
  });
});
describe('ElasticsearchSearcher.openPointInTime()', () => {
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
    const opened = searcher.openPointInTime({ timeUsed: noTimeUsed() });
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
    const opened = searcher.openPointInTime({ caller: callerOf(gone.signal), timeUsed: noTimeUsed() });
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    opening.reject(new errors.TimeoutError('late'));
    await expect(opened).rejects.toBeInstanceOf(RequestAbandonedError);
  });
});

/** What the stub was asked: the path, and the bodies of its searches. */
interface Asked {
  readonly path: string;
  readonly sizes: number[];
}
/** A stub: a real Elasticsearch cannot be made to wait until the test says so. */
describe('SearchBatches', () => {
  let server: Server;
  let client: Client;
  let batches: SearchBatches;
  let asked: Asked[];
  /** How many searches of batches get 503, which are sized 503. */
  let unavailable: number;
  /** Ends the oldest request that waits. */
  let answers: (() => void)[];

  beforeEach(async () => {
    [asked, answers, unavailable] = [[], [], Infinity];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const lines = Buffer.concat(chunks).toString().trim().split('\n');
        const isBatch = request.url?.startsWith('/_msearch') === true;
        const sizes = (isBatch ? lines.filter((_, at) => at % 2 === 1) : lines).map(
          (line) => (JSON.parse(line) as { size: number }).size,
        );
        asked.push({ path: request.url ?? '', sizes });
        const isFailed = (size: number): boolean => isBatch && (size === 400 || (size === 503 && unavailable-- > 0));
        const responses = sizes.map((size) =>
          isFailed(size) ? { error: { type: 'bad_search' }, status: size } : { took: size, hits: { hits: [] } },
        );
        answers.push(() => {
          response.setHeader('X-Elastic-Product', 'Elasticsearch').setHeader('Content-Type', 'application/json');
          response.end(JSON.stringify(isBatch ? { responses } : responses[0]));
        });
      });
    });
    client = new Client({ node: await listen(server), maxRetries: 0 });
    batches = new SearchBatches(client, { count: 4 });
  });

  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  const callerOf = (clientId: string, signal = new AbortController().signal) => ({
    clientId,
    userId: undefined,
    signal,
  });

  const search = (size: number, requestTimeout = 5000, ofClient = 'app') =>
    batches.search({ index: 'places', size }, { caller: callerOf(ofClient), requestTimeout }).then(
      ({ took }) => took,
      (error: unknown) => error,
    );

  const isAsked = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('sends two at once, and those that wait together; each gets its own response', async () => {
    const all = [1, 2, 3, 4, 5].map((size) => search(size));
    await isAsked(2);
    answers.shift()?.();
    await isAsked(3);
    for (const answer of answers) answer();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
    const batch = '/_msearch?max_concurrent_searches=2';
    expect(asked.map(({ path }) => path)).toEqual(['/places/_search', '/places/_search', batch]);
    expect(asked[2]?.sizes).toEqual([3, 4, 5]);
  });

  it('sends more at once to an Elasticsearch with more threads', async () => {
    batches = new SearchBatches(client, { count: 9 });
    const all = [1, 2, 3, 4, 5, 6].map((size) => search(size));
    await isAsked(4);
    answers.shift()?.();
    await isAsked(5);
    for (const answer of answers) answer();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked.map(({ sizes }) => sizes)).toEqual([[1], [2], [3], [4], [5, 6]]);
    expect(asked[4]?.path).toBe('/_msearch?max_concurrent_searches=2');
  });

  it('sends 16 at most in a batch, the oldest first', async () => {
    const all = Array.from({ length: 20 }, (_, at) => search(at));
    await isAsked(2);
    answers.shift()?.();
    answers.shift()?.();
    await isAsked(4);
    for (const answer of answers) answer();
    await Promise.all(all);
    expect(asked.slice(2).map(({ sizes }) => sizes)).toEqual([Array.from({ length: 16 }, (_, at) => at + 2), [18, 19]]);
  });

  it('sends searches again together, once, in the time that is left to them', async () => {
    const sent: { size: number | undefined; left: number }[] = [];
    const { msearch } = client;
    jest.spyOn(client, 'msearch').mockImplementation((request, options) => {
      sent.push({ size: request.searches?.length, left: Number(options?.requestTimeout) });
      return msearch.call(client, request, options);
    });
    const all = [1, 2, 503, 503, 503].map((size) => search(size, 60_000));
    await isAsked(2);
    answers.shift()?.();
    await isAsked(3);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The third of them succeeds when it is sent again.
    unavailable = 2;
    for (const answer of answers.splice(0)) answer();
    await isAsked(4);
    for (const answer of answers.splice(0)) answer();
    const [, , ...again] = await Promise.all(all);
    expect(again).toEqual([
      expect.objectContaining({ statusCode: 503 }),
      expect.objectContaining({ statusCode: 503 }),
      503,
    ]);
    expect(sent.map(({ size }) => size)).toEqual([6, 6]);
    expect(sent[0]?.left).toBe(60_000);
    expect(sent[1]?.left).toBeLessThanOrEqual(59_990);
    expect(asked).toHaveLength(4);
  });

  it('does not send a search of a batch again that nobody waits for any more', async () => {
    const gone = new AbortController();
    const all = [1, 2, 4].map((size) => search(size));
    const caller = callerOf('app', gone.signal);
    const abandoned = batches.search({ size: 503 }, { caller, requestTimeout: 5000 });
    await isAsked(2);
    answers.shift()?.();
    await isAsked(3);
    gone.abort(new Error('gone'));
    for (const answer of answers.splice(0)) answer();
    await expect(abandoned).rejects.toThrow('gone');
    expect(await Promise.all(all)).toEqual([1, 2, 4]);
    expect(asked).toHaveLength(3);
  });

  it('rejects each search of a batch at its own time-out, all with one error', async () => {
    const all = [search(1), search(2)];
    const [first, second, last] = [search(3, 20), search(4, 20), search(5, 60_000)];
    await isAsked(2);
    answers.shift()?.();
    await isAsked(3);
    const late = await first;
    expect(late).toBeInstanceOf(errors.TimeoutError);
    expect(await second).toBe(late);
    for (const answer of answers) answer();
    expect(await last).toBe(5);
    expect(await Promise.all(all)).toEqual([1, 2]);
  });

  it('does not let a client wait for the searches of others', async () => {
    const all = [1, 2, 3].map((size) => search(size));
    await isAsked(2);
    const others = ['b', 'c', 'd'].map((name, at) => search(10 + at, 5000, name));
    await isAsked(4);
    for (const answer of answers.splice(0)) answer();
    await isAsked(6);
    for (const answer of answers) answer();
    expect(await Promise.all([...all, ...others])).toEqual([1, 2, 3, 10, 11, 12]);
    // b and c did not wait, and d went before the third search of the first client.
    expect(asked.map(({ sizes }) => sizes)).toEqual([[1], [2], [10], [11], [12], [3]]);
  });

  it('goes on after a failure', async () => {
    await Promise.all([search(1, 20), search(2, 20), search(3, 20)]);
    const later = search(4);
    // The requests that were too late may arrive after it.
    while (!asked.some(({ sizes }) => sizes.includes(4))) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const answer of answers) answer();
    expect(await later).toBe(4);
  });
});
/** A stub: a real Elasticsearch cannot be made to wait until the test says so. */
describe('a batch whose callers go away', () => {
  let requests: { path: string; response: ServerResponse }[];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requests.push({ path: request.url?.split('?')[0] ?? '', response });
    });
  });
  let client: Client;
  let batches: SearchBatches;

  beforeEach(async () => {
    requests = [];
    client = new Client({ node: await listen(server), maxRetries: 0 });
    batches = new SearchBatches(client, { count: 4 });
  });

  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const search = (signal = new AbortController().signal) =>
    batches.search({}, { caller: { clientId: 'app', userId: undefined, signal }, requestTimeout: 60_000 });

  const received = async (count: number) => {
    while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return requests[count - 1];
  };

  const answer = (response: ServerResponse | undefined, body: object): void => {
    response?.setHeader('X-Elastic-Product', 'Elasticsearch').setHeader('Content-Type', 'application/json');
    response?.end(JSON.stringify(body));
  };

  /** Two searches that run, and a batch that is sent when the first of them ends. */
  const sendBatch = async (signals: readonly AbortSignal[]) => {
    const running = [search(), search()];
    const batch = signals.map((signal) => search(signal));
    await received(2);
    answer(requests[0]?.response, { took: 1 });
    const sent = await received(3);
    expect(sent?.path).toBe('/_msearch');
    return { running, batch, sent: sent?.response };
  };

  it('ends in Elasticsearch with the last of them', async () => {
    const callers = [new AbortController(), new AbortController()];
    const { running, batch, sent } = await sendBatch(callers.map(({ signal }) => signal));
    const closed = sent && once(sent, 'close');
    const failures = batch.map((each) => each.catch((error: unknown) => error));
    for (const caller of callers) caller.abort();
    for (const failure of await Promise.all(failures)) expect(failure).toBeInstanceOf(errors.RequestAbortedError);
    await closed;
    expect(sent?.writableFinished).toBe(false);
    answer(requests[1]?.response, { took: 2 });
    await Promise.all(running);
  });

  it('goes on while one of them waits', async () => {
    const [gone, waits] = [new AbortController(), new AbortController()];
    const { running, batch, sent } = await sendBatch([gone.signal, waits.signal]);
    gone.abort();
    answer(sent, { responses: [{ took: 3 }, { took: 4 }] });
    expect(await batch[1]).toEqual({ took: 4 });
    answer(requests[1]?.response, { took: 2 });
    await Promise.all([...running, batch[0]]);
  });
});
