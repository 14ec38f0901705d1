import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../dev/services/free-port.js';
import { CompiledService } from '../support/compiled-service.js';
import { aPlace, aUser } from '../support/factories.js';
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.js';
import { useDirectory } from '../support/use-directory.js';

describe('traces', () => {
  let collector: TraceCollector;
  let service: CompiledService;

  // Runs before the database is dropped.
  afterAll(async () => {
    await service.stop();
    collector.stop();
  });

  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria', email: 'planted@example.com' })],
    places: [aPlace()],
    tokens: ['trusted'],
  });

  beforeAll(async () => {
    collector = await TraceCollector.start();
    service = await CompiledService.start(await freePort(), {
      DATABASE_URL: directory.database.url,
      ELASTICSEARCH_INDEX: directory.database.name,
      ACCESS_TOKEN_IN_QUERY: 'true',
      SHUTDOWN_DRAIN: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'places-under-test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
  });

  const ask = (path: string, traceId: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, ...headers } });
  const Authorization = () => `Bearer ${tokens.trusted}`;

  /** The spans of a trace, once it has the span of the request, which ends last. */
  async function trace(id: string): Promise<CollectedSpan[]> {
    for (;;) {
      const spans = collector.spans.filter(({ traceId }) => traceId === id);
      if (spans.some(({ kind }) => kind === 2)) return spans;
      await pause(50);
    }
  }

  const attribute = (span: CollectedSpan | undefined, key: string) =>
    Object.values(span?.attributes.find((candidate) => candidate.key === key)?.value ?? {})[0];

  it('cover the request, PostgreSQL and Elasticsearch, in the trace of the caller', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect((await ask('/v2/places?q=museu', id, { Authorization: Authorization() })).status).toBe(200);
    const spans = await trace(id);
    const request = spans.find(({ kind }) => kind === 2);
    expect([request?.name, request?.parentSpanId]).toEqual(['GET /v2/places', '00f067aa0ba902b7']);
    expect(attribute(request, 'http.route')).toBe('/v2/places');
    const below = (span: CollectedSpan): boolean =>
      span.parentSpanId === request?.spanId ||
      spans.some((parent) => parent.spanId === span.parentSpanId && below(parent));
    // PostgreSQL: the token. Elasticsearch: the places.
    const postgresql = spans.find((span) => span.name.startsWith('pg.query'));
    const elasticsearch = spans.find((span) => span.name === 'search');
    for (const span of [postgresql, elasticsearch]) expect(span && below(span)).toBe(true);
    expect(collector.received).toContain('places-under-test');
    expect(collector.received).toContain('service.version');
  });

  it('contain no tokens, e-mail addresses or values, and probes are not traced', async () => {
    const ids = [
      '4bf92f3577b34da6a3ce929d0e0e4737',
      '4bf92f3577b34da6a3ce929d0e0e4738',
      '4bf92f3577b34da6a3ce929d0e0e4739',
    ];
    const [verify = '', query = '', unknown = ''] = ids;
    const verified = await ask('/v2/users/planted%40example.com/verify', verify, { Authorization: Authorization() });
    expect(verified.status).toBe(200);
    await ask(`/v2/places?access_token=${tokens.trusted}&q=plantedWord`, query);
    await ask('/planted%40example.com?x=plantedWord', unknown);
    await fetch(`${service.url}/health/ready`);
    await fetch(`${service.url}/metrics?x=plantedWord`);
    for (const id of ids) await trace(id);
    for (const secret of [tokens.trusted, 'planted@example.com', 'planted%40example.com', 'plantedWord']) {
      expect(collector.received).not.toContain(secret);
    }
    expect(collector.received).not.toMatch(/\/health\/|\/metrics/);
    expect((await trace(verify)).find(({ kind }) => kind === 2)?.name).toBe('GET /v2/users/:email/verify');
  });

  it('have their identifiers in the log, and the last spans are exported at shutdown', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e473a';
    await ask('/v2/categories', id, { Authorization: Authorization() });
    service.process.kill('SIGTERM');
    expect(await service.ended()).toEqual([0, null]);
    const line = service.output.split('\n').find((text) => text.includes('"route":"/v2/categories"'));
    expect(line).toContain(`"traceId":"${id}"`);
    expect(collector.spans.some(({ traceId, kind }) => traceId === id && kind === 2)).toBe(true);
  });
});
