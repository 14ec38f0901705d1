import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../dev/services/free-port.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { Drain } from '../../src/http/drain.js';
import { LoadShedder } from '../../src/http/load-shedder.js';
import { AdminServer } from '../../src/observability/admin-server.js';
import { isForOperators } from '../../src/http/request-target.js';
import { UsersService } from '../../src/users/users.service.js';
import { CompiledService } from '../support/compiled-service.js';
import { aUser, aPlace } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
import { expectError, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

const maxInFlight = 3;
const origin = 'https://app.example.org';

describe('requests above MAX_IN_FLIGHT', () => {
  let asking: jest.SpiedFunction<UsersService['get']>;
  let release: () => void;
  let inFlight: Promise<{ status: number }[]>;

  const { directory, tokens } = useDirectory({
    env: {
      MAX_IN_FLIGHT: String(maxInFlight),
      CORS_ORIGINS: origin,
      TRUST_PROXY: 'loopback',
      ADMIN_PORT: '0',
    },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  beforeAll(async () => {
    await directory.get('/v2/users/maria', tokens.application);
  });

  const adminUrl = () => `http://127.0.0.1:${directory.app.get(AdminServer).port}`;
  const getMetrics = async () => (await fetch(`${adminUrl()}/metrics`)).text();

  const shedCount = () => directory.app.get(LoadShedder).shedCount;

  /** Fills the service with requests that wait until they are released. */
  beforeEach(async () => {
    const users = directory.app.get(UsersService);
    const get = users.get.bind(users);
    const released = new Promise<void>((resolve) => (release = resolve));
    asking = jest.spyOn(users, 'get').mockImplementation((id) => released.then(() => get(id)));
    inFlight = Promise.all(
      Array.from({ length: maxInFlight }, () => directory.get('/v2/users/maria', tokens.application)),
    );
    while ((await directory.get('/nothing')).status !== 503) await delay(10);
  });

  afterEach(async () => {
    release();
    await inFlight;
    jest.restoreAllMocks();
  });

  it.each(['json', 'xml'])('are shed with a problem in %s that browsers can read', async (format) => {
    const answer = await directory.get(`/v2/places?wt=${format}`, tokens.application, { Origin: origin });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain(`${directory.url}/docs/problems/overloaded`);
    expect(answer.headers.get('content-type')).toBe(`application/problem+${format}; charset=utf-8`);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.byteLength(answer.text)).toBeLessThan(1024);
  });

  it('get a problem with the base address that the proxy forwards', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'api.example.org' };
    const { body } = await directory.get('/v2/places', tokens.application, forwarded);
    expect(body.type).toBe('https://api.example.org/docs/problems/overloaded');
  });

  it('get an OAuth error from the OAuth endpoints', async () => {
    const answer = await postToken(directory, { grant_type: 'client_credentials' });
    expectError(answer, 503, 'temporarily_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it.each([
    ['POST', '/v2/oauth/token?x=1', 503, 'temporarily_unavailable'],
    ['GET', '/health/live?x=1', 200, ''],
    ['GET', '/metrics?x=1', 200, ''],
    ['GET', '/v2/categories', 503, '"overloaded"'],
  ])('are recognized if the request target has a scheme and a host: %s %s', async (method, target, status, words) => {
    const [path = ''] = target.split('?');
    for (const address of [target, `http://elsewhere${target}`]) {
      const head = `${method} ${address} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(isForOperators(path) ? adminUrl() : directory.url, head);
      expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(words)]);
    }
  });

  it('are counted in metrics, and probes are never shed', async () => {
    const before = shedCount();
    await directory.get('/v2/categories');
    expect(shedCount()).toBe(before + 1);
    expect((await fetch(`${adminUrl()}/health/live`)).status).toBe(200);
    expect((await fetch(`${adminUrl()}/health/ready`)).status).toBe(200);
    expect(await getMetrics()).toContain(`http_requests_shed_total ${before + 1}`);
  });

  it('are timed if they are OAuth requests, so that an alert on errors sees them', async () => {
    await postToken(directory, { grant_type: 'client_credentials' });
    expect(await getMetrics()).toMatch(/http_request_duration_seconds_count\{[^}]*method="POST",status="503"\} [1-9]/);
  });

  it('are accepted again once clients disconnect, pipelined requests included', async () => {
    release();
    await inFlight;
    const { hostname, port } = new URL(directory.url);
    const { calls } = asking.mockReturnValue(new Promise(() => undefined)).mock;
    const startedRequests = calls.length;
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /v2/users/maria HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.application}\r\n\r\n`.repeat(
        maxInFlight,
      ),
    );
    while (calls.length < startedRequests + maxInFlight) await delay(10);
    expect((await directory.get('/v2/users/maria', tokens.application)).status).toBe(503);
    socket.destroy();
    while ((await directory.get('/nothing')).status === 503) await delay(10);
  });

  it.each(['identity', 'gzip'])(
    'are accepted while other clients do not read their responses, in %s',
    async (encoding) => {
      release();
      await inFlight;
      const { hostname, port } = new URL(directory.url);
      const user = await directory.app.get(UsersService).get('maria');
      // More than the system takes for somebody who does not read, compressed too.
      asking.mockResolvedValue({ ...user, name: randomBytes(15_000_000).toString('base64') });
      const sockets = await Promise.all(
        Array.from({ length: maxInFlight }, async () => {
          const socket = connect(Number(port), hostname);
          const accepted = `Accept-Encoding: ${encoding}`;
          socket.write(
            `GET /v2/users/maria HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.application}\r\n${accepted}\r\n\r\n`,
          );
          await once(socket, 'readable');
          return socket;
        }),
      );
      expect(directory.app.get(Drain).inFlight).toBe(maxInFlight);
      while ((await directory.get('/nothing')).status === 503) await delay(10);
      const before = shedCount();
      expect((await directory.get('/v2/categories', tokens.application)).status).toBe(200);
      expect(shedCount()).toBe(before);
      for (const socket of sockets) socket.destroy();
    },
  );

  it('are accepted again once other responses are sent', async () => {
    release();
    expect((await inFlight).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await directory.get('/v2/users/maria', tokens.application)).status).toBe(200);
  });
});

describe('requests of a client that fills the service', () => {
  const slots = 20;
  const { directory, tokens } = useDirectory({
    env: { MAX_IN_FLIGHT: String(slots), OLD_CLIENTS: 'token-in-query' },
    users: [aUser({ id: 'maria' })],
    tokens: ['application', 'trusted'],
  });

  it('leave the last fifth of the slots to other clients', async () => {
    const users = directory.app.get(UsersService);
    const get = users.get.bind(users);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = jest.spyOn(users, 'get').mockImplementation((id) => released.then(() => get(id)));
    const ask = (token: string) => directory.get('/v2/users/maria', token);
    // In memory from then on.
    for (const token of Object.values(tokens)) await directory.get('/v2/categories', token);

    const filling = Array.from({ length: slots }, () => ask(tokens.application));
    while (asked.mock.calls.length < 0.8 * slots) await delay(10);
    const rejected = await ask(tokens.application);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_requests']);
    expect(rejected.headers.get('retry-after')).toBe('1');
    const inQuery = await directory.get(`/v2/users/maria?access_token=${tokens.application}`);
    expect(inQuery.status).toBe(429);
    expect((await directory.get('/openapi.json', tokens.application)).status).toBe(429);

    expect((await directory.get('/v2/categories?rows=1', tokens.trusted)).status).toBe(200);
    const others = [ask(tokens.trusted), ask(tokens.trusted)];
    while (asked.mock.calls.length < 0.8 * slots + 2) await delay(10);
    expect((await ask(tokens.trusted)).status).toBe(429);
    // A client that is not known yet has a share, too.
    expect((await directory.get('/v2/users/maria')).status).toBe(401);

    release();
    const statuses = (await Promise.all(filling)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(0.8 * slots).fill(200), ...Array<number>(0.2 * slots).fill(429)]);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(tokens.application)).status).toBe(200);
    expect(await (await fetch(`${directory.url}/metrics`)).text()).toContain('http_requests_limited_total 8');
    jest.restoreAllMocks();
  });
});

const openFiles = 512;
const slowClients = 600;

/** A program that keeps so many connections open from two addresses, sends the same on each, and reads nothing. */
const slowClientsProgram = `
  const [port, count, sent] = process.argv.slice(1);
  const open = (localAddress) => {
    const socket = require('node:net').connect({ port: Number(port), host: '127.0.0.1', localAddress });
    socket.on('connect', () => socket.write(sent)).on('error', () => undefined);
    socket.on('close', () => setTimeout(open, 1000, localAddress));
  };
  for (let at = 0; at < count; at += 1) open(at % 2 ? '127.0.0.1' : '127.0.0.3');`;

/** A process of its own: the limit of open files is that of a process. */
describe('a service that may open few files', () => {
  const { directory } = useDirectory({
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp', name: 'Museu' })],
  });
  let service: CompiledService;
  let tokens: string[];
  let attack: ChildProcess | undefined;

  afterEach(() => attack?.kill());

  beforeAll(async () => {
    await directory.token();
    const issue = () => directory.app.get(TokenStore).issue({ clientId: 'test-app', scope: ['read'], lifetime: 3600 });
    tokens = await Promise.all(Array.from({ length: 400 }, issue));
    const variables = {
      ...{ NODE_ENV: 'test', DATABASE_URL: directory.database.url, ELASTICSEARCH_INDEX: directory.database.name },
      ...{ RESPONSE_CACHE_SIZE: '0', AREAS_INTERVAL: '86400', LOG_LEVEL: 'info' },
    };
    service = await CompiledService.start(await freePort(), variables, openFiles);
  }, 60_000);

  afterAll(() => service.stop());

  interface Received {
    status: number;
    code: string | undefined;
  }

  /** @param agent keeps the connection; without it the request has one of its own */
  const get = (path: string, agent: Agent | false = false, localAddress = '127.0.0.1') =>
    new Promise<Received>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${tokens.pop()}` };
      request(`${service.url}${path}`, { agent, headers, localAddress }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, code: (JSON.parse(text) as { code?: string }).code });
        });
      })
        .on('error', reject)
        .end();
    });

  it('says at the start what it found', () => {
    const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed).toContainEqual(
      expect.objectContaining({
        openFiles,
        maxConnections: 158,
        maxOfAddress: 119,
        msg: expect.stringContaining('ulimit -n'),
      }),
    );
  });

  it.each([
    ['half headers', 'GET /v2/places HTTP/1.1\r\nHost: x\r\nX-Slow'],
    ['half a body', 'POST /v2/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\ngrant'],
  ])(
    'serves others while clients open more connections than that and send %s',
    async (_, sent) => {
      attack = spawn(process.execPath, ['-e', slowClientsProgram, String(service.port), String(slowClients), sent]);
      await delay(1000);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const statuses = new Map<string, number>();
      for (let round = 0; round < 8; round += 1) {
        const received = await Promise.all([
          get('/v2/places?q=museu'),
          get('/v2/users/maria', false, '127.0.0.2'),
          get('/v2/places?q=museu', agent),
          get('/health/ready'),
        ]);
        for (const [at, { status }] of received.entries())
          statuses.set(`${at} ${status}`, (statuses.get(`${at} ${status}`) ?? 0) + 1);
        await delay(50);
      }
      agent.destroy();
      expect(Object.fromEntries(statuses)).toEqual({ '0 200': 8, '1 200': 8, '2 200': 8, '3 200': 8 });
      expect(service.output).not.toContain('EMFILE');
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toMatch(/^http_connections \d+$/m);
      expect(Number(/^http_connections_closed_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(slowClients / 4);
    },
    60_000,
  );

  const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
  (hasPrlimit ? it : it.skip)(
    'is overloaded, not broken, while it can open no more (needs prlimit)',
    async () => {
      const setOpenFiles = (limit: number) => {
        const { status } = spawnSync('prlimit', [
          '--pid',
          String(service.process.pid),
          `--nofile=${limit}:${openFiles}`,
        ]);
        expect(status).toBe(0);
      };
      const agent = new Agent({ keepAlive: true });
      const round = (path: string) => Promise.all(Array.from({ length: 30 }, () => get(path, agent)));
      // Idle connections to PostgreSQL and Elasticsearch close after some seconds; those of clients stay.
      await round('/health/live');
      await delay(12_000);
      setOpenFiles(10);
      const received = [...(await round('/v2/places?q=museu')), ...(await round('/v2/users/maria/following'))];
      const unusual = received.filter(({ status }) => status !== 200);
      expect(unusual.length).toBeGreaterThan(0);
      expect([...new Set(unusual.map(({ status, code }) => `${status} ${code}`))]).toEqual(['503 overloaded']);
      setOpenFiles(openFiles);
      const after = [...(await round('/v2/places?q=museu')), ...(await round('/v2/users/maria/following'))];
      expect(after.filter(({ status }) => status !== 200)).toEqual([]);
      agent.destroy();
    },
    60_000,
  );
});
