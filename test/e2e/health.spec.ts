import { setTimeout as pause } from 'node:timers/promises';
import { serviceVersion } from '../../src/config/version.js';
import { AdminServer } from '../../src/observability/admin-server.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { type Answer } from '../support/directory.js';
import { useDirectory } from '../support/use-directory.js';

const up = { status: 'ok', postgresql: 'up', elasticsearch: 'up', version: serviceVersion };

describe('health', () => {
  let postgresql: TcpProxy;
  let elasticsearch: TcpProxy;
  const { directory } = useDirectory({
    env: async (database) => {
      postgresql = await startTcpProxy(database.url);
      elasticsearch = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      return { DATABASE_URL: postgresql.url, ELASTICSEARCH_URL: elasticsearch.url };
    },
  });

  afterAll(() => {
    postgresql.disconnect();
    elasticsearch.disconnect();
  });

  const ready = () => directory.get('/health/ready');

  async function becomes(status: string): Promise<Answer> {
    let answer = await ready();
    for (; answer.body.status !== status; answer = await ready()) await pause(100);
    return answer;
  }

  it('is public, by GET and HEAD, and is not cached', async () => {
    for (const [path, body] of [
      ['/health/live', { status: 'ok' }],
      ['/health/ready', up],
    ] as const) {
      const answer = await directory.get(path);
      expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([200, body, 'no-store']);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const head = await directory.request(path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      expect((await directory.request(path, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
    }
  });

  it.each([
    ['elasticsearch', 'disconnect', 200, 'degraded'],
    ['elasticsearch', 'freeze', 200, 'degraded'],
    ['postgresql', 'disconnect', 503, 'unavailable'],
    ['postgresql', 'freeze', 503, 'unavailable'],
  ] as const)('reports an outage of %s and its end: %s', async (name, fail, code, status) => {
    const proxy = { elasticsearch, postgresql }[name];
    proxy[fail]();
    const during = await becomes(status);
    expect([during.status, during.body]).toEqual([code, { ...up, status, [name]: 'down' }]);
    expect((await directory.get('/health/live')).status).toBe(200);
    proxy.disconnect();
    await proxy.reconnect();
    const after = await becomes('ok');
    expect([after.status, after.body]).toEqual([200, up]);
  });

  it('does not depend on free connections in the pool', async () => {
    // All connections of the pool wait for the lock.
    const token = await directory.token();
    const runner = directory.source.createQueryRunner();
    await runner.query('BEGIN; LOCK TABLE users');
    const waiting = Array.from({ length: 20 }, () => directory.get('/v2/users/maria', token));
    // `Readiness` reuses the result of its last check for a second.
    await pause(1100);
    expect((await ready()).body).toEqual(up);
    await runner.query('ROLLBACK');
    await runner.release();
    await Promise.all(waiting);
  });
});

describe('with ADMIN_PORT', () => {
  let admin: string;

  const { directory } = useDirectory({ env: { ADMIN_PORT: '0' } });

  beforeAll(() => {
    admin = `http://127.0.0.1:${directory.app.get(AdminServer).port}`;
  });

  const paths = ['/health/live', '/health/ready', '/health/ready/', '/HEALTH/live', '/metrics'];

  it.each(paths)('serves %s on that port, and not on PORT', async (path) => {
    expect((await fetch(admin + path)).status).toBe(200);
    for (const method of ['GET', 'POST']) {
      const outside = await directory.request(path, { method });
      expect([outside.status, outside.body.code]).toEqual([404, 'route_not_found']);
      expect(outside.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('documents only the routes of PORT', async () => {
    const named = Object.keys((await directory.get('/openapi.json')).body.paths as object);
    expect(named.filter((path) => /health|metrics/.test(path))).toEqual([]);
    expect(named).toContain('/v2/places');
  });

  it('does not serve the API on that port', async () => {
    for (const path of ['/v2/places', '/docs/problems', '/v2/oauth/token']) {
      const answer = await fetch(admin + path);
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'route_not_found' })]);
    }
    expect((await directory.get('/docs/problems')).status).toBe(200);
  });
});
