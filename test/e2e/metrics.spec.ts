import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { alerts, dashboardExpressions } from '../../dev/monitoring/rules.js';
import { serviceVersion } from '../../src/config/process.js';
import { AdminServer } from '../../src/observability/admin-server.js';
import { type Answer } from '../support/directory.js';
import { aPlace, aUser } from '../support/factories.js';
import { hasPrometheus, Prometheus } from '../support/prometheus.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { useDirectory, useProxiedDirectory } from '../support/use-directory.js';

type Labels = Record<string, string>;

/** A line of Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
interface Series {
  name: string;
  labels: Labels;
  value: number;
}

/** The metrics that a monitoring file selects, each with its labels in braces. */
function selectorsOf(file: string): { name: string; labels: string }[] {
  const text = readFileSync(join(__dirname, '../../k8s/components/monitoring', file), 'utf8').replaceAll('\\"', '"');
  const prefixes = 'http|elasticsearch|search|response|database|token|index|directory|nodejs|process';
  const selectors = text.matchAll(new RegExp(`\\b((?:${prefixes})_[a-z0-9_]+)({[^}]*})?`, 'g'));
  return [...selectors].map(([, name = '', labels = '']) => ({ name, labels }));
}

describe('/metrics', () => {
  const {
    directory,
    tokens,
    proxy: elasticsearch,
  } = useProxiedDirectory({
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp' })],
    tokens: ['application'],
  });

  async function scrape(): Promise<Series[]> {
    const { text } = await directory.get('/metrics');
    return [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text]),
      ),
      value: Number(value),
    }));
  }

  /** The sum of the series of a metric with these labels; undefined if there is none. */
  async function measured(name: string, labels: Labels = {}): Promise<number | undefined> {
    const found = (await scrape()).filter(
      (series) =>
        series.name === name && Object.entries(labels).every(([label, text]) => series.labels[label] === text),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }

  async function becomes(name: string, isIt: (value: number) => boolean): Promise<number> {
    for (;;) {
      const value = await measured(name);
      if (value !== undefined && isIt(value)) return value;
      await pause(200);
    }
  }

  it('needs no token, and has the text format of Prometheus', async () => {
    const { status, headers, text } = await directory.get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toContain(`build_info{version="${serviceVersion}",commit="unknown",node="${process.version}"} 1\n`);
    expect((await directory.request('/metrics', { method: 'HEAD' })).status).toBe(200);
  });

  it.each(['alerts.yaml', 'dashboard.json'])('has every metric that %s selects', async (file) => {
    const selectors = selectorsOf(file);
    const names = new Set(selectors.map(({ name }) => name));
    const { text } = await directory.get('/metrics');
    const unknown = [...names].filter((name) => !text.includes(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `));
    expect(names.size).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });

  it.each(['alerts.yaml', 'dashboard.json'])('is selected for this service only in %s', (file) => {
    const ofOthers = selectorsOf(file).filter(({ labels }) => !/[{,]job="place-directory"[,}]/.test(labels));
    expect(ofOthers).toEqual([]);
  });

  it('counts requests by route template, and unknown paths together', async () => {
    const count = (labels: Labels) => measured('http_request_duration_seconds_count', labels);
    await directory.get('/v2/users/maria', tokens.application);
    await directory.get('/v2/users/nobody', tokens.application);
    await directory.get('/v2/users/maria');
    const route = '/v2/users/:userId';
    expect(await count({ route, method: 'GET', status: '200' })).toBe(1);
    expect(await count({ route, method: 'GET', status: '404' })).toBe(1);
    expect(await count({ route, method: 'GET', status: '401' })).toBe(1);
    for (const path of ['/wp-login.php', '/.env', '/v2/users/a/b/c', '/%00']) await directory.get(path);
    await directory.request('/v2/places', { method: 'PROPFIND' });
    expect(await count({ route: 'none', method: 'GET' })).toBe(4);
    expect(await count({ route: 'none', method: 'other', status: '405' })).toBe(1);
  });

  it.each([{ 'X-Forwarded-For': '127.0.0.1' }, { Forwarded: 'for=203.0.113.9' }, { Via: '1.1 proxy' }])(
    'is only for programs on the same machine, not for those behind a proxy: %j',
    async (headers) => {
      for (const path of ['/metrics', '/metrics/', '/METRICS?x=1']) {
        const { status, body } = await directory.get(path, undefined, headers);
        expect([status, body.code]).toEqual([404, 'route_not_found']);
      }
      expect((await directory.get('/health/ready', undefined, headers)).status).toBe(200);
    },
  );

  it('reports the connection pool, the token cache and Elasticsearch', async () => {
    await directory.get('/v2/places', tokens.application);
    await directory.get('/v2/places', tokens.application);
    expect(await measured('database_pool_size')).toBe(10);
    expect(await measured('database_pool_connections')).toBeGreaterThan(0);
    expect(await measured('database_pool_waiting')).toBe(0);
    expect(await measured('token_cache_lookups_total', { result: 'hit' })).toBeGreaterThan(0);
    expect(await measured('token_cache_lookups_total', { result: 'miss' })).toBeGreaterThan(0);
    expect(await measured('token_cache_entries')).toBeGreaterThan(0);
    expect(await measured('token_cache_listening')).toBe(1);
    expect(await measured('dependency_up', { dependency: 'postgresql' })).toBe(1);
    expect(await measured('dependency_up', { dependency: 'elasticsearch' })).toBe(1);
    const search = { api: 'search', outcome: 'ok' };
    expect(await measured('elasticsearch_request_duration_seconds_count', search)).toBeGreaterThanOrEqual(2);
    expect(await measured('search_bulkhead', { state: 'waiting' })).toBe(0);
    expect(await measured('http_requests_in_flight')).toBe(1);
  });

  it('reports the live index and dead letters', async () => {
    expect(await measured('index_info', { current: 'true' })).toBe(1);
    expect(await measured('index_dead_letters')).toBe(0);
    await directory.source.query("INSERT INTO dead_letters (place_id, reason) VALUES ('x', 'too odd')");
    expect(await becomes('index_dead_letters', (places) => places > 0)).toBe(1);
  });

  it('counts rows written by any program', async () => {
    await directory.source.query(
      "INSERT INTO categories (id, name) SELECT 'n' || n, n::text FROM generate_series(1, 40) AS n",
    );
    const inserted = { table: 'categories', operation: 'insert' };
    while (((await measured('directory_rows_written', inserted)) ?? 0) < 40) await pause(200);
    expect(await measured('directory_rows_written', { table: 'categories', operation: 'delete' })).toBe(0);
  });

  it('reports index lag and an open circuit during an outage, and the recovery', async () => {
    elasticsearch.disconnect();
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    for (let request = 0; request < 8; request += 1) await directory.get('/v2/places', tokens.application);
    expect(await measured('search_circuit_open')).toBe(1);
    const unreachable = { api: 'search', outcome: 'unreachable' };
    expect(await measured('elasticsearch_request_duration_seconds_count', unreachable)).toBeGreaterThan(0);
    expect(await becomes('index_pending_changes', (changes) => changes > 0)).toBeGreaterThan(0);
    expect(await measured('index_lag_seconds')).toBeGreaterThan(0);
    await elasticsearch.reconnect();
    expect(await becomes('index_pending_changes', (changes) => changes === 0)).toBe(0);
    expect(await measured('index_lag_seconds')).toBe(0);
  });
});

describe.each([{ NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' }, { TRUST_PROXY: '1' }])(
  '/metrics with %j, without ADMIN_PORT',
  (env) => {
    const { directory } = useDirectory({ env });

    it('is for nobody: a proxy on the same machine may add no headers', async () => {
      const { status, body } = await directory.get('/metrics');
      expect([status, body.code]).toEqual([404, 'route_not_found']);
      expect((await directory.get('/health/ready')).status).toBe(200);
    });
  },
);

/** What an alert measures: the expression with a result where the alert does not fire. */
function measureOf(expression: string): string {
  return expression
    .replace(/^absent\((.*)\)$/, '$1')
    .replace(',current="false"', '')
    .replace(/ (>|==) /g, ' $1 bool ');
}

/**
 * Kubernetes measures jobs and volumes, CloudNativePG backups, cert-manager the public certificate. `promtool` runs these rules.
 */
const ofThisService = alerts().filter(({ expression }) => !/\bkube|certificate|barman|cnpg/.test(expression));

(hasPrometheus ? describe : describe.skip)('Prometheus (needs prometheus)', () => {
  let prometheus: Prometheus;

  // Runs before the directory stops.
  afterAll(async () => {
    await prometheus.stop();
  });

  const {
    directory,
    tokens,
    proxy: elasticsearch,
  } = useProxiedDirectory({
    env: { ADMIN_PORT: '0' },
    places: [aPlace({ id: 'masp' })],
    tokens: ['application'],
  });

  const search = () => directory.get('/v2/places?q=museu', tokens.application);
  const failSignIn = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' });
    expect((await directory.request('/v2/oauth/token', { method: 'POST', body })).status).toBe(401);
  };
  const alert = (name: string) => alerts().find((each) => each.name === name)?.expression ?? '';

  beforeAll(async () => {
    // The metrics of a route begin with its first request, so the rates are of requests from then on.
    await search();
    await directory.get('/v2/places/nothing', tokens.application);
    await failSignIn();
    prometheus = await Prometheus.start(`127.0.0.1:${directory.app.get(AdminServer).port}`);
    await prometheus.until('up', true);
    await search();
    await directory.get('/v2/places/nothing', tokens.application);
    await failSignIn();
    await prometheus.until('rate(http_request_duration_seconds_count{status="404"}[1m]) > 0', true);
  });

  it('has no alert of a healthy service', async () => {
    // How slow a busy machine is does not matter here.
    const ofFaults = alerts().filter(({ name }) => !/Slow$|Latency|EventLoop|BackupOld/.test(name));
    for (const { expression } of ofFaults)
      expect([expression, await prometheus.query(expression)]).toEqual([expression, []]);
  });

  it.each(ofThisService)('has data for what the alert $name measures', async ({ expression }) => {
    expect(await prometheus.until(measureOf(expression), true)).toBe(true);
  });

  it('alerts while Elasticsearch is away, and no longer', async () => {
    elasticsearch.disconnect();
    for (let request = 0; request < 8; request += 1) expect((await search()).status).toBe(503);
    expect(await prometheus.until(alert('PlaceDirectorySearchUnavailable'), true)).toBe(true);
    expect(await prometheus.until('rate(http_request_duration_seconds_count{status="503"}[1m])', true)).toBe(true);
    await elasticsearch.reconnect();
    while ((await search()).status !== 200);
    expect(await prometheus.until(alert('PlaceDirectorySearchUnavailable'), false)).toBe(false);
  });

  // After the outage, because a dashboard of a service without errors shows none.
  it.each(dashboardExpressions())('has data for the dashboard: $title: $expression', async ({ expression }) => {
    expect(await prometheus.until(expression, true)).toBe(true);
  });

  it('alerts about dead letters', async () => {
    await directory.source.query("INSERT INTO dead_letters (place_id, reason) VALUES ('x', 'too odd')");
    expect(await prometheus.until(alert('PlaceDirectoryDeadLetters'), true)).toBe(true);
    await directory.source.query('DELETE FROM dead_letters');
    expect(await prometheus.until(alert('PlaceDirectoryDeadLetters'), false)).toBe(false);
  });

  it('alerts when the replica is gone', async () => {
    directory.app.get(AdminServer).onApplicationShutdown();
    expect(await prometheus.until(alert('PlaceDirectoryDown'), true)).toBe(true);
  });
});

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
