import { Agent, request as ask } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../dev/services/free-port.js';
import { CompiledService } from '../support/compiled-service.js';
import { useDatabase } from '../support/use-database.js';

interface Answered {
  status: number;
  connection: string | undefined;
}

describe('SIGTERM', () => {
  let service: CompiledService;

  const database = useDatabase();

  beforeEach(async () => {
    service = await CompiledService.start(await freePort(), {
      DATABASE_URL: database.url,
      ELASTICSEARCH_INDEX: database.name,
      SHUTDOWN_DRAIN: '1',
    });
  });

  afterEach(() => service.stop());

  function get(path: string, agent?: Agent): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const request = ask(`${service.url}${path}`, { agent }, (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
        });
      });
      request.on('error', reject).end();
    });
  }

  /** Whether the service has heard of the signal. */
  async function drains(): Promise<void> {
    while ((await get('/health/ready')).status !== 503) await pause(20);
  }

  it('lets what is in flight end, and leaves with exit code 0', async () => {
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE clients');
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' });
    const inFlight = fetch(`${service.url}/v2/oauth/token`, { method: 'POST', body });
    await pause(100);
    service.process.kill('SIGTERM');
    await drains();
    await blocker.query('ROLLBACK');
    await blocker.end();
    const answer = await inFlight;
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
    expect(await service.ended()).toEqual([0, null]);
    expect(service.output).not.toMatch(/"level":[56]0/);
  });

  it('goes on answering for a while, each time with the end of the connection, and no busy one holds it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    expect((await get('/health/live', agent)).connection).toBe('keep-alive');
    let signalled = false;
    const after: Answered[] = [];
    // Each client continues until an error. Queued connections are served, so that the error is the first refused connection.
    const clients = Array.from({ length: 4 }, async () => {
      for (;;) {
        try {
          const answer = await get('/v2/places', agent);
          if (signalled) after.push(answer);
        } catch (error) {
          return (error as NodeJS.ErrnoException).code;
        }
      }
    });
    service.process.kill('SIGTERM');
    await drains();
    signalled = true;
    expect(await Promise.all(clients)).toEqual(Array.from({ length: 4 }, () => 'ECONNREFUSED'));
    expect(await service.ended()).toEqual([0, null]);
    expect(after.length).toBeGreaterThan(10);
    expect(after.every(({ status }) => status === 401)).toBe(true);
    expect(after.slice(4).every(({ connection }) => connection === 'close')).toBe(true);
  });
});
