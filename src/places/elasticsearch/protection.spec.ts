import { type Client, errors } from '@elastic/elasticsearch';
import { type Caller, RequestAbandonedError } from '../../http/request-context.js';
import { type Environment } from '../../config/environment.js';
import { ElasticsearchHealth } from './health.js';
import { noTimeUsed, SearchProtection, type SearchThreads, SharedRead, waitFor } from './protection.js';

const timeoutMs = 60_000;
describe('SearchProtection', () => {
  let health: ElasticsearchHealth;
  let protection: SearchProtection;
  let isReachable: boolean;

  beforeEach(() => {
    isReachable = true;
    // A stub: a real Elasticsearch does not go away on demand.
    const getMapping = () => (isReachable ? Promise.resolve({}) : Promise.reject(new Error('away')));
    const client = { indices: { getMapping } } as unknown as Client;
    const environment = { SEARCH_TIMEOUT: timeoutMs, ELASTICSEARCH_INDEX: 'places' } as Environment;
    health = new ElasticsearchHealth(environment);
    health.attach(client);
    protection = new SearchProtection(health, { count: 4 } as SearchThreads, environment);
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
      time = noTimeUsed(),
      request = (_timeoutMs: number): Promise<unknown> => new Promise(() => undefined),
      signal = new AbortController().signal,
    } = {},
  ) => {
    const permit = await protection.acquire({ caller: callerOf(client, signal), cost, time });
    return permit.finish(request(permit.timeoutMs));
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
    const time = { inElasticsearch: 20_000, waiting: 0 };
    const given = await search('a', { time, request: (ms) => Promise.resolve(ms) });
    expect(given).toBe(timeoutMs - 20_000);
    time.inElasticsearch = timeoutMs;
    const late = await failureOf(search('a', { time }));
    expect(late).toMatchObject({ code: 'search_unavailable', detail: expect.stringContaining('took too long') });
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
describe('the time that a request spends', () => {
  let now: number;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('contains what it waits for a shared read', async () => {
    const [time, other] = [noTimeUsed(), noTimeUsed()];
    let finish: () => void = () => undefined;
    const read = new SharedRead(async (ofRead) => {
      await new Promise<void>((resolve) => (finish = resolve));
      ofRead.inElasticsearch = now;
      return 'value';
    });
    const all = Promise.all([read.current(time), read.current(other)]);
    now = 200;
    finish();
    expect(await all).toEqual(['value', 'value']);
    // It is fresh now.
    expect(await read.current(time)).toBe('value');
    expect([time, other]).toEqual([1, 2].map(() => ({ inElasticsearch: 200, waiting: 0 })));
  });

  it('contains the part of the work of another in which it waited, queue and Elasticsearch apart', async () => {
    const [first, late] = [noTimeUsed(), { inElasticsearch: 40, waiting: 4 }];
    let finish: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const ofWork = noTimeUsed();
    const all = [waitFor(work, ofWork, first)];
    [now, ofWork.waiting] = [300, 300];
    all.push(waitFor(work, ofWork, late));
    [now, ofWork.inElasticsearch] = [500, 200];
    finish('value');
    expect(await Promise.all(all)).toEqual(['value', 'value']);
    expect(first).toEqual({ inElasticsearch: 200, waiting: 300 });
    expect(late).toEqual({ inElasticsearch: 240, waiting: 4 });
  });

  it('does not contain what a request to Elasticsearch took before, also if the work fails', async () => {
    const [late, ofWork] = [noTimeUsed(), noTimeUsed()];
    let fail: (error: Error) => void = () => undefined;
    const waiting = waitFor(new Promise((_, reject) => (fail = reject)), ofWork, late);
    [now, ofWork.inElasticsearch] = [100, 900];
    fail(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    expect(late).toEqual({ inElasticsearch: 100, waiting: 0 });
  });
});
