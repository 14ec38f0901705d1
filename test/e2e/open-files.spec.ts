import { spawn, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../dev/services/free-port.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { CompiledService } from '../support/compiled-service.js';
import { aPlace, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const openFiles = 512;
const slowClients = 1100;

/** A program that keeps so many connections open, each with half a request. */
const slowRequests = `
  const [port, count] = process.argv.slice(1).map(Number);
  const open = () => {
    const socket = require('node:net').connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write('GET /v2/places HTTP/1.1\\r\\nHost: x\\r\\nX-Slow'));
    socket.on('error', () => undefined).on('close', () => setTimeout(open, 1000));
  };
  for (let at = 0; at < count; at += 1) open();`;

/** A process of its own: the limit of open files is that of a process. */
describe('a service that may open few files', () => {
  const { directory } = useDirectory({
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp', name: 'Museu' })],
  });
  let service: CompiledService;
  let tokens: string[];

  beforeAll(async () => {
    await directory.token();
    const issue = () => directory.app.get(TokenStore).issue({ clientId: 'test-app', scope: ['read'], lifetime: 3600 });
    tokens = await Promise.all(Array.from({ length: 400 }, issue));
    const variables = {
      ...{ NODE_ENV: 'test', DATABASE_URL: directory.database.url, ELASTICSEARCH_INDEX: directory.database.name },
      ...{ RESPONSE_CACHE_SIZE: '0', AREAS_INTERVAL: '86400', SEARCH_TIMOUT: '100', LOG_LEVEL: 'info' },
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

  it('says at the start what it found, and which settings are misspelt', () => {
    const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed).toContainEqual(
      expect.objectContaining({
        openFiles,
        maxConnections: 286,
        maxOfAddress: 215,
        msg: expect.stringContaining('ulimit -n'),
      }),
    );
    expect(parsed).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'SEARCH_TIMOUT is no setting, and ignored. Did you mean SEARCH_TIMEOUT?',
      }),
    );
  });

  it('serves others while clients open more connections than that and send half a request', async () => {
    const attack = spawn(process.execPath, ['-e', slowRequests, String(service.port), String(slowClients)]);
    await delay(1000);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = new Map<string, number>();
    for (let round = 0; round < 60; round += 1) {
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
    attack.kill();
    agent.destroy();
    expect(Object.fromEntries(statuses)).toEqual({ '0 200': 60, '1 200': 60, '2 200': 60, '3 200': 60 });
    expect(service.output).not.toContain('EMFILE');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^http_connections \d+$/m);
    expect(Number(/^http_connections_closed_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(500);
  }, 60_000);

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
