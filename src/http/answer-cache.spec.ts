import { type Answer, AnswerCache } from './answer-cache.js';

describe('the cache of answers', () => {
  let now = 1000;
  beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
  afterEach(() => jest.restoreAllMocks());

  const cache = () => new AnswerCache({ SEARCH_CACHE_TTL: 1, SEARCH_CACHE_SIZE: 1_000_000 });
  const answer = (body: string): Answer => ({ body, headers: {} });

  /** An answer that is made once it is told to be. */
  function pending(body: string) {
    let make: () => void = () => undefined;
    const promise = new Promise<Answer>((resolve) => {
      make = () => {
        resolve(answer(body));
      };
    });
    return { promise, make };
  }

  it('serves an answer for its time, and not a millisecond longer', async () => {
    const answers = cache();
    await answers.get('a', () => Promise.resolve(answer('old')));
    now += 1000;
    expect((await answers.get('a', () => Promise.resolve(answer('new')))).body).toBe('old');
    now += 1;
    expect((await answers.get('a', () => Promise.resolve(answer('new')))).body).toBe('new');
  });

  it('counts the time from when it was asked: what it says may be as old', async () => {
    const answers = cache();
    const slow = pending('old');
    const first = answers.get('a', () => slow.promise);
    now += 900;
    const second = answers.get('a', () => Promise.resolve(answer('new')));
    now += 200;
    const third = answers.get('a', () => Promise.resolve(answer('new')));
    slow.make();
    expect((await Promise.all([first, second, third])).map(({ body }) => body)).toEqual(['old', 'old', 'new']);
    expect(answers.counts).toEqual({ kept: 0, shared: 1, made: 2 });
  });

  it('keeps the later of two answers, whichever comes first', async () => {
    const answers = cache();
    const [old, later] = [pending('old'), pending('new')];
    const first = answers.get('a', () => old.promise);
    now += 1100;
    const second = answers.get('a', () => later.promise);
    later.make();
    await second;
    old.make();
    await first;
    expect((await answers.get('a', () => Promise.resolve(answer('newer')))).body).toBe('new');
  });
});
