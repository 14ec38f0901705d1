import { emptyView, type View } from '../view/view.js';
import { type Found, targetOf } from './camera.js';

const start = { north: 1, west: -1, south: -1, east: 1 };
const rio = { lat: -22.9, lng: -43.2 };
const found = (...points: { lat: number; lng: number }[]): Found => ({ search: 'x', points, saysWhere: false });
const key = (view: Partial<View>, isStart: boolean, results?: Found, isSeen = false) =>
  targetOf({ ...emptyView, ...view }, start, isStart, results, () => isSeen)?.key;

describe('targetOf', () => {
  const at = { ...rio, zoom: 12 };

  it('is what the address says, then the area, then the first view', () => {
    expect(key({ at, box: start }, true, found(rio))).toBe('at -22.9,-43.2,12');
    expect(key({ box: start }, false, found(rio))).toBe('box 1,-1,-1,1');
    expect(key({}, true)).toBe('start');
  });

  it('is where the search began if the best result is there, or nothing is found', () => {
    expect(key({ q: 'x', around: at }, false)).toBe('at -22.9,-43.2,12');
    expect(key({ q: 'x', around: at }, false, found(rio), true)).toBe('at -22.9,-43.2,12');
    expect(key({ q: 'x', around: at }, false, found())).toBe('at -22.9,-43.2,12');
    expect(key({ q: 'x', around: at }, false, found(rio))).toBe('results x');
  });

  it('is the first view for a link to a search that finds nothing', () => {
    expect(key({ q: 'x' }, false)).toBeUndefined();
    expect(key({ q: 'x' }, false, found())).toBe('start');
    expect(targetOf(emptyView, undefined, false, found(), () => false)).toBeUndefined();
  });
});
