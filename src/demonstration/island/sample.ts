import { activityOf } from './activity.js';
import { housesOf } from './addresses.js';
import { outdoorsOf, placesOf } from './places.js';
import { cityName, islandName, type Town, town } from './streets.js';
import { bending, densify, isInside, type Point } from './geometry.js';
import { courseOf, groundOf, type Plane, STEP, type Street, type StreetClass } from './network.js';
import { Random } from './random.js';
import { type Terrain, terrain } from './terrain.js';

/** The seed of the island that `seed` loads. The build draws the same island (web/earth). */
const SEED = 7;

/** The plan of the island. Drawing takes some tenths of a second. */
export function samplePlan(): Plan {
  return planOf(island(SEED));
}

/** The source of the places of the island. */
export const sampleSource = {
  name: 'Velmara, an invented island',
  license: null,
  attribution: 'Velmara, an invented island',
};

let records: ReturnType<typeof activityOf> | undefined;

function middleOf(ring: readonly Point[]): Point {
  const sum = ring.reduce(([x, y], [otherX, otherY]): Point => [x + otherX, y + otherY], [0, 0]);
  return [sum[0] / ring.length, sum[1] / ring.length];
}

const river = { name: 'River Averill', names: { pt: 'Rio Averill' } };

const lake = { name: 'Lake Averill', names: { pt: 'Lago Averill' } };

const harbour = { name: 'Velmara Harbour', names: { pt: 'Porto de Velmara' } };

/** The places of the island, and people who were there: records in the shape of the API. */
export function sampleRecords() {
  if (!records) {
    const { town, land, onEarth } = island(SEED);
    const houses = housesOf(town);
    const activity = activityOf(placesOf(houses, onEarth, SEED), SEED);
    const parks = [...town.parks.map(({ name, ring, plane }) => ({ name, ring: ring.map(plane) })), ...land.greens];
    const greens = [
      ...parks.map((green) => ({ ...green, subcategory: 'Park' as const })),
      ...land.beaches.map((green) => ({ ...green, subcategory: 'Beach' as const })),
      ...land.forests.map((green) => ({ ...green, subcategory: 'Nature reserve' as const })),
      ...land.piers.map((pier) => ({ ...pier, subcategory: 'Pier' as const })),
    ].filter(({ name }) => name !== '');
    const onLand = greens.map(({ ring, ...green }) => ({ ...green, at: middleOf(ring) }));
    const half = Math.floor(land.river.length / 2);
    const waters = [
      ...land.river.slice(half, half + 1).map((at) => ({ ...river, subcategory: 'River' as const, at })),
      { ...lake, subcategory: 'Nature reserve' as const, at: middleOf(land.lake) },
      { ...harbour, subcategory: 'Harbour' as const, at: land.harbour },
    ];
    // Nobody was there.
    const statistics = { pageviews: '0', reviews: '0', checkins: '0', photos: '0' };
    const outdoors = outdoorsOf([...onLand, ...waters], houses, onEarth).map((place) => ({ ...place, statistics }));
    records = { ...activity, places: [...activity.places, ...outdoors] };
  }
  return records;
}

interface Areas {
  named(key: string): readonly { readonly type: string; readonly country?: string }[];
}

/** Whether places of the island are among the data. */
export function hasSample(areas: Areas): boolean {
  return areas.named(cityName.toLowerCase()).some(({ type, country }) => type === 'city' && country === islandName);
}

type Position = [lng: number, lat: number];

/** What a feature of the island's base map is. */
interface PlanProperties {
  readonly kind: PlanKind;
  readonly class?: StreetClass;
  readonly name?: string;
  /** On the parts of streets that cross the river. */
  readonly bridge?: true;
}

type AreaKind = 'land' | 'water' | 'river' | 'park' | 'beach' | 'forest' | 'built-up' | 'building';

type LabelKind = 'island' | 'city' | 'district' | 'village';

type PlanKind = AreaKind | 'street' | 'path' | LabelKind;

export interface PlanFeature {
  readonly type: 'Feature';
  readonly properties: PlanProperties;
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: Position }
    | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
    | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };
}

/** GeoJSON. Areas come first, in the order in which they are drawn. */
export interface Plan {
  readonly type: 'FeatureCollection';
  readonly features: readonly PlanFeature[];
}

/** The middle of the bay: in the Atlantic, some 1,700 km from any land. */
const origin = { lat: 31.4, lng: -46.9 };

const METRES_OF_DEGREE = 111_320;

/** Six digits are 0.1 m. */
const DIGITS = 1e6;

export interface Island {
  readonly land: Terrain;
  readonly town: Town;
  /** From the drawing board to degrees. */
  readonly onEarth: (point: Point) => Position;
}

/** An island with a city: the same for the same seed. */
export function island(seed: number): Island {
  const random = new Random(seed);
  const land = terrain(random);
  const built = town(land, random);
  const bend = bending(random);
  const narrower = Math.cos((origin.lat * Math.PI) / 180);
  const round = (value: number): number => Math.round(value * DIGITS) / DIGITS;
  const onEarth = (point: Point): Position => {
    const [east, north] = bend(point);
    return [round(origin.lng + east / METRES_OF_DEGREE / narrower), round(origin.lat + north / METRES_OF_DEGREE)];
  };
  return { land, town: built, onEarth };
}

export function planOf({ land, town, onEarth }: Island): Plan {
  const area = (kind: AreaKind, ring: readonly Point[], name = ''): PlanFeature => {
    const positions = ring.map(onEarth);
    const coordinates = [[...positions, ...positions.slice(0, 1)]];
    return { type: 'Feature', properties: { kind, ...(name && { name }) }, geometry: { type: 'Polygon', coordinates } };
  };
  const label = (kind: LabelKind, name: string, at: Point): PlanFeature => {
    return { type: 'Feature', properties: { kind, name }, geometry: { type: 'Point', coordinates: onEarth(at) } };
  };
  const curved = (ring: readonly Point[], plane: Plane): Point[] => densify(ring, STEP).map(plane);
  const features = [
    area('land', land.coast, islandName),
    ...land.piers.map(({ name, ring }) => area('land', ring, name)),
    ...land.forests.map(({ name, ring }) => area('forest', ring, name)),
    ...land.greens.map(({ name, ring }) => area('park', ring, name)),
    ...land.beaches.map(({ name, ring }) => area('beach', ring, name)),
    ...town.blocks.flatMap((block) => {
      const ground = groundOf(block);
      return ground
        ? [
            area(
              'built-up',
              curved(ground, (point) => block.plane(block.toStreets(point))),
            ),
          ]
        : [];
    }),
    ...town.parks.map(({ name, ring, plane }) => area('park', curved(ring, plane), name)),
    ...housesOf(town).map(({ ground }) => area('building', ground)),
    area('water', land.lake, lake.name),
    area('river', land.riverBanks),
    // Along its banks, it would have its name twice.
    {
      type: 'Feature' as const,
      properties: { kind: 'river' as const, name: river.name },
      geometry: { type: 'LineString' as const, coordinates: land.river.map(onEarth) },
    },
    ...town.streets.flatMap((street) => linesOf(street, land, onEarth)),
    label('island', islandName, [0, 3900]),
    label('city', cityName, [0, 900]),
    ...town.settlements.map(({ kind, name, middle }) => label(kind, name, middle)),
  ];
  return { type: 'FeatureCollection', features };
}

/** A street, and its bridges as features of their own. */
function linesOf(street: Street, land: Terrain, onEarth: Island['onEarth']): PlanFeature[] {
  const line = courseOf(street);
  const feature = (points: readonly Point[], isBridge: boolean): PlanFeature => ({
    type: 'Feature',
    properties: {
      ...{ kind: street.class === 'path' ? 'path' : 'street', class: street.class },
      ...(street.name !== '' && { name: street.name }),
      ...(isBridge && { bridge: true }),
    },
    geometry: { type: 'LineString', coordinates: points.map(onEarth) },
  });
  const wet = line.map((point) => isInside(point, land.riverBanks));
  const isWet = (at: number): boolean => wet[at] === true || wet[at + 1] === true;
  const features: PlanFeature[] = [];
  let start = 0;
  for (let at = 0; at + 1 < line.length; at++) {
    if (at + 2 < line.length && isWet(at) === isWet(at + 1)) continue;
    features.push(feature(line.slice(start, at + 2), isWet(at)));
    start = at + 1;
  }
  return features;
}
