import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { freePort } from '../../dev/services/free-port.js';
import { createLogger } from '../../src/observability/logger.js';
import { FailedRequests } from '../../src/observability/request-log.js';
import { CompiledService } from '../support/compiled-service.js';
import { aUser, aPlace } from '../support/factories.js';
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.js';
import { useDirectory } from '../support/use-directory.js';

type Line = Record<string, unknown>;

/** Receives the log instead of standard output. */
class Log extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  get lines(): Line[] {
    return this.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  }

  /** The line of a request, which is written when the response has been sent. */
  async line(requestId: string): Promise<Line> {
    for (;;) {
      const line = this.lines.find((candidate) => candidate.requestId === requestId && 'status' in candidate);
      if (line) return line;
      await pause(10);
    }
  }
}

describe('the log', () => {
  const log = new Log();

  const { directory, tokens } = useDirectory({
    env: { OLD_CLIENTS: 'token-in-query, credentials-in-query, password-grant' },
    logger: createLogger({ LOG_LEVEL: 'trace' }, log),
    users: [aUser({ id: 'maria', email: 'planted@example.com' })],
    tokens: ['application', 'maria', 'trusted'],
  });

  async function lineOf(path: string, headers: Record<string, string> = {}): Promise<Line> {
    const { headers: answered } = await directory.get(path, tokens.trusted, headers);
    return log.line(answered.get('x-request-id') ?? '');
  }

  it('has a line for each request: its id, route, status, time and client', async () => {
    expect(await lineOf('/v2/users/maria?fl=name', { 'X-Request-Id': 'my-request' })).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: 'my-request',
      method: 'GET',
      route: '/v2/users/:userId',
      status: 200,
      complete: true,
      ms: expect.any(Number),
      client: 'test-trusted',
    });
    expect(await lineOf('/nothing/here')).toMatchObject({ route: 'none', status: 404 });
    // Probes are logged at level debug.
    expect(await lineOf('/health/live')).toMatchObject({ level: 20, route: '/health/live' });
  });

  it('says of an upload that its client aborted that the response is incomplete', async () => {
    const { hostname, port } = new URL(directory.url);
    const socket = connect(Number(port), hostname);
    const head = 'POST /v2/oauth/token HTTP/1.1\r\nHost: x\r\nX-Request-Id: aborted\r\nContent-Length: 10\r\n\r\n';
    socket.write(`${head}abc`);
    await pause(50);
    socket.destroy();
    expect(await log.line('aborted')).toMatchObject({ complete: false });
  });

  it('has the message, stack and cause of an error, but no other properties', () => {
    const error = Object.assign(new Error('It broke', { cause: new TypeError('deep down') }), {
      code: 'EODD',
      parameters: ['Maria'],
      query: 'SELECT 1',
    });
    const logger = new Logger('Odd');
    logger.error(error);
    logger.warn({ msg: 'Something', err: error });
    logger.error('Text', 'Error: Text\n at here', 'Odd');
    const [thrown, wrapped, plain] = log.lines.filter((line) => line.context === 'Odd');
    const err = {
      type: 'Error',
      message: 'It broke',
      code: 'EODD',
      stack: expect.stringContaining('logs.spec.ts'),
      cause: { type: 'TypeError', message: 'deep down', stack: expect.any(String) },
    };
    expect(thrown).toMatchObject({ level: 50, msg: 'It broke' });
    expect(thrown?.err).toEqual(err);
    expect(wrapped).toMatchObject({ level: 40, msg: 'Something' });
    expect(wrapped?.err).toEqual(err);
    expect(plain).toMatchObject({ msg: 'Text', stack: 'Error: Text\n at here' });
  });

  it('has the stack of an error that clients repeat only a few times', async () => {
    await directory.source.query('ALTER TABLE reviews RENAME COLUMN text TO other');
    const repeated = 30;
    for (let n = 0; n < repeated; n += 1) {
      expect(await lineOf(`/v2/reviews/r${n}`)).toMatchObject({ status: 500, route: '/v2/reviews/:reviewId' });
    }
    await directory.source.query('ALTER TABLE reviews RENAME COLUMN other TO text');
    const errors = log.lines.filter(({ route, err }) => route === '/v2/reviews/:reviewId' && err !== undefined);
    expect(errors.map(({ level }) => level)).toEqual([...Array(5).fill(50), ...Array(repeated - 5).fill(20)]);
    expect(errors[0]).toMatchObject({ level: 50, code: 'internal_error', err: { stack: expect.any(String) } });
  });

  it('has a few failed unauthenticated requests and the number of the rest, but all requests of a client', async () => {
    const failures = directory.app.get(FailedRequests);
    failures.onApplicationShutdown();
    const repeated = 50;
    const written = log.lines.length;
    for (let n = 0; n < repeated; n += 1) {
      expect((await directory.get('/v2/places', 'no-token')).status).toBe(401);
      expect((await directory.get(`/v2/places/id-${n}`, 'no-token')).status).toBe(401);
      expect((await directory.get(`/nothing/${n}`)).status).toBe(404);
      expect(await lineOf('/v2/places/missing')).toMatchObject({ status: 404, client: 'test-trusted' });
    }
    failures.onApplicationShutdown();
    const lines = log.lines.slice(written);
    for (const kind of [
      { status: 401, route: '/v2/places' },
      { status: 401, route: '/v2/places/:placeId' },
      { status: 404, route: 'none' },
    ]) {
      const unauthenticated = lines.filter(
        ({ status, route, client }) => status === kind.status && route === kind.route && client === undefined,
      );
      const levels = unauthenticated.map(({ level }) => level);
      expect(levels).toEqual([...Array(10).fill(30), ...Array(repeated - 10).fill(20), 30]);
      expect(unauthenticated.at(-1)).toMatchObject({ ...kind, omitted: 40, msg: expect.stringMatching(/^Repeated/) });
    }
    expect(lines.filter(({ client, level }) => client === 'test-trusted' && level === 30)).toHaveLength(repeated);
  });

  it('contains no tokens, secrets, passwords or e-mail addresses, and neither do metrics', async () => {
    const planted = [
      'planted@example.com',
      'planted%40example.com',
      'plantedSecret',
      'plantedPassword',
      'test-trusted-secret',
      ...Object.values(tokens),
    ];
    await lineOf('/v2/users/planted@example.com/verify');
    await lineOf('/v2/users/planted%40example.com/verify');
    await lineOf('/v2/users/PLANTED%40example.com/verify/');
    await lineOf('/v2/users/planted%40example.com/nowhere');
    await lineOf('/v2/users/planted%40example.com');
    await lineOf(`/v2/places?access_token=${tokens.maria}&q=planted@example.com`);
    await directory.get(`/v2/users/me?access_token=${tokens.maria}`);
    for (const form of ['client_id=test-app&client_secret=plantedSecret', 'client_id=planted%40example.com']) {
      await directory.request(`/v2/oauth/token?grant_type=client_credentials&${form}`, { method: 'POST' });
      const body = new URLSearchParams(
        `grant_type=password&username=planted@example.com&password=plantedPassword&${form}`,
      );
      await directory.request('/v2/oauth/token', { method: 'POST', body });
      await directory.request('/v2/oauth/token', { method: 'POST', body: 'client_secret=plantedSecret%' });
    }
    // PostgreSQL and drivers repeat values in error messages.
    await directory.source.query('ALTER TABLE users RENAME COLUMN email TO other');
    const broken = await lineOf('/v2/users/planted%40example.com/verify');
    expect(broken.status).toBe(500);
    const body = new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'test-trusted', client_secret: 'test-trusted-secret' },
      ...{ username: 'planted@example.com', password: 'plantedPassword' },
    });
    expect((await directory.request('/v2/oauth/token', { method: 'POST', body })).status).toBe(500);
    await directory.source.query('ALTER TABLE users RENAME COLUMN other TO email');
    const duplicate = await directory.source
      .query("INSERT INTO users SELECT * FROM users WHERE email = 'planted@example.com'")
      .catch((error: unknown) => error);
    expect(duplicate).toMatchObject({ message: expect.stringContaining('duplicate key'), detail: expect.any(String) });
    new Logger('Import').error(duplicate);
    const metrics = (await directory.get('/metrics')).text;
    for (const secret of planted) {
      expect(log.text.toLowerCase()).not.toContain(secret.toLowerCase());
      expect(metrics.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    expect(log.text).toContain('/v2/users/:email/verify');
  });
});

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
      OLD_CLIENTS: 'token-in-query',
      BASE_PATH: '/base',
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
    for (const base of ['', '/base']) await fetch(`${service.url}${base}/health/ready`);
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
