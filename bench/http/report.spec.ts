import { falls } from './report.js';

describe('falls', () => {
  it.each([
    ['lost a fifth', 1, 0.8, []],
    ['lost more than a fifth', 1, 0.79, ['Fell by more than a fifth: term: 1 to 0.79']],
  ])('a ratio that %s', (_what, before, now, fallen) => {
    expect(falls({ gone: 1, term: before }, { term: now, fresh: 0.1 })).toEqual(fallen);
  });
});
