import { setTimeout as delay } from 'node:timers/promises';
import { FairSemaphore, SemaphoreFullError } from './fair-semaphore.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const queue = { maxWaiting: 10, newestFirstAfterMs: 60_000, waitTimeoutMs: 60_000 };

describe('FairSemaphore', () => {
  /** Starts work that runs until the test calls the next function of `finishes`. */
  function startable(semaphore: FairSemaphore) {
    const finishes: (() => void)[] = [];
    let maxRunning = 0;
    const start = () =>
      semaphore.run(async () => {
        const done = new Promise<void>((resolve) => finishes.push(resolve));
        maxRunning = Math.max(maxRunning, finishes.length);
        await done;
      });
    return { start, finishes, maxRunning: () => maxRunning };
  }

  it('runs no more work at once than its limit, and all work in the end', async () => {
    const { start, finishes, maxRunning } = startable(new FairSemaphore({ capacity: 2, queue }));
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
    const semaphore = new FairSemaphore({ capacity: 1, queue });
    const done: string[] = [];
    const { start, finishes } = startable(semaphore);
    const first = start();
    const waiting = ['a', 'b', 'c'].map((name) => semaphore.run(() => Promise.resolve(done.push(name))));
    await settled();
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('starts the newest work first after a long wait, and rejects the oldest if too much waits', async () => {
    const semaphore = new FairSemaphore({
      capacity: 1,
      queue: { maxWaiting: 2, newestFirstAfterMs: 10, waitTimeoutMs: 60_000 },
    });
    const done: string[] = [];
    const { start, finishes } = startable(semaphore);
    const first = start();
    const waiting = ['a', 'b', 'c'].map((name) =>
      semaphore
        .run(() => Promise.resolve(done.push(name)))
        .catch((error: unknown) => done.push(`${name}: ${String(error)}`)),
    );
    await settled();
    expect(done).toEqual(['a: Error: Too much work is waiting']);
    expect(semaphore.state).toEqual({ running: 1, waiting: 2, rejected: 1 });
    await delay(50);
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done.slice(1)).toEqual(['c', 'b']);
    expect(semaphore.state).toEqual({ running: 0, waiting: 0, rejected: 1 });
  });

  it('lets clients take turns, and the users of a client', async () => {
    const semaphore = new FairSemaphore({ capacity: 1, queue });
    const done: string[] = [];
    const { start, finishes } = startable(semaphore);
    const first = start();
    const names = ['a x 1', 'a x 2', 'a x 3', 'a y 4', 'b x 5', 'b x 6'];
    const waiting = names.map((name) => {
      const [client = '', user = ''] = name.split(' ');
      return semaphore.run(() => Promise.resolve(done.push(name)), { owner: [client, user] });
    });
    await settled();
    finishes.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['a x 1', 'b x 5', 'a y 4', 'b x 6', 'a x 2', 'a x 3']);
    expect(semaphore.state).toEqual({ running: 0, waiting: 0, rejected: 0 });
  });

  it('rejects only the work that has waited for too long', async () => {
    const semaphore = new FairSemaphore({ capacity: 1, queue: { ...queue, waitTimeoutMs: 20 } });
    const { start, finishes } = startable(semaphore);
    const first = start();
    await expect(Promise.all([start(), start()])).rejects.toThrow(SemaphoreFullError);
    while (semaphore.state.waiting > 0) await settled();
    finishes.shift()?.();
    await first;
    const later = start();
    await settled();
    expect(finishes).toHaveLength(1);
    finishes.shift()?.();
    await later;
    expect(semaphore.state).toEqual({ running: 0, waiting: 0, rejected: 2 });
  });

  it('rejects all waiting work on rejectWaiting()', async () => {
    const semaphore = new FairSemaphore({ capacity: 1, queue });
    const { start, finishes } = startable(semaphore);
    const first = start();
    const waiting = Promise.allSettled([start(), start()]);
    semaphore.rejectWaiting();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(semaphore.state).toEqual({ running: 1, waiting: 0, rejected: 2 });
    finishes.shift()?.();
    await first;
    await expect(semaphore.run(() => Promise.resolve(1))).resolves.toBe(1);
  });

  it('starts work at once if there is capacity and no other work waits, and frees it once', async () => {
    const semaphore = new FairSemaphore({ capacity: 2, queue });
    const release = await semaphore.acquire({ owner: ['a', ''] });
    expect(semaphore.state).toMatchObject({ running: 1, waiting: 0 });
    const expensive = semaphore.run(() => Promise.resolve('done'), { cost: 2 });
    expect(semaphore.state).toMatchObject({ running: 1, waiting: 1 });
    const behind = semaphore.run(() => Promise.resolve('later'));
    expect(semaphore.state).toMatchObject({ running: 1, waiting: 2 });
    release();
    release();
    expect(await Promise.all([expensive, behind])).toEqual(['done', 'later']);
    expect(semaphore.state).toEqual({ running: 0, waiting: 0, rejected: 0 });
  });

  it('frees the slot of work that fails', async () => {
    const semaphore = new FairSemaphore({ capacity: 1, queue });
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(semaphore.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});

const limits = { capacity: 4, clientCapacity: 2, queue };

/** Work that runs until the test finishes it, by name. */
function controlled(semaphore: FairSemaphore) {
  const finishes = new Map<string, () => void>();
  const rejections: Record<string, unknown> = {};
  return {
    start: (client: string, name: string, { cost = 1, signal = undefined as AbortSignal | undefined } = {}) =>
      semaphore
        .run(() => new Promise<void>((resolve) => finishes.set(name, resolve)), { owner: [client, ''], cost, signal })
        .catch((error: unknown) => (rejections[name] = error)),
    finish: async (name: string) => {
      finishes.get(name)?.();
      finishes.delete(name);
      await settled();
    },
    running: async () => {
      await settled();
      return [...finishes.keys()];
    },
    rejections,
  };
}
describe('FairSemaphore with clients', () => {
  it('lets no client use more than its part, so that another one starts at once', async () => {
    const { start, running, finish } = controlled(new FairSemaphore(limits));
    for (const name of ['a1', 'a2', 'a3']) void start('a', name);
    expect(await running()).toEqual(['a1', 'a2']);
    void start('b', 'b1');
    expect(await running()).toEqual(['a1', 'a2', 'b1']);
    await finish('a1');
    expect(await running()).toEqual(['a2', 'b1', 'a3']);
  });

  it('gives free capacity to the client with the least running work', async () => {
    const { start, running, finish } = controlled(new FairSemaphore({ ...limits, capacity: 3, clientCapacity: 3 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void start('a', name);
    for (const name of ['b1', 'b2']) void start('b', name);
    await finish('a1');
    expect(await running()).toEqual(['a2', 'a3', 'b1']);
    await finish('a2');
    // Both have one, and a4 has waited for longer.
    expect(await running()).toEqual(['a3', 'b1', 'a4']);
    await finish('b1');
    expect(await running()).toEqual(['a3', 'a4', 'b2']);
  });

  it('counts what work costs', async () => {
    const { start, running, finish } = controlled(new FairSemaphore(limits));
    void start('a', 'a1', { cost: 2 });
    void start('a', 'a2');
    void start('b', 'b1', { cost: 99 });
    void start('c', 'c1');
    // What costs more than a client can use counts as that.
    expect(await running()).toEqual(['a1', 'b1']);
    await finish('b1');
    expect(await running()).toEqual(['a1', 'c1']);
  });

  it('keeps capacity free for expensive work that waits', async () => {
    const { start, running, finish } = controlled(new FairSemaphore({ ...limits, capacity: 3 }));
    void start('a', 'a1', { cost: 2 });
    void start('b', 'b1', { cost: 2 });
    void start('c', 'c1');
    // c1 would fit beside a1.
    expect(await running()).toEqual(['a1']);
    await finish('a1');
    expect(await running()).toEqual(['b1', 'c1']);
  });

  it('rejects the oldest work of the client that has most waiting', async () => {
    const { start, running, rejections } = controlled(
      new FairSemaphore({ ...limits, capacity: 3, queue: { ...queue, maxWaiting: 2 } }),
    );
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name);
    for (const name of ['b1', 'b2']) void start('b', name);
    expect(await running()).toEqual(['a1', 'a2', 'b1']);
    expect(rejections).toEqual({ a3: expect.any(SemaphoreFullError) });
    // The client waited for its own work.
    expect(rejections.a3).toMatchObject({ isOwnLoad: true });
  });

  it('says that the work of others is to blame if the client has less than its part', async () => {
    const { start, rejections, running } = controlled(
      new FairSemaphore({ ...limits, queue: { ...queue, maxWaiting: 0 } }),
    );
    for (const client of ['a', 'b']) void start(client, `${client}1`, { cost: 2 });
    void start('c', 'c1');
    expect(await running()).toEqual(['a1', 'b1']);
    expect(rejections.c1).toMatchObject({ isOwnLoad: false });
  });

  it('forgets waiting work that is aborted, and lets what waits behind it start', async () => {
    const semaphore = new FairSemaphore({ ...limits, capacity: 3 });
    const { start, running, rejections } = controlled(semaphore);
    const abort = new AbortController();
    for (const client of ['a', 'b']) void start(client, `${client}1`);
    void start('c', 'c1', { cost: 2, signal: abort.signal });
    void start('d', 'd1');
    expect(await running()).toEqual(['a1', 'b1']);
    abort.abort();
    expect(await running()).toEqual(['a1', 'b1', 'd1']);
    expect(rejections.c1).toBe(abort.signal.reason);
    expect(semaphore.state).toEqual({ running: 3, waiting: 0, rejected: 0 });
  });
});
