import { PrimaryWal } from './read-database.js';

describe('PrimaryWal', () => {
  let now: number;
  let wal: PrimaryWal;

  beforeEach(() => {
    now = 100_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    wal = new PrimaryWal(5000);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const sample = (position: bigint): void => {
    wal.beginSample()(position);
  };

  it('accepts a replica that has all of an idle primary, however old the last change is', () => {
    sample(10n);
    now += 60_000;
    expect(wal.isRecentEnough(10n, ['users'])).toBe(true);
  });

  it('rejects a replica that lacks what the primary had too long ago', () => {
    sample(10n);
    now += 1000;
    sample(20n);
    now += 5000;
    expect([wal.isRecentEnough(10n, []), wal.lagMs(10n)]).toEqual([true, 5000]);
    now += 1;
    expect([wal.isRecentEnough(10n, []), wal.isRecentEnough(20n, [])]).toEqual([false, true]);
  });

  it('still knows that after many samples', () => {
    for (let position = 1n; position <= 100n; position += 1n) {
      sample(position);
      now += 1000;
    }
    expect([wal.isRecentEnough(1n, []), wal.isRecentEnough(99n, [])]).toEqual([false, true]);
  });

  it('rejects a replica that lacks a change, for the table of the change only', () => {
    sample(10n);
    wal.noteChange('users');
    expect([wal.isRecentEnough(10n, ['users']), wal.isRecentEnough(10n, ['places'])]).toEqual([false, true]);
    expect(wal.needsSample).toBe(true);
    sample(15n);
    expect([wal.needsSample, wal.lacksChange(14n), wal.lacksChange(15n)]).toEqual([false, true, false]);
    expect([wal.isRecentEnough(14n, ['users']), wal.isRecentEnough(15n, ['users'])]).toEqual([false, true]);
  });

  it('does not take a position that was read before the change', () => {
    const sampled = wal.beginSample();
    wal.noteChange('users');
    sampled(10n);
    expect([wal.needsSample, wal.isRecentEnough(10n, ['users'])]).toEqual([true, false]);
  });
});
