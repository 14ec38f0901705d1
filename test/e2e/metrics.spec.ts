import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceVersion } from '../../src/config/version.js';
import { type TcpProxy, startTcpProxy } from '../support/tcp-proxy.js';
import { aPlace, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

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
  let elasticsearch: TcpProxy;
  const { directory, tokens } = useDirectory({
    env: async () => {
      elasticsearch = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      return { ELASTICSEARCH_URL: elasticsearch.url };
    },
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp' })],
    tokens: ['application'],
  });

  afterAll(() => {
    elasticsearch.disconnect();
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
