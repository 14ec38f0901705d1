import { sideOf } from './opened-name.js';

describe('the name of an open place', () => {
  const name = { width: 100, height: 30 };
  const free = { width: 600, height: 400 };
  const sideAt = (x: number, y: number, ...others: [x: number, y: number][]) =>
    sideOf(
      name,
      { x, y },
      others.map(([otherX, otherY]) => ({ x: otherX, y: otherY, radius: 14 })),
      free,
    );

  it('is below its pin where there is room', () => {
    expect(sideAt(300, 200)).toBe('below');
    expect(sideAt(300, 200, [300, 250], [300, 100])).toBe('below');
  });

  it('is where it covers no other mark, else the fewest', () => {
    expect(sideAt(300, 200, [300, 220])).toBe('above');
    expect(sideAt(300, 200, [300, 220], [300, 150])).toBe('right');
    expect(sideAt(300, 200, [300, 220], [300, 150], [350, 180])).toBe('left');
    expect(sideAt(300, 200, [300, 220], [330, 220], [300, 150], [350, 180], [250, 180])).toBe('above');
  });

  it('covers dots rather than a number', () => {
    const dots = [280, 300, 320].map((x) => ({ x, y: 220, radius: 6 }));
    const pins = [
      { x: 300, y: 150, radius: 14 },
      { x: 350, y: 180, radius: 14 },
      { x: 250, y: 180, radius: 10 },
    ];
    expect(sideOf(name, { x: 300, y: 200 }, [...dots, ...pins], free)).toBe('below');
  });

  it('reaches over no edge', () => {
    expect(sideAt(300, 395)).toBe('above');
    expect(sideAt(40, 200)).toBe('right');
    expect(sideAt(590, 200, [500, 180], [510, 180])).toBe('left');
  });
});
