import { deepFilters } from '../cases/nesting.js';
import { type Answer } from '../support/directory.js';
import { setOnIndex } from '../support/elasticsearch.js';
import { sixPlaces } from '../support/six-places.js';
import { useDirectory } from '../support/use-directory.js';

const around = 'location.lat=-23.56&location.lng=-46.65';

describe('a filter within the limits', () => {
  const { get } = useDirectory({ places: sixPlaces });

  it.each([
    '/v2/places?rows=5',
    `/v2/places?q=categories.subcategory.id:${'('.repeat(16)}1${')'.repeat(16)}&location.nw.lat=1&location.nw.lng=0&location.se.lat=0&location.se.lng=1`,
    `/v2/places?q=mercado%20municipal&${around}&location.radius=1000`,
    '/v2/places?sort=address.city,id',
    '/v2/places?q=mercado&sort=relevance,name&facet.field=address.city',
    '/v2/places?cursorMark=*',
    `/v2/places/suggest?q=mercado&${around}`,
  ])('is accepted at any depth by %s', async (address) => {
    for (const filter of deepFilters()) {
      const { status } = await get(`${address}&fq=${encodeURIComponent(filter)}`);
      expect([filter, status]).toEqual([filter, 200]);
    }
  });

  it('applies on every level', async () => {
    const levels = ['masp', 'mercado', 'suva', 'apia'].map((id) => `id:${id} OR -id:colombo AND (`);
    const filter = encodeURIComponent(`${levels.join('')}id:pizzaria AND -(id:1 OR id:2)${')'.repeat(4)}`);
    const { body } = await get(`/v2/places?sort=id&fq=${filter}`);
    const found = body.results.places.map(({ id }: { id: string }) => id);
    expect(found).toEqual(['apia', 'masp', 'mercado', 'pizzaria', 'suva']);
  });
});

describe('a search that Elasticsearch rejects', () => {
  const { directory } = useDirectory({ places: sixPlaces });

  it('is a 400 if only Elasticsearch finds too many words', async () => {
    const token = await directory.token();
    // The service counts one word; Elasticsearch splits the text at letters that its Unicode version lacks.
    const filters = [...'abcde'].map((letter) => `fq=name:${encodeURIComponent(`${letter}\u{870}`.repeat(1990))}`);
    const { status, body } = await directory.get(`/v2/places?${filters.join('&')}`, token);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toBe('the texts of q and fq have too many words to search for at once.');
  });

  it('fails alone among searches that are sent together', async () => {
    const token = await directory.token();
    await setOnIndex(directory, { 'index.max_result_window': 20 });
    const starts = Array.from({ length: 24 }, (_, at) => at);
    const responses = await Promise.all(
      starts.map((start) => directory.get(`/v2/places?sort=id&start=${start}`, token)),
    );
    // Ten rows from the 11th place on are more than 20.
    expect(responses.map(({ status }) => status)).toEqual(starts.map((start) => (start > 10 ? 500 : 200)));
    const idsOf = ({ body }: Answer): string[] => body.results.places.map(({ id }: { id: string }) => id);
    const all = idsOf(await directory.get('/v2/places?sort=id&rows=20', token));
    expect(all.length).toBeGreaterThan(0);
    expect(responses.slice(0, 11).map(idsOf)).toEqual(starts.slice(0, 11).map((start) => all.slice(start, start + 10)));
  });

  it('is a 500 otherwise, because a retry would fail too', async () => {
    const token = await directory.token();
    // Below what the service requests.
    await setOnIndex(directory, { 'index.max_result_window': 20 });
    for (let at = 0; at < 8; at += 1) {
      const { status, headers, body } = await directory.get(`/v2/places?start=${20 + at}`, token);
      expect([status, body.code, headers.get('retry-after')]).toEqual([500, 'internal_error', null]);
    }
    // The circuit is still closed.
    expect((await directory.get('/v2/places', token)).status).toBe(200);
  });
});
