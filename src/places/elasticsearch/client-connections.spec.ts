import { createServer, type Server, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { listen } from '../../../dev/services/free-port.js';
import { ElasticsearchConnection, ElasticsearchConnectionPool } from './client.js';

describe('several nodes of Elasticsearch', () => {
  const ok = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };
  let nodes: { server: Server; isFrozen: boolean; received: string[] }[];
  let client: Client;

  beforeEach(async () => {
    // Stubs: real nodes take a minute to start, and this needs only their responses. `npm run test:slow -- cluster` has real ones.
    nodes = Array.from({ length: 2 }, () => {
      const node = { isFrozen: false, received: [] as string[], server: createServer() };
      node.server.on('request', ({ method = '' }, response) => {
        node.received.push(method);
        if (!node.isFrozen) response.writeHead(200, ok).end('{}');
      });
      return node;
    });
    client = new Client({
      nodes: await Promise.all(nodes.map(({ server }) => listen(server))),
      ConnectionPool: ElasticsearchConnectionPool,
      Connection: ElasticsearchConnection,
      maxRetries: 1,
      requestTimeout: 2000,
    });
  });

  afterEach(async () => {
    for (const { server } of nodes) {
      server.closeAllConnections();
      server.close();
    }
    await client.close();
    jest.restoreAllMocks();
  });

  const search = async (): Promise<'found' | 'failed'> =>
    client.search({}).then(
      () => 'found',
      () => 'failed',
    );
  const searchTimes = async (times: number): Promise<string[]> => {
    const outcomes = [];
    for (let at = 0; at < times; at += 1) outcomes.push(await search());
    return outcomes;
  };
  it('leave out one that does not respond, send it one ping, and use it once it responds', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const [, frozen] = nodes;
    if (!frozen) throw new Error('no node');
    frozen.isFrozen = true;
    expect((await searchTimes(10)).filter((outcome) => outcome === 'failed')).toHaveLength(1);
    expect(frozen.received).toEqual(['GET', 'HEAD']);

    frozen.isFrozen = false;
    frozen.server.closeAllConnections();
    now = 2000;
    for (let turn = 0; turn < 100 && frozen.received.at(-1) !== 'GET'; turn += 1) expect(await search()).toBe('found');
    expect(frozen.received).toEqual(['GET', 'HEAD', 'HEAD', 'GET']);
  });

  it('find the one that was only late, however many searches it failed, if the others are away', async () => {
    // No pings.
    jest.spyOn(performance, 'now').mockReturnValue(-Infinity);
    const [late, away] = nodes;
    if (!late || !away) throw new Error('no node');
    late.isFrozen = true;
    expect(await Promise.all(Array.from({ length: 30 }, search))).toContain('failed');
    away.server.close();
    away.server.closeAllConnections();
    expect(await search()).toBe('failed');
    late.isFrozen = false;
    expect(await searchTimes(3)).not.toContain('failed');
    expect(await Promise.all(Array.from({ length: 30 }, search))).not.toContain('failed');
  });
});

const servers: { close: () => unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function clientOf(server: Server | ReturnType<typeof createTcpServer>, path = ''): Promise<Client> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const client = new Client({ node, Connection: ElasticsearchConnection, maxRetries: 0 });
  servers.push(server, client);
  return client;
}

function answering(listener: RequestListener): Server {
  return createServer((request, response) => {
    response.setHeader('X-Elastic-Product', 'Elasticsearch');
    response.setHeader('Content-Type', 'application/json');
    listener(request, response);
  });
}
it('joins a response of several parts, below the path of the node', async () => {
  const client = await clientOf(
    answering(({ url }, response) => {
      const text = Buffer.from(JSON.stringify({ url, name: 'café' }));
      // Splits the two bytes of é.
      response.write(text.subarray(0, -3));
      setTimeout(() => response.end(text.subarray(-3)), 20);
    }),
    '/below',
  );
  expect(await client.search({ index: 'places', preference: 'a' })).toEqual({
    url: '/below/places/_search?preference=a',
    name: 'café',
  });
});
it.each<[string, RequestListener]>([
  ['is late', () => undefined],
  ['stops midway', (_request, response) => void response.write('{')],
])('fails with TimeoutError if the response %s', async (_case, listener) => {
  const client = await clientOf(answering(listener));
  await expect(client.search({}, { requestTimeout: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
});
it('fails with ConnectionError if the connection breaks', async () => {
  const client = await clientOf(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
  await expect(client.search({})).rejects.toMatchObject({ name: 'ConnectionError' });
});
it('reports the status and the body of a rejection', async () => {
  const client = await clientOf(
    answering((_request, response) => {
      response.statusCode = 400;
      response.end('{"error":{"type":"parsing_exception"}}');
    }),
  );
  await expect(client.search({})).rejects.toMatchObject({
    statusCode: 400,
    body: { error: { type: 'parsing_exception' } },
  });
});
it('leaves all connections of a pool after one of them was silent', async () => {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const server = answering(({ socket }, response) => {
    sockets.add(socket);
    if (!isSilent || !old.has(socket)) setTimeout(() => response.end('{}'), 20);
  });
  const old = new Set<Socket>();
  const client = await clientOf(server);
  // Opens several connections.
  await Promise.all([1, 2, 3].map(() => client.search({})));
  for (const socket of sockets) old.add(socket);
  expect(old.size).toBe(3);
  // Until the connections are idle, the pool opens another one.
  await delay(50);
  isSilent = true;
  await expect(client.search({}, { requestTimeout: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  for (const _ of old) await client.search({}, { requestTimeout: 1000 });
});
