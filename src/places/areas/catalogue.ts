import { fold } from '../query/fold.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { isStreetName } from '../query/numbers.js';
import { type AddressPart, type Area, type AreaAddress, areaKey, canonicalKey } from '../query/where.js';
import { inChunks } from '../../concurrency/chunks.js';
import { type AreaRow, Draft } from './draft.js';
import { countryCodeAt, countryCodeOf, keysOfCountry, keysOfState, stateCodeOf } from './regions.js';

/**
 * Builds the areas of the data: cities and districts, each with all its spellings, and their states and countries. Pauses for requests.
 *
 * @param rows the rows with the most places first
 */
export async function buildAreas(rows: readonly AreaRow[], cityNames: readonly CityNames[] = []): Promise<Area[]> {
  const regions = new Regions(rows);
  const cities = await joinCities(rows, regions);
  const districts = await joinDistricts(rows, cities);
  const left = await joinDistrictsWithCities(districts.all, cities);
  await joinFamilies(cities, left, await joinOtherNames(cities, left, cityNames));
  const found = [...cities.all, ...districts.all].filter((draft) => !left.has(draft));
  const namesakes = await namesakesOf(found);
  await addCityNames(cityNames, namesakes);
  const areas: Area[] = [];
  await inChunks(found, (draft) => {
    if (isPlausible(draft)) areas.push(toArea(draft, regions, conditionsOf(draft, namesakes)));
  });
  areas.push(...(await regionAreas(cities.all, regions)));
  return areas.sort((a, b) => b.places - a.places);
}

/** The names of a city in all languages, and where it lies. */
export interface CityNames extends GeoPoint {
  /** See `canonicalKey`. */
  readonly keys: readonly string[];
}

/** Finds the country and state of an address: an ISO 3166 code if the text is known, else the text. */
class Regions {
  private readonly countries = new Map<string, string>();
  private readonly states = new Map<string, string>();
  private readonly countryOfState = new Map<string, string>();

  /** @param rows the rows with the most places first */
  constructor(rows: readonly AreaRow[]) {
    for (const { country, state } of rows) {
      if (country === null || state === null) continue;
      const key = fold(state);
      if (!this.countryOfState.has(key)) this.countryOfState.set(key, this.countryOf({ country, state }));
    }
  }

  /** The country of a row. Without one, the country of its state in other rows; empty if no row has it. */
  countryOf({ country, state }: Pick<AreaRow, 'country' | 'state'>): string {
    if (country === null) return state === null ? '' : (this.countryOfState.get(fold(state)) ?? '');
    return remember(this.countries, country, () => countryCodeOf(country) ?? canonicalKey(country));
  }

  /** The state of a row; empty if the row has none. */
  stateOf(row: Pick<AreaRow, 'country' | 'state'>): string {
    const { state } = row;
    if (state === null) return '';
    const country = this.countryOf(row);
    return remember(
      this.states,
      `${country}\n${state}`,
      () => stateCodeOf(country, state) ?? `${country} ${canonicalKey(state)}`,
    );
  }

  /** The keys of the state and the country that areas lie in. */
  keysAround({ state, country }: Pick<Draft, 'state' | 'country'>): string[] {
    return [state, country].filter((code) => code !== '').map(areaKey);
  }
}

function remember<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}

/** Two cities of one name are one city if their middles are so close, in metres. Their addresses have wrong or different states. */
const SAME_CITY = 25_000;

interface Joined {
  readonly all: Draft[];
  readonly byKey: ReadonlyMap<string, Draft[]>;
  /** The draft that a row of a city, or a district of it, belongs to. */
  cityOf(row: AreaRow): Draft | undefined;
}

async function joinCities(rows: readonly AreaRow[], regions: Regions): Promise<Joined> {
  const byKey = new Map<string, Draft[]>();
  const byText = new Map<string, Draft>();
  const all: Draft[] = [];
  const keys = new Map<string, string>();
  const textOf = ({ country, state, city }: AreaRow): string => [country, state, city].join('\n');
  await inChunks(rows, (row) => {
    if (row.district !== null) return;
    const key = remember(keys, row.city, () => canonicalKey(row.city));
    const country = regions.countryOf(row);
    const state = regions.stateOf(row);
    const namesakes = remember<string, Draft[]>(byKey, key, () => []);
    const isSame = (draft: Draft): boolean => {
      if (draft.country !== country && draft.country !== '' && country !== '') return false;
      if (draft.state === state && draft.country === country) return true;
      const isClose = isWithin(draft, row, Math.max(SAME_CITY, draft.radius));
      return isClose ?? (state === '' || draft.state === '');
    };
    let draft = namesakes.find(isSame);
    if (!draft) {
      draft = new Draft('city', key, country, state);
      namesakes.push(draft);
      all.push(draft);
    }
    draft.add(row);
    if (draft.state === '') draft.state = state;
    byText.set(textOf(row), draft);
  });
  return { all, byKey, cityOf: (row) => byText.get(textOf(row)) };
}

/** Whether two areas are that close; undefined if the location of one is unknown. */
function isWithin({ centre }: Draft, { lat, lng }: Pick<AreaRow, 'lat' | 'lng'>, metres: number): boolean | undefined {
  if (!centre || lat === null || lng === null) return undefined;
  return distanceInMetres(centre, { lat, lng }) <= metres;
}

/** Two districts of one name in neighbouring cities are one district if their middles are so close, in metres. */
const SAME_DISTRICT = { min: 1500, max: 4000, radii: 0.5 } as const;

async function joinDistricts(rows: readonly AreaRow[], cities: Joined): Promise<{ all: Draft[] }> {
  const byKey = new Map<string, Draft[]>();
  const all: Draft[] = [];
  const keys = new Map<string, string>();
  await inChunks(rows, (row) => {
    const { district } = row;
    if (district === null || isNoArea(district)) return;
    const city = cities.cityOf(row);
    if (!city) return;
    const key = remember(keys, district, () => canonicalKey(district));
    const namesakes = remember<string, Draft[]>(byKey, key, () => []);
    let draft =
      namesakes.find((other) => other.city === city) ?? namesakes.find((other) => isSameDistrict(other, row, city));
    if (!draft) {
      draft = new Draft('district', key, city.country, city.state, city);
      namesakes.push(draft);
      all.push(draft);
    }
    draft.add(row);
  });
  return { all };
}

function isSameDistrict(draft: Draft, row: AreaRow, city: Draft): boolean {
  if (draft.country !== city.country) return false;
  const { min, max, radii } = SAME_DISTRICT;
  const metres = Math.min(max, Math.max(min, radii * (draft.radius + row.radius)));
  return isWithin(draft, row, metres) === true;
}

/** Parts of buildings and addresses that some addresses give as the district. */
const PART_OF_ADDRESS =
  /^(level|floor|unit|shop|suite|po box|p o box|private bag|r ?d \d+|rd|cnr|corner|sh|state highway)\b|\b(shopping|mall|arcade)\b/u;

/** Whether a name is no area: some addresses give a street as the district, such as `Asaph St`. */
function isNoArea(name: string): boolean {
  const key = areaKey(name);
  return PART_OF_ADDRESS.test(key) || isStreetName(key.split(' '));
}

/** A district and a city of the same name are one area if their middles are so close, in metres. */
const SAME_SUBURB = { min: 3000, max: 15_000 } as const;

/**
 * Joins suburbs, which are the district of a city in some addresses, and the city in others. The area with more places stays.
 *
 * @returns the areas that do not stay
 */
async function joinDistrictsWithCities(districts: readonly Draft[], cities: Joined): Promise<Set<Draft>> {
  const left = new Set<Draft>();
  await inChunks(districts, (district) => {
    if (district.key === district.city?.key) return;
    const city = cities.byKey.get(district.key)?.find((city) => !left.has(city) && isSameSuburb(district, city));
    if (!city) return;
    const [main, other] = district.places > city.places ? [district, city] : [city, district];
    main.others.push(...ownAddresses(other), ...other.others);
    main.places += other.places;
    left.add(other);
  });
  return left;
}

function isSameSuburb(district: Draft, city: Draft): boolean {
  if (district.country !== city.country || !city.centre || !district.centre) return false;
  const metres = Math.min(SAME_SUBURB.max, Math.max(SAME_SUBURB.min, district.radius + city.radius));
  return distanceInMetres(district.centre, city.centre) <= metres;
}

/** The last word of the name of a part of a city: `København N`, `Dublin 2`, `Aarhus C`, `Auckland Central`. */
const FAMILY_SUFFIX = /^(?:\p{L}{1,2}|\d{1,3}|central|city|cent(?:er|re|ro|rum)|sentrum|zentrum|cbd)\.?$/iu;

/** The name without its last word, if that word may stand for a part of the city; else empty. */
function familyNameOf(name: string): string {
  const words = name.split(/[\s,]+/u);
  return words.length > 1 && FAMILY_SUFFIX.test(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : '';
}

/** Postal districts belong to a city if their middles are so close to its middle: in metres, or in radii of the city. */
const FAMILY = { min: 15_000, radii: 1.5 } as const;

/**
 * Adds the addresses of all postal districts of a city to the city. The postal districts stay areas, too.
 *
 * @param left areas that do not stay
 * @param byOtherName cities by their names in other languages: `Copenhagen K` is in København
 */
async function joinFamilies(cities: Joined, left: ReadonlySet<Draft>, byOtherName: CitiesByOtherName): Promise<void> {
  const without = new Map<string, Draft[]>();
  await inChunks(cities.all, (member) => {
    const base = left.has(member) ? '' : familyNameOf(member.name);
    const key = base === '' ? '' : canonicalKey(base);
    if (key === '' || key === member.key) return;
    const named = [...(cities.byKey.get(key) ?? []), ...(byOtherName.get(key) ?? [])];
    const city = named.find((city) => city !== member && !left.has(city) && isFamily(city, member));
    if (city) {
      addVariant(city, member);
    } else {
      remember<string, Draft[]>(without, `${member.country} ${member.state}\n${key}`, () => []).push(member);
    }
  });
  for (const members of without.values()) addFamilyWithoutCity(members, cities);
}

/** Adds the addresses of another area to a city. */
function addVariant(city: Draft, other: Draft): void {
  city.others.push(...ownAddresses(other));
  city.places += other.places;
}

function isFamily(city: Draft, member: Draft): boolean {
  if (city.country !== member.country) return false;
  if (!city.centre || !member.centre) return city.state === member.state;
  const distance = distanceInMetres(city.centre, member.centre);
  return distance <= Math.max(FAMILY.min, FAMILY.radii * city.radius) || isOutsideItsCountry(member);
}

/** Whether the positions of the places of an area are wrong: they lie in another country than the addresses say. */
function isOutsideItsCountry({ centre, country }: Draft): boolean {
  const there = centre && countryCodeAt(centre.lat, centre.lng);
  return there !== undefined && countryCodeOf(country) === country && there !== country;
}

/** Adds a city of which the data have only postal districts, such as `Odense C` and `Odense M`. */
function addFamilyWithoutCity(members: readonly Draft[], cities: Joined): void {
  const [largest, ...others] = members;
  if (!largest) return;
  const family = [largest, ...others.filter((member) => isFamily(largest, member))];
  const name = familyNameOf(largest.name);
  if (family.length < 2 || name === '') return;
  const city = new Draft('city', canonicalKey(name), largest.country, largest.state, undefined, name);
  for (const member of family) for (const row of member.rows) city.add(row);
  cities.all.push(city);
}

/** The addresses of an area, with all states and countries. */
function ownAddresses(draft: Draft): AreaAddress[] {
  const parts = (draft.type === 'district' ? LOCAL_PARTS : LOCAL_PARTS.slice(1)).map(
    (part) => [part, draft.values(part)] as const,
  );
  return [Object.fromEntries(parts.filter(([, values]) => values.length > 0)), ...draft.others];
}

/** The members of an address that name a district and the areas around it. */
const LOCAL_PARTS = ['district', 'city', 'state', 'country'] as const;

/** Cities by each of their keys. */
type Namesakes = ReadonlyMap<string, readonly Draft[]>;

async function namesakesOf(drafts: readonly Draft[]): Promise<Namesakes> {
  const byKey = new Map<string, Draft[]>();
  await inChunks(drafts, (draft) => {
    if (draft.type === 'city') remember<string, Draft[]>(byKey, draft.key, () => []).push(draft);
  });
  return byKey;
}

/** A city with a smaller share of the places of its namesake is a mistake in addresses. It does not count as a namesake. */
const MIN_SHARE_OF_NAMESAKE = 0.05;

/** The members (state, country) that an address must have too, because other cities have the same name. */
function conditionsOf(draft: Draft, namesakes: Namesakes): ReadonlySet<'state' | 'country'> {
  const city = draft.city ?? draft;
  const others = (namesakes.get(city.key) ?? []).filter(
    (other) => other !== city && other.places >= MIN_SHARE_OF_NAMESAKE * city.places,
  );
  const differs = (part: 'state' | 'country'): boolean =>
    others.some((other) => other[part] !== '' && city[part] !== '' && other[part] !== city[part]);
  return new Set((['state', 'country'] as const).filter(differs));
}

/** A city of the list of city names is a city of the data if their middles are so close, in metres. */
const SAME_PLACE = 30_000;

/**
 * A city does not get a name in another language if another area has that name itself. The other area must lie within these metres, or
 * have at least this share of the city's places.
 */
const OWN_NAME = { within: 100_000, share: 0.1 } as const;

/** Cities by all names that the list has for them. */
type CitiesByOtherName = ReadonlyMap<string, readonly Draft[]>;

/**
 * Joins cities with a larger one that lies there and is the same city of the list, if they have few places: a few addresses say
 * `Copenhagen`, most say `København`.
 *
 * @param left areas that do not stay; adds those that are joined
 */
async function joinOtherNames(
  cities: Joined,
  left: Set<Draft>,
  list: readonly CityNames[],
): Promise<CitiesByOtherName> {
  const byOtherName = new Map<string, Draft[]>();
  await forCitiesOfList(list, cities.byKey, left, ({ keys }, largest, others) => {
    for (const key of keys) remember<string, Draft[]>(byOtherName, key, () => []).push(largest);
    for (const other of others) {
      if (other.country !== largest.country || other.places >= MIN_SHARE_OF_NAMESAKE * largest.places) continue;
      addVariant(largest, other);
      left.add(other);
    }
  });
  return byOtherName;
}

/**
 * Adds names in other languages to the cities of the list. Names in other alphabets are added to all cities of the same name, because
 * the list lacks some of them: Dunedin in Florida has `Данидин`, Dunedin in New Zealand has not.
 */
async function addCityNames(list: readonly CityNames[], namesakes: Namesakes): Promise<void> {
  const addTo = (city: Draft, key: string): void => {
    if (!isOwnName(key, city, namesakes)) city.otherKeys.add(key);
  };
  await forCitiesOfList(list, namesakes, new Set(), ({ keys }, largest) => {
    for (const key of keys) addTo(largest, key);
  });
  await inChunks(list, ({ keys: [own = '', ...others] }) => {
    for (const namesake of namesakes.get(own) ?? [])
      for (const key of others) if (OTHER_ALPHABET.test(key)) addTo(namesake, key);
  });
}

/**
 * Calls the handler for each city of the list that is in the data: with the largest city that lies there and has one of its names, and
 * with the others. A city of the data is one city of the list at most.
 *
 * @param left areas that do not stay
 */
async function forCitiesOfList(
  list: readonly CityNames[],
  byKey: Namesakes,
  left: ReadonlySet<Draft>,
  handle: (city: CityNames, largest: Draft, others: readonly Draft[]) => void,
): Promise<void> {
  const taken = new Set<Draft>();
  await inChunks(list, (city) => {
    const named = new Set(city.keys.flatMap((key) => byKey.get(key) ?? []));
    const isThere = ({ centre }: Draft): boolean =>
      centre !== undefined && distanceInMetres(city, centre) <= SAME_PLACE;
    const there = [...named].filter((draft) => !left.has(draft) && isThere(draft));
    const [largest, ...others] = there.sort((a, b) => b.places - a.places);
    if (!largest || taken.has(largest)) return;
    taken.add(largest);
    handle(city, largest, others);
  });
}

const OTHER_ALPHABET = /^[^\p{Script=Latin}]+$/u;

function isOwnName(key: string, city: Draft, namesakes: Namesakes): boolean {
  return (namesakes.get(key) ?? []).some((other) => {
    const isClose = isWithin(other, { lat: city.centre?.lat ?? null, lng: city.centre?.lng ?? null }, OWN_NAME.within);
    return other !== city && (isClose === true || other.places >= OWN_NAME.share * city.places);
  });
}

/** In metres. Places that lie farther apart share no city or district, only a text in the wrong member. */
const MAX_RADIUS = { district: 25_000, city: 80_000 } as const;

/** A name that so many places have is an area, even if their coordinates lie far apart. */
const MANY_PLACES = 100;

/** Parts of a name that are left when an address was split wrongly. */
const FRAGMENTS = new Set(
  'north south east west upper lower new old the mount mt saint st point pt port fort lake bay city street'.split(' '),
);

function isPlausible({ type, key, radius, places }: Draft): boolean {
  if (FRAGMENTS.has(key) || !/\p{L}/u.test(key) || isNoArea(key)) return false;
  return places >= MANY_PLACES || radius <= maxRadius(type);
}

function maxRadius(type: AddressPart): number {
  return type === 'city' ? MAX_RADIUS.city : MAX_RADIUS.district;
}

function toArea(draft: Draft, regions: Regions, conditions: ReadonlySet<string>): Area {
  const { type, name, key, city, places, centre, radius } = draft;
  const first = (part: AddressPart): string | undefined => draft.values(part)[0] ?? city?.values(part)[0];
  const parts = LOCAL_PARTS.filter((part) => part !== 'district' || type === 'district');
  const spellings = draft.values(type).flatMap((spelling) => [areaKey(spelling), joinedKey(spelling)]);
  const otherKeys = new Set([...spellings, ...draft.otherKeys]);
  otherKeys.delete(key);
  return {
    ...{ type, name, key },
    ...(otherKeys.size > 0 && { otherKeys: [...otherKeys] }),
    parentKeys: [...(city ? [city.key] : []), ...regions.keysAround(draft)],
    ...Object.fromEntries(parts.flatMap((part) => (first(part) === undefined ? [] : [[part, first(part)]]))),
    [type]: name,
    ...{ places, ...(centre && { centre }), radius: Math.min(radius, maxRadius(type)) },
    addresses: joinedAddresses(ownAddresses(draft), conditions),
  };
}

/** `st johns` for St. John's. */
function joinedKey(name: string): string {
  return canonicalKey(name.replace(/[\p{P}\p{S}]+/gu, ''));
}

/** Leaves out states and countries that no namesake makes necessary. Joins addresses that then differ only in the city. */
function joinedAddresses(addresses: readonly AreaAddress[], conditions: ReadonlySet<string>): AreaAddress[] {
  const byRest = new Map<string, { cities: Map<string, string>; rest: AreaAddress }>();
  for (const { city = [], ...others } of addresses) {
    const parts = Object.entries(others).filter(([part]) => part === 'district' || conditions.has(part));
    const rest: AreaAddress = Object.fromEntries(parts);
    const { cities } = remember(byRest, JSON.stringify(rest), () => ({ cities: new Map<string, string>(), rest }));
    for (const value of city) if (!cities.has(fold(value))) cities.set(fold(value), value);
  }
  return [...byRest.values()].map(({ cities, rest }) => ({ city: [...cities.values()], ...rest }));
}

/** The states and countries of the cities. */
async function regionAreas(cities: readonly Draft[], regions: Regions): Promise<Area[]> {
  const byCode = new Map<string, Draft>();
  const add = (type: 'state' | 'country', code: string, country: string, row: AreaRow): void => {
    if (row[type] === null || code === '') return;
    remember(byCode, `${type} ${code}`, () => new Draft(type, code, country, type === 'state' ? code : '')).add(row);
  };
  await inChunks(cities, ({ rows }) => {
    for (const row of rows) {
      const country = regions.countryOf(row);
      add('state', regions.stateOf(row), country, row);
      add('country', country, country, row);
    }
  });
  const all = [...byCode.values()];
  const countriesByState = new Map<string, Set<string>>();
  for (const draft of all) {
    if (draft.type !== 'state') continue;
    for (const value of draft.values('state'))
      remember(countriesByState, fold(value), () => new Set()).add(draft.country);
  }
  const areas: Area[] = [];
  await inChunks(all, (draft) => {
    const isAmbiguous = draft.values('state').some((value) => (countriesByState.get(fold(value))?.size ?? 0) > 1);
    areas.push(toRegion(draft, isAmbiguous));
  });
  return areas;
}

function toRegion(draft: Draft, isAmbiguous: boolean): Area {
  const { name, places, centre, radius } = draft;
  const type = draft.type === 'state' ? 'state' : 'country';
  const countries = draft.values('country');
  const [country] = countries;
  const spellings = draft.values(type).flatMap((spelling) => [areaKey(spelling), canonicalKey(spelling)]);
  const known = type === 'state' ? keysOfState(draft.state) : keysOfCountry(draft.country);
  return {
    ...{ type, name, key: areaKey(draft.key) },
    otherKeys: [...new Set([...spellings, ...known])],
    parentKeys: type === 'state' && draft.country !== '' ? [areaKey(draft.country)] : [],
    ...(country !== undefined && { country }),
    [type]: name,
    ...{ places, ...(centre && { centre }), radius },
    addresses: [{ [type]: draft.values(type), ...(type === 'state' && isAmbiguous && { country: countries }) }],
  };
}
