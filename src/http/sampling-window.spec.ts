import { SamplingWindow } from './sampling-window.js';

describe('SamplingWindow', () => {
  const reported: [string, number][] = [];
  const create = () =>
    new SamplingWindow<string>({ perKind: 3, windowMs: 1000 }, 'others', (kind, omitted) => {
      reported.push([kind, omitted]);
    });

  beforeEach(() => {
    jest.useFakeTimers();
    reported.length = 0;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const admitted = (window: SamplingWindow<string>, kinds: string[]) =>
    kinds.filter((kind) => window.admits(kind, kind)).length;
  const repeat = (times: number, kind: string) => Array.from({ length: times }, () => kind);

  it('lets the first of each kind through, and reports the number of the rest once', () => {
    const window = create();
    expect(admitted(window, repeat(10, 'a'))).toBe(3);
    expect(admitted(window, repeat(3, 'b'))).toBe(3);
    expect(reported).toEqual([]);
    jest.advanceTimersByTime(3000);
    expect(reported).toEqual([['a', 7]]);
  });

  it('starts again after the window, or when it is ended', () => {
    const window = create();
    for (let round = 0; round < 2; round += 1) {
      expect(admitted(window, repeat(4, 'a'))).toBe(3);
      jest.advanceTimersByTime(1000);
    }
    expect(admitted(window, repeat(4, 'a'))).toBe(3);
    window.end();
    expect(admitted(window, repeat(3, 'a'))).toBe(3);
    expect(reported).toEqual(repeat(3, 'a').map((kind) => [kind, 1]));
    expect(jest.getTimerCount()).toBe(1);
  });

  it('counts all further kinds together beyond 200, so that it needs little memory', () => {
    const window = create();
    const kinds = Array.from({ length: 5000 }, (_, n) => `kind ${n}`);
    expect(admitted(window, kinds)).toBe(203);
    window.end();
    expect(reported).toEqual([['others', 4797]]);
  });
});
