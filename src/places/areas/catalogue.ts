import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { push } from '../multimap.js';
import { type AddressPart, type Area, areaKey, canonicalKey } from '../words/where.js';
import { inChunks } from '../../concurrency/chunks.js';
import { cityId, districtId, isNoArea, isNoName, regionIds } from './area-ids.js';
import { isWithin, joinCities, type Joined, mayBeOneCountry, Regions, remember } from './cities.js';
import { type AreaRow, Draft } from './draft.js';
import { countryCodeAt, countryCodeOf, keysOfCountry, keysOfState } from './regions.js';

/** The areas of the data, and those that each row lies in. */
export interface AreaCatalogue {
  /** Those with the most places first. */
  readonly areas: readonly Area[];
  /** The ids of the areas that the places of a row lie in, the smallest first. */
  readonly idsOf: (row: AreaRow) => readonly string[];
}

/**
 * Builds the areas of the data: cities and districts, each with all its spellings, and their states and countries. Pauses for requests.
 *
 * @param rows the rows with the most places first
 */
export async function buildAreas(
  rows: readonly AreaRow[],
  cityNames: readonly CityNames[] = [],
): Promise<AreaCatalogue> {
  const regions = new Regions(rows);
  const cities = await joinCities(rows, regions);
  const districts = await joinDistricts(rows, cities);
  const left = await joinDistrictsWithCities(districts.all, cities);
  await nameCities(cities, left, cityNames);
  // The cities of some families are new.
  if (await joinFamilies(cities, left)) await nameCities(cities, left, cityNames);
  const found = [...cities.all, ...districts.all].filter((draft) => !left.has(draft));
  const isPartial = await partialDistricts(rows, cities, districts, left);
  const ids = new Map<Draft, string>();
  const taken = new Set<string>();
  const areas: Area[] = [];
  await inChunks(found, (draft) => {
    if (!isPlausible(draft)) return;
    const id = freeId(idOf(draft, ids), taken);
    taken.add(id);
    ids.set(draft, id);
    areas.push({ ...toArea(draft, regions, id), ...(isPartial(draft) && { isPartial: true }) });
  });
  areas.push(...(await regionAreas(cities.all, regions)));
  const idsOf = (row: AreaRow): readonly string[] => {
    const city = cities.cityOf(row);
    const around = [districts.districtOf(row), city].flatMap((draft) => [...(draft?.withParents() ?? [])]);
    const ofDrafts = around.flatMap((draft) => ids.get(draft) ?? []);
    return [...new Set([...ofDrafts, ...regions.idsAround(row, city)])];
  };
  return { areas: areas.sort((a, b) => b.places - a.places), idsOf };
}

/** The names of a city in all languages, and where it lies. */
export interface CityNames extends GeoPoint {
  /** See `canonicalKey`. */
  readonly keys: readonly string[];
}

/** Two districts of one name in neighbouring cities are one district if their middles are so close, in metres. */
const SAME_DISTRICT = { min: 1500, max: 4000, radii: 0.5 } as const;

interface JoinedDistricts {
  readonly all: readonly Draft[];
  readonly districtOf: (row: AreaRow) => Draft | undefined;
}

async function joinDistricts(rows: readonly AreaRow[], cities: Joined): Promise<JoinedDistricts> {
  const byKey = new Map<string, Draft[]>();
  const byRow = new Map<AreaRow, Draft>();
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
    byRow.set(row, draft);
  });
  return { all, districtOf: (row) => byRow.get(row) };
}

/**
 * Whether most addresses of the city of a district name no district, whatever they call the city.
 *
 * @param left areas that do not stay
 */
async function partialDistricts(
  rows: readonly AreaRow[],
  cities: Joined,
  districts: JoinedDistricts,
  left: ReadonlySet<Draft>,
): Promise<(draft: Draft) => boolean> {
  const all = new Map<Draft, number>();
  const named = new Map<Draft, number>();
  const count = (places: Map<Draft, number>, city: Draft, row: AreaRow): void => {
    places.set(city, (places.get(city) ?? 0) + row.places);
  };
  await inChunks(rows, (row) => {
    const { city, isDistrict } = mainCityOf(cities.cityOf(row), left);
    if (!city) return;
    if (row.district === null) count(all, city, row);
    if (isDistrict ? row.district === null : districts.districtOf(row)) count(named, city, row);
  });
  return (district) => {
    const { city } = mainCityOf(district.city, left);
    return city !== undefined && (named.get(city) ?? 0) < (all.get(city) ?? 0) / 2;
  };
}

/** The city that stays for a city of addresses, and whether that one is a suburb: a district of the other. */
function mainCityOf(
  ofAddresses: Draft | undefined,
  left: ReadonlySet<Draft>,
): { readonly city: Draft | undefined; readonly isDistrict: boolean } {
  const around = [...(ofAddresses?.withParents() ?? [])].filter((area) => !left.has(area));
  return { city: around.find(({ type }) => type === 'city'), isDistrict: around[0]?.type === 'district' };
}

function isSameDistrict(draft: Draft, row: AreaRow, city: Draft): boolean {
  if (!mayBeOneCountry(draft, city)) return false;
  const { min, max, radii } = SAME_DISTRICT;
  const metres = Math.min(max, Math.max(min, radii * (draft.radius + row.radius)));
  return isWithin(draft, row, metres) === true;
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
    other.join(main);
    left.add(other);
  });
  return left;
}

function isSameSuburb(district: Draft, city: Draft): boolean {
  if (!mayBeOneCountry(district, city) || !city.centre || !district.centre) return false;
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
 * Makes all postal districts of a city parts of the city. They stay areas, too.
 *
 * @param left areas that do not stay
 * @returns whether cities were added
 */
async function joinFamilies(cities: Joined, left: ReadonlySet<Draft>): Promise<boolean> {
  const byName = new Map<string, Draft[]>();
  const staying = cities.all.filter((city) => !left.has(city));
  // Cities may have names in other languages: `Copenhagen K` is in København.
  await inChunks(staying, (city) => {
    for (const key of new Set([city.key, ...city.otherKeys])) push(byName, key, city);
  });
  const without = new Map<string, Draft[]>();
  await inChunks(staying, (member) => {
    const base = familyNameOf(member.name);
    const key = base === '' ? '' : canonicalKey(base);
    if (key === '' || key === member.key) return;
    const city = byName.get(key)?.find((city) => city !== member && isFamily(city, member));
    if (city) {
      member.join(city);
    } else {
      push(without, `${member.country} ${member.state}\n${key}`, member);
    }
  });
  const added = [...without.values()].flatMap((members) => cityOfFamily(members) ?? []);
  for (const city of added) push(cities.byKey, city.key, city);
  cities.all.push(...added);
  return added.length > 0;
}

function isFamily(city: Draft, member: Draft): boolean {
  if (!mayBeOneCountry(city, member)) return false;
  if (!city.centre || !member.centre) return city.state === member.state;
  const distance = distanceInMetres(city.centre, member.centre);
  return distance <= Math.max(FAMILY.min, FAMILY.radii * city.radius) || isOutsideItsCountry(member);
}

/** Whether the positions of the places of an area are wrong: they lie in another country than the addresses say. */
function isOutsideItsCountry({ centre, country }: Draft): boolean {
  const there = centre && countryCodeAt(centre.lat, centre.lng);
  return there !== undefined && countryCodeOf(country) === country && there !== country;
}

/** A city of which the data have only postal districts, such as `Odense C` and `Odense M`. */
function cityOfFamily([largest, ...others]: readonly Draft[]): Draft | undefined {
  if (!largest) return undefined;
  const family = [largest, ...others.filter((member) => isFamily(largest, member))];
  const name = familyNameOf(largest.name);
  if (family.length < 2 || name === '') return undefined;
  const city = new Draft('city', canonicalKey(name), largest.country, largest.state, undefined, name);
  for (const member of family) {
    for (const row of member.rows) city.add(row);
    member.parents.push(city);
  }
  return city;
}

/** The members of an address that name a district and the areas around it. */
const LOCAL_PARTS = ['district', 'city', 'state', 'country'] as const;

/** A city with a smaller share of the places of a larger one there, which the list has for the same city, is only another name for it. */
const MIN_SHARE_OF_CITY = 0.05;

/** A city of the list of city names is a city of the data if their middles are so close, in metres. */
const SAME_PLACE = 30_000;

/**
 * A city does not get a name in another language if another area has that name itself. The other area must lie within these metres, or
 * have at least this share of the city's places.
 */
const OWN_NAME = { within: 100_000, share: 0.1 } as const;

/**
 * Gives cities their names in other languages, by the city of the list that lies there and has one of their names. Of several cities of the
 * data, the largest is meant. Those with few places are joined with it: a few addresses say `Copenhagen`, most say `København`.
 *
 * Names in other alphabets are given to all cities of the same name, because the list lacks some of them: Dunedin in Florida has
 * `Данидин`, Dunedin in New Zealand has not.
 *
 * @param left areas that do not stay; adds those that are joined
 */
async function nameCities({ byKey }: Joined, left: Set<Draft>, list: readonly CityNames[]): Promise<void> {
  const taken = new Set<Draft>();
  const citiesOf = (key: string): Draft[] => (byKey.get(key) ?? []).filter((city) => !left.has(city));
  const addName = (city: Draft, key: string): void => {
    if (!citiesOf(key).some((other) => isOwnName(other, city))) city.otherKeys.add(key);
  };
  await inChunks(list, (listed) => {
    const { keys } = listed;
    // The data have few of 30,000.
    if (!keys.some((key) => byKey.has(key))) return;
    const isThere = ({ centre }: Draft): boolean =>
      centre !== undefined && distanceInMetres(listed, centre) <= SAME_PLACE;
    const there = [...new Set(keys.flatMap(citiesOf))].filter(isThere);
    const [largest, ...others] = there.sort((a, b) => b.places - a.places);
    // A city of the data is one city of the list at most.
    if (largest && !taken.has(largest)) {
      taken.add(largest);
      joinVariants(largest, others, left);
      for (const key of keys) addName(largest, key);
    }
    for (const namesake of citiesOf(keys[0] ?? ''))
      for (const key of keys.slice(1)) if (OTHER_ALPHABET.test(key)) addName(namesake, key);
  });
}

function joinVariants(largest: Draft, others: readonly Draft[], left: Set<Draft>): void {
  const variants = others.filter(({ places }) => places < MIN_SHARE_OF_CITY * largest.places);
  if (largest.country === '') largest.country = mainCountryOf(variants);
  for (const variant of variants) {
    if (!mayBeOneCountry(variant, largest)) continue;
    variant.join(largest);
    left.add(variant);
  }
}

/** The country of the most places; empty if none has one. */
function mainCountryOf(cities: readonly Draft[]): string {
  const places = new Map<string, number>();
  for (const city of cities)
    if (city.country !== '') places.set(city.country, (places.get(city.country) ?? 0) + city.places);
  return [...places].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

const OTHER_ALPHABET = /^[^\p{Script=Latin}]+$/u;

/** Whether another area that has a name keeps it for itself. */
function isOwnName(other: Draft, city: Draft): boolean {
  const isClose = isWithin(other, city.centre, OWN_NAME.within);
  return other !== city && (isClose === true || other.places >= OWN_NAME.share * city.places);
}

/** In metres. Places that lie farther apart share no city or district, only a text in the wrong member. */
const MAX_RADIUS = { district: 25_000, city: 80_000 } as const;

/** A name that so many places have is an area, even if their coordinates lie far apart. */
const MANY_PLACES = 100;

function isPlausible({ type, key, radius, places }: Draft): boolean {
  if (isNoName(key)) return false;
  return places >= MANY_PLACES || radius <= maxRadius(type);
}

function maxRadius(type: AddressPart): number {
  return type === 'city' ? MAX_RADIUS.city : MAX_RADIUS.district;
}

/** @param ids of the cities, which come before their districts */
function idOf(draft: Draft, ids: ReadonlyMap<Draft, string>): string {
  return draft.city ? districtId(ids.get(draft.city) ?? cityId(draft.city), draft.key) : cityId(draft);
}

/** Two cities of one name and state may be far apart. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`;
  return free;
}

function toArea(draft: Draft, regions: Regions, id: string): Area {
  const { type, name, key, city, places, centre, radius } = draft;
  // The city may have it by other addresses.
  const country = draft.country === '' && city ? city.country : draft.country;
  const first = (part: AddressPart): string | undefined =>
    draft.values(part)[0] ?? city?.values(part)[0] ?? (part === 'country' && country !== '' ? country : undefined);
  const parts = LOCAL_PARTS.filter((part) => part !== 'district' || type === 'district');
  const spellings = draft.values(type).flatMap((spelling) => [areaKey(spelling), joinedKey(spelling)]);
  const otherKeys = new Set([...spellings, ...draft.otherKeys]);
  otherKeys.delete(key);
  return {
    ...{ type, name, key },
    ...(otherKeys.size > 0 && { otherKeys: [...otherKeys] }),
    parentKeys: [...(city ? [city.key] : []), ...regions.keysAround({ state: draft.state, country })],
    ...Object.fromEntries(parts.flatMap((part) => (first(part) === undefined ? [] : [[part, first(part)]]))),
    [type]: name,
    ...{ places, ...(centre && { centre }), radius: Math.min(radius, maxRadius(type)) },
    ids: [id],
  };
}

/** `st johns` for St. John's. */
function joinedKey(name: string): string {
  return canonicalKey(name.replace(/[\p{P}\p{S}]+/gu, ''));
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
  return [...byCode.values()].map(toRegion);
}

function toRegion(draft: Draft): Area {
  const { name, places, centre, radius, box } = draft;
  const type = draft.type === 'state' ? 'state' : 'country';
  const [country] = draft.values('country');
  const spellings = draft.values(type).flatMap((spelling) => [areaKey(spelling), canonicalKey(spelling)]);
  const known = type === 'state' ? keysOfState(draft.state) : keysOfCountry(draft.country);
  return {
    ...{ type, name, key: areaKey(draft.key) },
    otherKeys: [...new Set([...spellings, ...known])],
    parentKeys: type === 'state' && draft.country !== '' ? [areaKey(draft.country)] : [],
    ...(country !== undefined && { country }),
    [type]: name,
    ...{ places, ...(centre && { centre }), radius, ...(box && { box }) },
    ids: regionIds(draft).slice(0, 1),
  };
}
