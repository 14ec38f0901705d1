import { type Client, errors } from '@elastic/elasticsearch';
import { RequestAbandonedError } from '../../http/request-context.js';
import { SearchTimedOutError, ElasticsearchAwayError, ElasticsearchHealth } from './health.js';

const timeout = () => new errors.TimeoutError('late');

const rejected = (statusCode: number) =>
  new errors.ResponseError({ statusCode, body: {}, headers: {}, warnings: [], meta: {} as never });
describe('ElasticsearchHealth', () => {
  let isReachable: boolean;
  let canSearch: boolean;
  let probes: number;
  let health: ElasticsearchHealth;

  beforeEach(() => {
    [isReachable, canSearch, probes] = [true, true, 0];
    const respond = (does: boolean) => (does ? Promise.resolve() : Promise.reject(new Error('away')));
    // A stub: a real Elasticsearch does not go away on demand.
    const client = {
      indices: {
        getMapping: () => {
          probes += 1;
          return respond(isReachable);
        },
      },
      search: () => respond(canSearch),
    } as unknown as Client;
    health = new ElasticsearchHealth({ SEARCH_TIMEOUT: 2500, ELASTICSEARCH_INDEX: 'places' });
    health.attach(client);
  });
  afterEach(() => {
    health.onApplicationShutdown();
  });

  const fail = async (error: Error, isExpensive = false): Promise<void> => {
    await expect(health.watch(Promise.reject(error), { isExpensive })).rejects.toBe(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const succeed = () => health.watch(Promise.resolve('found'), { isExpensive: false });

  it.each([false, true])(
    'is away at the first failure if Elasticsearch does not respond (expensive: %j)',
    async (is) => {
      isReachable = false;
      await fail(timeout(), is);
      expect(health.state).toBe('away');
      expect(() => {
        health.assertPresent();
      }).toThrow(ElasticsearchAwayError);
    },
  );

  it.each([
    ['expensive searches that take too long', timeout, true],
    ['searches that Elasticsearch gives up', () => new SearchTimedOutError('late'), false],
    ['requests that Elasticsearch rejects', () => rejected(400), false],
    ['requests that Elasticsearch has no memory for', () => rejected(429), false],
    ['searches in flight that nobody waits for', () => new errors.RequestAbortedError('gone'), false],
    ['searches that nobody waited for before they were sent', () => new RequestAbandonedError(), false],
  ])('is not away for %s while Elasticsearch responds', async (_, error, isExpensive) => {
    for (let search = 0; search < 20; search += 1) await fail(error(), isExpensive);
    expect(health.state).not.toBe('away');
  });

  it.each([
    ['cheap searches that take too long', timeout],
    ['errors of Elasticsearch', () => rejected(503)],
  ])('is away after five %s in a row', async (_, error) => {
    for (let search = 0; search < 4; search += 1) await fail(error());
    await succeed();
    for (let search = 0; search < 4; search += 1) await fail(error());
    expect(health.state).not.toBe('away');
    await fail(error());
    expect(health.state).toBe('away');
  });

  it('is back when a probe succeeds, without a search', async () => {
    jest.useFakeTimers();
    isReachable = false;
    await health.watch(Promise.reject(timeout()), { isExpensive: false }).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5000);
    expect(health.state).toBe('away');
    isReachable = true;
    await jest.advanceTimersByTimeAsync(1000);
    expect(health.state).not.toBe('away');
    expect(await succeed()).toBe('found');
    jest.useRealTimers();
  });

  it('stays away while Elasticsearch responds, but cannot search', async () => {
    jest.useFakeTimers();
    canSearch = false;
    for (let search = 0; search < 5; search += 1)
      await health.watch(Promise.reject(timeout()), { isExpensive: false }).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(5000);
    expect(health.state).toBe('away');
    canSearch = true;
    await jest.advanceTimersByTimeAsync(1000);
    expect(health.state).not.toBe('away');
    jest.useRealTimers();
  });

  it('is not away if one probe fails and the next one does not', async () => {
    const lost = isReachable;
    isReachable = false;
    const failing = health.watch(Promise.reject(timeout()), { isExpensive: true }).catch(() => undefined);
    while (probes === 0) await Promise.resolve();
    isReachable = lost;
    await failing;
    await new Promise((resolve) => setImmediate(resolve));
    expect([probes, health.state]).toEqual([2, 'well']);
  });

  it('ends the wait for searches in flight when Elasticsearch goes away, which a slow search can cause before it fails', async () => {
    jest.useFakeTimers();
    isReachable = false;
    const endless = [1, 2].map((search) =>
      health.watch(new Promise(() => search), { isExpensive: true }).catch((error: unknown) => error),
    );
    await jest.advanceTimersByTimeAsync(1600);
    for (const failure of await Promise.all(endless)) expect(failure).toBeInstanceOf(ElasticsearchAwayError);
    jest.useRealTimers();
  });

  it('counts the failure of a batch once', async () => {
    const error = timeout();
    for (let search = 0; search < 16; search += 1) await fail(error);
    expect(health.state).not.toBe('away');
  });

  it('sends one probe for failures at the same time', async () => {
    await Promise.all(
      [1, 2, 3].map(() => health.watch(Promise.reject(timeout()), { isExpensive: true }).catch(() => 0)),
    );
    expect(probes).toBe(1);
  });

  it('is doubtful for a minute after a failure that counts', async () => {
    expect(health.state).toBe('well');
    await fail(rejected(400));
    expect(health.state).toBe('well');
    await fail(timeout());
    expect(health.state).toBe('doubtful');
    const aMinuteLater = performance.now() + 60_000;
    jest.spyOn(performance, 'now').mockReturnValue(aMinuteLater);
    expect(health.state).toBe('well');
    jest.restoreAllMocks();
  });

  it('tells those who wait for it that it is silent, which is no matter of errors', async () => {
    const responses = [
      () => Promise.reject(timeout()),
      () => Promise.reject(rejected(503)),
      () => Promise.reject(new errors.ConnectionError('reset')),
      () => Promise.resolve({}),
    ];
    const done = new AbortController();
    const waits = responses.map(async (getMapping) => {
      const other = new ElasticsearchHealth({ SEARCH_TIMEOUT: 2500, ELASTICSEARCH_INDEX: 'places' });
      other.attach({ indices: { getMapping } } as unknown as Client);
      return other.untilSilent(done.signal).then(
        () => 'silent',
        () => 'no longer asked',
      );
    });
    setTimeout(() => {
      done.abort();
    }, 1300);
    expect(await Promise.all(waits)).toEqual(['silent', ...Array.from({ length: 3 }, () => 'no longer asked')]);
  });
});
