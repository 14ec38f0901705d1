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
    expect(key(x, false, found(lisbon, beside(0.5), lisbon))).toBe('at -22.9,-43.2,12');
    expect(key(x, false, found())).toBe('at -22.9,-43.2,12');
  });

  it('is a little farther if most of the results nearby are not there', () => {
    const nearby = [0, 1.5, 2, 2.5].map(beside);
    expect(target(x, false, found(...nearby, lisbon))).toEqual({ key: 'results x', points: nearby });
    const five = [0, 0.1, 0.2, 0.3, 0.4].map(beside);
    expect(key(x, false, found(...five, ...nearby, ...nearby))).toBe('at -22.9,-43.2,12');
  });

  it('is around the best result if none is where the search began', () => {
    const others = [0.01, 0.02, 0.1].map((degrees) => ({ lat: lisbon.lat + degrees, lng: lisbon.lng }));
    const far = beside(40);
    const expected = { key: 'results x', points: [lisbon, ...others] };
    expect(target(x, false, found(lisbon, far, ...others))).toEqual(expected);
    expect(target({ q: 'x' }, false, found(lisbon, far, ...others))).toEqual(expected);
    const many = [far, beside(40.1), ...Array<typeof lisbon>(18).fill(lisbon)];
    expect(target({ q: 'x' }, false, found(...many))).toEqual({ key: 'results x', points: many.slice(0, 2) });
  });

  it('is around where the search began and the nearest places of a kind that it does not have there', () => {
    const points = [beside(3), beside(4), beside(6), lisbon];
    const expected = { key: 'results x', points: [at, ...points.slice(0, 2)] };
    expect(target(x, false, { ...found(...points), away: 333_000 })).toEqual(expected);
    // A map of two continents helps nobody.
    expect(target(x, false, { ...found(lisbon), away: 7_700_000 })).toEqual({ key: 'results x', points: [lisbon] });
  });

  it('is around the best of results in two cities, and around all of a few in many', () => {
    const two = [lisbon, rio, beside(0.1), beside(0.2)];
    expect(target({ q: 'x' }, false, found(...two))).toEqual({ key: 'results x', points: [lisbon] });
    const points = [lisbon, beside(40), rio, beside(-20)];
    expect(target({ q: 'x' }, false, found(...points))).toEqual({ key: 'results x', points });
    expect(target({ ...x, around: { ...at, lat: 70 } }, false, found(...points))).toEqual({ key: 'results x', points });
  });

  it('is around all results in another order, whose first result is not the best', () => {
    const points = [beside(40), lisbon, rio];
    const expected = { key: 'results x', points };
    expect(target({ q: 'x', sort: 'name' }, false, found(...points))).toEqual(expected);
    const elsewhere = { ...at, lat: 60 };
    expect(target({ ...x, around: elsewhere, sort: 'statistics.rating desc' }, false, found(...points))).toEqual(
      expected,
    );
  });

  it('reaches as far if the next best result is very near', () => {
    const points = [0, 0.001, 1].map(beside);
    expect(target({ q: 'x' }, false, found(...points))).toEqual({ key: 'results x', points });
  });

  it('stays where it is when further pages arrive, or the map has another size', () => {
    const camera = new MapCamera();
    const decide = (view: Partial<View>, results: Found, wouldShow = shows) =>
      camera.targetOf({ ...emptyView, ...view }, start, false, results, wouldShow);
    const page = [0, 0.1, 2, 2.1].map(beside);
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

  it('is around all results of a search that has one here and one there', () => {
    const spread = [0, 1, 2, 4, 9, 20].map(beside);
    expect(target({ q: 'x' }, false, found(...spread))).toEqual({ key: 'results x', points: spread });
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
    expect(key({ q: 'x' }, false, found(...inStart.slice(1), rio))).toBe('results x');
    expect(new MapCamera().targetOf(emptyView, undefined, false, found(), () => false)).toBeUndefined();
  });
});
