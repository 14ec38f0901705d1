import { setTimeout as delay } from 'node:timers/promises';
import { BurstLimiter } from '../http/load-shedder.js';

/** What each of some requests of an owner gets: a function that releases its slot, or why it has none. */
const acquire = (limiter: BurstLimiter, count: number, owner = 'anybody') =>
  Array.from({ length: count }, () => limiter.acquire(owner));

const accepted = (slots: ReturnType<typeof acquire>) => slots.filter((slot) => typeof slot === 'function');

const release = (slots: ReturnType<typeof acquire>) => {
  for (const slot of accepted(slots)) slot();
};

describe('BurstLimiter', () => {
  const burstOnly = { burst: 2, sustained: 2, burstMs: 60_000 };

  it('rejects once the burst limit is reached', () => {
    const limiter = new BurstLimiter(burstOnly);
    expect(accepted(acquire(limiter, 2))).toHaveLength(2);
    expect(acquire(limiter, 2)).toEqual(['full', 'full']);
    expect(limiter.count).toBe(2);
  });

  it('frees a slot once, even if it is released twice', () => {
    const limiter = new BurstLimiter({ ...burstOnly, burst: 1 });
    const slots = acquire(limiter, 1);
    release(slots);
    release(slots);
    expect(limiter.count).toBe(0);
    expect(accepted(acquire(limiter, 2))).toHaveLength(1);
  });

  describe('during a lasting overload', () => {
    const burstMs = 200;
    const limits = { burst: 10, sustained: 4, burstMs };
    /** Each has an owner of its own. */
    const acquireEach = (limiter: BurstLimiter, count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => limiter.acquire(`owner ${from + at}`));

    it('accepts nothing above the sustained limit', async () => {
      const limiter = new BurstLimiter(limits);
      const slots = acquireEach(limiter, 7);
      expect(accepted(slots)).toHaveLength(7);
      await delay(2 * burstMs);
      expect(acquireEach(limiter, 1, 20)).toEqual(['full']);
      expect(limiter.count).toBe(7);
      release(slots.splice(0, 4));
      expect(acquireEach(limiter, 2, 30)).toEqual([expect.any(Function), 'full']);
    });

    it('accepts a full burst again once half of the sustained slots are free', async () => {
      const limiter = new BurstLimiter(limits);
      const slots = acquireEach(limiter, 6);
      await delay(2 * burstMs);
      expect(acquireEach(limiter, 1, 20)).toEqual(['full']);
      release(slots.splice(0, 5));
      expect(accepted(acquireEach(limiter, 9, 30))).toHaveLength(9);
      expect(acquireEach(limiter, 1, 50)).toEqual(['full']);
    });

    it('keeps the burst limit until the overload has lasted for burstMs', async () => {
      const limiter = new BurstLimiter({ ...limits, burstMs: 60_000 });
      acquireEach(limiter, 6);
      await delay(burstMs);
      expect(accepted(acquireEach(limiter, 4, 20))).toHaveLength(4);
    });
  });

  describe('with requests of several owners', () => {
    const burst = 100;
    const burstMs = 200;
    const limits = { burst, sustained: 50, burstMs: 60_000 };

    it('leaves a fifth of the slots to owners with less than a tenth of them', () => {
      const limiter = new BurstLimiter(limits);
      expect(accepted(acquire(limiter, 90, 'large'))).toHaveLength(80);
      expect(limiter.acquire('large')).toBe('reserved');
      expect(acquire(limiter, 11, 'small')).toEqual([...Array<unknown>(10).fill(expect.any(Function)), 'reserved']);
      expect(accepted(acquire(limiter, 9, 'other'))).toHaveLength(9);
    });

    it.each([100, 9, 5, 4, 1])('never accepts more than the burst limit of %d from many owners', (slots) => {
      const limiter = new BurstLimiter({ ...limits, burst: slots, sustained: Math.ceil(slots / 2) });
      for (let owner = 0; owner < 3 * slots; owner += 1) acquire(limiter, slots, `owner ${owner}`);
      expect(limiter.count).toBe(slots);
    });

    it('leaves as many to small owners when the limit falls below what a large one has in flight', async () => {
      const limiter = new BurstLimiter({ ...limits, burstMs });
      const large = acquire(limiter, 80, 'large');
      await delay(2 * burstMs);
      expect(limiter.acquire('large')).toBe('reserved');
      const small = Array.from({ length: 5 }, (_, at) => acquire(limiter, 4, `small ${at}`)).flat();
      // A fifth of the sustained limit of 50, although four of them made no owner large.
      expect(accepted(small)).toHaveLength(10);
      expect(small.at(-1)).toBe('full');
      release(small);
      expect(accepted(acquire(limiter, 6, 'next'))).toHaveLength(5);
      release(large);
      expect(accepted(acquire(limiter, 60, 'large'))).toHaveLength(60);
    });

    it('forgets owners without requests', () => {
      const limiter = new BurstLimiter(limits);
      release(acquire(limiter, 80, 'large'));
      expect(limiter.count).toBe(0);
      expect(accepted(acquire(limiter, 80, 'large'))).toHaveLength(80);
    });
  });
});
