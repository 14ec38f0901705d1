import { toMap } from './mercator.js';
import { streetLines } from './street.js';

/** Degrees of latitude per metre. */
const METRE = 1 / 110_574;

/** Addresses at metres east and north of a point on the equator. */
const at = (...offsets: [number, number][]) =>
  offsets.map(([east, north]) => toMap({ lat: north * METRE, lng: 10 + east * METRE }));

const linesOf = (...offsets: [number, number][]) => streetLines({ name: 'Main St', points: at(...offsets) });

describe('streetLines', () => {
  it('draws nothing for one address, or for two of one building', () => {
    expect(linesOf([0, 0])).toEqual([]);
    expect(linesOf([0, 0], [10, 0])).toEqual([]);
  });

  it('joins neighbours in their order along the street', () => {
    const [line, ...others] = linesOf([0, 0], [200, 0], [100, 0], [300, 0]);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ name: 'Main St', zoom: 12 });
    expect(Math.abs((line?.length ?? 0) - 300)).toBeLessThan(5);
  });

  it('leaves a gap where no address is for 450 metres', () => {
    expect(linesOf([0, 0], [100, 0], [600, 0], [700, 0])).toHaveLength(2);
    expect(linesOf([0, 0], [100, 0], [500, 0], [600, 0])).toHaveLength(1);
  });

  it('goes between the addresses of both sides', () => {
    const sides = Array.from({ length: 20 }, (_, index): [number, number] => [40 * index, index % 2 === 0 ? 15 : -15]);
    const [line] = linesOf(...sides);
    const [middle] = at([0, 0]);
    // Away from its ends, it is within 8 metres of the middle.
    const offsets = (line?.line ?? []).slice(2, -2).map(({ y }) => Math.abs(y - (middle?.y ?? 0)) * 40_075_017);
    expect(Math.max(...offsets)).toBeLessThan(8);
  });

  it('draws long branches, and no short ones', () => {
    const street = Array.from({ length: 11 }, (_, index): [number, number] => [50 * index, 0]);
    expect(linesOf(...street, [250, 60])).toHaveLength(1);
    expect(linesOf(...street, [250, 60], [250, 120])).toHaveLength(2);
  });

  it('shows long streets from far', () => {
    const street = (metres: number) =>
      linesOf(...Array.from({ length: metres / 100 + 1 }, (_, index): [number, number] => [100 * index, index % 3]))[0];
    expect([200, 500, 1000, 2000, 4000].map((metres) => street(metres)?.zoom)).toEqual([13, 12, 11, 10, 9]);
  });

  it('takes thousands of addresses in little time', () => {
    const places = Array.from({ length: 20_000 }, (_, index): [number, number] => [
      (index * 7919) % 30_000,
      (index * 104_729) % 20_000,
    ]);
    expect(linesOf(...places).length).toBeGreaterThan(100);
  });
});
