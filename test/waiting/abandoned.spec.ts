import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, type Socket, type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../../dev/services/free-port.js';
import { ReadDatabase } from '../../src/database/read-database.js';
import { RequestAbandonedError } from '../../src/http/request-context.js';
import { ElasticsearchSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace, aUser } from '../support/factories.js';
import { forward } from '../support/forward.js';
import { waitUntil } from '../support/retry.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useDirectory, useProxiedDirectory } from '../support/use-directory.js';

const elasticsearch = process.env.ELASTICSEARCH_URL ?? '';

describe('searches whose client closes its connection while Elasticsearch is slow', () => {
  const { directory, tokens, proxy } = useProxiedDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [aPlace({ id: 'masp', name: 'Museu' })],
    tokens: ['application', 'trusted'],
  });

  const load = () => directory.app.get(ElasticsearchSearcher).load;

  const open = (query: string): Socket => {
    const { hostname, port } = new URL(directory.url);
    const socket = connect(Number(port), hostname);
    const authorization = `Authorization: Bearer ${tokens.application}`;
    socket.write(`GET /v2/places?${query} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`);
    return socket;
  };

  const close = async (socket: Socket): Promise<void> => {
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
  };

  it.each([
    ['an expensive search in flight', 1, 'facet.field=address.country&facet.field=address.city'],
    ['searches that wait for a batch', 10, 'q=museu'],
  ])('end, and affect no others: %s', async (_, count, query) => {
    expect((await directory.get('/v2/places?q=museu', tokens.application)).status).toBe(200);
    proxy.freeze();
    const sockets = Array.from({ length: count }, (_, at) => open(`${query}&start=${at}`));
    await waitUntil(() => load().running >= count, 10);
    await Promise.all(sockets.map(close));
    await waitUntil(() => load().running === 0, 5);
    proxy.resume();
    expect(load().isAway).toBe(false);
    // An equal search of another client.
    const { status } = await directory.get(`/v2/places?${query}&start=0`, tokens.trusted);
    expect(status).toBe(200);
  });
});

const statements = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`;

describe('a list whose client closes its connection', () => {
  const { directory, tokens } = useDirectory({ users: [aUser({ id: 'maria' })], tokens: ['application'] });

  it.each([
    ['users/maria/followers', 'follows'],
    ['users/maria/places/reviews', 'reviews'],
  ])('is no longer read by PostgreSQL: %s', async (path, table) => {
    const query = jest.spyOn(directory.app.get(ReadDatabase), 'query');
    const waiting = async (): Promise<number> => {
      const [row] = await directory.database.source.query<{ count: number }[]>(statements, [table]);
      return row?.count ?? 0;
    };
    await directory.database.source.transaction(async (manager) => {
      await manager.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const { hostname, port } = new URL(directory.url);
      const socket = connect(Number(port), hostname);
      socket.write(`GET /v2/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.application}\r\n\r\n`);
      await waitUntil(async () => (await waiting()) === 1, 5);
      socket.destroy();
      await expect(query.mock.results.at(-1)?.value).rejects.toThrow(RequestAbandonedError);
      expect(await waiting()).toBe(0);
    });
    expect((await directory.get(`/v2/${path}`, tokens.application)).status).toBe(200);
    query.mockRestore();
  });
});

describe('requests that search one after another in a slow Elasticsearch', () => {
  const timeoutMs = 2000;

  /** One request ends in time, two do not. */
  const delayMs = 1200;

  let isSlow = false;
  const proxy = createHttpServer((request, response) => {
    const { href, pathname } = new URL(request.url ?? '', elasticsearch);
    // Probes are not delayed: the circuit stays closed.
    const isDelayed = isSlow && /_(m?search|pit)$/.test(pathname);
    const timer = setTimeout(
      () => {
        forward(request, response, href);
      },
      isDelayed ? delayMs : 0,
    );
    response.once('close', () => {
      clearTimeout(timer);
    });
  });

  const { directory, get } = useDirectory({
    env: async () => ({ ELASTICSEARCH_URL: await listen(proxy), SEARCH_TIMEOUT: String(timeoutMs) }),
    places: [
      aPlace({ id: 'masp', name: 'Museu', openingHours: '24/7' }),
      // More districts than are counted one by one. A district needs three places.
      ...Array.from({ length: 330 }, (_, at) =>
        aPlace({ id: `ville-${at}`, name: 'Padaria', address: { city: 'Santos', district: `Ville ${at % 110}` } }),
      ),
    ],
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  const isIdle = (): boolean => {
    const { isAway, running } = directory.app.get(ElasticsearchSearcher).load;
    return !isAway && running === 0;
  };

  it.each([
    ['a cursor', '/v2/places?cursorMark=*&q=museu'],
    ['opening hours', '/v2/places?fl=open&q=museu'],
    ['opening hours and a cursor', '/v2/places?fl=open&cursorMark=*&q=museu'],
    ['corrected suggestions', '/v2/places/suggest?q=muzeu&rows=1'],
    ['suggestions with opening hours', '/v2/places/suggest?q=museu&open=now&rows=1'],
    ['categories within filters', '/v2/places/suggest?q=museu&fq=address.country:BR&rows=1'],
    ['many districts within filters', '/v2/places/suggest?q=ville&fq=address.city:Santos&rows=1'],
    ['tiles with opening hours', '/v2/places/tiles/14/6068/9295.mvt?open=now'],
  ])('have one time-out for all of them: %s', async (_, path) => {
    // What the request before it began may go on.
    await waitUntil(() => isIdle(), 10);
    isSlow = true;
    const { status, body } = await get(path);
    isSlow = false;
    expect([status, body?.code]).toEqual([503, 'search_unavailable']);
  });
});

describe('place search while Elasticsearch is away', () => {
  const { directory, get, proxy } = useProxiedDirectory({
    env: { SEARCH_TIMEOUT: '500' },
    places: [aPlace({ id: 'masp' })],
  });

  async function recover(): Promise<void> {
    proxy.disconnect();
    await proxy.reconnect();
    await waitUntil(async () => (await get('/v2/places')).status === 200, 10);
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
    await waitUntil(async () => (await found('zebra')) === 1, 10);
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
    const began = performance.now();
    // The last ones wait for four seconds and take two.
    expect(await statuses(60)).toEqual([200]);
    expect(performance.now() - began).toBeGreaterThan(5000);
    latencyMs = 0;
    expect(directory.app.get(ElasticsearchSearcher).load).toMatchObject({ isAway: false, rejected: 0 });
  }, 30_000);

  it('opens the circuit at the first searches that time out, however many succeeded before', async () => {
    for (let round = 0; round < 15; round += 1) expect(await statuses(10)).toEqual([200]);
    proxy.freeze();
    expect(await statuses(40)).toEqual([503]);
    expect(directory.app.get(ElasticsearchSearcher).load).toMatchObject({ isAway: true, running: 0, waiting: 0 });
    proxy.disconnect();
    await proxy.reconnect();
  }, 30_000);
});
