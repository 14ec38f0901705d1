import { setTimeout as pause } from 'node:timers/promises';
import { type Client, errors } from '@elastic/elasticsearch';
import { type Caller, RequestAbandonedError } from '../../http/request-context.js';
import { type Environment } from '../../config/environment.js';
import { ElasticsearchHealth } from './health.js';
import { noTimeUsed, SearchProtection, type SearchThreads } from './protection.js';

const timeoutMs = 60_000;
describe('SearchProtection', () => {
  let health: ElasticsearchHealth;
  let protection: SearchProtection;
  let isReachable: boolean;

  const protect = (SEARCH_TIMEOUT: number) => {
    // A stub: a real Elasticsearch does not go away on demand.
    const getMapping = () => (isReachable ? Promise.resolve({}) : Promise.reject(new Error('away')));
    const client = { indices: { getMapping } } as unknown as Client;
    const environment = { SEARCH_TIMEOUT, ELASTICSEARCH_INDEX: 'places' } as Environment;
    health = new ElasticsearchHealth(environment);
    health.attach(client);
    protection = new SearchProtection(health, { count: 4 } as SearchThreads, environment);
  };
  beforeEach(() => {
    isReachable = true;
    protect(timeoutMs);
  });
  afterEach(() => {
    health.onApplicationShutdown();
  });

  const callerOf = (clientId: string, signal: AbortSignal): Caller => ({
    clientId,
    userId: undefined,
    signal,
  });
  const search = async (
    client: string,
    {
      cost = 1,
      timeUsed = noTimeUsed(),
      request = (_timeoutMs: number): Promise<unknown> => new Promise(() => undefined),
      signal = new AbortController().signal,
    } = {},
  ) => {
    const permit = await protection.acquire({ caller: callerOf(client, signal), cost, timeUsed });
    return permit.wait(request(permit.timeoutMs));
  };
  const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it.each([1, 4])('rejects the oldest search of a client that fills the queue with 429 (cost %d)', async (cost) => {
    const flood = Array.from({ length: 425 }, () => failureOf(search('busy', { cost })));
    const other = search('other', { cost, request: () => Promise.resolve('found') });
    expect(await other).toBe('found');
    expect(await Promise.race(flood)).toMatchObject({
      code: 'too_many_searches',
      status: 429,
      extras: { headers: { 'Retry-After': '1' } },
    });
  });

  it('reports overload if the searches of many clients fill the queue', async () => {
    const flood = Array.from({ length: 433 }, (_, at) => failureOf(search(`client ${at}`)));
    expect(await Promise.race(flood)).toMatchObject({ name: 'Error', isOwnLoad: false });
  });

  it('gives later requests of a search the time that is left', async () => {
    const timeUsed = { inElasticsearch: 20_000, waiting: 0 };
    const given = await search('a', { timeUsed, request: (ms) => Promise.resolve(ms) });
    expect(given).toBe(timeoutMs - 20_000);
    timeUsed.inElasticsearch = timeoutMs;
    const late = await failureOf(search('a', { timeUsed }));
    expect(late).toMatchObject({ code: 'search_unavailable', detail: expect.stringContaining('took too long') });
  });

  it.each([
    [50, 5000],
    [2000, 5000],
    [5000, 6000],
  ])('with a time-out of %d ms, lets the requests of a search wait for %d ms together', async (ms, most) => {
    health.onApplicationShutdown();
    protect(ms);
    for (const busy of ['a', 'b']) void failureOf(search(busy, { cost: 16 }));
    const waitedFor = (waiting: number) =>
      failureOf(search('c', { cost: 2, timeUsed: { inElasticsearch: 0, waiting } }));
    const tooLong = waitedFor(most - 50);
    const other = waitedFor(most - 1500);
    expect(await Promise.race([tooLong, pause(1000, 'waits')])).toMatchObject({ isOwnLoad: false });
    expect(await Promise.race([other, pause(500, 'waits')])).toBe('waits');
  });

  it('fails waiting searches at once when Elasticsearch goes away', async () => {
    let fail: () => void = () => undefined;
    const broken = new Promise<never>((_, reject) => {
      fail = () => {
        reject(new errors.ConnectionError('reset'));
      };
    });
    const running = failureOf(search('a', { cost: 16, request: () => broken }));
    const waiting = failureOf(search('a', { cost: 16 }));
    isReachable = false;
    fail();
    for (const failure of await Promise.all([running, waiting]))
      expect(failure).toMatchObject({ code: 'search_unavailable' });
    expect(protection.load).toMatchObject({ isAway: true, running: 0, waiting: 0 });
    const request = jest.fn();
    expect(await failureOf(search('b', { request }))).toMatchObject({ code: 'search_unavailable' });
    expect(request).not.toHaveBeenCalled();
  });

  it('forgets a waiting search whose caller is gone', async () => {
    void search('a', { cost: 16 });
    const gone = new AbortController();
    const request = () => Promise.resolve('found');
    const waiting = search('a', { cost: 16, request, signal: gone.signal });
    gone.abort(new RequestAbandonedError());
    await expect(waiting).rejects.toThrow(RequestAbandonedError);
  });
});
