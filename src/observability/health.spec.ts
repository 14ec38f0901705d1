import { setTimeout as delay } from 'node:timers/promises';
import { Sample } from './health.js';

const never = () => new Promise<number>(() => undefined);
describe('Sample', () => {
  it('shares one read between concurrent callers, and reads again when the value is too old', async () => {
    let reads = 0;
    const sample = new Sample(() => Promise.resolve((reads += 1)), { maxAgeMs: 60_000, timeoutMs: 1000 });
    expect(await Promise.all([sample.value(), sample.value(), sample.value()])).toEqual([1, 1, 1]);
    expect(await sample.value()).toBe(1);
    const stale = new Sample(() => Promise.resolve((reads += 1)), { maxAgeMs: 1, timeoutMs: 1000 });
    expect(await stale.value()).toBe(2);
    await delay(10);
    expect(await stale.value()).toBe(3);
  });

  it('returns undefined when the read takes too long, and does not start a second one', async () => {
    let reads = 0;
    const sample = new Sample(() => ((reads += 1), never()), { maxAgeMs: 1, timeoutMs: 20 });
    expect([await sample.value(), await sample.value()]).toEqual([undefined, undefined]);
    expect(reads).toBe(1);
  });

  it('returns undefined when the read fails, and reads again', async () => {
    const results = [() => Promise.reject(new Error('away')), () => Promise.resolve(1)];
    const sample = new Sample(() => results.shift()?.() ?? never(), { maxAgeMs: 60_000, timeoutMs: 1000 });
    expect([await sample.value(), await sample.value()]).toEqual([undefined, 1]);
  });
});
