import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { ElasticsearchConnection } from './elasticsearch-connection.js';

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

it('answers requests without a body', async () => {
  const client = await clientOf(answering((_request, response) => response.end()));
  expect(await client.indices.exists({ index: 'places' })).toBe(true);
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
