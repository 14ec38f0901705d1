import { add, isInside, type Point, projectOn, smooth } from './geometry.js';
import { type Block, groundOf, Network, type Pattern, type Plane, type Street, type StreetClass } from './network.js';
import { type Random } from './random.js';
import { halfRiver, onRing, riverAngles, rings, type Terrain } from './terrain.js';

/** Where people live: a district of the city, or a village. */
interface Settlement {
  readonly name: string;
  readonly kind: 'district' | 'village';
  readonly middle: Point;
}

export interface Town {
  readonly streets: readonly Street[];
  readonly blocks: readonly Block[];
  readonly parks: readonly { readonly name: string; readonly ring: readonly Point[]; readonly plane: Plane }[];
  readonly settlements: readonly Settlement[];
}

export const cityName = 'Port Velmara';

export const islandName = 'Velmara';

/** Angle and distance from the middle of the bay. */
const polar: Plane = ([angle, radius]) => onRing(angle, radius);

const board: Plane = (point) => point;

const DEGREE = Math.PI / 180;

/** Angles of the streets that leave the bay, counted from the east. The river is between the third and the fourth. */
const spokes = [0, 24, 46, 94, 118, 143, 180].map((degrees) => degrees * DEGREE);

/** The districts of each belt of rings, from east to west. */
const districtsOf = [
  ['Ropewalk', 'Ropewalk', 'Old Town', 'Old Town', 'Old Town', 'Saltgate', 'Saltgate'],
  ['Ropewalk', 'Ropewalk', 'Old Town', 'Old Town', 'Old Town', 'Saltgate', 'Saltgate'],
  ['Eastmarch', 'Eastmarch', 'Millbank', 'Beacon Rise', 'Beacon Rise', 'Westbrook', 'Westbrook'],
  ['Eastmarch', 'Eastmarch', 'Millbank', 'Beacon Rise', 'Beacon Rise', 'Westbrook', 'Westbrook'],
  ['Bairro do Farol', 'Bairro do Farol', 'Weirside', 'Northlea', 'Northlea', 'Larkrise', 'Sandlea'],
] as const;

const alongNames = [
  ...['East Shore Road', 'Lighthouse Road', 'Thornmoor Road', 'East Bank', 'West Bank'],
  ...['Crown Street', "King's Road", 'Sandlea Road', 'West Shore Road'],
];

const aroundNames = [
  'Harbour Street',
  'Market Street',
  'Guildhall Street',
  'Middle Ring',
  'Orchard Road',
  'Outer Ring',
];

const old: Pattern = { area: 6200, unevenness: 0.34, askew: 0.16 };

const grid: Pattern = { area: 9500, unevenness: 0.02, askew: 0 };

const mixed: Pattern = { area: 11_000, unevenness: 0.2, askew: 0.05 };

const suburb: Pattern = { area: 15_000, unevenness: 0.24, askew: 0.07 };

const docks: Pattern = { area: 24_000, unevenness: 0.1, askew: 0 };

const park: Pattern = { area: 34_000, unevenness: 0.4, askew: 0.4 };

const patterns: Readonly<Record<string, Pattern>> = {
  Ropewalk: mixed,
  'Old Town': old,
  Saltgate: old,
  Eastmarch: grid,
  Millbank: mixed,
  'Beacon Rise': grid,
  Westbrook: mixed,
};

const frontageOf = (district: string, atDocks: boolean): number =>
  atDocks ? 45 : patterns[district] === old ? 13 : patterns[district] === undefined ? 25 : 19;

/** Belt and gap between spokes of the cells that are parks. */
const parkCells: Readonly<Record<string, string>> = {
  '2 4': "Governor's Park",
  '4 1': 'Farol Gardens',
  '3 6': 'Westbrook Common',
};

/** Blocks that stay green. */
const SQUARES = 0.035;

export const villageNames = ['Gullhaven', 'Thornmoor', 'Anvil Cove'] as const;

export function town(land: Terrain, random: Random): Town {
  const network = new Network();
  const built = city(network, random);
  const villages = land.sites.map((site, at) => village(network, site, villageNames[at] ?? '', random));
  roads(network, built.nodes, villages, land, random);
  const blocks = [...built.blocks, ...villages.flatMap((one) => one.blocks)];
  network.joinPieces();
  const streets = network.streets.filter(({ points }) => points.length > 0);
  nameStreets(streets, random);
  const isGreen = (block: Block): boolean => block.district !== 'Ropewalk' && random.next() < SQUARES;
  const squares = new Set(blocks.filter(isGreen));
  const parks = [...squares].flatMap((block) => {
    const ring = groundOf(block);
    return ring ? [{ name: '', ring, plane: (point: Point) => block.plane(block.toStreets(point)) }] : [];
  });
  return {
    streets,
    blocks: blocks.filter((block) => !squares.has(block)).map((block) => withWholeStreets(block, network)),
    parks: [...built.parks, ...parks],
    settlements: [
      ...built.settlements,
      ...villages.map(({ name, middle }) => ({ name, middle, kind: 'village' as const })),
    ],
  };
}

function withWholeStreets(block: Block, network: Network): Block {
  const sides = block.sides.map(({ from, street }) => ({ from, street: street && network.whole(street) }));
  return { ...block, sides };
}

/** The city: a lattice of rings and spokes, and smaller streets within its cells. */
function city(network: Network, random: Random) {
  const jitter = (at: number): number => (at === 0 || at === spokes.length - 1 ? 0 : 0.035 * (random.next() - 0.5));
  const spokeAngles = spokes.map((angle, at) => rings.map(() => angle + jitter(at)));
  const bankAngles = [-1, 1].map((side) =>
    rings.map((radius, at) => (riverAngles[at] ?? 0) + (side * (halfRiver(radius) + 16)) / radius),
  );
  // From east to west; the banks of the river are the fourth and the fifth.
  const lines = [...spokeAngles.slice(0, 3), ...bankAngles, ...spokeAngles.slice(3)];
  const corner = (line: number, ring: number): Point => [lines[line]?.[ring] ?? 0, rings[ring] ?? 0];
  const along = lines.map((_, line) =>
    network.add({
      class: line === 3 || line === 4 ? 'residential' : line === 2 || line === 6 ? 'primary' : 'secondary',
      points: rings.map((_, ring) => corner(line, ring)),
      ...{ plane: polar, name: alongNames[line] ?? '' },
    }),
  );
  const around = rings.map((_, ring) =>
    network.add({
      class: ring === 3 || ring === 5 ? 'primary' : 'secondary',
      points: lines.map((_, line) => corner(line, ring)),
      ...{ plane: polar, name: aroundNames[ring] ?? '' },
    }),
  );
  const blocks: Block[] = [];
  const parks: Town['parks'][number][] = [];
  const districts = new Map<string, Point[]>();
  for (const [belt, names] of districtsOf.entries()) {
    for (const [gap, district] of names.entries()) {
      const east = gap < 3 ? gap : gap + 1;
      const middleRadius = ((rings[belt] ?? 0) + (rings[belt + 1] ?? 0)) / 2;
      const toMetres = ([angle, radius]: Point): Point => [angle * middleRadius, radius];
      const sides = [
        { from: corner(east, belt), street: around[belt] },
        { from: corner(east + 1, belt), street: along[east + 1] },
        { from: corner(east + 1, belt + 1), street: around[belt + 1] },
        { from: corner(east, belt + 1), street: along[east] },
      ].map(({ from, street }) => ({ from: toMetres(from), street }));
      const toStreets = ([x, radius]: Point): Point => [x / middleRadius, radius];
      const atDocks = belt < 2 && gap === 0;
      const cell: Block = { sides, toStreets, plane: polar, district, frontage: frontageOf(district, atDocks) };
      const parkName = parkCells[`${belt} ${gap}`];
      const pattern = parkName !== undefined ? park : atDocks ? docks : (patterns[district] ?? suburb);
      const ground = groundOf(cell);
      if (parkName !== undefined && ground) {
        parks.push({ name: parkName, ring: ground, plane: (point) => polar(toStreets(point)) });
        const first = network.streets.length;
        network.cut(cell, pattern, random);
        for (const path of network.streets.slice(first)) path.class = 'path';
      } else blocks.push(...network.cut(cell, pattern, random));
      const middle = polar([((sides[0]?.from[0] ?? 0) + (sides[1]?.from[0] ?? 0)) / 2 / middleRadius, middleRadius]);
      districts.set(district, [...(districts.get(district) ?? []), middle]);
    }
  }
  const settlements = [...districts].map(([name, points]): Settlement => {
    return {
      name,
      kind: 'district',
      middle: points.reduce(add, [0, 0]).map((sum) => sum / points.length) as [number, number],
    };
  });
  /** Where roads leave the city: from east to west. */
  const nodes = [1, 2, 6, 7].map((line) => polar(corner(line, rings.length - 1)));
  return { blocks, parks, settlements, nodes };
}

interface Village {
  readonly name: string;
  readonly middle: Point;
  readonly blocks: readonly Block[];
  /** The ends of its main street and of its cross street. */
  readonly ends: readonly Point[];
}

/** Two streets that cross, and smaller ones beside them. */
function village(network: Network, middle: Point, name: string, random: Random): Village {
  const turn = Math.atan2(middle[1] - 3900, middle[0]) + Math.PI / 2 + 0.3 * (random.next() - 0.5);
  const plane: Plane = ([x, y]) => [
    middle[0] + x * Math.cos(turn) - y * Math.sin(turn),
    middle[1] + x * Math.sin(turn) + y * Math.cos(turn),
  ];
  const [length, width] = [random.between(290, 360), random.between(170, 230)];
  const main = network.add({
    class: 'secondary',
    name: 'High Street',
    points: [
      [-length, 0],
      [0, 0],
      [length, 0],
    ],
    plane,
  });
  const cross = network.add({
    class: 'secondary',
    name: 'Church Lane',
    points: [
      [0, -width],
      [0, 0],
      [0, width],
    ],
    plane,
  });
  const blocks = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) => {
      const sides = [
        { from: [0, 0] as Point, street: main },
        { from: [x * length, 0] as Point, street: undefined },
        { from: [x * length * 0.9, y * width] as Point, street: undefined },
        { from: [0, y * width] as Point, street: cross },
      ];
      return network.cut(
        { sides, toStreets: board, plane, district: name, frontage: 24 },
        { ...old, area: 13_000 },
        random,
      );
    }),
  );
  const ends = (
    [
      [-length, 0],
      [length, 0],
      [0, -width],
      [0, width],
    ] as const
  ).map(plane);
  return { name, middle, blocks, ends };
}

/** Roads between the city and the villages, and tracks into the fields. */
function roads(
  network: Network,
  nodes: readonly Point[],
  villages: readonly Village[],
  land: Terrain,
  random: Random,
): void {
  const [west, east, north] = villages;
  const [eastNode, , midNode, westNode] = nodes;
  if (!west || !east || !north || !eastNode || !midNode || !westNode) return;
  const nearest = ({ ends }: Village, to: Point): Point =>
    [...ends].sort((a, b) => Math.hypot(a[0] - to[0], a[1] - to[1]) - Math.hypot(b[0] - to[0], b[1] - to[1]))[0] ?? to;
  const road = (name: string, ...points: Point[]) =>
    network.add({ class: 'primary', name, points: smooth(points, 6), plane: board });
  const built = [
    road('Gullhaven Road', westNode, [-2650, 2500], [-3250, 3400], nearest(west, westNode)),
    road('Thornmoor Road', eastNode, [2900, 1700], [3400, 2600], nearest(east, eastNode)),
    road('Anvil Cove Road', midNode, [-450, 3700], [-150, 4900], [-250, 6200], nearest(north, midNode)),
    road('West Coast Road', nearest(west, north.middle), [-3300, 5600], [-2300, 6900], nearest(north, west.middle)),
    road(
      'East Coast Road',
      nearest(east, north.middle),
      [3500, 4700],
      [2500, 6500],
      [900, 7500],
      nearest(north, east.middle),
    ),
  ];
  const isDry = (point: Point): boolean =>
    isInside(point, land.coast) && !isInside(point, land.lake) && projectOn(land.river, point).distance > 90;
  for (const [at, from] of built.flatMap(({ points }) => points.slice(2, -2)).entries()) {
    if (at % 2 === 1) continue;
    const angle = 2 * Math.PI * random.next();
    const reach = random.between(220, 620);
    const to: Point = [from[0] + reach * Math.cos(angle), from[1] + reach * Math.sin(angle)];
    const bend: Point = [
      (from[0] + to[0]) / 2 + random.between(-60, 60),
      (from[1] + to[1]) / 2 + random.between(-60, 60),
    ];
    const points = smooth([from, bend, to], 4);
    if (points.every(isDry)) network.add({ class: 'path', points, plane: board });
  }
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Written for the island. */
const english = words(`
  Anchor Lantern Cooper Chandler Ropemaker Sailmaker Pilot Gull Tern Plover Curlew Heron Cormorant Petrel Kelp Tide Shoal Beacon
  Compass Sextant Mast Keel Rudder Capstan Bosun Purser Cutler Tanner Weaver Dyer Fuller Mercer Draper Saddler Wheelwright Glazier
  Thatcher Mason Carver Miller Brewer Barley Clover Meadow Orchard Apple Pear Quince Plum Cherry Almond Fig Olive Laurel Myrtle Juniper
  Rosemary Lavender Sage Thyme Fennel Willow Alder Ash Beech Birch Elm Hazel Holly Linden Maple Oak Pine Rowan Sycamore Cedar Cypress
  Hawthorn Bramble Heather Gorse Bracken Fern Ivy Market Mill Weir Spring Well Fountain Bell Chapel School Theatre Guildhall Exchange
  Granary Foundry Forge Lime Slate Copper Silver Quarry Averill Brandreth Calloway Dunmore Ellery Farrow Hallam Iverley Jessop
  Kestrel Lomax Marlow Norcott Osprey Penrose Quayle Redfern Selby Tolliver Upton Verity Wren Yarrow Amber Coral Pearl Oyster Mussel
  Cockle Herring Mackerel Salt Sand Pebble Shingle Cliff Dune Marsh Reed Otter Badger Hare Fox Lark Swallow Finch Thrush Linnet
  Dove Falcon Merlin Rook Crane Swan Teal Eider Whimbrel Ferry Signal Storm Zephyr Monsoon Windward Leeward Sundial Hourglass Almanac
  Cask Barrel Kettle Candle Needle Thimble Ribbon Velvet Linen Parchment Inkwell Quill Ledger Penny Crown Sceptre Garland Harvest
`);

const types: Readonly<Record<StreetClass, readonly string[]>> = {
  primary: ['Road', 'Avenue'],
  secondary: ['Street', 'Road', 'Avenue'],
  residential: ['Street', 'Street', 'Lane', 'Row', 'Walk', 'Terrace', 'Place', 'Rise', 'Way', 'Grove', 'Close'],
  path: ['Path'],
};

const portuguese = words(`
  das_Gaivotas do_Cais dos_Pescadores da_Maré das_Conchas do_Leme das_Velas do_Poço da_Fonte das_Oliveiras das_Amoreiras do_Moinho
  da_Eira do_Forno dos_Tanoeiros dos_Calafates da_Bússola do_Almirante das_Andorinhas do_Faroleiro da_Rosa_dos_Ventos do_Coral
  das_Redes da_Enseada do_Mirante das_Laranjeiras do_Limoeiro da_Figueira dos_Cedros do_Jasmim das_Hortênsias da_Nogueira do_Sal
  das_Algas do_Timoneiro da_Gávea do_Astrolábio das_Areias do_Penedo da_Ponte_Velha das_Cerejeiras do_Pomar da_Lavoura do_Trigo
  das_Rolas do_Ferreiro da_Tecelã das_Rendeiras do_Oleiro da_Escola do_Mercado_Novo da_Lua_Cheia do_Sol_Posto das_Marés_Vivas da_Bonança
`).map((word) => word.replaceAll('_', ' '));

const portugueseTypes = ['Rua', 'Rua', 'Rua', 'Travessa', 'Beco'];

/** The district where people speak Portuguese. */
export const portugueseDistrict = 'Bairro do Farol';

/** Gives every street a name that no other street of its settlement has. Paths have none. */
function nameStreets(streets: readonly Street[], random: Random): void {
  const taken = new Set(streets.map(({ name }) => name));
  const [ours, theirs] = [random.shuffle(english), random.shuffle(portuguese)];
  let [next, nextPortuguese] = [0, 0];
  for (const street of streets) {
    if (street.class === 'path' || street.name !== '') continue;
    const isPortuguese = street.district === portugueseDistrict;
    let name: string;
    do {
      name = isPortuguese
        ? `${random.pick(portugueseTypes)} ${theirs[nextPortuguese++ % theirs.length] ?? ''}`
        : `${ours[next++ % ours.length] ?? ''} ${random.pick(types[street.class])}`;
    } while (taken.has(name));
    taken.add(name);
    street.name = name;
  }
}
