import { CacheVersions } from './dependencies.js';
import { VersionedCache } from './versioned-cache.js';

interface Text {
  readonly text: string;
}

describe('VersionedCache', () => {
  let now = 100_000;
  let version: string | undefined;
  let cache: VersionedCache<Text>;
  let reads = 0;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    version = '1';
    reads = 0;
    const versions = new CacheVersions();
    versions.register('sources', { current: () => version });
    const sizeOf = ({ text }: Text) => text.length;
    cache = new VersionedCache(versions, { maxSize: 10, sizeOf, maxUnknownAgeMs: 100 });
  });
  afterEach(() => jest.restoreAllMocks());

  const request = { key: 'a', dependencies: ['sources'] as const };
  const fetch = async (text: string, options: Partial<Parameters<typeof cache.fetch>[0]> = {}) => {
    const read = () => {
      reads += 1;
      return Promise.resolve({ text });
    };
    return (await cache.fetch({ ...request, ...options }, read)).text;
  };

  /** A read that ends when the test says so. */
  function pending() {
    let finish: (value: Text) => void = () => undefined;
    let fail: (reason: Error) => void = () => undefined;
    const value = new Promise<Text>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
    return { value: () => value, finish, fail };
  }

  it('keeps a value until a dependency changes', async () => {
    expect([await fetch('old'), await fetch('new')]).toEqual(['old', 'old']);
    version = '2';
    expect([await fetch('new'), await fetch('newer')]).toEqual(['new', 'new']);
  });

  it('keeps a value for its maximum age, counted from the start of the read', async () => {
    const slow = pending();
    const first = cache.fetch(request, slow.value);
    now += 20_000;
    slow.finish({ text: 'old' });
    await first;
    now += 9999;
    expect(await fetch('new')).toBe('old');
    now += 2;
    expect(await fetch('new', { maxAgeMs: 10 })).toBe('new');
    now += 11;
    expect(await fetch('newer')).toBe('newer');
  });

  it('keeps a value for a shorter time while the version is unknown', async () => {
    version = undefined;
    expect([await fetch('old'), await fetch('new')]).toEqual(['old', 'old']);
    now += 101;
    expect(await fetch('new')).toBe('new');
    version = '1';
    expect(await fetch('known')).toBe('known');
  });

  it('reads once for many requests of one version and client', async () => {
    expect(await Promise.all(['1', '2', '3'].map((text) => fetch(text)))).toEqual(['1', '1', '1']);
    expect(reads).toBe(1);
    version = '2';
    const clients = ['a', 'b', 'a'].map((client) => fetch(client, { client }));
    expect(await Promise.all(clients)).toEqual(['a', 'b', 'a']);
    expect(reads).toBe(3);
  });

  it('does not share a read of an older version, nor one that has taken too long', async () => {
    const slow = pending();
    const first = cache.fetch(request, slow.value);
    now += 50;
    const shared = fetch('shared', { shareMs: 51 });
    expect(await fetch('alone', { shareMs: 50, shouldStore: () => false })).toBe('alone');
    version = '2';
    expect(await fetch('new')).toBe('new');
    slow.finish({ text: 'old' });
    expect([(await first).text, await shared]).toEqual(['old', 'old']);
    expect(await fetch('newer')).toBe('new');
    expect(cache.counts).toEqual({ hits: 1, shared: 1, misses: 3 });
  });

  it('fails all requests that share a read, and reads again', async () => {
    const failing = pending();
    const all = Promise.allSettled([cache.fetch(request, failing.value), fetch('shared')]);
    failing.fail(new Error('away'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await fetch('later')).toBe('later');
  });

  it('stores neither values that are too large nor those that the request does not want to be stored', async () => {
    await fetch('0123456789-');
    await fetch('unwanted', { shouldStore: () => false });
    expect(cache.size).toBe(0);
    await fetch('0123456789');
    expect(cache.size).toBe(10);
  });
});
