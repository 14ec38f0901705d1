import { arrangePins, headOf, movedAside, type Spot } from './arrange.js';

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
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

  it('leaves a circle where it covers nothing', () => {
    expect(movedAside([circle], [{ x: 200, y: 100, radius: 20 }])).toEqual([{ x: 100, y: 100 }]);
  });

  it('moves a circle off the number of a pin, and off that of the next', () => {
    const heads = [headOf({ x: 100, y: 130 }), headOf({ x: 100, y: 90 })];
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

  it('covers as little as possible where nothing is free nearby', () => {
    const [moved = circle] = movedAside([circle], [{ x: 100, y: 40, radius: 200 }]);
    expect([moved.x, moved.y]).toEqual([expect.closeTo(100), expect.closeTo(160)]);
    expect(movedAside([circle], [{ left: 0, top: 0, right: 200, bottom: 200 }])).toEqual([{ x: 100, y: 100 }]);
  });
});
