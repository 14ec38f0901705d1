import { blob, densify, type Point, ribbon, smooth } from './geometry.js';
import { type Random } from './random.js';

interface Patch {
  readonly name: string;
  readonly ring: readonly Point[];
}

/**
 * The land before anybody built on it, on a drawing board: the bay is a half disc around the origin, open to the south, and the city
 * grows around it in rings. `bending` gives everything its final shape.
 */
export interface Terrain {
  readonly coast: readonly Point[];
  readonly lake: readonly Point[];
  /** From the lake to the bay. */
  readonly river: readonly Point[];
  readonly riverBanks: readonly Point[];
  readonly beaches: readonly Patch[];
  readonly forests: readonly Patch[];
  /** Points and promenades at the sea. */
  readonly greens: readonly Patch[];
  readonly piers: readonly Patch[];
  /** In the water between the quays and the piers. */
  readonly harbour: Point;
  /** Where villages may be. */
  readonly sites: readonly Point[];
}

/** Distances of the ring streets from the middle of the bay, in metres. The first is the quay. */
export const rings = [470, 690, 980, 1380, 1920, 2560] as const;

/** The angle at which the river crosses each ring, counted from the east. */
export const riverAngles = [1.22, 1.2, 1.25, 1.2, 1.15, 1.2] as const;

const QUAY = 22;
const LAKE: Point = [1250, 5100];

/** Half of the river's width, in metres, at a distance from the bay. */
export const halfRiver = (fromBay: number): number => Math.max(9, 34 - fromBay / 130);

export const onRing = (angle: number, radius: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];

export function terrain(random: Random): Terrain {
  const coast = coastline(random);
  const lake = blob(LAKE, 430, random);
  const river = smooth(
    [
      LAKE,
      [1080, 4500],
      [1420, 3900],
      [1010, 3250],
      ...riverAngles.map((angle, at) => onRing(angle, rings[at] ?? 0)).reverse(),
      onRing(1.22, 330),
    ],
    8,
  );
  const length = river.length - 1;
  const riverBanks = ribbon(river, (share) => halfRiver(Math.hypot(...(river[Math.round(share * length)] ?? [0, 0]))));
  return {
    ...{ coast, lake, river, riverBanks },
    beaches: beaches(coast),
    forests: forests(random),
    greens: greens(coast),
    piers: piers(),
    harbour: [0, 220],
    sites: [
      [-3900, 4300],
      [4050, 3500],
      [-700, 7700],
    ],
  };
}

/** The bay with its two headlands, the shores beside the city, and the rest around the middle of the island. */
function coastline(random: Random): Point[] {
  const bay = Array.from({ length: 15 }, (_, at) =>
    onRing(Math.PI + 0.12 - ((Math.PI + 0.24) * at) / 14, rings[0] - QUAY),
  );
  const uneven = (reach: number): number => reach * (2 * random.next() - 1);
  const west: Point[] = [
    [-3900, 250],
    [-3250, -230],
    [-2500, -330 + uneven(60)],
    [-1750, -270 + uneven(60)],
    [-1150, -380],
    [-760, -560],
    [-480, -420],
  ];
  const east = west.map(([x, y]): Point => [-x + uneven(50), y + uneven(40)]).reverse();
  const inland: Point = [0, 3900];
  const rest = Array.from({ length: 25 }, (_, at): Point => {
    const angle = -0.46 + ((Math.PI + 0.92) * at) / 24;
    const reach = 5300 + 900 * Math.abs(Math.cos(angle)) + uneven(620) + 450 * Math.sin(3 * angle + 0.6);
    return [inland[0] + reach * Math.cos(angle), inland[1] + reach * Math.sin(angle) * 0.95];
  });
  // The bay stays a half disc: it is not smoothed away.
  const outer = smooth([...east, ...rest, ...west], 6).filter((_, at, all) => at > 0 && at < all.length - 1);
  return roughen([...bay, ...outer], random);
}

/** Small coves and points, not at the quays. */
function roughen(ring: readonly Point[], random: Random): Point[] {
  return densify(ring, 70).map((point): Point => {
    const isQuay = Math.hypot(...point) < 620;
    const amount = isQuay ? 0 : 16 + Math.min(22, Math.max(0, Math.hypot(...point) - 2600) / 60);
    return [point[0] + amount * (2 * random.next() - 1), point[1] + amount * (2 * random.next() - 1)];
  });
}

/** What lies between the shore roads and the sea. */
function greens(coast: readonly Point[]): Patch[] {
  const inland = -16;
  const strips = [
    ['Lighthouse Point', -1300, -430],
    ['West Promenade', -2560, -1200],
    ['Signal Point', 430, 1300],
    ['Farol Promenade', 1200, 2560],
  ] as const;
  // The coast starts at the bay, between two points: here it starts in the north.
  const north = coast.findIndex(([, y]) => y > 6000);
  const around = [...coast.slice(north), ...coast.slice(0, north)];
  return strips.map(([name, from, to]) => {
    const shore = around.filter(([x, y]) => y < inland && x > from && x < to);
    const [first, last] = [shore[0], shore.at(-1)];
    const ring: Point[] = first && last ? [...shore, [last[0], inland], [first[0], inland]] : [];
    return { name, ring: densify(ring, 40) };
  });
}

/** In the bay, from the quay. */
function piers(): Patch[] {
  const spans: [name: string, degrees: number, length: number][] = [
    ['Customs Pier', 128, 150],
    ['Fish Pier', 104, 110],
    ['Ferry Pier', 38, 170],
  ];
  return spans.map(([name, degrees, length]) => {
    const angle = (degrees * Math.PI) / 180;
    const outer = rings[0] - QUAY + 10;
    return { name, ring: ribbon([onRing(angle, outer), onRing(angle, outer - length)], () => 9) };
  });
}

/** Strips of sand beside the harbour. */
function beaches(coast: readonly Point[]): Patch[] {
  const strips = [
    ['West Sands', -2700, -1350],
    ['Farol Beach', 1500, 2600],
  ] as const;
  return strips.flatMap(([name, from, to]) => {
    const shore = coast.filter(([x, y]) => y < 900 && x > from && x < to);
    if (shore.length < 3) return [];
    const inner = shore.map(([x, y], at): Point => [x, y + 75 * Math.sin((Math.PI * at) / (shore.length - 1)) ** 0.6]);
    return [{ name, ring: [...shore, ...inner.reverse()] }];
  });
}

function forests(random: Random): Patch[] {
  const patches: [name: string, middle: Point, radius: number][] = [
    ['Gorse Hill', [-1900, 4700], 900],
    ['', [-900, 5700], 750],
    ['Tern Wood', [2700, 5400], 800],
    ['', [3300, 6500], 520],
    ['Coldwell Wood', [-3000, 6300], 620],
    ['', [4700, 1900], 430],
    ['', [-4500, 2300], 480],
    ['', [-300, 3450], 330],
    ['', [2500, 3300], 300],
  ];
  return patches.map(([name, middle, radius]) => ({ name, ring: blob(middle, radius, random, 0.35) }));
}
