import { distance, isInside, type Point, projectOn } from './geometry.js';
import { type Island, island, type Plan, planOf, type PlanFeature } from './sample.js';

/** Metres in which streets that meet may miss each other: curves have corners. */
const TOLERANCE = 1;

const metres = ([lng, lat]: readonly [number, number]): Point => [
  lng * 111_320 * Math.cos((31.4 * Math.PI) / 180),
  lat * 111_320,
];

const streetsOf = (plan: Plan): PlanFeature[] =>
  plan.features.filter(({ geometry, properties }) => geometry.type === 'LineString' && properties.kind !== 'river');

const linesOf = (plan: Plan): Point[][] =>
  streetsOf(plan).flatMap(({ geometry }) => (geometry.type === 'LineString' ? [geometry.coordinates.map(metres)] : []));

const ringsOf = (plan: Plan, kind: string): Point[][] =>
  plan.features.flatMap(({ geometry, properties }) =>
    properties.kind === kind && geometry.type === 'Polygon' ? geometry.coordinates.map((ring) => ring.map(metres)) : [],
  );

/** The outline of the first area of a kind. */
const outlineOf = (plan: Plan, kind: string): Point[] => {
  const [ring] = ringsOf(plan, kind);
  if (!ring) throw new Error(`No area is ${kind}`);
  return ring;
};

describe.each([7, 1])('the plan of an island, from the seed %i', (seed) => {
  let drawn: Island;
  let plan: Plan;
  let streets: PlanFeature[];
  beforeAll(() => {
    drawn = island(seed);
    plan = planOf(drawn);
    streets = streetsOf(plan);
  });

  it('is the same each time', () => {
    expect(JSON.stringify(planOf(island(seed)))).toBe(JSON.stringify(plan));
  });

  it('has one network of streets: one reaches all others', () => {
    const lines = linesOf(plan);
    const boxes = lines.map((line) => boxOf(line));
    const reached = new Set([0]);
    const waiting = [0];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const [other, line] of lines.entries()) {
        if (reached.has(other) || !overlap(boxes[at], boxes[other])) continue;
        if (!touch(lines[at] ?? [], line)) continue;
        reached.add(other);
        waiting.push(other);
      }
    }
    expect(lines.length).toBeGreaterThan(400);
    expect(lines.length - reached.size).toBe(0);
  });

  it('has no street in the sea, the lake or, without a bridge, in the river', () => {
    const [land, lake, river] = ['land', 'water', 'river'].map((kind) => outlineOf(plan, kind)) as [
      Point[],
      Point[],
      Point[],
    ];
    const wet = streets.flatMap(({ geometry, properties }) =>
      geometry.type !== 'LineString'
        ? []
        : geometry.coordinates
            .map(metres)
            .slice(1, -1)
            .filter(
              (point) =>
                !isInside(point, land) ||
                isInside(point, lake) ||
                (properties.bridge !== true && isInside(point, river)),
            )
            .map(() => properties.name),
    );
    expect(wet).toEqual([]);
    expect(streets.filter(({ properties }) => properties.bridge).length).toBeGreaterThanOrEqual(5);
  });

  it('names the river along its middle, once', () => {
    const rivers = plan.features.filter(
      ({ properties }) => properties.kind === 'river' && properties.name !== undefined,
    );
    expect(rivers.map(({ geometry, properties }) => [geometry.type, properties.name])).toEqual([
      ['LineString', 'River Averill'],
    ]);
  });

  it('names streets, districts, villages, the city and the island', () => {
    const unnamed = streets.filter(({ properties }) => properties.kind === 'street' && !properties.name);
    expect(unnamed).toEqual([]);
    const labels = (kind: string) => plan.features.filter(({ properties }) => properties.kind === kind).length;
    expect(['island', 'city', 'village'].map(labels)).toEqual([1, 1, 3]);
    expect(labels('district')).toBeGreaterThan(8);
  });
});

type Box = readonly [west: number, south: number, east: number, north: number];

function boxOf(line: readonly Point[]): Box {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  return [
    Math.min(...xs) - TOLERANCE,
    Math.min(...ys) - TOLERANCE,
    Math.max(...xs) + TOLERANCE,
    Math.max(...ys) + TOLERANCE,
  ];
}

function overlap(a: Box = [0, 0, 0, 0], b: Box = [0, 0, 0, 0]): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** Whether an end of one line lies on the other. */
function touch(a: readonly Point[], b: readonly Point[]): boolean {
  const ends = (line: readonly Point[]) => [line[0], line.at(-1)].filter((end): end is Point => end !== undefined);
  const isOn = (line: readonly Point[]) => (end: Point) => projectOn(line, end).distance < TOLERANCE;
  if (ends(a).some(isOn(b)) || ends(b).some(isOn(a))) return true;
  return a.some((point) => b.some((other) => distance(point, other) < TOLERANCE));
}
