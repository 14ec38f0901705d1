import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { type Client } from '@elastic/elasticsearch';
import { listen } from '../../../dev/services/free-port.js';
import { type Environment } from '../../config/environment.js';
import { createElasticsearchClient } from './client.js';
import { type ElasticsearchCall, ElasticsearchHealth, resendAfter } from './health.js';

const environment = {
  ...{ ELASTICSEARCH_URL: ['http://127.0.0.1:9200'], ELASTICSEARCH_INDEX: 'places', SEARCH_TIMEOUT: 2000 },
} as Environment;

describe('the transport', () => {
  let server: Server;
  let client: Client;
  let calls: ElasticsearchCall[];
  let received: number;
  let respond: (socket: Socket, request: number) => void;

  beforeEach(async () => {
    [calls, received] = [[], 0];
    // A stub: a real Elasticsearch does not break its connections on demand.
    server = createServer((socket) =>
      socket.on('data', () => {
        respond(socket, (received += 1));
      }),
    );
    const health = new ElasticsearchHealth(environment);
    health.observe((call) => calls.push(call));
    client = createElasticsearchClient({ ...environment, ELASTICSEARCH_URL: [await listen(server)] }, health);
  });

  afterEach(async () => {
    await client.close();
    server.close();
  });

  const respondWith = (socket: Socket, status: string, body: string): void => {
    const head = `HTTP/1.1 ${status}\r\nX-Elastic-Product: Elasticsearch\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  };

  it.each([
    ['a broken connection', (socket: Socket) => void socket.destroy()],
    [
      'a proxy without a server',
      (socket: Socket) => {
        respondWith(socket, '503 Away', '{}');
      },
    ],
  ])('sends a request again after %s', async (_, fail) => {
    respond = (socket, request) => {
      if (request === 1) fail(socket);
      else respondWith(socket, '200 OK', '{"took":1}');
    };
    expect(await client.search({})).toEqual({ took: 1 });
    expect(calls).toEqual([{ api: 'search', outcome: 'ok', seconds: expect.any(Number) }]);
  });

  it('gives up after the retry', async () => {
    respond = (socket) => void socket.destroy();
    await expect(client.search({})).rejects.toMatchObject({ name: 'ConnectionError' });
    expect([received, calls.map(({ outcome }) => outcome)]).toEqual([2, ['unreachable']]);
  });

  it('gives the retry only the time that is left', async () => {
    respond = (socket) => setTimeout(() => socket.destroy(), 400);
    // With the whole time-out, the connection of the retry would break first.
    await expect(client.search({}, { requestTimeout: 600 })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(received).toBe(2);
  });

  it('sends a request again that is silent, if it may be sent twice, in the time that is left', async () => {
    respond = (socket, request) => {
      if (request === 2) respondWith(socket, '200 OK', '{"took":1}');
    };
    expect(await client.search({}, { ...resendAfter(100), requestTimeout: 5000 })).toEqual({ took: 1 });
    respond = () => undefined;
    const late = client.search({}, { ...resendAfter(100), requestTimeout: 300 });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
    expect([received, calls.map(({ outcome }) => outcome)]).toEqual([4, ['timeout', 'ok', 'timeout', 'timeout']]);
  });

  it('does not send a search again that took too long', async () => {
    respond = (socket) => {
      respondWith(socket, '504 Late', '{"error":{"type":"search_timeout_exception","reason":"Time exceeded"}}');
    };
    await expect(client.search({})).rejects.toMatchObject({ name: 'ResponseError' });
    expect(received).toBe(1);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['is late', () => undefined],
    [
      'stops midway',
      (socket) => {
        const head = 'HTTP/1.1 200 OK\r\nX-Elastic-Product: Elasticsearch\r\nContent-Type: application/json';
        socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{`);
      },
    ],
  ])('fails with TimeoutError if the response %s, and leaves the signal of the caller alone', async (_, answer) => {
    respond = answer;
    const caller = new AbortController();
    const aborted = jest.fn();
    caller.signal.addEventListener('abort', aborted);
    const search = client.search({}, { requestTimeout: 100, signal: caller.signal });
    await expect(search).rejects.toMatchObject({ name: 'TimeoutError' });
    expect([received, aborted.mock.calls.length, calls.map(({ outcome }) => outcome)]).toEqual([1, 0, ['timeout']]);
  });

  it('tells from a broken connection that the caller gave up in mid-response', async () => {
    const caller = new AbortController();
    respond = (socket) => {
      const head = 'HTTP/1.1 200 OK\r\nX-Elastic-Product: Elasticsearch\r\nContent-Type: application/json';
      socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{`, () =>
        setTimeout(() => {
          caller.abort(new Error('gone'));
        }, 50),
      );
    };
    const search = client.search({}, { signal: caller.signal });
    await expect(search).rejects.toMatchObject({ name: 'RequestAbortedError' });
    expect(received).toBe(1);
  });

  it('closes the connection of an aborted request', async () => {
    const closed = new Promise((resolve) => {
      respond = (socket) => {
        socket.once('close', resolve);
        abort.abort();
      };
    });
    const abort = new AbortController();
    await expect(client.search({}, { signal: abort.signal })).rejects.toMatchObject({ name: 'RequestAbortedError' });
    await closed;
  });
});

const ok = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };

it('sends no searches to a node that did not respond', async () => {
  // Stubs: real nodes take a minute to start, and this needs only their responses. `npm run test:slow -- cluster` has real ones.
  const nodes = Array.from({ length: 2 }, (_, at) => {
    const node = { received: 0, server: createHttpServer() };
    node.server.on('request', (_request, response) => {
      node.received += 1;
      if (at === 0) response.writeHead(200, ok).end('{}');
    });
    return node;
  });
  const urls = await Promise.all(nodes.map(({ server }) => listen(server)));
  const client = createElasticsearchClient(
    { ...environment, ELASTICSEARCH_URL: urls },
    new ElasticsearchHealth(environment),
  );
  const outcomes: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    outcomes.push(
      await client.search({}, { requestTimeout: 200 }).then(
        () => 'found',
        () => 'failed',
      ),
    );
  }
  await client.close();
  for (const { server } of nodes) {
    server.closeAllConnections();
    server.close();
  }
  expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
  expect(nodes.map(({ received }) => received)).toEqual([5, 1]);
});
