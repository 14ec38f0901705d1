import { type Answer, AnswerCache } from './answer.cache.js';
import { type Keeping } from './kept.decorator.js';
import { Revisions } from './revisions.js';

describe('the cache of answers', () => {
  let now = 100_000;
  const revisions = { index: '1', users: '1' };
  let answers: AnswerCache;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const known = new Revisions();
    known.register('index', { current: () => revisions.index });
    known.register('users', { current: () => revisions.users });
    answers = new AnswerCache(known, { SEARCH_CACHE_TTL: 1, SEARCH_CACHE_SIZE: 1_000_000 });
  });
  afterEach(() => jest.restoreAllMocks());

  const ofIndex: Keeping = { of: ['index'] };
  const answer = (text: string, once = false): Answer => ({
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
    const promise = new Promise<Answer>((resolve) => {
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
    expect(await ask('new', { of: ['index'], atMost: 500 })).toBe('new');
    now += 501;
    expect(await ask('newer')).toBe('newer');
  });

  it('keeps nothing while a revision is not known', async () => {
    const other: Keeping = { of: ['index', 'follows'] };
    expect([await ask('1', other), await ask('2', other), await ask('3', other)]).toEqual(['1', '2', '3']);
  });

  it('keeps what comes of tables once it is asked for again soon', async () => {
    const ofTable: Keeping = { of: ['users'] };
    await ask('1', ofTable);
    now += 2000;
    expect(await ask('2', ofTable)).toBe('2');
    now += 500;
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

  it('makes another when the one that was waited for failed', async () => {
    let fail: () => void = () => undefined;
    const failing = new Promise<Answer>((_, reject) => {
      fail = () => {
        reject(new Error('away'));
      };
    });
    const first = answers.get('a', ofIndex, () => failing);
    const second = ask('mine');
    fail();
    await expect(first).rejects.toThrow('away');
    expect(await second).toBe('mine');
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
