import fc from 'fast-check';
import {
  emptyView,
  facetNames,
  languages,
  newSearch,
  printView,
  ratings,
  refinedWith,
  wordRoles,
  readView,
  sorts,
  startedFrom,
  toggled,
  type View,
  withWords,
} from './view.js';

const degrees = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((value) => value / 1000);

const positions = fc.record({ lat: degrees(90), lng: degrees(180), zoom: fc.integer({ min: 1, max: 19 }) });

const views: fc.Arbitrary<View> = fc
  .record({
    q: fc.string(),
    exact: fc.boolean(),
    off: fc.subarray([...wordRoles]),
    filters: fc.dictionary(
      fc.constantFrom(...facetNames),
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
    ),
    rating: fc.constantFrom(undefined, ...ratings),
    openNow: fc.boolean(),
    saved: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 }),
    sort: fc.constantFrom(...sorts),
    place: fc.oneof(
      fc.constant({}),
      fc.record({ near: fc.record({ lat: degrees(90), lng: degrees(180) }) }),
      fc.record({ around: positions }),
      fc
        .tuple(degrees(90), degrees(180), degrees(90), degrees(180))
        .map(([a, west, b, east]) => ({ box: { north: Math.max(a, b), west, south: Math.min(a, b), east } })),
    ),
    open: fc.constantFrom(undefined, '/v2/places/masp', '/v2/users/me', '/v2/places/a%2Fb'),
    at: fc.oneof(fc.constant(undefined), positions),
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
          off: view.q === '' ? [] : view.off,
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
    ...'open=/v2/places/fields open=/v2/places/suggest open=/v2/places/search open=/v2/places/f%2569elds'.split(' '),
    ...'open=/v2/places/fi%0Aelds open=/v2/places/. open=/v2/places/.. open=/v2/places/%252e'.split(' '),
    ...'open=/v2/places/%252E. open=/v2/places/.%09. open=/v2/places/%25 open=/v2/places/%25ff box=1,2,3'.split(' '),
    ...'box=1,2,3,4,5 box=0,0,10,10 box=91,0,0,0 box=a,b,c,d around=1,2 around=91,0,3 q.kind=off near=1'.split(' '),
    ...'near=91,0 near=1e1,0 sort=distance sort=nonsense lang=xx kind= rating=1 request=yes match=exact'.split(' '),
    ...'match=relaxed % q='.split(' '),
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

describe('a search that begins at what the map shows', () => {
  const shown = { lat: 41.8, lng: -71.4, zoom: 13 };
  const box = { north: 2, west: 3, south: 1, east: 4 };
  const before = { ...emptyView, q: 'pizza', off: ['kind'] as const, at: { ...shown, zoom: 15 } };

  it('leaves all that was chosen for other words, and stays where the user is', () => {
    const filters = { kind: ['shop/bakery'], city: ['Santos'] };
    const before: View = {
      ...emptyView,
      q: 'pão',
      filters,
      rating: '4',
      openNow: true,
      saved: ['masp'],
      sort: 'name',
      box,
    };
    expect(printView(newSearch(before, { q: 'pharmacy' }))).toBe('?q=pharmacy');
    expect(printView(newSearch(before, { filters: { city: ['Santos'] } }))).toBe('?city=Santos');
    const near: View = { ...emptyView, q: 'pão', near: { lat: 1, lng: 2 }, sort: 'distance', openNow: true };
    expect(printView(newSearch(near, { q: 'pharmacy' }))).toBe('?q=pharmacy&sort=distance&near=1%2C2');
  });

  it('keeps what was chosen if the user chooses more', () => {
    const before = { ...emptyView, q: 'pão', filters: { city: ['Santos'] }, openNow: true, box };
    expect(printView(withWords(before, 'pharmacy'))).toBe('?q=pharmacy&city=Santos&hours=now');
  });

  it.each([
    ['other words', { q: 'main street', filters: { kind: ['shop'] } }, 'q=pharmacy&kind=shop&hours=now'],
    [
      'the kinds that the box named',
      { filters: { kind: ['shop/bakery'], city: ['Santos'] } },
      'q=pharmacy&city=Santos&hours=now',
    ],
  ])('replaces %s by the words that are typed when a filter is chosen', (_, chosen, expected) => {
    const openNow = (view: View): View => ({ ...view, openNow: true });
    expect(printView(refinedWith({ ...emptyView, ...chosen }, 'pharmacy', openNow))).toBe(`?${expected}`);
  });

  it('leaves the kinds that the box named when it is emptied, and has those that are chosen then', () => {
    const bakery: View = { ...emptyView, filters: { kind: ['shop/bakery'] } };
    const choose = (value: string) => (view: View) => toggled(view, 'kind', value);
    expect(refinedWith(bakery, '', (view) => ({ ...view, openNow: true }))).toEqual({ ...emptyView, openNow: true });
    expect(printView(refinedWith(bakery, '', choose('amenity/cafe')))).toBe('?kind=amenity%2Fcafe');
    expect(printView(refinedWith(bakery, '', choose('shop/bakery')))).toBe('');
  });

  it('has it in its address, instead of the position of the earlier search', () => {
    const next = startedFrom(shown, before, withWords(before, 'restaurante sao paulo'));
    expect(next).toEqual({ ...emptyView, q: 'restaurante sao paulo', around: shown });
    expect(printView(next)).toBe('?q=restaurante+sao+paulo&around=41.8%2C-71.4%2C13');
    expect(startedFrom(undefined, next, withWords(next, 'museu')).around).toBeUndefined();
  });

  it('leaves the area that was searched before, and keeps it if only filters change', () => {
    const inBox = { ...before, box };
    expect(startedFrom(shown, inBox, withWords(inBox, 'cafe'))).toMatchObject({ box: undefined, around: shown });
    expect(startedFrom(shown, inBox, { ...inBox, openNow: true })).toEqual({ ...inBox, openNow: true });
  });

  it('begins elsewhere for other filters only if the map was moved', () => {
    const results = { lat: 1, lng: 2, zoom: 9 };
    const found: View = { ...emptyView, q: 'pizza', around: shown };
    expect(startedFrom(results, found, { ...found, openNow: true }).around).toEqual(shown);
    const moved = { ...found, at: { ...results, zoom: 12 } };
    expect(startedFrom(results, moved, { ...moved, off: ['where'] }).around).toEqual(moved.at);
    const world = { ...found, at: { ...results, zoom: 2 } };
    expect(startedFrom(undefined, world, { ...world, openNow: true }).around).toEqual(shown);
    expect(startedFrom(shown, emptyView, { ...emptyView, openNow: true }).around).toEqual(shown);
  });

  it('is not another search if only the order, the map or a panel changes', () => {
    for (const next of [
      { ...before, sort: 'name' as const },
      { ...before, at: shown },
      { ...before, open: '/v2/places/masp' },
    ])
      expect(startedFrom(shown, before, next)).toBe(next);
  });

  it('is around the user if the position is known', () => {
    expect(startedFrom(shown, before, { ...before, near: { lat: 1, lng: 2 } }).around).toBeUndefined();
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
