import { emptyView, type View } from '../view/view.js';
import { MapCamera, type Found } from './camera.js';

const start = { north: 1, west: -1, south: -1, east: 1 };
const rio = { lat: -22.9, lng: -43.2 };
const found = (...points: { lat: number; lng: number }[]): Found => ({ search: 'x', points, saysWhere: false });
/** The map shows what is within a degree at zoom level 12. */
const shows = (at: { lat: number; lng: number; zoom: number }, { lat, lng }: { lat: number; lng: number }) =>
  Math.hypot(at.lat - lat, at.lng - lng) < 2 ** (12 - at.zoom);
const target = (view: Partial<View>, isStart: boolean, results?: Found) =>
  new MapCamera().targetOf({ ...emptyView, ...view }, start, isStart, results, shows);
const key = (...given: Parameters<typeof target>) => target(...given)?.key;

describe('MapCamera', () => {
  const at = { ...rio, zoom: 12 };
  const beside = (degrees: number) => ({ lat: rio.lat + degrees, lng: rio.lng });
  const lisbon = { lat: 38.7, lng: -9.1 };
  const x: Partial<View> = { q: 'x', around: at };

  it('is what the address says, then the area, then the first view', () => {
    expect(key({ at, box: start }, true, found(rio))).toBe('at -22.9,-43.2,12');
    expect(key({ box: start }, false, found(rio))).toBe('box 1,-1,-1,1');
    expect(key({}, true)).toBe('start');
  });

  it('is where the search began if results are there, or nothing is found', () => {
    expect(key(x, false)).toBe('at -22.9,-43.2,12');
    expect(key(x, false, found(rio))).toBe('at -22.9,-43.2,12');
    expect(key(x, false, found())).toBe('at -22.9,-43.2,12');
  });

  it('is where the search began if it shows the first five results, wherever others are', () => {
    const five = [0, 0.1, 0.2, 0.3, 0.4].map(beside);
    expect(key(x, false, found(...five, ...[1.5, 2, 2.5].map(beside)))).toBe('at -22.9,-43.2,12');
  });

  it('is close to results of a street, unless it is there', () => {
    const street = [0, 0.001, 0.002].map(beside);
    const expected = { key: 'results x', points: street, maxZoom: 17 };
    expect(target(x, false, found(...street))).toEqual(expected);
    // However small the map is.
    expect(new MapCamera().targetOf({ ...emptyView, ...x }, start, false, found(...street), () => false)).toEqual(
      expected,
    );
    expect(key({ q: 'x', around: { ...rio, zoom: 17 } }, false, found(...street))).toBe('at -22.9,-43.2,17');
  });

  it('is no nearer, and shows the first five results, if it does not show one of them', () => {
    const first = [0, 0.1, 0.2, 1.5, 0.3].map(beside);
    const near = [2, 2.2].map(beside);
    expect(target(x, false, found(...first, ...near, beside(9), lisbon))).toEqual({
      ...{ key: 'results x', points: [...first, ...near], maxZoom: 12 },
    });
  });

  it('shows the first five results if none is where the search began, but for those on another continent', () => {
    const first = [40, 20, 40.01, 40.02, 41].map(beside);
    expect(target(x, false, found(...first, beside(80)))).toEqual({ key: 'results x', points: first });
    expect(target({ q: 'x', sort: 'name' }, false, found(...first))).toEqual({ key: 'results x', points: first });
    const others = [0.01, 0.02].map((degrees) => ({ lat: lisbon.lat + degrees, lng: lisbon.lng }));
    expect(target({ q: 'x' }, false, found(lisbon, rio, ...others))).toEqual({
      ...{ key: 'results x', points: [lisbon, ...others] },
    });
  });

  it('is around where the search began and the nearest places of a kind that it does not have there', () => {
    const points = [beside(3), beside(4), beside(6), lisbon];
    const expected = { key: 'results x', points: [at, ...points.slice(0, 2)] };
    expect(target(x, false, { ...found(...points), away: 333_000 })).toEqual(expected);
    // A map of two continents helps nobody.
    expect(target(x, false, { ...found(lisbon), away: 7_700_000 })).toEqual({ key: 'results x', points: [lisbon] });
  });

  it('stays where it is when further pages arrive, or the map has another size', () => {
    const camera = new MapCamera();
    const decide = (view: Partial<View>, results: Found, wouldShow = shows) =>
      camera.targetOf({ ...emptyView, ...view }, start, false, results, wouldShow);
    const page = [0, 0.1, 0.2, 0.3].map(beside);
    const further = [2.2, 2.3, 2.4, 2.5, 2.6].map(beside);
    const first = decide(x, found(...page));
    expect(first?.key).toBe('at -22.9,-43.2,12');
    expect(key(x, false, found(...page, ...further))).toBe('results x');
    expect(decide(x, found(...page, ...further))).toBe(first);
    expect(decide(x, found(...page), () => false)).toBe(first);
    // The user moves the map, and goes back.
    expect(decide({ ...x, at: { ...at, zoom: 3 } }, found(...page, ...further))?.key).toBe('at -22.9,-43.2,3');
    expect(decide(x, found(...page, ...further))).toBe(first);
    // Another search.
    expect(decide(x, { ...found(lisbon), search: 'y' })?.key).toBe('results y');
  });

  it('is around all results if the words or the reader say where, and around the reader too', () => {
    const points = [rio, lisbon];
    expect(target(x, false, { ...found(...points), saysWhere: true })).toEqual({ key: 'results x', points });
    expect(target({ saved: ['a', 'b'] }, false, found(...points))).toEqual({ key: 'results x', points });
    const near = beside(0.1);
    expect(target({ q: 'x', near }, false, found(...points))).toEqual({ key: 'results x', points: [near, rio] });
  });

  it('is the whole area that the words name, if it has more places than are known', () => {
    const area = { north: 40, west: -10, south: 38, east: -8 };
    const corners = [
      { lat: 38, lng: -10 },
      { lat: 40, lng: -8 },
    ];
    const expected = { key: 'results x', points: corners };
    const results: Found = { ...found(rio), saysWhere: true, area };
    expect(target(x, false, results)).toEqual(expected);
    expect(target({ q: 'x' }, false, results)).toEqual(expected);
    expect(key({ ...x, at }, false, results)).toBe('at -22.9,-43.2,12');
  });

  it('is the first view for a link to a search that finds nothing', () => {
    expect(key({ q: 'x' }, false)).toBeUndefined();
    expect(key({ q: 'x' }, false, found())).toBe('start');
    const inStart = [0, 0.1, 0.2, 0.3, 0.4].map((lat) => ({ lat, lng: 0 }));
    expect(key({ q: 'x' }, false, found(...inStart, rio))).toBe('start');
    expect(key({ q: 'x' }, false, found(...inStart.slice(1), { lat: 5, lng: 5 }))).toBe('results x');
    expect(new MapCamera().targetOf(emptyView, undefined, false, found(), () => false)).toBeUndefined();
  });
});
