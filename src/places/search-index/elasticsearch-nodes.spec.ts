import { createServer, type Server } from 'node:http';
import { Client } from '@elastic/elasticsearch';
import { listen } from '../../../dev/services/free-port.js';
import { ElasticsearchConnection } from './elasticsearch-connection.js';
import { ElasticsearchNodes } from './elasticsearch-nodes.js';

describe('several nodes of Elasticsearch', () => {
  const ok = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };
  let nodes: { server: Server; isFrozen: boolean; received: string[] }[];
  let client: Client;

  beforeEach(async () => {
    // Stubs: real nodes take a minute to start, and this needs only their responses. `npm run test:cluster` has real ones.
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
      ConnectionPool: ElasticsearchNodes,
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

  it('ping the one that has waited longest, however often it failed', async () => {
    const now = jest.spyOn(Date, 'now');
    const pool = client.connectionPool;
    const [first, second] = pool.connections;
    if (!first || !second) throw new Error('no node');
    for (let times = 0; times < 10; times += 1) pool.markDead(first);
    now.mockReturnValue(Date.now() + 1000);
    pool.markDead(second);
    const pinged = new Promise((resolve) => {
      client.diagnostic.on('resurrect', (_error, event) => {
        resolve(event?.connection);
      });
    });
    expect(await search()).toBe('found');
    expect(await pinged).toBe(first);
  });
});
