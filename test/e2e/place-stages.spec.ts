import { readFileSync } from 'node:fs';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const places = [
  aPlace({ id: 'cafe', name: 'Copacabana Coffee', address: { city: 'Santos' }, statistics: { pageviews: '9' } }),
  aPlace({ id: 'bakery', name: 'Santista Bakery', address: { city: 'Santos' }, statistics: { pageviews: '8' } }),
  aPlace({ id: 'roastery', name: 'Coffee Roastery', address: { city: 'Campinas' } }),
  aPlace({ id: 'inn', name: 'Near Inn 9', address: { city: 'Campinas' } }),
  aPlace({ id: 'best', name: 'Best Pizza', address: { city: 'Osasco' } }),
  aPlace({ id: 'pizza', name: 'Pizza', address: { city: 'Osasco' }, statistics: { pageviews: '99', rating: '5' } }),
  aPlace({ id: 'mario', name: 'Pizzaria do Mario', address: { city: 'Olinda' } }),
  aPlace({ id: 'western', name: 'Best Western', address: { city: 'Osasco' } }),
  aPlace({ id: 'rodeo', name: 'Western Rodeo', address: { city: 'Osasco' } }),
];

/** Words as typed, then with typing errors, then without some of them (docs/query-language.md). */
describe('a search by words', () => {
  const { get, ids } = useDirectory({ places });

  const search = async (parameters: Record<string, string>) => {
    const { body } = await get(`/v2/places?${new URLSearchParams(parameters).toString()}`);
    const { header, places } = body.results;
    return { header, ids: places.map(({ id }: { id: string }) => id) };
  };

  it('finds words as typed, and says nothing about it', async () => {
    const { header, ids } = await search({ q: 'coffee' });
    expect(ids.sort()).toEqual(['cafe', 'roastery']);
    expect(header).toEqual({ found: 2, rows: 10, start: 0 });
  });

  it('corrects no word if places have all words as typed', async () => {
    expect(await ids({ q: 'santos' })).toEqual(['cafe', 'bakery']);
  });

  it.each([
    ['cofee santos', ['cofee', 'santos'], ['cafe']],
    ['coppacabanna', ['coppacabanna'], ['cafe']],
  ])('corrects typing errors: %s', async (q, words, found) => {
    const { header, ids } = await search({ q });
    expect(ids).toEqual(found);
    expect(header).toMatchObject({ found: 1, match: 'corrected', words });
    expect(header).not.toHaveProperty('omitted');
  });

  it.each([
    ['the coffee santos', ['coffee', 'santos'], ['the'], ['cafe']],
    ['coffee xyzzy', ['coffee'], ['xyzzy'], ['roastery', 'cafe']],
    ['bakkery in xyzzy santos', ['bakkery', 'santos'], ['in', 'xyzzy'], ['bakery']],
    // Stop words, although a place has them with the others.
    ['near inn xyzzy', ['inn'], ['near', 'xyzzy'], ['inn']],
    // A word as typed before a corrected one, and the rarer of two as typed.
    ['bakkery roastery', ['roastery'], ['bakkery'], ['roastery']],
    ['santos roastery', ['roastery'], ['santos'], ['roastery']],
    ['bakery coffee', ['bakery'], ['coffee'], ['bakery']],
    ['Bakery bakery coffee', ['Bakery'], ['coffee'], ['bakery']],
    ['coffee coffee bakery', ['bakery'], ['coffee', 'coffee'], ['bakery']],
    ['coffee 9 xyzzy', ['coffee'], ['9', 'xyzzy'], ['roastery', 'cafe']],
  ])('leaves out words that no place has with the others: %s', async (q, words, omitted, found) => {
    const { header, ids } = await search({ q });
    expect(header).toMatchObject({ found: found.length, match: 'relaxed', words, omitted });
    expect(ids).toEqual(found);
  });

  it.each([
    ['best pizza', ['pizza'], ['best'], ['best', 'pizza', 'mario']],
    ['the best pizza in osasco', ['pizza'], ['the', 'best'], ['best', 'pizza']],
    ['melhor pizza osasco', ['pizza', 'osasco'], ['melhor'], ['best', 'pizza']],
  ])('leaves out praise of a kind of place, although a name has it: %s', async (q, words, omitted, found) => {
    const { header, ids } = await search({ q });
    expect(ids.toSorted()).toEqual(found.toSorted());
    expect(header).toMatchObject({ match: 'relaxed', words, omitted });
    if (q === 'best pizza') expect(ids[0]).toBe('best');
  });

  it('keeps praise that may be a name', async () => {
    expect((await search({ q: 'best western' })).ids).toEqual(['western']);
    expect((await search({ q: 'best pizza', match: 'corrected' })).ids).toEqual(['best']);
  });

  it.each([['xyzzy'], ['xyzzy in plugh'], ['the xyzzy near']])('finds nothing without any word: %s', async (q) => {
    expect((await search({ q })).header).toEqual({ found: 0, rows: 10, start: 0 });
  });

  it('goes no further than match', async () => {
    expect((await search({ q: 'cofee', match: 'exact' })).header).toEqual({ found: 0, rows: 10, start: 0 });
    expect((await search({ q: 'cofee', match: 'corrected' })).header).toMatchObject({ found: 2, match: 'corrected' });
    expect((await search({ q: 'coffee xyzzy', match: 'corrected' })).header.found).toBe(0);
    expect((await search({ q: 'coffee xyzzy', match: 'relaxed' })).header.found).toBe(2);
  });

  it('never relaxes filters and location', async () => {
    const filter = { q: 'roastery xyzzy', fq: 'address.city:Santos' };
    expect((await search(filter)).header.found).toBe(0);
    const { header, ids } = await search({ q: 'coffee bakery', fq: 'address.city:Santos', sort: 'name' });
    expect(header).toMatchObject({ found: 1, match: 'relaxed' });
    expect(ids).toHaveLength(1);
    const far = { 'location.lat': '50', 'location.lng': '10', 'location.radius': '1000' };
    expect((await search({ q: 'roastery xyzzy', ...far })).header.found).toBe(0);
  });

  it('uses one stage for all pages, the order, facets and cursors', async () => {
    const whole = { q: 'coffee xyzzy', sort: 'name', rows: '1' };
    const match = { match: 'relaxed', words: ['coffee'], omitted: ['xyzzy'] };
    const second = await search({ ...whole, start: '1', 'facet.field': 'address.city' });
    expect(second).toMatchObject({ header: { found: 2, ...match }, ids: ['cafe'] });
    const { body } = await get(`/v2/places?q=coffee+xyzzy&rows=1&facet.field=address.city`);
    expect(body.results.facets[0].buckets).toHaveLength(2);
    const first = await search({ ...whole, cursorMark: '*' });
    expect(first).toMatchObject({ header: { found: 2, ...match }, ids: ['roastery'] });
    const last = await search({ ...whole, cursorMark: first.header.nextCursorMark });
    expect(last).toMatchObject({ header: { found: 2, ...match }, ids: ['cafe'] });
    expect(last.header).not.toHaveProperty('nextCursorMark');
  });

  it('binds a cursor to match', async () => {
    const { header } = await search({ q: 'coffee xyzzy', rows: '1', cursorMark: '*' });
    const { status, body } = await get(
      `/v2/places?${new URLSearchParams({ q: 'coffee xyzzy', match: 'corrected', cursorMark: header.nextCursorMark }).toString()}`,
    );
    expect([status, body.errors[0].reason]).toEqual([
      400,
      'belongs to another search: q, match, q.where, fq, open, sort and location must stay the same',
    ]);
  });

  it('says the same in XML', async () => {
    const { text } = await get('/v2/places?q=the+coffee+santos&wt=xml&fl=id');
    expect(text).toContain(
      '<match>relaxed</match><words><word>coffee</word><word>santos</word></words><omitted><word>the</word></omitted>',
    );
  });

  it('has the header of the documentation', async () => {
    const page = readFileSync('docs/query-language.md', 'utf8');
    const [, json = ''] = /```json\n([^`]*"omitted"[^`]*)```/.exec(page) ?? [];
    const [, xml = ''] = /```xml\n([^`]*)```/.exec(page) ?? [];
    const q = 'the coffee santos';
    expect(JSON.parse(json)).toEqual({ header: (await search({ q })).header });
    const { text } = await get('/v2/places?q=the+coffee+santos&wt=xml');
    expect(text).toContain(xml.replace(/\s*\n\s*/g, ''));
  });

  it('rejects other values of match', async () => {
    const { status, body } = await get('/v2/places?q=x&match=fuzzy');
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          parameter: 'match',
          value: 'fuzzy',
          reason: 'is not one of the allowed values',
          allowed: ['exact', 'corrected', 'relaxed'],
        },
      ],
    ]);
  });
});
