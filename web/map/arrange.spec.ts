import { arrange, arrangePins, type Contents, extraPin, headOf, movedAside, type Spot, uncovered } from './arrange.js';
import { type Found } from './marks.js';

describe('arrangePins', () => {
  const at = (x: number, y: number) => ({ x, y });

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
    expect(Math.hypot(moved?.at.x ?? 0, (moved?.at.y ?? 0) + 20)).toBeGreaterThanOrEqual(24);
    expect(Math.hypot(moved?.at.x ?? 0, (moved?.at.y ?? 0) + 20)).toBeLessThanOrEqual(28);
  });

  it('draws only the best of a heap', () => {
    const sizes = arrangePins(Array<Spot>(20).fill(at(0, 0))).map((placed) => placed?.size);
    expect(sizes).toEqual(['pin', 'small', 'small', ...Array<undefined>(17).fill(undefined)]);
  });
});

describe('movedAside', () => {
  const circle = { x: 100, y: 100, radius: 20 };
  const head = (at: Spot) => headOf({ size: 'pin', at });
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

  it('leaves a circle where it covers nothing', () => {
    expect(movedAside([circle], [{ x: 200, y: 100, radius: 20 }])).toEqual([circle]);
  });

  it('moves a circle off the number of a pin, and off that of the next', () => {
    const heads = [head({ x: 100, y: 130 }), head({ x: 100, y: 90 })];
    const [moved = circle] = movedAside([circle], heads);
    for (const head of heads) expect(apart(moved, head)).toBeGreaterThanOrEqual(circle.radius + head.radius);
    expect(apart(moved, circle)).toBeLessThanOrEqual(60);
  });

  it('moves a circle off a button, to the nearest side', () => {
    const button = { left: 70, top: 90, right: 108, bottom: 200 };
    const [moved = circle] = movedAside([circle], [button]);
    expect(moved.x).toBeGreaterThanOrEqual(button.right + circle.radius);
    expect(apart(moved, circle)).toBeLessThan(36);
  });

  it('does not move a circle onto another', () => {
    const other = { x: 100, y: 145, radius: 20 };
    const [first = circle, second = circle] = movedAside([circle, other], [{ x: 100, y: 85, radius: 14 }]);
    expect(apart(first, second)).toBeGreaterThanOrEqual(40);
  });

  it('moves a circle off a button onto another if it must', () => {
    const button = { left: 60, top: 85, right: 140, bottom: 115 };
    const others = [-60, 0, 60].flatMap((x) => [40, 160].map((y) => ({ x: 100 + x, y, radius: 35 })));
    const [moved = circle] = movedAside([circle], [button, ...others]);
    expect(Math.abs(moved.y - 100)).toBeGreaterThanOrEqual(35);
  });

  it('covers as little as possible where nothing is free nearby', () => {
    const [moved = circle] = movedAside([circle], [{ x: 100, y: 40, radius: 200 }]);
    expect([moved.x, moved.y]).toEqual([expect.closeTo(100), expect.closeTo(160)]);
    expect(movedAside([circle], [{ left: 0, top: 0, right: 200, bottom: 200 }])).toEqual([circle]);
  });
});

describe('arrange', () => {
  /** A map of 1000 pixels. */
  const plane = { size: 1000, middle: 0.5, onePosition: 0.0001 };
  const nothing: Contents = { pins: [], opened: undefined, isOpenedFound: false, results: [] };
  /** A count of a tile at zoom level 0. */
  const count = (x: number, y: number, places: number): Found => ({
    ...{ x, y, count: places },
    cells: [{ x, y, zoom: 0 }],
  });
  const pin = (id: string, x: number, y: number, number?: number) => ({
    ...{ id, name: id, x, y },
    ...(number !== undefined && { number }),
  });
  const circlesOf = (contents: Partial<Contents>, before?: ReturnType<typeof arrange>) =>
    arrange({ ...nothing, ...contents }, plane, before);

  it('leaves groups where they are when a move adds tiles', () => {
    const tile = [count(0.2, 0.2, 50), count(0.3, 0.2, 20)];
    const other = [count(0.34, 0.2, 90), count(0.23, 0.2, 70)];
    const before = circlesOf({ results: [tile] });
    const after = circlesOf({ results: [other, tile] }, before);
    expect(after.groups).toHaveLength(4);
    for (const group of before.groups) expect(after.groups).toContainEqual(group);
    for (const { circle } of after.groups)
      for (const { circle: next } of after.groups)
        if (next !== circle) expect(Math.hypot(next.x - circle.x, next.y - circle.y)).toBeGreaterThan(30);
  });

  const single = (id: string, x: number, y: number): Found => ({ x, y, count: 1, place: { id, name: id } });

  it('joins dots that touch across the border of two tiles', () => {
    const [left, right] = [[single('a', 0.247, 0.3)], [single('b', 0.253, 0.3), single('c', 0.28, 0.3)]];
    const { dots, groups } = circlesOf({ results: [left, right] });
    expect(dots.map(({ place }) => place?.id)).toEqual(['c']);
    expect(groups.map(({ mark }) => mark.places.map(({ id }) => id))).toEqual([['a', 'b']]);
    expect(groups[0]?.circle).toMatchObject({ x: 250, y: 300 });
  });

  it('gives a dot under the circle of another tile to its group, which stays where it is', () => {
    const left = [count(0.235, 0.3, 200)];
    const before = circlesOf({ results: [left] });
    const right = [single('under', 0.251, 0.3), single('beside', 0.3, 0.3)];
    const results = [left, right];
    const after = circlesOf({ results }, before);
    const { dots, groups } = uncovered(after, [], Infinity);
    expect(dots.map(({ place }) => place?.id)).toEqual(['beside']);
    expect(groups.map(({ mark }) => mark.count)).toEqual([201]);
    expect(groups[0]?.mark.places).toEqual([{ id: 'under', name: 'under' }]);
    expect(groups[0]?.circle).toEqual(before.groups[0]?.circle);
    const next = circlesOf({ results: [left, right, [count(0.26, 0.33, 30)]] }, after);
    expect(uncovered(next, [], Infinity).groups[0]).toEqual(groups[0]);
    expect(circlesOf({ results: [left] }, next).groups).toEqual(before.groups);
  });

  it('takes kept groups along to another copy of the world', () => {
    const contents = { ...nothing, results: [[count(0.9, 0.5, 50)], [count(0.02, 0.5, 20)]] };
    const before = arrange(contents, { ...plane, middle: 0.9 });
    expect(before.groups.map(({ circle }) => circle.x)).toEqual([900, expect.closeTo(1020)]);
    const after = arrange(contents, { ...plane, middle: 0.05 }, before);
    expect(after.groups.map(({ circle }) => circle.x)).toEqual([expect.closeTo(-100), expect.closeTo(20)]);
  });

  it('counts the open place once, if the search finds it', () => {
    const results = [[count(0.2, 0.2, 50)]];
    const opened = pin('open', 0.21, 0.21);
    const counts = (contents: Partial<Contents>) => circlesOf({ results, opened, ...contents }).groups[0]?.mark.count;
    expect(counts({ isOpenedFound: true })).toBe(49);
    expect(counts({ isOpenedFound: false })).toBe(50);
    expect(counts({ isOpenedFound: true, pins: [pin('open', 0.21, 0.21, 1)] })).toBe(49);
  });

  it('has one mark for a place of a heap that is pointed at', () => {
    const heap = [1, 2, 3, 4].map((number) => pin(`heap-${number}`, 0.5 + 0.001 * number, 0.5, number));
    const pins = [...heap, pin('out', 0.505, 0.525, 5)];
    const arranged = circlesOf({ pins });
    expect(arranged.placed.map(({ pin }) => pin.id)).not.toContain('out');
    expect(extraPin(arranged, 'out')).toMatchObject({ pin: { id: 'out' }, size: 'pin', at: { x: 505, y: 525 } });
    expect(extraPin(arranged, 'heap-1')).toBeUndefined();
    expect(extraPin(arranged, undefined)).toBeUndefined();
    const withDot = circlesOf({ pins, results: [[single('out', 0.505, 0.525)]] });
    expect(withDot.dots.map(({ place }) => place?.id)).toEqual(['out']);
    expect(extraPin(withDot, 'out')).toBeUndefined();
  });

  it('moves numbers and circles off controls and the sheet, and no others', () => {
    const arranged = circlesOf({
      pins: [pin('a', 0.1, 0.1, 1), pin('b', 0.5, 0.5, 2)],
      results: [[count(0.12, 0.3, 60), count(0.5, 0.6, 50), count(0.5, 0.79, 40), count(0.7, 0.85, 30)]],
    });
    const controls = [
      { left: 85, right: 115, top: 60, bottom: 90 },
      { left: 100, right: 140, top: 290, bottom: 310 },
    ];
    const { placed, groups } = uncovered(arranged, controls, 800);
    expect(placed.map(({ size }) => size)).toEqual(['small', 'pin']);
    const [first, second, third, fourth] = groups.map(({ circle }) => circle);
    expect(Math.abs((first?.y ?? 300) - 300)).toBeGreaterThan(20);
    expect([second?.y, fourth?.y]).toEqual([600, 850]);
    expect(third?.y).toBeLessThan(780);
  });

  it('gives a dot to the circle that moves onto it, off a button', () => {
    const arranged = circlesOf({ results: [[count(0.5, 0.5, 60)], [single('beside', 0.545, 0.5)]] });
    const button = { left: 300, right: 500, top: 300, bottom: 700 };
    expect(uncovered(arranged, [], Infinity).dots).toHaveLength(1);
    const { dots, groups } = uncovered(arranged, [button], Infinity);
    expect(dots).toEqual([]);
    expect(groups.map(({ mark }) => [mark.count, mark.places.length])).toEqual([[61, 1]]);
  });

  it('puts places on both sides of the antimeridian side by side', () => {
    const contents = { ...nothing, pins: [pin('a', 0.999, 0.5, 1), pin('b', 0.001, 0.5, 2)] };
    const [first, second] = arrange(contents, { ...plane, middle: 1 }).placed;
    expect(Math.abs((second?.at.x ?? 0) - (first?.at.x ?? 0))).toBeLessThan(30);
  });
});
