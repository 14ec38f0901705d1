import { setTimeout as pause } from 'node:timers/promises';
import { TokenStore } from '../../src/auth/token-store.js';
import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const origin = 'https://app.example.org';

describe('the quota of a client', () => {
  const quotas = { QUOTAS: 'application=5/600,user=3/1', CORS_ORIGINS: origin };
  const { directory } = useDirectory({ env: quotas, users: [aUser({ id: 'maria' })] });
  const { directory: other } = useDirectory({ env: quotas, over: directory });

  it('reports the rest in every response, and denies requests beyond it on all replicas until the window ends', async () => {
    const token = await directory.token();
    const reported: unknown[] = [];
    for (const path of ['/v2/users/maria', '/v2/users/nobody', '/v2/users/me', '/v2/places?rows=x']) {
      const { status, headers } = await directory.get(path, token);
      expect(headers.get('ratelimit-policy')).toBe('"application";q=5;w=600');
      reported.push([status, headers.get('ratelimit')?.replace(/\d+$/, 'T')]);
    }
    expect(reported).toEqual([
      [200, '"application";r=4;t=T'],
      [404, '"application";r=3;t=T'],
      [403, '"application";r=2;t=T'],
      [400, '"application";r=1;t=T'],
    ]);
    const requestOther = async () => (await other.get('/v2/users/maria', token)).status;
    expect(await requestOther()).toBe(200);
    const denied = await other.get('/v2/users/maria', token, { Origin: origin });
    expect([denied.status, denied.body.code]).toEqual([429, 'quota_exceeded']);
    expect(denied.headers.get('ratelimit')).toMatch(/^"application";r=0;t=\d+$/);
    const seconds = Number(denied.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    const exposed = denied.headers.get('access-control-expose-headers')?.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After']));
    const xml = await other.get('/v2/places?wt=xml', token);
    expect([xml.status, xml.headers.get('content-type')]).toEqual([429, 'application/problem+xml; charset=utf-8']);
  });

  it('is counted for each kind of token, and starts again after the window', async () => {
    const token = await directory.token({ user: 'maria' });
    const request = async () => (await directory.get('/v2/users/me', token)).status;
    const statuses = [await request(), await request(), await request(), await request()];
    expect(statuses).toContain(200);
    while ((await request()) !== 429) statuses.push(200);
    await pause(1100);
    expect(await request()).toBe(200);
  });

  it('does not apply to a kind without a quota, or to a request without a token', async () => {
    const trusted = await directory.get('/v2/places/x', await directory.token('trusted'));
    const nobody = await directory.get('/v2/places/x');
    for (const { headers } of [trusted, nobody]) {
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    }
  });
});

describe('the quota of checks of e-mail addresses', () => {
  const env = { QUOTAS: 'email_check=4/600,trusted=50/600', RESPONSE_CACHE_SIZE: '64000000' };
  const { directory, tokens } = useDirectory({ env, users: [aUser({ id: 'maria' })], tokens: ['trusted'] });
  const { directory: other } = useDirectory({ env, over: directory });
  const path = '/v2/users/maria%40example.com/verify';

  it('holds for all tokens of a client on all replicas, whether cached or not, and beside the other quotas', async () => {
    const first = await directory.get(path, tokens.trusted);
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([
      200,
      '"trusted";q=50;w=600, "email_check";q=4;w=600',
    ]);
    expect(first.headers.get('ratelimit')).toMatch(/^"trusted";r=49;t=\d+, "email_check";r=3;t=\d+$/);
    // Others than checks do not count.
    expect((await directory.get('/v2/users/maria', tokens.trusted)).status).toBe(200);
    expect((await directory.get('/v2/users/nobody%40example.com/verify', tokens.trusted)).status).toBe(404);
    expect((await directory.get(path, await directory.token('trusted'))).status).toBe(200);
    expect((await other.get(path, tokens.trusted)).status).toBe(200);
    const denied = await other.get(path, tokens.trusted);
    expect([denied.status, denied.body.code]).toEqual([429, 'quota_exceeded']);
    expect(denied.body.detail).toContain('its quota for checks of e-mail addresses');
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await other.get('/v2/users/maria', tokens.trusted)).status).toBe(200);
  });

  it('does not count requests that are not allowed, and leaves other clients theirs', async () => {
    const application = await directory.token();
    for (let time = 0; time < 6; time += 1) expect((await directory.get(path, application)).status).toBe(403);
    await directory.addClients({ second: { trusted: true } });
    const token = await directory.app
      .get(TokenStore)
      .issue({ clientId: 'second', scope: ['read', 'trust'], lifetime: 600 });
    expect((await directory.get(path, token)).status).toBe(200);
  });
});

describe('the checks of e-mail addresses', () => {
  const users = [aUser({ id: 'maria' })];
  const { directory, tokens } = useDirectory({ fresh: true, users, tokens: ['trusted'] });
  const { directory: unlimited } = useDirectory({ env: { QUOTAS: 'email_check=none' }, over: directory });

  const statuses = async (at: typeof directory) => {
    const counts: Record<number, number> = {};
    for (let time = 0; time < 100; time += 1) {
      const { status } = await at.get(`/v2/users/user${time}%40example.com/verify`, tokens.trusted);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it('are limited without a setting', async () => {
    expect(await statuses(directory)).toEqual({ 404: 60, 429: 40 });
  });

  it('are not limited with QUOTAS=email_check=none', async () => {
    const { headers } = await unlimited.get('/v2/users/maria%40example.com/verify', tokens.trusted);
    expect([await statuses(unlimited), headers.get('ratelimit')]).toEqual([{ 404: 100 }, null]);
  });
});

describe('the quota of a user', () => {
  const env = { QUOTAS: 'user=3/600' };
  const { directory } = useDirectory({ env, users: ['maria', 'joao'].map((id) => aUser({ id })) });
  const { directory: other } = useDirectory({ env, over: directory });

  it('leaves the other users of the client theirs, on all replicas', async () => {
    const [maria, joao] = [await directory.token({ user: 'maria' }), await directory.token({ user: 'joao' })];
    const statuses = async (at: typeof directory, token: string, times: number) => {
      const all: number[] = [];
      for (let time = 0; time < times; time += 1) all.push((await at.get('/v2/users/me', token)).status);
      return all;
    };
    expect(await statuses(directory, maria, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(other, maria, 1)).toEqual([429]);
    expect([await statuses(directory, joao, 1), await statuses(other, joao, 1)]).toEqual([[200], [200]]);
  });
});
