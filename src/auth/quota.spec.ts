import { Logger } from '@nestjs/common';
import { type Response } from 'express';
import { type ReadDatabase } from '../database/read-database.js';
import { type Principal } from './access.js';
import { Quota } from './quota.js';

const configured: ConstructorParameters<typeof Quota>[1] = {
  QUOTAS: { application: '2/60', user: '1/30', email_check: '1/10' },
};

const none = { QUOTAS: {} };

const application: Principal = { clientId: 'app', scope: ['read'], trusted: false };

const user: Principal = { ...application, userId: 'maria' };

const trusted: Principal = { ...user, trusted: true };

describe('Quota', () => {
  let counts: Map<string, { points: number; expire: number }>;
  /** Counts as the statement of the library does. */
  const query = jest.fn(async (_text: string, [key, points, ends, now]: [string, number, number, number]) => {
    const known = counts.get(key);
    const isRunning = known !== undefined && known.expire > now;
    const row = isRunning ? { points: known.points + points, expire: known.expire } : { points, expire: ends };
    counts.set(key, row);
    return Promise.resolve([row]);
  });
  let now = 1_800_000_000_000;

  const create = (environment = configured) => new Quota({ query } as unknown as ReadDatabase, environment);
  const send = async (quota: Quota, principal: Principal, response = new Map<string, unknown>()) => {
    await quota.consume(principal, headersIn(response));
    return [...response];
  };
  const headersIn = (headers: Map<string, unknown>) =>
    ({
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: unknown) => headers.set(name, value),
    }) as unknown as Response;

  beforeEach(() => {
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    counts = new Map();
    query.mockClear();
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['an application token', application, configured, true],
    ['a user token', user, configured, true],
    ['a trusted token, without such a quota', trusted, configured, false],
    ['a trusted token of a client with a quota', { ...trusted, quota: '1/1' }, none, true],
    ['a token, without quotas', application, none, false],
  ])('counts %s: %#', (_, principal, environment, counts) => {
    expect(create(environment).countsToken(principal)).toBe(counts);
  });

  it('counts checks of e-mail addresses if they have a quota', () => {
    expect([create(), create(none)].map((quota) => quota.countsRoute('email_check'))).toEqual([true, false]);
  });

  it('reports the quota, what remains of it, and the seconds until it begins again', async () => {
    const quota = create();
    const policy = ['RateLimit-Policy', '"application";q=2;w=60'];
    expect(await send(quota, application)).toEqual([policy, ['RateLimit', '"application";r=1;t=60']]);
    now += 20_001;
    expect(await send(quota, application)).toEqual([policy, ['RateLimit', '"application";r=0;t=40']]);
    expect([...counts]).toEqual([['application 2/60:app', { points: 2, expire: now + 39_999 }]]);
  });

  it('rejects requests beyond the quota, all but the first without PostgreSQL', async () => {
    const quota = create();
    const headers = new Map<string, unknown>();
    for (let n = 0; n < 2; n += 1) await send(quota, application);
    now += 59_999;
    await expect(send(quota, application, headers)).rejects.toMatchObject({
      code: 'quota_exceeded',
      detail: 'The client has used up its quota. Retry after 1 s.',
      extras: { headers: { 'Retry-After': '1' } },
    });
    expect(headers.get('RateLimit')).toBe('"application";r=0;t=1');
    await expect(send(quota, application)).rejects.toThrow('The client has used up its quota.');
    expect(query).toHaveBeenCalledTimes(3);
    await expect(send(quota, { ...application, clientId: 'other' })).resolves.toHaveLength(2);
  });

  it('counts each user of each client, under a key of equal length', async () => {
    const quota = create();
    const others = [{ userId: 'x'.repeat(500) }, { clientId: 'other' }, { clientId: 'a', userId: 'ppmaria' }];
    for (const other of [{}, ...others]) await send(quota, { ...user, ...other });
    await expect(send(quota, user)).rejects.toThrow(
      'The client has used up its quota for this user. Retry after 30 s.',
    );
    expect([...counts.keys()]).toEqual(Array(4).fill(expect.stringMatching(/^user 1\/30:[\w-]{43}$/)));
  });

  it('counts trusted tokens of all users together, against the quota of the client', async () => {
    const quota = create(none);
    const [policy] = await send(quota, { ...trusted, quota: '5/10' });
    expect(policy).toEqual(['RateLimit-Policy', '"trusted";q=5;w=10']);
    const [, remaining] = await send(quota, { ...trusted, userId: 'other', quota: '5/10' });
    expect(remaining).toEqual(['RateLimit', '"trusted";r=3;t=10']);
    expect([...counts.keys()]).toEqual(['trusted 5/10:app']);
  });

  it('counts nothing without a quota', async () => {
    const quota = create(none);
    expect(await send(quota, application)).toEqual([]);
    expect(query).toHaveBeenCalledTimes(0);
  });

  it('adds the quota of a route to the headers', async () => {
    const quota = create();
    const headers = new Map<string, unknown>();
    await send(quota, user, headers);
    await quota.consumeOfRoute('email_check', user, headersIn(headers));
    expect([...headers.values()]).toEqual([
      '"user";q=1;w=30, "email_check";q=1;w=10',
      '"user";r=0;t=30, "email_check";r=0;t=10',
    ]);
    expect([...counts.keys()].at(-1)).toBe('email_check 1/10:app');
    await expect(quota.consumeOfRoute('email_check', application, headersIn(headers))).rejects.toThrow(
      'The client has used up its quota for checks of e-mail addresses. Retry after 10 s.',
    );
  });

  it('shares the counts of other replicas, and counts alone while PostgreSQL is away', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const [one, other] = [create(), create()];
    await send(one, application);
    expect((await send(other, application))[1]).toEqual(['RateLimit', '"application";r=0;t=60']);
    query.mockRejectedValue(new Error('away'));
    expect((await send(other, { ...application, clientId: 'b' }))[1]).toEqual(['RateLimit', '"application";r=1;t=60']);
    expect((await send(one, { ...application, clientId: 'b' }))[1]).toEqual(['RateLimit', '"application";r=1;t=60']);
    for (const [passed, warnings] of [
      [0, 2],
      [59_999, 2],
      [1, 3],
    ] as const) {
      now += passed;
      await send(one, { ...application, clientId: `after ${passed}` });
      expect(warn).toHaveBeenCalledTimes(warnings);
    }
    expect(warn).toHaveBeenLastCalledWith('PostgreSQL does not count requests, so this replica counts alone: away');
  });
});
