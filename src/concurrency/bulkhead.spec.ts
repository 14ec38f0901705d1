import { setTimeout as delay } from 'node:timers/promises';
import { Bulkhead, BulkheadFullError } from './bulkhead.js';

describe('a gate', () => {
  /** Work that lasts until it is let go, and how much of it is going on. */
  function workshop(gate: Bulkhead) {
    const going: (() => void)[] = [];
    let most = 0;
    const enter = () =>
      gate.run(async () => {
        const done = new Promise<void>((resolve) => going.push(resolve));
        most = Math.max(most, going.length);
        await done;
      });
    return { enter, going, most: () => most };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('lets in no more than it has places, and all the others in the end', async () => {
    const { enter, going, most } = workshop(
      new Bulkhead({ concurrency: 2, maxWaiting: 10, newestFirstAfterMs: 5000, waitTimeoutMs: 5000 }),
    );
    const all = [enter(), enter(), enter(), enter()];
    await settled();
    expect(going).toHaveLength(2);
    while (going.length > 0) {
      going.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(most()).toBe(2);
  });

  it('lets in who came first', async () => {
    const gate = new Bulkhead({ concurrency: 1, maxWaiting: 10, newestFirstAfterMs: 60_000, waitTimeoutMs: 60_000 });
    const done: string[] = [];
    const { enter, going } = workshop(gate);
    const first = enter();
    const waiting = ['a', 'b', 'c'].map((name) => gate.run(() => Promise.resolve(done.push(name))));
    await settled();
    going.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('lets in who came last once one has waited long, and turns away who came first when too many wait', async () => {
    const gate = new Bulkhead({ concurrency: 1, maxWaiting: 2, newestFirstAfterMs: 10, waitTimeoutMs: 60_000 });
    const done: string[] = [];
    const { enter, going } = workshop(gate);
    const first = enter();
    const waiting = ['a', 'b', 'c'].map((name) =>
      gate
        .run(() => Promise.resolve(done.push(name)))
        .catch((error: unknown) => done.push(`${name}: ${String(error)}`)),
    );
    await settled();
    expect(done).toEqual(['a: Error: Too many are waiting']);
    expect(gate.state).toEqual({ inside: 1, waiting: 2, refused: 1 });
    await delay(50);
    going.shift()?.();
    await Promise.all([first, ...waiting]);
    expect(done.slice(1)).toEqual(['c', 'b']);
    expect(gate.state).toEqual({ inside: 0, waiting: 0, refused: 1 });
  });

  it('turns away who has waited too long, and nobody else', async () => {
    const gate = new Bulkhead({ concurrency: 1, maxWaiting: 10, newestFirstAfterMs: 5000, waitTimeoutMs: 20 });
    const { enter, going } = workshop(gate);
    const first = enter();
    await expect(Promise.all([enter(), enter()])).rejects.toThrow(BulkheadFullError);
    while (gate.state.waiting > 0) await settled();
    going.shift()?.();
    await first;
    const later = enter();
    await settled();
    expect(going).toHaveLength(1);
    going.shift()?.();
    await later;
    expect(gate.state).toEqual({ inside: 0, waiting: 0, refused: 2 });
  });

  it('turns away all who wait when there is nothing to wait for', async () => {
    const gate = new Bulkhead({ concurrency: 1, maxWaiting: 10, newestFirstAfterMs: 5000, waitTimeoutMs: 5000 });
    const { enter, going } = workshop(gate);
    const first = enter();
    const waiting = Promise.allSettled([enter(), enter()]);
    gate.rejectWaiting();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(gate.state).toEqual({ inside: 1, waiting: 0, refused: 2 });
    going.shift()?.();
    await first;
    await expect(gate.run(() => Promise.resolve(1))).resolves.toBe(1);
  });

  it('frees the place of work that fails', async () => {
    const gate = new Bulkhead({ concurrency: 1, maxWaiting: 0, newestFirstAfterMs: 0, waitTimeoutMs: 0 });
    await expect(gate.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(gate.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
