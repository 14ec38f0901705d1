import { Sample } from './sample.js';

const never = () => new Promise<number>(() => undefined);

describe('Sample', () => {
  it('is read once for all who ask at the same time, and again only when it is too old', async () => {
    let read = 0;
    const sample = new Sample(() => Promise.resolve((read += 1)), { maxAge: 60_000, patience: 1000 });
    expect(await Promise.all([sample.value(), sample.value(), sample.value()])).toEqual([1, 1, 1]);
    expect(await sample.value()).toBe(1);
    const stale = new Sample(() => Promise.resolve((read += 1)), { maxAge: 0, patience: 1000 });
    expect([await stale.value(), await stale.value()]).toEqual([2, 3]);
  });

  it('is not waited for when the reading never ends, and nobody reads beside it', async () => {
    let read = 0;
    const sample = new Sample(() => ((read += 1), never()), { maxAge: 0, patience: 20 });
    expect([await sample.value(), await sample.value()]).toEqual([undefined, undefined]);
    expect(read).toBe(1);
  });

  it('is undefined when the reading fails, and is read again', async () => {
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve(1)];
    const sample = new Sample(() => answers.shift()?.() ?? never(), { maxAge: 60_000, patience: 1000 });
    expect([await sample.value(), await sample.value()]).toEqual([undefined, 1]);
  });
});
