import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useDirectory } from '../support/use-directory.js';

describe('searches whose client closes its connection while Elasticsearch is slow', () => {
  let proxy: TcpProxy;
  const { directory, tokens } = useDirectory({
    env: async () => {
      proxy = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      return { ELASTICSEARCH_URL: proxy.url, SEARCH_TIMEOUT: '20000' };
    },
    places: [aPlace({ id: 'masp', name: 'Museu' })],
    tokens: ['application', 'trusted'],
  });
  afterAll(() => {
    proxy.disconnect();
  });

  const load = () => directory.app.get(PlaceSearcher).load;

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
    await waitUntil(() => Promise.resolve(load().running >= count));
    await Promise.all(sockets.map(close));
    await waitUntil(() => Promise.resolve(load().running === 0));
    proxy.resume();
    expect(load().circuitOpen).toBe(false);
    // An equal search of another client.
    const { status } = await directory.get(`/v2/places?${query}&start=0`, tokens.trusted);
    expect(status).toBe(200);
  });
});
