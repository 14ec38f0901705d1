import { BulkheadFullError } from '../concurrency/bulkhead.js';
import { ProblemError } from '../http/problems/problems.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';
import { type CachePolicy } from './cached-decorator.js';
import { CacheVersions } from './cache-versions.js';

describe('the cache of answers', () => {
  let now = 100_000;
  const revisions = { index: '1', users: '1' };
  let answers: ResponseCache;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const known = new CacheVersions();
    known.register('index', { current: () => revisions.index });
    known.register('users', { current: () => revisions.users });
    answers = new ResponseCache(known, { RESPONSE_CACHE_SIZE: 1_000_000 });
  });
  afterEach(() => jest.restoreAllMocks());

  const ofIndex: CachePolicy = { dependencies: ['index'] };
  const answer = (text: string, once = false): CachedResponse => ({
    body: Buffer.from(text),
    headers: [],
    route: '/',
    access: { public: true },
    once,
  });
  /** What is answered to "a", by `text` when it has to be made. */
  const ask = async (text: string, keeping = ofIndex) =>
    (await answers.get('a', keeping, () => Promise.resolve(answer(text)))).body.toString();

  /** An answer that is made once it is told to be. */
  function pending(text: string) {
    let make: () => void = () => undefined;
    const promise = new Promise<CachedResponse>((resolve) => {
      make = () => {
        resolve(answer(text));
      };
    });
    return { promise, make };
  }

  it('serves an answer until its source changes', async () => {
    await ask('old');
    now += 10_000;
    expect(await ask('new')).toBe('old');
    revisions.index += '.';
    expect(await ask('new')).toBe('new');
  });

  it('serves none longer than half a minute, or than its route says', async () => {
    await ask('old');
    now += 30_001;
    expect(await ask('new', { dependencies: ['index'], maxAgeMs: 500 })).toBe('new');
    now += 501;
    expect(await ask('newer')).toBe('newer');
  });

  it('keeps nothing while a revision is not known', async () => {
    const other: CachePolicy = { dependencies: ['index', 'follows'] };
    expect([await ask('1', other), await ask('2', other), await ask('3', other)]).toEqual(['1', '2', '3']);
  });

  it('keeps what comes of tables once it is asked for again soon', async () => {
    const ofTable: CachePolicy = { dependencies: ['users'] };
    await ask('1', ofTable);
    now += 12_000;
    expect(await ask('2', ofTable)).toBe('2');
    now += 8000;
    expect(await ask('3', ofTable)).toBe('3');
    now += 20_000;
    expect(await ask('4', ofTable)).toBe('3');
  });

  it('keeps none that holds for one request only', async () => {
    await answers.get('a', ofIndex, () => Promise.resolve(answer('mark', true)));
    expect(await ask('other')).toBe('other');
  });

  it('does not keep what was made of the state before a change', async () => {
    const slow = pending('old');
    const first = answers.get('a', ofIndex, () => slow.promise);
    revisions.index += '.';
    const second = ask('new');
    slow.make();
    await first;
    expect(await second).toBe('new');
    expect(await ask('newer')).toBe('new');
    expect(answers.counts).toEqual({ kept: 1, shared: 0, made: 2 });
  });

  it('lets nobody wait for what was asked for long ago', async () => {
    const slow = pending('old');
    const first = answers.get('a', ofIndex, () => slow.promise);
    now += 900;
    const second = ask('new');
    now += 200;
    const third = ask('new');
    slow.make();
    expect((await first).body.toString()).toBe('old');
    expect([await second, await third]).toEqual(['old', 'new']);
    expect(answers.counts).toEqual({ kept: 0, shared: 1, made: 2 });
  });

  describe('when the one that was waited for fails', () => {
    const sharers = 200;

    /** What comes of asking for "a" many times at once, when each attempt fails once all have asked. */
    async function askTogether(error: Error) {
      let makes = 0;
      let fail: () => void = () => undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      const make = async (): Promise<CachedResponse> => {
        makes += 1;
        await failed;
        throw error;
      };
      const all = Promise.allSettled(Array.from({ length: sharers + 1 }, () => answers.get('a', ofIndex, make)));
      fail();
      const reasons = (await all).map((result) => result.status === 'rejected' && (result.reason as unknown));
      return { makes, reasons: new Set(reasons) };
    }

    it.each([
      new Error('away'),
      new ProblemError('search_unavailable', 'Try again.'),
      new BulkheadFullError('Too many wait'),
    ])('gives its failure to all who waited: %s', async (error) => {
      expect(await askTogether(error)).toEqual({ makes: 1, reasons: new Set([error]) });
      expect(await ask('later')).toBe('later');
    });

    it('lets each find out for itself what is wrong with its request', async () => {
      const error = new ProblemError('invalid_parameter', 'It is wrong.');
      expect(await askTogether(error)).toEqual({ makes: sharers + 1, reasons: new Set([error]) });
    });
  });

  it('lets nobody wait for what may be of before a change that is not told of', async () => {
    const unheard: CachePolicy = { dependencies: ['index', 'follows'] };
    const slow = pending('old');
    const first = answers.get('a', unheard, () => slow.promise);
    const second = ask('new', unheard);
    slow.make();
    expect([(await first).body.toString(), await second]).toEqual(['old', 'new']);
  });

  it('lets searches wait for each other while the revision of the index is not known yet', async () => {
    const unknown = new ResponseCache(new CacheVersions(), { RESPONSE_CACHE_SIZE: 1_000_000 });
    const slow = pending('one');
    const both = [1, 2].map(() => unknown.get('a', ofIndex, () => slow.promise));
    slow.make();
    await Promise.all(both);
    expect(unknown.counts).toEqual({ kept: 0, shared: 1, made: 1 });
  });

  it('keeps the later of two answers, whichever comes first', async () => {
    const [old, later] = [pending('old'), pending('new')];
    const first = answers.get('a', ofIndex, () => old.promise);
    now += 1100;
    const second = answers.get('a', ofIndex, () => later.promise);
    later.make();
    await second;
    old.make();
    await first;
    expect(await ask('newer')).toBe('new');
  });
});
