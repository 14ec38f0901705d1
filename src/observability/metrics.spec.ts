import { Metrics } from './metrics.js';

describe('a gauge', () => {
  it.each([
    ['one value of a label', { a: 1, b: 2 }, { b: 3 }, ['value{source="b"} 3']],
    ['all values of a label', { a: 1, b: 2 }, undefined, []],
    ['its only value', 1, undefined, []],
  ])('loses %s when the source is gone', async (_, before, after, expected) => {
    const metrics = new Metrics();
    let value: number | Record<string, number> | undefined = before;
    metrics.gauge('value', 'A value', () => value, ...(typeof before === 'number' ? [] : ['source']));
    expect(await metrics.registry.metrics()).toMatch(/^value\S* 1$/m);
    value = after;
    expect((await metrics.registry.metrics()).match(/^value.*$/gm) ?? []).toEqual(expected);
  });
});
