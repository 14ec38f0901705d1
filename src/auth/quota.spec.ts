import { type Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Principal } from './access.js';
import { type QuotaExchange } from './quota-exchange.js';
import { Quota } from './quota.js';

type OnUsage = Parameters<QuotaExchange['start']>[0];

const configured: ConstructorParameters<typeof Quota>[1] = {
  QUOTA_APPLICATION: { requests: 2, seconds: 60 },
  QUOTA_USER: { requests: 1, seconds: 30 },
  QUOTA_TRUSTED: undefined,
  QUOTA_EMAIL_CHECK: { requests: 1, seconds: 10 },
};

const none = { ...configured, QUOTA_APPLICATION: undefined, QUOTA_USER: undefined, QUOTA_EMAIL_CHECK: undefined };

const application: Principal = { clientId: 'app', scope: ['read'], trusted: false };

const user: Principal = { ...application, userId: 'maria' };

const trusted: Principal = { ...user, trusted: true };

describe('Quota', () => {
  const start = jest.fn<undefined, [OnUsage]>();
  const record = jest.fn();
  let now = 1_800_000_000_000;

  const create = (environment = configured) => new Quota({ start, record } as unknown as QuotaExchange, environment);
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
    start.mockReset();
    record.mockReset();
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
    expect(record.mock.calls).toEqual(Array(2).fill(['application', 'app', '2/60']));
  });

  it('rejects a request beyond the quota, and does not report it to the other replicas', async () => {
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
    expect(record).toHaveBeenCalledTimes(2);
    await expect(send(quota, { ...application, clientId: 'other' })).resolves.toHaveLength(2);
  });

  it('counts each user of each client, under a key of equal length', async () => {
    const quota = create();
    const others = [{ userId: 'x'.repeat(500) }, { clientId: 'other' }, { clientId: 'a', userId: 'ppmaria' }];
    for (const other of [{}, ...others]) await send(quota, { ...user, ...other });
    await expect(send(quota, user)).rejects.toThrow(
      'The client has used up its quota for this user. Retry after 30 s.',
    );
    const keys = record.mock.calls.map(([kind, key]: string[]) => [kind, key?.length]);
    expect(keys).toEqual(Array(4).fill(['user', 43]));
  });

  it('counts trusted tokens of all users together, against the quota of the client', async () => {
    const quota = create(none);
    const [policy] = await send(quota, { ...trusted, quota: '5/10' });
    expect(policy).toEqual(['RateLimit-Policy', '"trusted";q=5;w=10']);
    const [, remaining] = await send(quota, { ...trusted, userId: 'other', quota: '5/10' });
    expect(remaining).toEqual(['RateLimit', '"trusted";r=3;t=10']);
    expect(record).toHaveBeenLastCalledWith('trusted', 'app', '5/10');
  });

  it('counts nothing without a quota', async () => {
    const quota = create(none);
    expect(await send(quota, application)).toEqual([]);
    expect([start, record].map((call) => call.mock.calls)).toEqual([[], []]);
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
    expect(record).toHaveBeenLastCalledWith('email_check', 'app', '1/10');
    await expect(quota.consumeOfRoute('email_check', application, headersIn(headers))).rejects.toThrow(
      'The client has used up its quota for checks of e-mail addresses. Retry after 10 s.',
    );
  });

  it('exchanges usage once something is counted', async () => {
    create(none).onModuleInit();
    expect(start).toHaveBeenCalledTimes(0);
    const quota = create();
    quota.onModuleInit();
    quota.onModuleInit();
    await send(quota, application);
    expect(start).toHaveBeenCalledTimes(1);
    await send(create(none), { ...application, quota: '5/60' });
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('counts what other replicas report, against the quotas of the settings if they name none', async () => {
    const quota = create();
    quota.onModuleInit();
    const [[onUsage] = []] = start.mock.calls;
    onUsage?.('application', 'app', 1, undefined);
    onUsage?.('application', 'other', 1, '9/60');
    onUsage?.('trusted', 'app', 1, undefined);
    expect((await send(quota, application))[1]).toEqual(['RateLimit', '"application";r=0;t=60']);
    const ofClient = { ...application, clientId: 'other', quota: '9/60' };
    expect((await send(quota, ofClient))[1]).toEqual(['RateLimit', '"application";r=7;t=60']);
  });

  it('throws errors of the limiter', async () => {
    jest.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValue(new Error('broken'));
    await expect(send(create(), application)).rejects.toThrow('broken');
  });
});
