import { setTimeout as delay } from 'node:timers/promises';
import { Bulkhead, BulkheadFullError } from './bulkhead.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Bulkhead', () => {
  /** Starts work that runs until the test calls the next function of `finishes`. */
  function startable(bulkhead: Bulkhead) {
    const finishes: (() => void)[] = [];
    let maxRunning = 0;
    const start = () =>
      bulkhead.run(async () => {
        const done = new Promise<void>((resolve) => finishes.push(resolve));
        maxRunning = Math.max(maxRunning, finishes.length);
        await done;
      });
    return { start, finishes, maxRunning: () => maxRunning };
  }

  const patient = { maxWaiting: 10, newestFirstAfterMs: 60_000, waitTimeoutMs: 60_000 };

  it('runs no more work at once than its limit, and all work in the end', async () => {
    const { start, finishes, maxRunning } = startable(new Bulkhead({ ...patient, capacity: 2 }));
    const all = [start(), start(), start(), start()];
    await settled();
    expect(finishes).toHaveLength(2);
    while (finishes.length > 0) {
      finishes.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(maxRunning()).toBe(2);
  });

  it('starts the oldest work first', async () => {
    const bulkhead = new Bulkhead({ ...patient, capacity: 1 });
    const done: string[] = [];
    const { start, finishes } = startable(bulkhead);
    const first = start();
    const waiting = ['a', 'b', 'c'].map((name) => bulkhead.run(() => Promise.resolve(done.push(name))));
    await settled();
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('starts the newest work first after a long wait, and rejects the oldest if too much waits', async () => {
    const bulkhead = new Bulkhead({ capacity: 1, maxWaiting: 2, newestFirstAfterMs: 10, waitTimeoutMs: 60_000 });
    const done: string[] = [];
    const { start, finishes } = startable(bulkhead);
    const first = start();
    const waiting = ['a', 'b', 'c'].map((name) =>
      bulkhead
        .run(() => Promise.resolve(done.push(name)))
        .catch((error: unknown) => done.push(`${name}: ${String(error)}`)),
    );
    await settled();
    expect(done).toEqual(['a: Error: Too much work is waiting']);
    expect(bulkhead.state).toEqual({ running: 1, waiting: 2, rejected: 1 });
    await delay(50);
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done.slice(1)).toEqual(['c', 'b']);
    expect(bulkhead.state).toEqual({ running: 0, waiting: 0, rejected: 1 });
  });

  it('lets shares take turns, and the parts of a share', async () => {
    const bulkhead = new Bulkhead({ ...patient, capacity: 1 });
    const done: string[] = [];
    const { start, finishes } = startable(bulkhead);
    const first = start();
    const names = ['a x 1', 'a x 2', 'a x 3', 'a y 4', 'b x 5', 'b x 6'];
    const waiting = names.map((name) => {
      const [share = '', part = ''] = name.split(' ');
      return bulkhead.run(() => Promise.resolve(done.push(name)), { share: [share, part] });
    });
    await settled();
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['a x 1', 'b x 5', 'a y 4', 'b x 6', 'a x 2', 'a x 3']);
    expect(bulkhead.state).toEqual({ running: 0, waiting: 0, rejected: 0 });
  });

  it('rejects work of the largest share if too much waits', async () => {
    const bulkhead = new Bulkhead({ ...patient, capacity: 1, maxWaiting: 3 });
    const done: string[] = [];
    const { start, finishes } = startable(bulkhead);
    const first = start();
    const waiting = ['b x', 'a x', 'a y', 'a z', 'b y'].map((name) => {
      const [share = '', part = ''] = name.split(' ');
      return bulkhead
        .run(() => Promise.resolve(done.push(name)), { share: [share, part] })
        .catch(() => done.push(`no ${name}`));
    });
    await settled();
    expect(done).toEqual(['no a x', 'no b x']);
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done.slice(2)).toEqual(['b y', 'a y', 'a z']);
  });

  it('rejects only the work that has waited for too long', async () => {
    const bulkhead = new Bulkhead({ ...patient, capacity: 1, waitTimeoutMs: 20 });
    const { start, finishes } = startable(bulkhead);
    const first = start();
    await expect(Promise.all([start(), start()])).rejects.toThrow(BulkheadFullError);
    while (bulkhead.state.waiting > 0) await settled();
    finishes.shift()?.();
    await first;
    const later = start();
    await settled();
    expect(finishes).toHaveLength(1);
    finishes.shift()?.();
    await later;
    expect(bulkhead.state).toEqual({ running: 0, waiting: 0, rejected: 2 });
  });

  it('rejects all waiting work on rejectWaiting()', async () => {
    const bulkhead = new Bulkhead({ ...patient, capacity: 1 });
    const { start, finishes } = startable(bulkhead);
    const first = start();
    const waiting = Promise.allSettled([start(), start()]);
    bulkhead.rejectWaiting();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(bulkhead.state).toEqual({ running: 1, waiting: 0, rejected: 2 });
    finishes.shift()?.();
    await first;
    await expect(bulkhead.run(() => Promise.resolve(1))).resolves.toBe(1);
  });

  it('frees the slot of work that fails', async () => {
    const bulkhead = new Bulkhead({ capacity: 1, maxWaiting: 0, newestFirstAfterMs: 0, waitTimeoutMs: 0 });
    await expect(bulkhead.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(bulkhead.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
