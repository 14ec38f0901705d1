import { SemaphoreFullError } from '../concurrency/fair-semaphore.js';
import { ProblemError } from '../http/problems.js';
import { RequestAbandonedError } from '../http/request-context.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';
import { type CachePolicy, CacheVersions } from './dependencies.js';

describe('ResponseCache', () => {
  let now = 100_000;
  const versions: { index: string; users: string | undefined } = { index: '1', users: '1' };
  let cache: ResponseCache;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const registered = new CacheVersions();
    registered.register('index', { current: () => versions.index });
    registered.register('users', { current: () => versions.users });
    cache = new ResponseCache(registered, { RESPONSE_CACHE_SIZE: 1_000_000 });
  });
  afterEach(() => jest.restoreAllMocks());

  const searchPolicy: CachePolicy = { dependencies: ['index'] };
  const responseOf = (text: string, isReusable = true): CachedResponse => ({
    status: 200,
    body: Buffer.from(text),
    headers: [],
    route: '/',
    access: { public: true },
    variesByUser: false,
    isReusable,
  });
  /** Requests the key "a". @param text the response if it is computed */
  const request = async (text: string, policy = searchPolicy) =>
    (
      await cache.fetch('a', { client: 'app', policy, compute: () => Promise.resolve(responseOf(text)) })
    ).body.toString();

  /** A response that is computed when `finish` is called. */
  function pending(text: string) {
    let finish: () => void = () => undefined;
    const promise = new Promise<CachedResponse>((resolve) => {
      finish = () => {
        resolve(responseOf(text));
      };
    });
    return { promise, finish };
  }

  it('serves a response without dependencies for 30 s', async () => {
    const policy: CachePolicy = { dependencies: [] };
    expect(await request('first', policy)).toBe('first');
    now += 29_000;
    expect(await request('second', policy)).toBe('first');
    now += 2000;
    expect(await request('third', policy)).toBe('third');
  });

  describe('a response that is right for a minute', () => {
    const minuteEnds = 1_800_000_060_000;
    const timed = (text: string): CachedResponse => ({ ...responseOf(text), validUntil: minuteEnds });
    const requestTimed = async (response: Promise<CachedResponse>) =>
      (await cache.fetch('a', { client: 'app', policy: searchPolicy, compute: () => response })).body.toString();
    const setTime = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(ms);

    it('is served until the minute ends', async () => {
      setTime(minuteEnds - 1);
      await requestTimed(Promise.resolve(timed('old')));
      expect(await requestTimed(Promise.resolve(timed('new')))).toBe('old');
      setTime(minuteEnds);
      expect(await requestTimed(Promise.resolve(timed('new')))).toBe('new');
    });

    it('is neither shared nor cached if it is computed when the minute has ended', async () => {
      setTime(minuteEnds - 1);
      let finish: (response: CachedResponse) => void = () => undefined;
      const first = requestTimed(new Promise((resolve) => (finish = resolve)));
      const second = requestTimed(Promise.resolve(responseOf('new')));
      setTime(minuteEnds);
      finish(timed('old'));
      expect(await Promise.all([first, second])).toEqual(['old', 'new']);
      expect(await requestTimed(Promise.resolve(responseOf('newer')))).toBe('new');
    });
  });

  it('serves a response for 30 s at most, or for the maximum age of its policy', async () => {
    await request('old');
    now += 30_001;
    expect(await request('new', { dependencies: ['index'], maxAgeMs: 500 })).toBe('new');
    now += 501;
    expect(await request('newer')).toBe('newer');
  });

  it('caches nothing while a version is unknown', async () => {
    const other: CachePolicy = { dependencies: ['index', 'follows'] };
    expect([await request('1', other), await request('2', other), await request('3', other)]).toEqual(['1', '2', '3']);
  });

  it('neither shares nor caches a page with a next cursor, which its last reader closes', async () => {
    const get = (text: string) =>
      cache.fetch('a', {
        ...{ client: 'app', policy: searchPolicy },
        compute: () => Promise.resolve(responseOf(text, false)),
      });
    const responses = [...(await Promise.all([get('1'), get('2')])), await get('3')];
    expect(responses.map(({ body }) => body.toString())).toEqual(['1', '2', '3']);
  });

  it('caches a response from tables that an equal request shared', async () => {
    const tablePolicy: CachePolicy = { dependencies: ['users'] };
    const { promise, finish } = pending('1');
    const get = (compute: () => Promise<CachedResponse>) =>
      cache.fetch('a', { client: 'app', policy: tablePolicy, compute });
    const both = Promise.all([get(() => promise), get(() => Promise.resolve(responseOf('2')))]);
    finish();
    await both;
    expect(await request('3', tablePolicy)).toBe('1');
  });

  it('does not share a request of another client, but its cached response', async () => {
    const slow = pending('slow');
    const first = cache.fetch('a', { client: 'busy', policy: searchPolicy, compute: () => slow.promise });
    expect(await request('fast')).toBe('fast');
    slow.finish();
    expect((await first).body.toString()).toBe('slow');
    expect(await request('third')).toBe('slow');
    expect(cache.counts).toEqual({ hits: 1, shared: 0, misses: 2 });
  });

  it('computes the response again if the request that it shared was abandoned', async () => {
    let abandon: () => void = () => undefined;
    const abandoned = new Promise<never>((_, reject) => {
      abandon = () => {
        reject(new RequestAbandonedError());
      };
    });
    const first = cache.fetch('a', { client: 'app', policy: searchPolicy, compute: () => abandoned });
    const second = request('second');
    abandon();
    await expect(first).rejects.toThrow(RequestAbandonedError);
    expect(await second).toBe('second');
  });

  describe('when a shared request fails', () => {
    const sharers = 200;

    /** Sends concurrent equal requests that all fail. */
    async function requestTogether(error: Error) {
      let makes = 0;
      let fail: () => void = () => undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      const make = async (): Promise<CachedResponse> => {
        makes += 1;
        await failed;
        throw error;
      };
      const all = Promise.allSettled(
        Array.from({ length: sharers + 1 }, () =>
          cache.fetch('a', { client: 'app', policy: searchPolicy, compute: make }),
        ),
      );
      fail();
      const reasons = (await all).map((result) => result.status === 'rejected' && (result.reason as unknown));
      return { makes, reasons: new Set(reasons) };
    }

    it.each([
      new Error('away'),
      new ProblemError('search_unavailable', 'Try again.'),
      new SemaphoreFullError('Too many wait'),
      new ProblemError('too_many_searches', 'Too many searches.'),
      new ProblemError('internal_error', 'Failed.'),
    ])('fails all requests that share it: %s', async (error) => {
      expect(await requestTogether(error)).toEqual({ makes: 1, reasons: new Set([error]) });
      expect(await request('later')).toBe('later');
    });

    it('computes each request again after a client error', async () => {
      const error = new ProblemError('invalid_parameter', 'It is wrong.');
      expect(await requestTogether(error)).toEqual({ makes: sharers + 1, reasons: new Set([error]) });
    });
  });

  it('does not share requests for tables while their version is unknown', async () => {
    const unknownPolicy: CachePolicy = { dependencies: ['index', 'follows'] };
    const slow = pending('old');
    const first = cache.fetch('a', { client: 'app', policy: unknownPolicy, compute: () => slow.promise });
    const second = request('new', unknownPolicy);
    slow.finish();
    expect([(await first).body.toString(), await second]).toEqual(['old', 'new']);
  });

  it('shares searches while the version of the index is unknown', async () => {
    const withoutVersions = new ResponseCache(new CacheVersions(), { RESPONSE_CACHE_SIZE: 1_000_000 });
    const slow = pending('one');
    const both = [1, 2].map(() =>
      withoutVersions.fetch('a', { client: 'app', policy: searchPolicy, compute: () => slow.promise }),
    );
    slow.finish();
    await Promise.all(both);
    expect(withoutVersions.counts).toEqual({ hits: 0, shared: 1, misses: 1 });
  });

  it.each<[string, Partial<CachedResponse>, number]>([
    ['key and a fixed part', {}, 502],
    ['body', { body: Buffer.from('123') }, 505],
    ['headers, with two bytes a character', { headers: ['Vary', 'Accept'] }, 522],
    ['problem', { notFound: new ProblemError('place_not_found', 'Nothing.') }, 2502],
  ])('counts the size of its %s', async (_, part, size) => {
    const compute = () => Promise.resolve({ ...responseOf(''), ...part });
    await cache.fetch('a', { client: 'app', policy: searchPolicy, compute });
    expect(cache.size).toBe(size);
  });
});
