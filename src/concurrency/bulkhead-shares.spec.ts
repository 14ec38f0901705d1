import { Bulkhead, BulkheadFullError } from './bulkhead.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const limits = {
  capacity: 4,
  shareCapacity: 2,
  maxWaiting: 10,
  newestFirstAfterMs: 60_000,
  waitTimeoutMs: 60_000,
};

/** Work that runs until the test finishes it, by name. */
function controlled(bulkhead: Bulkhead) {
  const finishes = new Map<string, () => void>();
  const rejections: Record<string, unknown> = {};
  return {
    start: (client: string, name: string, { cost = 1, signal = undefined as AbortSignal | undefined } = {}) =>
      bulkhead
        .run(() => new Promise<void>((resolve) => finishes.set(name, resolve)), { share: [client, ''], cost, signal })
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

describe('Bulkhead with shares', () => {
  it('lets no client use more than its share, so that another one starts at once', async () => {
    const { start, running, finish } = controlled(new Bulkhead(limits));
    for (const name of ['a1', 'a2', 'a3']) void start('a', name);
    expect(await running()).toEqual(['a1', 'a2']);
    void start('b', 'b1');
    expect(await running()).toEqual(['a1', 'a2', 'b1']);
    await finish('a1');
    expect(await running()).toEqual(['a2', 'b1', 'a3']);
  });

  it('gives free capacity to the client with the least running work', async () => {
    const { start, running, finish } = controlled(new Bulkhead({ ...limits, capacity: 3, shareCapacity: 3 }));
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
    const { start, running, finish } = controlled(new Bulkhead(limits));
    void start('a', 'a1', { cost: 2 });
    void start('a', 'a2');
    void start('b', 'b1', { cost: 99 });
    void start('c', 'c1');
    // What costs more than a share counts as the share.
    expect(await running()).toEqual(['a1', 'b1']);
    await finish('b1');
    expect(await running()).toEqual(['a1', 'c1']);
  });

  it('keeps capacity free for expensive work that waits', async () => {
    const { start, running, finish } = controlled(new Bulkhead({ ...limits, capacity: 3 }));
    void start('a', 'a1', { cost: 2 });
    void start('b', 'b1', { cost: 2 });
    void start('c', 'c1');
    // c1 would fit beside a1.
    expect(await running()).toEqual(['a1']);
    await finish('a1');
    expect(await running()).toEqual(['b1', 'c1']);
  });

  it('lets shares with as much running work take turns', async () => {
    const { start, running, finish } = controlled(new Bulkhead({ ...limits, capacity: 1 }));
    for (const name of ['a1', 'a2', 'a3']) void start('a', name);
    void start('b', 'b1');
    const started: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const [name = ''] = await running();
      started.push(name);
      await finish(name);
    }
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('rejects the oldest work of the client that has most waiting', async () => {
    const { start, running, rejections } = controlled(new Bulkhead({ ...limits, capacity: 3, maxWaiting: 2 }));
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name);
    for (const name of ['b1', 'b2']) void start('b', name);
    expect(await running()).toEqual(['a1', 'a2', 'b1']);
    expect(rejections).toEqual({ a3: expect.any(BulkheadFullError) });
    // The client waited for its own work.
    expect(rejections.a3).toMatchObject({ isOwnLoad: true });
  });

  it('says that the work of others is to blame if the client has less than its share', async () => {
    const { start, rejections, running } = controlled(new Bulkhead({ ...limits, maxWaiting: 0 }));
    for (const client of ['a', 'b']) void start(client, `${client}1`, { cost: 2 });
    void start('c', 'c1');
    expect(await running()).toEqual(['a1', 'b1']);
    expect(rejections.c1).toMatchObject({ isOwnLoad: false });
  });

  it('forgets waiting work that is aborted, and lets what waits behind it start', async () => {
    const bulkhead = new Bulkhead({ ...limits, capacity: 3 });
    const { start, running, rejections } = controlled(bulkhead);
    const abort = new AbortController();
    for (const client of ['a', 'b']) void start(client, `${client}1`);
    void start('c', 'c1', { cost: 2, signal: abort.signal });
    void start('d', 'd1');
    expect(await running()).toEqual(['a1', 'b1']);
    abort.abort();
    expect(await running()).toEqual(['a1', 'b1', 'd1']);
    expect(rejections.c1).toBe(abort.signal.reason);
    expect(bulkhead.state).toEqual({ running: 3, waiting: 0, rejected: 0 });
  });
});
