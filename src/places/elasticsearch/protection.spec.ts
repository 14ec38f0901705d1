import { type Client, errors } from '@elastic/elasticsearch';
import { type Caller, RequestAbandonedError } from '../../http/caller.js';
import { type Environment } from '../../config/environment.js';
import { noTimeUsed, SearchProtection, type SearchThreads, CircuitOpenError, SearchCircuit } from './protection.js';
import { SearchTimedOutError } from './errors.js';

const timeoutMs = 60_000;
describe('SearchProtection', () => {
  let protection: SearchProtection;
  let isReachable: boolean;

  beforeEach(() => {
    isReachable = true;
    // A stub: a real Elasticsearch does not go away on demand.
    const getMapping = () => (isReachable ? Promise.resolve({}) : Promise.reject(new Error('away')));
    const client = { indices: { getMapping } } as unknown as Client;
    const environment = { SEARCH_TIMEOUT: timeoutMs, ELASTICSEARCH_INDEX: 'places' } as Environment;
    protection = new SearchProtection(client, { count: 4 } as SearchThreads, environment);
  });
  afterEach(() => {
    protection.onApplicationShutdown();
  });

  const callerOf = (clientId: string, signal = new AbortController().signal): Caller => ({
    clientId,
    userId: undefined,
    signal,
  });
  const search = (
    client: string,
    {
      cost = 1,
      time = noTimeUsed(),
      request = (_timeoutMs: number): Promise<unknown> => new Promise(() => undefined),
    } = {},
  ) => protection.run(request, { caller: callerOf(client), cost, time });
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
    expect(protection.load).toMatchObject({ circuitOpen: true, running: 0, waiting: 0 });
  });

  it('forgets a waiting search whose caller is gone', async () => {
    void search('a', { cost: 16 });
    const gone = new AbortController();
    const request = () => Promise.resolve('found');
    const waiting = protection.run(request, { caller: callerOf('a', gone.signal), cost: 16, time: noTimeUsed() });
    gone.abort(new RequestAbandonedError());
    await expect(waiting).rejects.toThrow(RequestAbandonedError);
  });
});

const timeout = () => new errors.TimeoutError('late');

const rejected = (statusCode: number) =>
  new errors.ResponseError({ statusCode, body: {}, headers: {}, warnings: [], meta: {} as never });
describe('SearchCircuit', () => {
  let isReachable: boolean;
  let canSearch: boolean;
  let probes: number;
  let circuit: SearchCircuit;

  beforeEach(() => {
    [isReachable, canSearch, probes] = [true, true, 0];
    const respond = (does: boolean) => (does ? Promise.resolve() : Promise.reject(new Error('away')));
    circuit = new SearchCircuit({
      probe: () => {
        probes += 1;
        return respond(isReachable);
      },
      searchProbe: () => respond(canSearch),
      opened: () => undefined,
      slowMs: 1500,
    });
  });
  afterEach(() => {
    circuit.shutdown();
  });

  const fail = async (error: Error, isExpensive = false): Promise<void> => {
    await expect(circuit.run(() => Promise.reject(error), { isExpensive })).rejects.toBe(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const succeed = () => circuit.run(() => Promise.resolve('found'), { isExpensive: false });

  it.each([false, true])('opens at the first failure if Elasticsearch does not respond (expensive: %j)', async (is) => {
    isReachable = false;
    await fail(timeout(), is);
    expect(circuit.isOpen).toBe(true);
    await expect(succeed()).rejects.toThrow(CircuitOpenError);
  });

  it.each([
    ['expensive searches that take too long', timeout, true],
    ['searches that Elasticsearch gives up', () => new SearchTimedOutError('late'), false],
    ['requests that Elasticsearch rejects', () => rejected(400), false],
    ['requests that Elasticsearch has no memory for', () => rejected(429), false],
    ['searches in flight that nobody waits for', () => new errors.RequestAbortedError('gone'), false],
    ['searches that nobody waited for before they were sent', () => new RequestAbandonedError(), false],
  ])('stays closed for %s while Elasticsearch responds', async (_, error, isExpensive) => {
    for (let search = 0; search < 20; search += 1) await fail(error(), isExpensive);
    expect(circuit.isOpen).toBe(false);
  });

  it.each([
    ['cheap searches that take too long', timeout],
    ['errors of Elasticsearch', () => rejected(503)],
  ])('opens after five %s in a row', async (_, error) => {
    for (let search = 0; search < 4; search += 1) await fail(error());
    await succeed();
    for (let search = 0; search < 4; search += 1) await fail(error());
    expect(circuit.isOpen).toBe(false);
    await fail(error());
    expect(circuit.isOpen).toBe(true);
  });

  it('closes when a probe succeeds, without a search', async () => {
    jest.useFakeTimers();
    isReachable = false;
    await circuit.run(() => Promise.reject(timeout()), { isExpensive: false }).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5000);
    expect(circuit.isOpen).toBe(true);
    isReachable = true;
    await jest.advanceTimersByTimeAsync(1000);
    expect(circuit.isOpen).toBe(false);
    expect(await succeed()).toBe('found');
    jest.useRealTimers();
  });

  it('stays open while Elasticsearch responds, but cannot search', async () => {
    jest.useFakeTimers();
    canSearch = false;
    for (let search = 0; search < 5; search += 1)
      await circuit.run(() => Promise.reject(timeout()), { isExpensive: false }).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5000);
    expect(circuit.isOpen).toBe(true);
    canSearch = true;
    await jest.advanceTimersByTimeAsync(1000);
    expect(circuit.isOpen).toBe(false);
    jest.useRealTimers();
  });

  it('stays closed if one probe fails and the next one does not', async () => {
    const lost = isReachable;
    isReachable = false;
    const failing = circuit.run(() => Promise.reject(timeout()), { isExpensive: true }).catch(() => undefined);
    while (probes === 0) await Promise.resolve();
    isReachable = lost;
    await failing;
    await new Promise((resolve) => setImmediate(resolve));
    expect([probes, circuit.isOpen]).toEqual([2, false]);
  });

  it('ends the wait for searches in flight when it opens, which a slow search can cause before it fails', async () => {
    jest.useFakeTimers();
    isReachable = false;
    const endless = [1, 2].map((search) =>
      circuit.run(() => new Promise(() => search), { isExpensive: true }).catch((error: unknown) => error),
    );
    await jest.advanceTimersByTimeAsync(1600);
    for (const failure of await Promise.all(endless)) expect(failure).toBeInstanceOf(CircuitOpenError);
    jest.useRealTimers();
  });

  it('counts the failure of a batch once', async () => {
    const error = timeout();
    for (let search = 0; search < 16; search += 1) await fail(error);
    expect(circuit.isOpen).toBe(false);
  });

  it('sends one probe for failures at the same time', async () => {
    await Promise.all(
      [1, 2, 3].map(() => circuit.run(() => Promise.reject(timeout()), { isExpensive: true }).catch(() => 0)),
    );
    expect(probes).toBe(1);
  });
});
