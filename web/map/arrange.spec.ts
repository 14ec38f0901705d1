import { arrange, arrangePins, type Contents, extraPin, markedIn, type Spot } from './arrange.js';
import { type Found } from './marks.js';

describe('arrangePins', () => {
  const at = (x: number, y: number) => ({ x, y });
  const distanceTo = (x: number, y: number, placed: { at: Spot } | undefined) =>
    placed ? Math.hypot(placed.at.x - x, placed.at.y - y) : NaN;

  it('gives each place of the list a pin where there is room', () => {
    const tips = [at(0, 0), at(40, 0), at(0, 40)];
    expect(arrangePins(tips)).toEqual(tips.map((tip) => ({ size: 'pin', at: tip })));
  });

  it('draws a small dot with the number where a pin would hide a better one', () => {
    expect(arrangePins([at(0, 0), at(20, 5)])[1]).toEqual({ size: 'small', at: at(20, 5) });
  });

  it('lets no pin hide a small dot', () => {
    const sizes = arrangePins([at(0, 0), at(20, 5), at(32, 30)]).map((placed) => placed?.size);
    expect(sizes).toEqual(['pin', 'small', 'small']);
  });

  it('moves a small dot off the number of a better pin, but not far', () => {
    const [, moved] = arrangePins([at(0, 0), at(0, -20)]);
    expect(moved?.size).toBe('small');
    expect(distanceTo(0, -20, moved)).toBeGreaterThanOrEqual(24);
    expect(distanceTo(0, -20, moved)).toBeLessThanOrEqual(28);
  });

  it('lets no number hide a circle that counts others, nor a circle a number', () => {
    const circle = { x: 0, y: 0, radius: 16 };
    // Its tip is outside, but not its head.
    const [placed] = arrangePins([at(0, 30)], false, [circle]);
    expect(placed).toEqual({ size: 'small', at: at(0, 30) });
    const [moved] = arrangePins([at(0, 20)], false, [circle]);
    expect(moved?.size).toBe('small');
    expect(distanceTo(0, 0, moved)).toBeGreaterThanOrEqual(28);
  });

  it('draws only the best of a heap', () => {
    const sizes = arrangePins(Array<Spot>(20).fill(at(0, 0))).map((placed) => placed?.size);
    expect(sizes).toEqual(['pin', 'small', 'small', ...Array<undefined>(17).fill(undefined)]);
  });
});

describe('arrange', () => {
  /** A map of 1000 pixels. */
  const plane = { size: 1000, middle: 0.5, onePosition: 0.0001, isFar: false, dot: 12 };
  const nothing: Contents = { pins: [], areOfStreet: false, opened: undefined, results: [], selection: 'all' };
  /** A count of a tile at zoom level 0. */
  const count = (x: number, y: number, places: number): Found => ({
    ...{ x, y, count: places },
    cells: [{ x, y, zoom: 0 }],
  });
  const single = (id: string, x: number, y: number): Found => ({ x, y, count: 1, place: { id, name: id } });
  const pin = (id: string, x: number, y: number, number?: number) => ({
    ...{ id, name: id, x, y },
    ...(number !== undefined && { number }),
  });
  const hasDot = () => true;
  const near = (contents: Partial<Contents>) => arrange({ ...nothing, ...contents }, plane);
  const far = (contents: Partial<Contents>) => arrange({ ...nothing, ...contents }, { ...plane, isFar: true });

  it('has a dot for each place and each count of a tile, where it is', () => {
    const results = [[count(0.2, 0.2, 50), count(0.23, 0.2, 20)], [single('a', 0.3, 0.2)]];
    const { dots, groups } = near({ results });
    expect(dots.map(({ x, count }) => [x, count])).toEqual([
      [expect.closeTo(0.2), 50],
      [expect.closeTo(0.23), 20],
      [0.3, 1],
    ]);
    expect(groups).toEqual([]);
  });

  it('joins dots that touch across the border of two tiles', () => {
    const results = [[single('a', 0.247, 0.3)], [single('b', 0.253, 0.3), single('c', 0.28, 0.3)]];
    const { dots } = near({ results });
    expect(dots.map(({ places }) => places.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
    expect(dots[0]).toMatchObject({ x: expect.closeTo(0.25), count: 2 });
  });

  it('leaves notable places to the map, which has room for some', () => {
    const results = [[single('a', 0.247, 0.3), single('b', 0.253, 0.3)]];
    expect(near({ results, selection: 'best' }).dots).toHaveLength(2);
  });

  it('has the places of the list first among the best', () => {
    const results = [[single('a', 0.2, 0.2), single('b', 0.4, 0.2), single('c', 0.6, 0.2)]];
    const pins = [pin('c', 0.6, 0.2), pin('near', 0.8, 0.2), pin('open', 0.9, 0.2)];
    const { dots } = near({ results, pins, opened: pin('open', 0.9, 0.2), selection: 'best' });
    expect(dots.map(({ place }) => place?.id)).toEqual(['c', 'near', 'a', 'b']);
  });

  it('has no dot under the number of a pin, nor for a place of the list', () => {
    const results = [[single('under', 0.5, 0.48), single('listed', 0.5, 0.5), single('beside', 0.55, 0.5)]];
    const { dots } = near({ results, pins: [pin('listed', 0.5, 0.5, 1)] });
    expect(dots.map(({ place }) => place?.id)).toEqual(['beside']);
  });

  it('hides no place of a street below the numbers of others', () => {
    const results = [[single('under', 0.5, 0.48), single('listed', 0.5, 0.5), single('third', 0.5, 0.51)]];
    const pins = [pin('listed', 0.5, 0.5, 1), pin('third', 0.5, 0.51, 2)];
    const { placed, dots } = near({ results, pins, areOfStreet: true });
    expect(placed.map(({ pin, size }) => [pin.id, size])).toEqual([
      ['listed', 'small'],
      ['third', 'small'],
    ]);
    expect(dots.map(({ place }) => place?.id)).toEqual(['under']);
  });

  it('leaves places of the list out of the counts around them', () => {
    const results = [[count(0.2, 0.2, 50)]];
    expect(near({ results, pins: [pin('a', 0.21, 0.24, 1)] }).dots[0]?.count).toBe(49);
    const heap = [1, 2, 3, 4].map((number) => pin(`heap-${number}`, 0.21 + 0.001 * number, 0.24, number));
    expect(near({ results, pins: heap }).dots.map(({ count }) => count)).toEqual([46]);
    // That which only is open may not be found.
    expect(near({ results, opened: pin('a', 0.21, 0.24) }).dots[0]?.count).toBe(50);
  });

  it('has no pins for a list without numbers, but for the open place', () => {
    const pins = [pin('a', 0.2, 0.2), pin('b', 0.5, 0.5)];
    expect(near({ pins }).placed).toEqual([]);
    expect(near({ pins, opened: pin('b', 0.5, 0.5) }).placed.map(({ pin }) => pin.id)).toEqual(['b']);
    expect(near({ pins }).dots.map(({ place }) => place?.id)).toEqual(['a', 'b']);
    expect(extraPin(near({ pins }), 'a', () => false)).toMatchObject({ pin: { id: 'a' }, size: 'pin' });
  });

  it('counts in circles far out, which stand over what they count, and join those of other tiles', () => {
    const results = [[count(0.2, 0.2, 30), count(0.22, 0.2, 10)], [count(0.235, 0.2, 10)], [count(0.6, 0.2, 5)]];
    const { groups } = far({ results });
    expect(groups.map(({ x, count }) => [x, count])).toEqual([
      [expect.closeTo(0.211), 50],
      [0.6, 5],
    ]);
  });

  it('counts places of the list far out, unless they stand alone', () => {
    const pins = [pin('in', 0.201, 0.2, 1), pin('alone', 0.7, 0.7, 2)];
    const results = [[count(0.2, 0.2, 50)], [single('alone', 0.7, 0.7), single('other', 0.9, 0.9)]];
    const { placed, dots, groups } = far({ pins, results });
    expect(groups.map(({ count }) => count)).toEqual([50]);
    expect(placed.map(({ pin }) => pin.id)).toEqual(['alone']);
    expect(dots.map(({ place }) => place?.id)).toEqual(['other']);
  });

  it('has a pin for a place that stands alone in the count of a tile', () => {
    const { placed, dots } = far({ pins: [pin('a', 0.2, 0.2, 1)], results: [[count(0.2, 0.2, 1)]] });
    expect([placed.length, dots.length]).toEqual([1, 0]);
  });

  it('has one mark for a place of a heap that is pointed at', () => {
    const heap = [1, 2, 3, 4].map((number) => pin(`heap-${number}`, 0.5 + 0.001 * number, 0.5, number));
    const pins = [...heap, pin('out', 0.505, 0.525, 5)];
    const arranged = near({ pins });
    expect(arranged.placed.map(({ pin }) => pin.id)).toEqual(['heap-1', 'heap-2', 'heap-3']);
    // The fourth is below their numbers.
    expect(arranged.dots.map(({ place }) => place?.id)).toEqual(['out']);
    expect(extraPin(arranged, 'heap-4', hasDot)).toMatchObject({
      pin: { id: 'heap-4' },
      size: 'pin',
      at: { x: 504, y: 500 },
    });
    expect(extraPin(arranged, 'heap-1', hasDot)).toBeUndefined();
    expect(extraPin(arranged, undefined, hasDot)).toBeUndefined();
    expect(extraPin(arranged, 'out', hasDot)).toBeUndefined();
    // The places of a count beside them are others.
    const counted = near({ pins, results: [[count(0.8, 0.8, 9), single('lone', 0.6, 0.5)]] });
    expect([...markedIn(counted)]).toEqual(['heap-1', 'heap-2', 'heap-3', 'out', 'lone']);
    // One for which labels left no room.
    expect(extraPin(arranged, 'out', () => false)).toMatchObject({ pin: { id: 'out' }, size: 'pin' });
  });

  it('puts places on both sides of the antimeridian side by side', () => {
    const contents = { ...nothing, pins: [pin('a', 0.999, 0.5, 1), pin('b', 0.001, 0.5, 2)] };
    const { placed } = arrange(contents, { ...plane, middle: 1 });
    const [left, right] = placed.map(({ at }) => at.x);
    expect(Number(right) - Number(left)).toBeGreaterThan(0);
    expect(Number(right) - Number(left)).toBeLessThan(30);
  });
});
