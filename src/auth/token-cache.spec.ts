import { Logger } from '@nestjs/common';
import { type Listener } from '../database/listener.js';
import { type Principal } from './access.js';
import { type IssuerTokens } from './issuer-tokens.js';
import { TokenCache } from './token-cache.js';
import { digest, type TokenStore } from './token-store.js';

interface Events {
  notified(payload: string): void;
  connected(): void;
  disconnected(reason: Error): void;
}

describe('TokenCache', () => {
  const find = jest.fn<Promise<unknown>, [string]>();
  const verify = jest.fn<Promise<unknown>, [string]>();
  const warn = jest.fn();
  let now = 1000;
  let events: Events;
  let cache: TokenCache;

  const principal: Principal = { clientId: 'app', scope: ['read'], trusted: false };
  const found = { principal, remainingMs: 5000 };
  const create = () => {
    const issuerTokens = { find: verify } as unknown as IssuerTokens;
    const listener = { on: (_channel: string, given: Events) => (events = given) } as unknown as Listener;
    return new TokenCache({ find } as unknown as TokenStore, issuerTokens, listener);
  };
  const lookUps = () => find.mock.calls.map(([token]) => token);

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    warn.mockReset();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(warn);
    find.mockReset().mockResolvedValue(found);
    verify.mockReset();
    cache = create();
    events.connected();
  });
  afterEach(() => jest.restoreAllMocks());

  it('looks a token up once', async () => {
    expect([await cache.fetch('a'), await cache.fetch('a'), cache.peek('a')]).toEqual(Array(3).fill(principal));
    expect(lookUps()).toEqual(['a']);
    expect(cache.state).toEqual({ hits: 2, misses: 1, entries: 1, listening: true });
  });

  it('verifies a token of the issuer once', async () => {
    verify.mockResolvedValue(found);
    expect([await cache.fetch('a.b.c'), cache.peek('a.b.c'), cache.clientOf('a.b.c')]).toEqual([
      principal,
      principal,
      'app',
    ]);
    expect([verify.mock.calls, lookUps()]).toEqual([[['a.b.c']], []]);
    now += 5000;
    expect(cache.peek('a.b.c')).toBeUndefined();
  });

  it('caches nothing before it listens', async () => {
    const other = create();
    await other.fetch('a');
    expect(other.state).toEqual({ hits: 0, misses: 1, entries: 0, listening: false });
  });

  it('does not cache that a token is invalid', async () => {
    find.mockResolvedValueOnce(undefined);
    expect([await cache.fetch('a'), await cache.fetch('a')]).toEqual([undefined, principal]);
  });

  it('looks a token up again when it has expired since its look-up began', async () => {
    find.mockImplementationOnce(() => {
      now += 4000;
      return Promise.resolve(found);
    });
    await cache.fetch('a');
    now += 999;
    expect(cache.peek('a')).toEqual(principal);
    now += 1;
    expect(cache.peek('a')).toBeUndefined();
    await cache.fetch('a');
    expect(lookUps()).toEqual(['a', 'a']);
  });

  it('counts no hit if the caller cannot use the token', async () => {
    await cache.fetch('a');
    expect(cache.peek('a', () => false)).toBeUndefined();
    expect(cache.state.hits).toBe(0);
  });

  it('removes the token of a notification, or all', async () => {
    for (const token of ['a', 'b', 'c']) await cache.fetch(token);
    events.notified(digest('a').toString('hex'));
    expect(['a', 'b', 'c'].map((token) => cache.peek(token) !== undefined)).toEqual([false, true, true]);
    events.notified('all');
    expect(cache.state.entries).toBe(0);
    expect(cache.clientOf('a')).toBe('app');
    expect(cache.clientOf('d')).toBeUndefined();
  });

  it('caches nothing without a connection, and forgets what may have changed meanwhile', async () => {
    await cache.fetch('a');
    events.disconnected(new Error('cut'));
    expect(cache.state).toMatchObject({ entries: 0, listening: false });
    expect(warn).toHaveBeenCalledWith('No connection for token revocations; not caching tokens: cut');
    await Promise.all([cache.fetch('a'), cache.fetch('a')]);
    expect([cache.state.entries, lookUps()]).toEqual([0, ['a', 'a', 'a']]);
    events.connected();
    await cache.fetch('a');
    events.connected();
    expect(cache.state).toMatchObject({ entries: 0, listening: true });
  });

  describe('during a look-up', () => {
    let finish: (value: unknown) => void = () => undefined;

    beforeEach(() => {
      find.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
    });

    it('shares it', async () => {
      const both = Promise.all([cache.fetch('a'), cache.fetch('a')]);
      finish(found);
      expect(await both).toEqual([principal, principal]);
      expect([lookUps(), cache.state.misses]).toEqual([['a'], 2]);
    });

    it('neither shares nor caches it if any token was removed meanwhile', async () => {
      const first = cache.fetch('a');
      events.notified(digest('b').toString('hex'));
      find.mockResolvedValueOnce(undefined);
      expect(await cache.fetch('a')).toBeUndefined();
      finish(found);
      expect(await first).toEqual(principal);
      expect(cache.state.entries).toBe(0);
    });

    it('shares a later one although the first ends before', async () => {
      const first = cache.fetch('a');
      events.notified('all');
      let finishSecond: (value: unknown) => void = () => undefined;
      find.mockImplementationOnce(() => new Promise((resolve) => (finishSecond = resolve)));
      const second = cache.fetch('a');
      finish(found);
      await first;
      const third = cache.fetch('a');
      finishSecond(found);
      await Promise.all([second, third]);
      expect(lookUps()).toEqual(['a', 'a']);
    });
  });

  it('does not share a look-up that has ended', async () => {
    find.mockResolvedValue(undefined);
    for (let n = 0; n < 3; n += 1) await cache.fetch('a');
    expect(lookUps()).toHaveLength(3);
  });
});
