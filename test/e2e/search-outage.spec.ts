import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useDirectory } from '../support/use-directory.js';

const elasticsearch = process.env.ELASTICSEARCH_URL ?? '';

describe('place search while Elasticsearch is away', () => {
  let proxy: TcpProxy;

  const { directory, get } = useDirectory({
    env: async () => {
      proxy = await startTcpProxy(elasticsearch);
      return { ELASTICSEARCH_URL: proxy.url, SEARCH_TIMEOUT: '500' };
    },
    places: [aPlace({ id: 'masp' })],
  });

  afterAll(() => {
    proxy.disconnect();
  });

  async function recover(): Promise<void> {
    proxy.disconnect();
    await proxy.reconnect();
    await waitUntil(async () => (await get('/v2/places')).status === 200);
  }

  it.each(['disconnect', 'freeze'] as const)('responds with 503 after %s, and recovers', async (failure) => {
    proxy[failure]();
    for (let request = 0; request < 8; request += 1) {
      const { status, headers, body } = await get('/v2/places?q=museu');
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'search_unavailable', '1']);
      expect(body.detail).not.toMatch(/elastic|ECONN|timeout/i);
    }
    const suggest = await get('/v2/places/suggest?q=mus');
    expect([suggest.status, suggest.body.code]).toEqual([503, 'search_unavailable']);
    // Other routes still work.
    expect((await get('/v2/places/masp')).status).toBe(200);
    expect((await get('/v2/categories')).status).toBe(200);
    await recover();
  });

  it('indexes the changes made meanwhile once Elasticsearch is back', async () => {
    const pending = () => directory.source.query('SELECT place_id FROM place_changes');
    proxy.disconnect();
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    // The worker tries once a second, and finds Elasticsearch away.
    await delay(2500);
    expect(await pending()).toContainEqual({ place_id: 'masp' });
    await recover();
    const found = async (q: string) => (await get(`/v2/places?q=${q}`)).body?.results?.header.found as unknown;
    await waitUntil(async () => (await found('zebra')) === 1);
    expect(await found('masp')).toBe(0);
    expect(await pending()).toEqual([]);
  });
});

describe('place search while Elasticsearch is slow', () => {
  let latencyMs = 0;
  let proxy: TcpProxy;
  const delayingProxy = createServer((client) => {
    const { hostname, port } = new URL(proxy.url);
    const upstream = connect(Number(port), hostname);
    upstream.pipe(client);
    client.on('data', (data) => setTimeout(() => upstream.write(data), latencyMs));
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  });

  const { directory, get } = useDirectory({
    env: async () => {
      proxy = await startTcpProxy(elasticsearch);
      await new Promise<void>((resolve) => delayingProxy.listen(0, '127.0.0.1', resolve));
      const { port } = delayingProxy.address() as AddressInfo;
      return { ELASTICSEARCH_URL: `http://127.0.0.1:${port}`, SEARCH_TIMEOUT: '5000' };
    },
    places: [aPlace({ id: 'masp' })],
  });

  afterAll(() => {
    proxy.disconnect();
    delayingProxy.close();
  });

  const statuses = async (count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => get('/v2/places?q=museu')));
    return [...new Set(responses.map(({ status }) => status))];
  };

  it('gives each of many concurrent searches the whole time-out after it leaves the queue', async () => {
    latencyMs = 1200;
    // 16 run at a time, so that the last ones end after six seconds.
    expect(await statuses(80)).toEqual([200]);
    latencyMs = 0;
    expect(directory.app.get(PlaceSearcher).load).toMatchObject({ circuitOpen: false, rejected: 0 });
  }, 30_000);

  it('opens the circuit at the first searches that time out, however many succeeded before', async () => {
    for (let round = 0; round < 15; round += 1) expect(await statuses(10)).toEqual([200]);
    proxy.freeze();
    expect(await statuses(40)).toEqual([503]);
    expect(directory.app.get(PlaceSearcher).load).toMatchObject({ circuitOpen: true, running: 0, waiting: 0 });
    proxy.disconnect();
    await proxy.reconnect();
  }, 30_000);
});
