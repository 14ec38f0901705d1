import { createServer, type Server, type Socket } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { listen } from '../../../dev/services/free-port.js';
import { type Environment } from '../../config/environment.js';
import { elasticsearchClient, ElasticsearchConnection, ElasticsearchConnectionPool, transportOf } from './client.js';
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
    client = new Client({
      node: await listen(server),
      Transport: transportOf(health, 1),
      Connection: ElasticsearchConnection,
    });
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
describe('the client', () => {
  it('leaves out nodes that do not respond', async () => {
    const client = await elasticsearchClient.useFactory(environment, new ElasticsearchHealth(environment));
    expect(client.connectionPool).toBeInstanceOf(ElasticsearchConnectionPool);
    await client.close();
  });
});
