import { setTimeout as delay } from 'node:timers/promises';
import { noTimeUsed } from './protection.js';
import { maxAgeMs, SharedRead } from './shared-read.js';

describe('a shared read', () => {
  it('serves all that wait for it, and those soon after; the first pays for it', async () => {
    const [first, other] = [noTimeUsed(), noTimeUsed()];
    let reads = 0;
    const shared = new SharedRead((timeUsed) => {
      timeUsed.inElasticsearch += 200;
      return Promise.resolve([(reads += 1)]);
    });
    expect(await Promise.all([shared.current(first), shared.current(other)])).toEqual([[1], [1]]);
    expect(await shared.current(other)).toEqual([1]);
    expect([first.inElasticsearch, other.inElasticsearch]).toEqual([200, 0]);
    await delay(maxAgeMs + 50);
    expect(await shared.current(other)).toEqual([2]);
  });

  it('fails for all that wait for it, and is tried again by the next', async () => {
    let isAway = true;
    const shared = new SharedRead(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(['value'])));
    const all = await Promise.allSettled([shared.current(noTimeUsed()), shared.current(noTimeUsed())]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await shared.current(noTimeUsed())).toEqual(['value']);
  });
});
