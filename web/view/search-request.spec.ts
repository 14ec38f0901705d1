import { emptyView } from './view.js';
import { facetsPath, filtersOf, inLanguage, listPath, searchPath, suggestPath, tilePath } from './search-request.js';

const read = (path: string) => new URL(path, 'http://x').searchParams;

describe('the search of a view', () => {
  it('asks for everything when nothing is chosen, with the counts of what can be', () => {
    const query = read(searchPath(emptyView));
    expect([...query.keys()]).toEqual(['fl', 'rows', 'facet.field', 'facet.field', 'facet.limit']);
    expect(query.getAll('facet.field')).toContain('address.city');
  });

  it('asks for the kinds of places wherever their icons are shown', () => {
    expect(read(searchPath(emptyView)).get('fl')?.split(',')).toContain('kinds');
  });

  it('counts apart what can be chosen, if the list is only of what the map shows', () => {
    const box = { north: 2, west: 3, south: 1, east: 4 };
    const list = read(listPath({ ...emptyView, box }));
    expect([list.get('location.nw.lat'), list.has('facet.field')]).toEqual(['2', false]);
    expect(read(facetsPath(emptyView)).getAll('facet.field')).toEqual(
      read(searchPath(emptyView)).getAll('facet.field'),
    );
  });

  it('quotes values as the filter language wants it', () => {
    const filters = { city: ['São "Paulo"', 'a\\b'], kind: ['amenity/cafe'] };
    expect(filtersOf({ filters, saved: ['masp', 'a"b'], rating: '4.5' })).toEqual([
      'kinds.id:"amenity/cafe"',
      'address.city:("São \\"Paulo\\"" OR "a\\\\b")',
      'id:("masp" OR "a\\"b")',
      'statistics.rating:[4.5 TO *]',
    ]);
    expect(read(searchPath({ ...emptyView, q: 'a&b', filters })).getAll('fq')).toEqual(
      filtersOf({ filters, saved: [] }),
    );
    expect(read(searchPath({ ...emptyView, q: 'a&b' })).get('q')).toBe('a&b');
  });

  it('has tiles with the same places, in whatever order', () => {
    const tile = { z: 3, x: 2, y: 1 };
    expect(tilePath(emptyView, tile)).toBe('/v2/places/tiles/3/2/1.mvt?');
    const view = { ...emptyView, q: 'a&b', filters: { city: ['Lima'] }, sort: 'name' as const };
    expect([...read(tilePath(view, tile)).entries()]).toEqual([
      ['q', 'a&b'],
      ['fq', 'address.city:"Lima"'],
    ]);
  });

  it('limits the search to the words as typed only if that is chosen', () => {
    expect(read(searchPath({ ...emptyView, q: 'cofee' })).has('match')).toBe(false);
    expect(read(searchPath({ ...emptyView, q: 'cofee', exact: true })).get('match')).toBe('exact');
  });

  it('names all four edges of a rectangle, or the point', () => {
    const box = { north: 2, west: 3, south: 1, east: 4 };
    const query = read(searchPath({ ...emptyView, box }));
    expect(['nw.lat', 'nw.lng', 'se.lat', 'se.lng'].map((name) => query.get(`location.${name}`))).toEqual([
      '2',
      '3',
      '1',
      '4',
    ]);
    const near = read(searchPath({ ...emptyView, box, near: { lat: 5, lng: 6 }, sort: 'distance' }));
    expect([near.get('location.lat'), near.get('location.lng'), near.get('sort')]).toEqual(['5', '6', 'distance']);
    expect(near.has('location.nw.lat')).toBe(false);
  });

  it('begins at what the map showed, which limits nothing', () => {
    const around = { lat: 41.82399, lng: -71.41283, zoom: 13 };
    const query = read(searchPath({ ...emptyView, q: 'pizza', around }));
    expect(query.get('location.bias')).toBe('41.824,-71.413');
    expect([...query.keys()].filter((name) => name.startsWith('location.'))).toEqual(['location.bias']);
    expect(read(tilePath({ ...emptyView, q: 'pizza', around }, { z: 1, x: 0, y: 0 })).has('location.bias')).toBe(true);
    // Without words all tiles are those of any other start.
    expect(read(tilePath({ ...emptyView, around }, { z: 1, x: 0, y: 0 })).has('location.bias')).toBe(false);
  });

  it('turns off what words are not to mean', () => {
    const query = read(searchPath({ ...emptyView, q: 'dentist auckland', off: ['kind', 'where'] }));
    expect([query.get('q.kind'), query.get('q.where'), query.get('q.near')]).toEqual(['off', 'off', null]);
    expect(read(searchPath({ ...emptyView, off: ['kind'] })).has('q.kind')).toBe(false);
  });

  it.each([
    ['/v2/places?q=a', '/v2/places?q=a&lang=pt'],
    ['/v2/places/suggest?q=a', '/v2/places/suggest?q=a&lang=pt'],
    ['/v2/places/a%2Fb', '/v2/places/a%2Fb?lang=pt'],
    ['/v2/places/a/reviews?rows=5', '/v2/places/a/reviews?rows=5&lang=pt'],
    ['/v2/users/me/places/checkins', '/v2/users/me/places/checkins?lang=pt'],
    // A link to a further page.
    ['/v2/places?lang=en&start=20', '/v2/places?lang=en&start=20'],
    // None of these has the name of a place.
    ['/v2/places/a/hours', '/v2/places/a/hours'],
    ['/v2/users/me/followers', '/v2/users/me/followers'],
    ['/v2/categories?fl=name', '/v2/categories?fl=name'],
  ])('asks for names in the language of the page: %s', (path, asked) => {
    expect(inLanguage(path, 'pt')).toBe(asked);
  });

  it('suggests places outside the area that is searched, nearer ones first', () => {
    const box = { north: 2, west: 3, south: 1, east: 4 };
    const query = read(suggestPath({ ...emptyView, box, around: { lat: 1.5, lng: 3.5 } }, 'mus'));
    expect([query.get('location.bias'), query.get('location.nw.lat')]).toEqual(['1.5,3.5', null]);
  });

  it('limits no suggestions, which begin another search', () => {
    const query = read(suggestPath({ ...emptyView, q: 'old', filters: { city: ['Santos'] } }, 'mus'));
    expect([query.get('q'), query.has('fq')]).toEqual(['mus', false]);
  });
});
