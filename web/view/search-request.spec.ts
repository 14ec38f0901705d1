import { emptyView } from './view.js';
import { filtersOf, searchPath, suggestPath, tilePath } from './search-request.js';

const read = (path: string) => new URL(path, 'http://x').searchParams;

describe('the search of a view', () => {
  it('asks for everything when nothing is chosen, with the counts of what can be', () => {
    const query = read(searchPath(emptyView));
    expect([...query.keys()]).toEqual(['fl', 'rows', ...Array<string>(4).fill('facet.field'), 'facet.limit']);
    expect(query.getAll('facet.field')).toContain('address.city');
  });

  it('quotes values as the filter language wants it', () => {
    const filters = { city: ['São "Paulo"', 'a\\b'], category: ['Cafés'] };
    expect(filtersOf({ filters })).toEqual([
      'categories.category.name:"Cafés"',
      'address.city:("São \\"Paulo\\"" OR "a\\\\b")',
    ]);
    expect(read(searchPath({ ...emptyView, q: 'a&b', filters })).getAll('fq')).toEqual(filtersOf({ filters }));
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

  it('is looked through for type-ahead too', () => {
    const query = read(suggestPath({ ...emptyView, q: 'old', filters: { city: ['Santos'] } }, 'mus'));
    expect([query.get('q'), query.get('fq')]).toEqual(['mus', 'address.city:"Santos"']);
  });
});
