import { setTimeout as delay } from 'node:timers/promises';
import { Crowd } from './concurrency-limiter.js';

describe('a crowd', () => {
  const lasting = { room: 2, standing: 2, patience: 60_000 };

  it('has room for so many, and turns away everybody else', () => {
    const crowd = new Crowd(lasting);
    expect([crowd.enter(), crowd.enter()].every((leave) => leave !== undefined)).toBe(true);
    expect([crowd.enter(), crowd.enter()]).toEqual([undefined, undefined]);
    expect(crowd.state).toEqual({ inside: 2, refused: 2 });
  });

  it('has room again when somebody leaves, and once only for each', () => {
    const crowd = new Crowd({ ...lasting, room: 1 });
    const leave = crowd.enter();
    leave?.();
    leave?.();
    expect(crowd.state).toEqual({ inside: 0, refused: 0 });
    expect(crowd.enter()).toBeDefined();
    expect(crowd.enter()).toBeUndefined();
  });

  describe('that stands', () => {
    const patience = 200;
    const limits = { room: 10, standing: 4, patience };
    const fill = (crowd: Crowd, count: number) => Array.from({ length: count }, () => crowd.enter());

    it('keeps who is inside, and lets in nobody until it is smaller than a standing one may be', async () => {
      const crowd = new Crowd(limits);
      const leaves = fill(crowd, 7);
      expect(leaves).not.toContain(undefined);
      await delay(2 * patience);
      expect(crowd.enter()).toBeUndefined();
      expect(crowd.state).toEqual({ inside: 7, refused: 1 });
      leaves.splice(0, 4).forEach((leave) => leave?.());
      expect(fill(crowd, 2)).toEqual([expect.any(Function), undefined]);
    });

    it('has all its room again when half of a standing one has gone', async () => {
      const crowd = new Crowd(limits);
      const leaves = fill(crowd, 6);
      await delay(2 * patience);
      expect(crowd.enter()).toBeUndefined();
      leaves.splice(0, 5).forEach((leave) => leave?.());
      expect(fill(crowd, 9)).not.toContain(undefined);
      expect(crowd.enter()).toBeUndefined();
    });

    it('is none as long as it was small a moment ago', async () => {
      const crowd = new Crowd({ ...limits, patience: 60_000 });
      fill(crowd, 6);
      await delay(patience);
      expect(fill(crowd, 4)).not.toContain(undefined);
    });
  });
});
