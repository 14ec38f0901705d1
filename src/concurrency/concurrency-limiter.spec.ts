import { setTimeout as delay } from 'node:timers/promises';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

describe('ConcurrencyLimiter', () => {
  const burstOnly = { burst: 2, sustained: 2, burstMs: 60_000 };

  it('rejects once the burst limit is reached', () => {
    const limiter = new ConcurrencyLimiter(burstOnly);
    expect([limiter.acquire(), limiter.acquire()]).not.toContain(undefined);
    expect([limiter.acquire(), limiter.acquire()]).toEqual([undefined, undefined]);
    expect(limiter.state).toEqual({ inFlight: 2, rejected: 2 });
  });

  it('frees a slot once, even if it is released twice', () => {
    const limiter = new ConcurrencyLimiter({ ...burstOnly, burst: 1 });
    const release = limiter.acquire();
    release?.();
    release?.();
    expect(limiter.state).toEqual({ inFlight: 0, rejected: 0 });
    expect(limiter.acquire()).toBeDefined();
    expect(limiter.acquire()).toBeUndefined();
  });

  describe('during a lasting overload', () => {
    const burstMs = 200;
    const limits = { burst: 10, sustained: 4, burstMs };
    const acquire = (limiter: ConcurrencyLimiter, count: number) =>
      Array.from({ length: count }, () => limiter.acquire());

    it('accepts nothing above the sustained limit', async () => {
      const limiter = new ConcurrencyLimiter(limits);
      const releases = acquire(limiter, 7);
      expect(releases).not.toContain(undefined);
      await delay(2 * burstMs);
      expect(limiter.acquire()).toBeUndefined();
      expect(limiter.state).toEqual({ inFlight: 7, rejected: 1 });
      releases.splice(0, 4).forEach((release) => release?.());
      expect(acquire(limiter, 2)).toEqual([expect.any(Function), undefined]);
    });

    it('accepts a full burst again once half of the sustained slots are free', async () => {
      const limiter = new ConcurrencyLimiter(limits);
      const releases = acquire(limiter, 6);
      await delay(2 * burstMs);
      expect(limiter.acquire()).toBeUndefined();
      releases.splice(0, 5).forEach((release) => release?.());
      expect(acquire(limiter, 9)).not.toContain(undefined);
      expect(limiter.acquire()).toBeUndefined();
    });

    it('keeps the burst limit until the overload has lasted for burstMs', async () => {
      const limiter = new ConcurrencyLimiter({ ...limits, burstMs: 60_000 });
      acquire(limiter, 6);
      await delay(burstMs);
      expect(acquire(limiter, 4)).not.toContain(undefined);
    });
  });
});
