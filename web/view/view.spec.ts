import fc from 'fast-check';
import { facetNames, languages, printView, readView, sorts, toggled, type View } from './view.js';
import { emptyView } from './view.js';

const degrees = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((value) => value / 1000);

const views: fc.Arbitrary<View> = fc
  .record({
    q: fc.string(),
    exact: fc.boolean(),
    filters: fc.dictionary(
      fc.constantFrom(...facetNames),
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
    ),
    openNow: fc.boolean(),
    sort: fc.constantFrom(...sorts),
    place: fc.oneof(
      fc.constant({}),
      fc.record({ near: fc.record({ lat: degrees(90), lng: degrees(180) }) }),
      fc
        .tuple(degrees(90), degrees(180), degrees(90), degrees(180))
        .map(([a, west, b, east]) => ({ box: { north: Math.max(a, b), west, south: Math.min(a, b), east } })),
    ),
    open: fc.constantFrom(undefined, '/v2/places/masp', '/v2/users/me', '/v2/places/a%2Fb'),
    at: fc.oneof(
      fc.constant(undefined),
      fc.record({ lat: degrees(90), lng: degrees(180), zoom: fc.integer({ min: 1, max: 19 }) }),
    ),
    request: fc.boolean(),
    language: fc.constantFrom(undefined, ...languages),
  })
  .map(({ place, ...view }) => ({ ...view, ...place }));

describe('the address of a view', () => {
  it('brings the same view back', () => {
    fc.assert(
      fc.property(views, (view) => {
        const sort = view.sort === 'distance' && !view.near ? 'relevance' : view.sort;
        const exact = view.exact && view.q !== '';
        const read = readView(printView(view));
        expect({ ...read, filters: { ...read.filters } }).toEqual({
          ...view,
          filters: { ...view.filters },
          sort,
          exact,
        });
      }),
    );
  });

  it('is empty for the empty view', () => {
    expect(printView(emptyView)).toBe('');
    expect(readView('')).toEqual(emptyView);
  });

  it.each([
    'open=https://evil.example/v2/places/1',
    'open=//evil.example/v2/places/1',
    'open=/v2/places/../oauth/token',
    'open=/v2/places/1?wt=xml',
    'open=/v2/reviews/1',
    'open=/docs',
    'open=/v2/users/a\\b',
    'open=/v2/places/fields',
    'open=/v2/places/suggest',
    'open=/v2/places/search',
    'open=/v2/places/f%2569elds',
    'open=/v2/places/fi%0Aelds',
    'open=/v2/places/.',
    'open=/v2/places/..',
    'open=/v2/places/%252e',
    'open=/v2/places/%252E.',
    'open=/v2/places/.%09.',
    'open=/v2/places/%25',
    'open=/v2/places/%25ff',
    'box=1,2,3',
    'box=1,2,3,4,5',
    'box=0,0,10,10',
    'box=91,0,0,0',
    'box=a,b,c,d',
    'near=1',
    'near=91,0',
    'near=1e1,0',
    'sort=distance',
    'sort=nonsense',
    'lang=xx',
    'category=',
    'request=yes',
    'match=exact',
    'match=relaxed',
    '%',
    'q=',
  ])('takes what makes no sense for absent: %s', (query) => {
    expect(readView(`?${query}`)).toEqual(emptyView);
  });

  it('survives whatever is typed there', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const view = readView(query);
        expect(readView(printView(view))).toEqual(view);
      }),
    );
  });
});

describe('toggled', () => {
  it('chooses a value beside others, and lets go of it', () => {
    const one = toggled(emptyView, 'city', 'Santos');
    const two = toggled(one, 'city', 'Campinas');
    expect(two.filters.city).toEqual(['Santos', 'Campinas']);
    expect(toggled(two, 'city', 'Santos').filters.city).toEqual(['Campinas']);
    expect(printView(toggled(one, 'city', 'Santos'))).toBe('');
  });
});
