import { type Found, marksOf, withoutListed } from './marks.js';

/** A map of 1000 pixels, with what is found at pixels from its corner. */
const marks = (...found: Found[]) =>
  marksOf(
    found.map((one) => ({ ...one, x: one.x / 1000, y: one.y / 1000 })),
    1000,
  );
const group = (x: number, y: number, count: number): Found => ({ x, y, count });
const place = (id: string, x: number, y: number): Found => ({ x, y, count: 1, place: { id, name: id } });
const counts = (...found: Found[]) => marks(...found).map(({ count }) => count);

describe('marksOf', () => {
  it('leaves alone what does not overlap', () => {
    expect(counts(group(0, 0, 5), group(100, 0, 3), place('a', 300, 300), place('b', 320, 300))).toEqual([5, 3, 1, 1]);
  });

  it('joins groups that overlap, at the middle of their places', () => {
    const [mark, ...others] = marks(group(0, 0, 30), group(40, 0, 10));
    expect(others).toEqual([]);
    expect(mark).toMatchObject({ count: 40, x: 0.01, west: 0, east: 0.04 });
  });

  it('counts places in the circle of a group into it', () => {
    expect(counts(place('a', 30, 0), group(0, 0, 200))).toEqual([201]);
  });

  it('shows places side by side, but not on top of each other', () => {
    expect(counts(place('a', 0, 0), place('b', 15, 0))).toEqual([1, 1]);
    expect(counts(place('a', 0, 0), place('b', 5, 0), place('c', 40, 0))).toEqual([2, 1]);
    expect(marks(place('a', 0, 0))[0]?.place?.id).toBe('a');
    expect(marks(place('a', 0, 0), place('b', 5, 0))[0]?.place).toBeUndefined();
  });

  it('joins groups of places whose circles overlap, with what they cover', () => {
    const two = (x: number) => [place(`a${x}`, x, 0), place(`b${x}`, x + 4, 0)];
    expect(counts(...two(0), ...two(25), place('c', 100, 0))).toEqual([4, 1]);
    expect(counts(...two(0), place('c', 25, 0), place('d', 60, 0))).toEqual([3, 1]);
  });
});

describe('withoutListed', () => {
  /** A count of a tile at zoom level 0: it is about a sixteenth of the map. */
  const found: Found = { x: 0.03, y: 0.04, count: 3, cells: [{ x: 0.03, y: 0.04, zoom: 0 }] };

  it('leaves places of the cell out of its count, and goes to the middle of the others', () => {
    const left = withoutListed(found, [{ x: 0.01, y: 0.02 }, { x: 0.07, y: 0.04 }]); // prettier-ignore
    expect(left).toEqual({ ...found, count: 2, x: expect.closeTo(0.04), y: expect.closeTo(0.05) });
  });

  it('is as it was without a place in its cell, and nothing without another', () => {
    expect(withoutListed(found, [{ x: 0.07, y: 0.04 }])).toBe(found);
    expect(withoutListed({ ...found, count: 1 }, [{ x: 0.01, y: 0.02 }])).toBeUndefined();
  });
});
