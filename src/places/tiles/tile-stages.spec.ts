import { parseLine } from '../query/geometry.js';
import { parseSort } from '../query/selection.js';
import { type ResolvedRequest } from '../search/stage.js';
import { stageKey } from './tile-stages.js';

const points = parseLine('41,-100;41,-45');
const reads = { kind: true, where: true, near: true, when: true, number: true };
const request: ResolvedRequest = {
  term: { type: 'words', text: 'cafe' },
  match: 'relaxed',
  enabledRoles: reads,
  roles: undefined,
  filters: [],
  sort: [],
  rows: 0,
  start: 0,
  ...(points.ok && { line: { points: points.value, radius: 1 } }),
};

describe('the key of a remembered stage', () => {
  it('is short, also with a line of thousands of vertices', () => {
    expect(stageKey(request)).toHaveLength(43);
  });

  it('differs with the conditions, and with what decides how words are read', () => {
    const others: Partial<ResolvedRequest>[] = [
      { match: 'corrected' },
      { enabledRoles: { ...reads, where: false } },
      { centre: { lat: 1, lng: 2 } },
      { term: { type: 'words', text: 'bar' } },
      { ...(points.ok && { line: { points: points.value, radius: 2 } }) },
    ];
    const keys = [{}, ...others].map((other) => stageKey({ ...request, ...other }));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is the same for all that decides only the order and the page', () => {
    const sort = parseSort('name', { hasCentre: false });
    if (!sort.ok) throw new Error('The order is invalid');
    expect(stageKey({ ...request, sort: sort.value, rows: 10, start: 20 })).toBe(stageKey(request));
  });
});
