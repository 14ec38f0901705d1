import { setTimeout as delay } from 'node:timers/promises';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useDirectory } from '../support/use-directory.js';

const elasticsearch = process.env.ELASTICSEARCH_URL ?? '';

describe('requests of one client for the sources of places while Elasticsearch is slow', () => {
  let proxy: TcpProxy;
  const { directory, tokens } = useDirectory({
    env: async () => {
      proxy = await startTcpProxy(elasticsearch);
      return { ELASTICSEARCH_URL: proxy.url, SEARCH_TIMEOUT: '20000', RESPONSE_CACHE_SIZE: '0' };
    },
    places: [aPlace({ id: 'masp', name: 'Museu' })],
    tokens: ['application', 'trusted'],
  });
  afterAll(() => {
    proxy.disconnect();
  });
  const load = () => directory.app.get(PlaceSearcher).load;

  it.each(['/v2/sources', '/v2/places/tiles.json'])(
    'do not delay what the service reads for others: %s',
    async (path) => {
      // Names of categories that were read lately are not read again.
      await delay(1000);
      proxy.freeze();
      const flood = Array.from({ length: 60 }, () => directory.get(path, tokens.application));
      await waitUntil(async () => Promise.resolve(load().waiting > 0 && load().running + load().waiting >= 60));
      const { running } = load();
      const other = directory.get('/v2/places/suggest?q=mus', tokens.trusted);
      // The places, and the names of all categories.
      await waitUntil(async () => Promise.resolve(load().running >= running + 2));
      proxy.resume();
      expect((await other).status).toBe(200);
      expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
    },
  );
});
