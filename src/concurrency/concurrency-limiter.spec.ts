import { setTimeout as delay } from 'node:timers/promises';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

describe('a crowd', () => {
  const lasting = { burst: 2, sustained: 2, burstMs: 60_000 };

  it('rejects once the burst limit is reached', () => {
    const crowd = new ConcurrencyLimiter(lasting);
    expect([crowd.acquire(), crowd.acquire()].every((leave) => leave !== undefined)).toBe(true);
    expect([crowd.acquire(), crowd.acquire()]).toEqual([undefined, undefined]);
    expect(crowd.state).toEqual({ inside: 2, refused: 2 });
  });

  it('frees a slot once per release', () => {
    const crowd = new ConcurrencyLimiter({ ...lasting, burst: 1 });
    const leave = crowd.acquire();
    leave?.();
    leave?.();
    expect(crowd.state).toEqual({ inside: 0, refused: 0 });
    expect(crowd.acquire()).toBeDefined();
    expect(crowd.acquire()).toBeUndefined();
  });

  describe('that stands', () => {
    const burstMs = 200;
    const limits = { burst: 10, sustained: 4, burstMs };
    const fill = (crowd: ConcurrencyLimiter, count: number) => Array.from({ length: count }, () => crowd.acquire());

    it('keeps who is inside, and lets in nobody until it is smaller than a standing one may be', async () => {
      const crowd = new ConcurrencyLimiter(limits);
      const leaves = fill(crowd, 7);
      expect(leaves).not.toContain(undefined);
      await delay(2 * burstMs);
      expect(crowd.acquire()).toBeUndefined();
      expect(crowd.state).toEqual({ inside: 7, refused: 1 });
      leaves.splice(0, 4).forEach((leave) => leave?.());
      expect(fill(crowd, 2)).toEqual([expect.any(Function), undefined]);
    });

    it('accepts a full burst again once the overload is half gone', async () => {
      const crowd = new ConcurrencyLimiter(limits);
      const leaves = fill(crowd, 6);
      await delay(2 * burstMs);
      expect(crowd.acquire()).toBeUndefined();
      leaves.splice(0, 5).forEach((leave) => leave?.());
      expect(fill(crowd, 9)).not.toContain(undefined);
      expect(crowd.acquire()).toBeUndefined();
    });

    it('is none as long as it was small a moment ago', async () => {
      const crowd = new ConcurrencyLimiter({ ...limits, burstMs: 60_000 });
      fill(crowd, 6);
      await delay(burstMs);
      expect(fill(crowd, 4)).not.toContain(undefined);
    });
  });
});
