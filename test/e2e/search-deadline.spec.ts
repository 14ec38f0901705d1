import { createServer } from 'node:http';
import { listen } from '../../dev/services/free-port.js';
import { PlaceSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace } from '../support/factories.js';
import { forward } from '../support/forward.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

const elasticsearch = process.env.ELASTICSEARCH_URL ?? '';
const timeoutMs = 2000;

/** One request ends in time, two do not. */
const delayMs = 1200;

describe('requests that search one after another in a slow Elasticsearch', () => {
  let isSlow = false;
  const proxy = createServer((request, response) => {
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
    const { circuitOpen, running } = directory.app.get(PlaceSearcher).load;
    return !circuitOpen && running === 0;
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
    await waitUntil(() => Promise.resolve(isIdle()));
    isSlow = true;
    const { status, body } = await get(path);
    isSlow = false;
    expect([status, body?.code]).toEqual([503, 'search_unavailable']);
  });
});
