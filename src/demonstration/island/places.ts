import { type House } from './addresses.js';
import { distance } from './geometry.js';
import { brands, hours, islandKinds, type IslandKind, type Mood, type Zone } from './kinds.js';
import { scenePath, VARIANTS } from './pictures.js';
import { Random } from './random.js';
import { portugueseDistrict, islandName } from './streets.js';
import { rings } from './terrain.js';

/** A place in the shape of the API's records, without statistics. */
interface IslandPlace {
  readonly id: string;
  readonly name: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly brand?: string;
  readonly phones: readonly string[];
  readonly urlService?: string;
  readonly address: Readonly<Record<string, string>>;
  readonly location: { readonly lat: string; readonly lng: string };
  readonly categories: readonly object[];
  readonly featured?: { readonly photo: { readonly medium: string } };
  readonly openingHours?: string;
}

export interface Placed {
  readonly place: IslandPlace;
  readonly kind: string;
  readonly mood: Mood;
  readonly house: House;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const families = words(`
  Abernethy Acland Alcott Almeida Amaro Arden Ashdown Averill Bancroft Barros Beckwith Bellamy Blackwood Braddock Brandreth Brito Calloway
  Cardew Carvalho Castell Chadwick Colvin Corbett Cordeiro Crowther Dacre Delgado Dunmore Ellery Elphick Esteves Fairfax Falcão Farrow
  Fenwick Figueira Fonseca Galbraith Garrick Goulart Greer Hallam Harcourt Hawtrey Hollis Iverley Jarrett Jessop Kendrick Kirkby Lacey
  Langford Leitão Lindsell Lomax Macedo Marchbank Marlow Mascarenhas Meredith Mowbray Nettleton Neves Norcott Oakley Ormond Paiva Penrose
  Pinheiro Pomeroy Quayle Quintela Radley Redfern Rebelo Rossiter Sampaio Selby Serrano Severn Silveira Sinclair Stanhope Tavares Thackeray
  Tolliver Trevelyan Upton Valadares Vaughan Verity Wainwright Warburton Weston Whitlock Wycliffe Xavier Yardley Yeoman Zarco
`);

const adjectives = words(`
  Blue Golden Silver Copper Little Old Lucky Quiet Crooked Hungry Happy Salty Sunny Windy Wandering Sleeping Laughing Painted Green Red
  White Amber Velvet Iron Paper Wooden Merry Gentle Brave Early Midnight Northern Southern Seven Twin Lost
`);
const things = words(`
  Gull Anchor Lantern Heron Dolphin Whale Oyster Crab Lobster Turtle Octopus Mermaid Compass Lighthouse Harbour Tide Wave Island Ship Sail
  Rudder Barrel Kettle Teapot Spoon Pepper Lemon Fig Olive Almond Clover Thistle Rose Tulip Fern Willow Acorn Fox Hare Badger Otter Robin
  Sparrow Owl Swan Moon Star Comet Cloud Rainbow Bell Drum Fiddle Candle Feather Button Ribbon Marble Pebble Meadow Garden Orchard
`);

/** Telephone numbers that Ofcom reserves for fiction: no one is called by them. */
const fictionalRanges = ['441632960', '443069990'];

/** Shares of the places that have each. */
const shares = { phone: 0.6, website: 0.45, hours: 0.88, secondName: 0.28, picture: 0.4 };

/** Places in houses: the same for the same houses and seed. */
export function placesOf(
  houses: readonly House[],
  onEarth: (point: House['at']) => readonly [number, number],
  seed: number,
): Placed[] {
  const random = new Random(seed);
  const draw = houseDrawer(houses, random);
  const phones = phoneNumbers(random);
  const names = new Set<string>();
  const slugs = new Map<string, number>();
  const wanted = [
    ...islandKinds.flatMap((kind) => Array.from({ length: kind.count }, () => ({ kind, brand: undefined }))),
    ...brands.flatMap(({ name, subcategory, branches }) => {
      const kind = islandKinds.find((other) => other.subcategory === subcategory);
      return kind ? Array.from({ length: branches }, () => ({ kind, brand: name })) : [];
    }),
  ];
  return random.shuffle(wanted).map(({ kind, brand }) => {
    const house = draw(kind.zone);
    const { name, names: further } =
      brand === undefined ? freshName(kind, house, names, random) : { name: brand, names: undefined };
    const base = slugOf(name);
    const sameName = slugs.get(base) ?? 0;
    slugs.set(base, sameName + 1);
    const slug = sameName === 0 ? base : `${base}-${sameName + 1}`;
    const [lng, lat] = onEarth(house.at);
    const openingHours = random.next() < shares.hours ? hoursOf(kind, random) : undefined;
    const phone = brand !== undefined || random.next() < shares.phone ? phones.pop() : undefined;
    const picture = random.next() < shares.picture;
    return {
      kind: kind.subcategory,
      mood: kind.mood,
      house,
      place: {
        id: `velmara-${slug}`,
        name,
        ...(further && { names: further }),
        ...(brand !== undefined && { brand }),
        phones: phone === undefined ? [] : [phone],
        // `.example` is reserved: no one answers there.
        ...(random.next() < shares.website && { urlService: `https://${brand === undefined ? slug : base}.example/` }),
        address: {
          country: islandName,
          city: house.city,
          ...(house.district !== undefined && { district: house.district }),
          street: house.street.name,
          number: house.number,
          zipcode: house.zipcode,
        },
        location: { lat: lat.toFixed(6), lng: lng.toFixed(6) },
        categories: [kind.subcategory, ...(kind.broader === undefined ? [] : [kind.broader])].map((subcategory) => ({
          id: `velmara-${slugOf(kind.category)}`,
          name: kind.category,
          subcategory: { id: `velmara-${slugOf(subcategory)}`, name: subcategory },
        })),
        ...(picture && featured(kind.mood, random.between(1, VARIANTS))),
        ...(openingHours !== undefined && { openingHours }),
      },
    };
  });
}

/** A place of the plan where no house is. */
interface OutdoorPlace {
  readonly name: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly subcategory: (typeof outdoorKinds)[number];
  readonly at: House['at'];
}

/** Subcategories of `outdoorCategory`. */
export const outdoorKinds = ['Park', 'Beach', 'Nature reserve', 'River', 'Harbour', 'Pier'] as const;

export const outdoorCategory = 'Outdoors and Nature';

/** What the map names outdoors, so that it can be found. Each is in the district of the nearest house. */
export function outdoorsOf(
  outdoors: readonly OutdoorPlace[],
  houses: readonly House[],
  onEarth: (point: House['at']) => readonly [number, number],
): IslandPlace[] {
  return outdoors.map(({ name, names, subcategory, at }) => {
    const { city, district } = houses.reduce((nearest, house) =>
      distance(house.at, at) < distance(nearest.at, at) ? house : nearest,
    );
    const [lng, lat] = onEarth(at);
    return {
      ...{ id: `velmara-${slugOf(name)}`, name, phones: [] },
      ...(names && { names }),
      address: { country: islandName, city, ...(district !== undefined && { district }) },
      location: { lat: lat.toFixed(6), lng: lng.toFixed(6) },
      categories: [
        {
          ...{ id: `velmara-${slugOf(outdoorCategory)}`, name: outdoorCategory },
          subcategory: { id: `velmara-${slugOf(subcategory)}`, name: subcategory },
        },
      ],
      ...(subcategory === 'Park' && { openingHours: '24/7' }),
    };
  });
}

/** A few pharmacies are open all night. */
const NIGHT_PHARMACIES = 0.06;

function hoursOf({ subcategory, hours: key }: IslandKind, random: Random): string | undefined {
  if (subcategory === 'Pharmacy' && random.next() < NIGHT_PHARMACIES) return '24/7';
  const choices = hours[key];
  return choices && random.pick(choices);
}

/** Names a place in English, and some in Portuguese too; in the Portuguese district in Portuguese and in English. */
function freshName(kind: IslandKind, house: House, taken: Set<string>, random: Random) {
  const isPortuguese = house.district === portugueseDistrict;
  for (;;) {
    const core = coreOf(kind, house, random);
    const english = `${core} ${random.pick(kind.nouns)}`;
    const portuguese = `${kind.portuguese} ${core.replace(/^The /, '')}`;
    const name = isPortuguese ? portuguese : english;
    if (taken.has(name)) continue;
    taken.add(name);
    const hasBoth = random.next() < shares.secondName;
    const names = isPortuguese ? { en: english } : hasBoth ? { pt: portuguese } : undefined;
    return { name, names };
  }
}

function coreOf({ core }: IslandKind, { street, district, city }: House, random: Random): string {
  switch (core) {
    case 'family':
      return random.next() < 0.18 ? `${random.pick(families)} & ${random.pick(families)}` : random.pick(families);
    case 'thing':
      return `${random.next() < 0.25 ? 'The ' : ''}${random.pick(adjectives)} ${random.pick(things)}`;
    case 'street':
      return random.next() < 0.15 ? street.name : random.pick(families);
    case 'district':
      return random.next() < 0.7 ? (district ?? city) : street.name;
  }
}

export function slugOf(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f'’]/g, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function phoneNumbers(random: Random): string[] {
  const all = fictionalRanges.flatMap((range) =>
    Array.from({ length: 1000 }, (_, at) => range + String(at).padStart(3, '0')),
  );
  return random.shuffle(all);
}

/** Metres from the bay within which most places of the centre are. */
const CENTRE = 750;

/** Draws houses at random, each once. Places are close to the bay and on the larger streets. */
function houseDrawer(houses: readonly House[], random: Random): (zone: Zone) => House {
  const weightOf = ({ at, street, district }: House, zone: Zone): number => {
    const fromBay = Math.hypot(...at);
    const isVillage = district === undefined;
    const onLarger = street.class === 'residential' ? 1 : 4;
    switch (zone) {
      case 'centre':
        return onLarger * (isVillage ? 0.12 : Math.exp(-fromBay / CENTRE));
      case 'anywhere':
        return onLarger * (isVillage ? 0.5 : 0.15 + Math.exp(-fromBay / CENTRE));
      case 'suburb':
        return fromBay > rings[2] ? onLarger : 0.05;
      case 'docks':
        return district === 'Ropewalk' ? 6 * onLarger : 0.1;
      case 'shore':
        return Math.abs(at[1]) < 350 || fromBay < 700 ? 6 * onLarger : 0.1;
    }
  };
  const queues = new Map<Zone, House[]>();
  const taken = new Set<House>();
  return (zone) => {
    // Weighted sampling without replacement (Efraimidis and Spirakis).
    const queue =
      queues.get(zone) ??
      houses
        .map((house) => ({ house, key: Math.log(random.next()) / weightOf(house, zone) }))
        .sort((a, b) => a.key - b.key)
        .map(({ house }) => house);
    queues.set(zone, queue);
    for (let house = queue.pop(); house; house = queue.pop()) {
      if (taken.has(house)) continue;
      taken.add(house);
      return house;
    }
    throw new Error('There are more places than houses.');
  };
}

/** A picture of a place. Offices, practices, car parks and the like have none: the icon of their kind says more than the front of a house. */
function featured(mood: Mood, variant: number): Pick<IslandPlace, 'featured'> {
  return mood === 'office' ? {} : { featured: { photo: { medium: scenePath(mood, variant) } } };
}
