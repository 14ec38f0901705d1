import { deepFilters } from '../cases/nesting.js';
import { setOnIndex } from '../support/index-settings.js';
import { sixPlaces } from '../support/six-places.js';
import { useDirectory } from '../support/use-directory.js';

const around = 'location.lat=-23.56&location.lng=-46.65';

describe('a filter within the limits', () => {
  const { get } = useDirectory({ places: sixPlaces });

  it.each([
    '/v2/places?rows=5',
    `/v2/places?q=mercado%20municipal&${around}&location.radius=1000`,
    '/v2/places?sort=address.city,id',
    '/v2/places?q=mercado&sort=relevance,name&facet.field=address.city',
    '/v2/places?cursorMark=*',
    `/v2/places/suggest?q=mercado&${around}`,
  ])('is answered, however it nests, by %s', async (address) => {
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
  const { directory } = useDirectory();

  it('is a 400 if it has too many words for Elasticsearch only', async () => {
    const token = await directory.token();
    // Letters newer than the engine part a text that is one word to us.
    const filters = [...'abcde'].map((letter) => `fq=name:${encodeURIComponent(`${letter}\u{870}`.repeat(1990))}`);
    const { status, body } = await directory.get(`/v2/places?${filters.join('&')}`, token);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toBe('the texts of q and fq come to more words than can be looked for at once.');
  });

  it('is a 500 otherwise, because a retry would fail too', async () => {
    const token = await directory.token();
    // An index that takes less than the service asks of it.
    await setOnIndex(directory, { 'index.max_result_window': 20 });
    for (let at = 0; at < 8; at += 1) {
      const { status, headers, body } = await directory.get(`/v2/places?start=${20 + at}`, token);
      expect([status, body.code, headers.get('retry-after')]).toEqual([500, 'internal_error', null]);
    }
    // Elasticsearch is well, and is asked.
    expect((await directory.get('/v2/places', token)).status).toBe(200);
  });
});
