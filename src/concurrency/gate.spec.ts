import { Gate, GateFullError } from './gate.js';

describe('a gate', () => {
  /** Work that lasts until it is let go, and how much of it is going on. */
  function workshop(gate: Gate) {
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

  it('lets in no more than it has places, and the others in their turn', async () => {
    const { enter, going, most } = workshop(new Gate({ places: 2, queue: 10, patience: 5000 }));
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

  it('turns away who finds the queue full, and who has waited too long', async () => {
    const { enter, going } = workshop(new Gate({ places: 1, queue: 1, patience: 20 }));
    const first = enter();
    const second = enter();
    await expect(enter()).rejects.toThrow(GateFullError);
    await expect(second).rejects.toThrow(GateFullError);
    going.shift()?.();
    await first;
    const later = enter();
    await settled();
    expect(going).toHaveLength(1);
    going.shift()?.();
    await later;
  });

  it('frees the place of work that fails', async () => {
    const gate = new Gate({ places: 1, queue: 0, patience: 0 });
    await expect(gate.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(gate.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
