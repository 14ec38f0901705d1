import { type Found, joinTouching, marksOf, withoutListed } from './marks.js';

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
    expect(counts(group(0, 0, 5), group(100, 0, 3), place('a', 300, 300))).toEqual([5, 3, 1]);
  });

  it('joins what overlaps, at the middle of its places', () => {
    const [mark, ...others] = marks(group(0, 0, 30), group(40, 0, 10));
    expect(others).toEqual([]);
    expect(mark).toMatchObject({ count: 40, x: 0.01, west: 0, east: 0.04 });
    expect(counts(place('a', 30, 0), group(0, 0, 200))).toEqual([201]);
    expect(counts(place('a', 0, 0), place('b', 40, 0))).toEqual([2]);
  });
});

describe('joinTouching', () => {
  const joined = (...found: Found[]) =>
    joinTouching(
      found.map((one) => ({ ...one, x: one.x / 1000, y: one.y / 1000 })),
      1000,
      13,
    );

  it('leaves places side by side, but not on top of each other', () => {
    expect(joined(place('a', 0, 0), place('b', 15, 0)).map(({ count }) => count)).toEqual([1, 1]);
    expect(joined(place('a', 0, 0), place('b', 5, 0), place('c', 40, 0)).map(({ count }) => count)).toEqual([2, 1]);
    expect(joined(place('a', 0, 0)).map((mark) => mark.place?.id)).toEqual(['a']);
    expect(joined(place('a', 0, 0), place('b', 5, 0)).map((mark) => mark.place)).toEqual([undefined]);
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
