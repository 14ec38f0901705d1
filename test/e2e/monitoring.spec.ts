import { alerts, dashboardExpressions } from '../../dev/monitoring/rules.js';
import { AdminServer } from '../../src/observability/admin-server.js';
import { aPlace } from '../support/factories.js';
import { hasPrometheus, Prometheus } from '../support/prometheus.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useDirectory } from '../support/use-directory.js';

/** What an alert measures: the expression with a result where the alert does not fire. */
function measureOf(expression: string): string {
  return expression
    .replace(/^absent\((.*)\)$/, '$1')
    .replace(',current="false"', '')
    .replace(/ (>|==) /g, ' $1 bool ');
}

/**
 * Kubernetes measures jobs and volumes. Without TLS to Elasticsearch there is no certificate (certificate-expiry.spec.ts measures one).
 * `promtool` runs these rules.
 */
const ofThisService = alerts().filter(({ expression }) => !/\bkube|certificate/.test(expression));

(hasPrometheus ? describe : describe.skip)('Prometheus (needs prometheus)', () => {
  let elasticsearch: TcpProxy;
  let prometheus: Prometheus;

  // Runs before the directory stops.
  afterAll(async () => {
    await prometheus.stop();
  });

  const { directory, tokens } = useDirectory({
    env: async ({ url }) => {
      elasticsearch = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      return { ELASTICSEARCH_URL: elasticsearch.url, ADMIN_PORT: '0', DATABASE_REPLICA_URLS: url };
    },
    places: [aPlace({ id: 'masp' })],
    tokens: ['application'],
  });

  afterAll(() => {
    elasticsearch.disconnect();
  });

  const search = () => directory.get('/v2/places?q=museu', tokens.application);
  const alert = (name: string) => alerts().find((each) => each.name === name)?.expression ?? '';

  beforeAll(async () => {
    // The metrics of a route begin with its first request, so the rates are of requests from then on.
    await search();
    await directory.get('/v2/places/nothing', tokens.application);
    prometheus = await Prometheus.start(`127.0.0.1:${directory.app.get(AdminServer).port}`);
    await prometheus.until('up', true);
    await search();
    await directory.get('/v2/places/nothing', tokens.application);
    await prometheus.until('rate(http_request_duration_seconds_count{status="404"}[1m]) > 0', true);
  });

  it('has no alert of a healthy service', async () => {
    // How slow a busy machine is does not matter here.
    const ofFaults = alerts().filter(({ name }) => !/Slow$|Latency|EventLoop/.test(name));
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
