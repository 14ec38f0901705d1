import { noTimeUsed } from './protection.js';
import { SharedRead, waitFor } from './shared-read.js';

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
