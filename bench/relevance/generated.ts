import { report } from '../../dev/services/step.js';
import { Random } from '../../test/support/random.js';
import { distanceInMetres } from '../../src/places/query/geometry.js';
import { median } from '../statistics.js';
import { distinctByName, type NamedPlace, normalise, type Point, pointOf } from './places.js';
import { isOfKind, type Kind } from './questions.js';
import { type CheckResult } from './results.js';
import { type Found, inTurn, runSearches, type Search, type Searcher, type Suggester } from './searchers.js';

/** What searches are made from. */
export interface Drawn {
  readonly places: readonly NamedPlace[];
  /** By the word that people type. */
  readonly kinds: Readonly<Record<string, Kind>>;
  /** The country code of the telephone numbers. */
  readonly callingCode: string;
  readonly seed: number;
}

interface Subjects {
  readonly service: Searcher;
  readonly suggest?: Suggester;
  readonly showsMisses: boolean;
}

/** A share of searches: its name, its target, and whether a search counts. */
type Share<T> = readonly [check: string, target: number, isRight: (item: T, found: Found) => boolean];

const SEARCHES = 100;
const ATTRIBUTES = ['vegan', 'cheap', 'best', 'organic', 'family friendly', 'open late', '24 hour', 'halal'];
/** A city or kind with fewer places is not drawn. */
const MANY = 100;

/** Measures searches of kinds, places and numbers that are made from the data. */
export async function measureChecks(drawn: Drawn, subjects: Subjects): Promise<CheckResult[]> {
  const pairs = kindsInCities(drawn);
  const inCities = (check: string, write: (pair: KindInCity) => string): Promise<CheckResult[]> => {
    const items = pairs.map((pair) => ({ ...pair, q: write(pair).toLowerCase() }));
    return checkShares(items, subjects, [
      [`${check}: in the city`, 0.98, ({ city }, { places: [first] }) => isIn(first, city)],
      [`${check}: city kept`, 1, ({ city }, { header }) => !omits(header, city)],
    ]);
  };
  return [
    ...(await inCities('kind city', ({ kind, city }) => `${kind} ${city}`)),
    ...(await inCities('kind in city', ({ kind, city }) => `${kind} in ${city}`)),
    ...(await inCities('attribute kind city', ({ kind, city, attribute }) => `${attribute} ${kind} ${city}`)),
    ...(await inCities('attribute kind in city', ({ kind, city, attribute }) => `${attribute} ${kind} in ${city}`)),
    ...(await checkNear(drawn, subjects)),
    ...(await checkShares(telephones(drawn), subjects, [
      ['telephone', 0.98, ({ phone }, { places: [first] }) => first?.phones?.includes(phone) === true],
    ])),
    ...(await checkShares(addresses(drawn), subjects, [
      ['address that the data lack: street', 0.97, (item, { places: [first] }) => !!first && isOnStreet(first, item)],
      ['address that the data lack: nearest number', 0.97, isNearestNumber],
    ])),
    ...(await checkShares(postcodes(drawn), subjects, [
      ['postcode', 0.98, ({ postcode }, { places: [first] }) => postcodeOf(first) === postcode],
    ])),
    ...(await checkShares(misleadingNames(drawn), subjects, [
      ['name that reads like a kind or a city', 0.98, ({ q }, { places: [first] }) => !!first && isSame(first.name, q)],
    ])),
    ...(await checkSuggestions(drawn, subjects)),
  ];
}

async function checkShares<T extends Search>(
  items: readonly T[],
  { service, showsMisses }: Subjects,
  shares: readonly Share<T>[],
): Promise<CheckResult[]> {
  if (items.length === 0) return [];
  const { outcomes } = await runSearches(items, service);
  return shares.map(([check, target, isRight]) => {
    const wrong = outcomes.filter(({ item, found }) => !isRight(item, found));
    for (const { item, found } of showsMisses ? wrong : []) {
      const { number, street, district, city } = found.places[0]?.address ?? {};
      const address = [number, street, district, city].filter(Boolean).join(' ');
      report(`${check}: "${item.q}" found ${found.places[0]?.name ?? 'nothing'} | ${address}`);
    }
    return shareOf(check, items.length, items.length - wrong.length, target);
  });
}

function shareOf(check: string, searches: number, right: number, target: number): CheckResult {
  return { check, searches, value: Math.round((1000 * right) / searches) / 1000, unit: 'share', target };
}

interface KindInCity {
  readonly kind: string;
  readonly city: string;
  readonly attribute: string;
}

/** Kinds, and cities that have them. */
function kindsInCities({ places, kinds, seed }: Drawn): KindInCity[] {
  const cities = new Set(citiesOf(places));
  const pairs = new Set<string>();
  for (const place of places) {
    const city = place.address?.city ?? '';
    if (!cities.has(city)) continue;
    for (const [kind, one] of Object.entries(kinds)) if (isOfKind(place, one)) pairs.add(`${kind}|${city}`);
  }
  const random = new Random(seed);
  return random
    .shuffle([...pairs])
    .slice(0, SEARCHES)
    .map((pair) => {
      const [kind = '', city = ''] = pair.split('|');
      return { kind, city, attribute: random.pick(ATTRIBUTES) };
    });
}

/** Cities with many places. */
function citiesOf(places: readonly NamedPlace[]): string[] {
  const counts = new Map<string, number>();
  for (const { address } of places) if (address?.city) counts.set(address.city, (counts.get(address.city) ?? 0) + 1);
  return [...counts].filter(([city, count]) => count >= MANY && /\p{L}{3}/u.test(city)).map(([city]) => city);
}

function isIn(place: NamedPlace | undefined, city: string): boolean {
  const { city: own = '', district = '' } = place?.address ?? {};
  return isSame(own, city) || isSame(district, city);
}

function omits({ omitted = [] }: { readonly omitted?: unknown }, city: string): boolean {
  const words = normalise(city).split(' ');
  return (omitted as readonly string[]).some((word) => words.includes(normalise(word)));
}

/** A kind, with a centre at a place, in a neighbourhood that has the kind. */
async function checkNear({ places, kinds, seed }: Drawn, { service }: Subjects): Promise<CheckResult[]> {
  const random = new Random(seed);
  const located = places.flatMap((place) => {
    const point = pointOf(place);
    return point ? [{ place, point }] : [];
  });
  const wanted = Object.entries(kinds).flatMap(([q, kind]) => {
    const points = located.filter(({ place }) => isOfKind(place, kind)).map(({ point }) => point);
    return points.length < MANY ? [] : [{ q, kind, points }];
  });
  if (wanted.length === 0) return [];
  const centres = random.shuffle(trusted(located.map(({ point }) => point)));
  const drawn = centres.slice(0, 3 * SEARCHES).flatMap((centre) => {
    const { q, kind, points } = random.pick(wanted);
    const nearest = Math.min(...points.map((point) => distanceInMetres(centre, point)));
    const parameters = { 'location.lat': String(centre.lat), 'location.lng': String(centre.lng) };
    return nearest > 5000 ? [] : [{ q, kind, centre, nearest, parameters }];
  });
  const { outcomes } = await runSearches(drawn.slice(0, SEARCHES), service);
  const measured = outcomes.map(({ item: { kind, centre, nearest }, found }) => {
    const [first] = found.places;
    const point = first && pointOf(first);
    const distance = point ? distanceInMetres(centre, point) : Infinity;
    const isRight = first !== undefined && isOfKind(first, kind) && distance <= 1.5 * nearest + 200;
    // 50 m are as good as 0.
    return { distance, nearest, ratio: distance / Math.max(50, nearest), isRight };
  });
  const searches = measured.length;
  const right = measured.filter(({ isRight }) => isRight).length;
  const medianOf = (figure: 'distance' | 'nearest' | 'ratio'): number =>
    Math.round(10 * median(measured.map((one) => one[figure]))) / 10;
  return [
    shareOf('near: of the kind, within 1.5 times the nearest and 200 m', searches, right, 0.5),
    { check: 'near: median distance of the first', searches, value: medianOf('distance'), unit: 'metres' },
    { check: 'near: median distance of the nearest', searches, value: medianOf('nearest'), unit: 'metres' },
    { check: 'near: median of first to nearest', searches, value: medianOf('ratio'), unit: 'times' },
  ];
}

/** Without points of many places: a geocoder puts addresses that it does not know at one point. */
function trusted(points: readonly Point[]): Point[] {
  const counts = new Map<string, number>();
  const key = ({ lat, lng }: Point): string => `${lat},${lng}`;
  for (const point of points) counts.set(key(point), (counts.get(key(point)) ?? 0) + 1);
  return points.filter((point) => (counts.get(key(point)) ?? 0) <= 10);
}

/** Telephone numbers in the spellings of people. */
function telephones({ places, callingCode, seed }: Drawn) {
  const random = new Random(seed);
  const numbers = places
    .flatMap(({ phones = [] }) => phones)
    .filter((phone) => new RegExp(`^${callingCode}\\d{8,10}$`, 'u').test(phone));
  return random
    .shuffle([...new Set(callingCode === '' ? [] : numbers)])
    .slice(0, SEARCHES)
    .map((phone) => {
      const national = phone.slice(callingCode.length);
      const [area, first, last] = [national.slice(0, -7), national.slice(-7, -4), national.slice(-4)];
      const trunk = `${callingCode === '1' ? '' : '0'}${area}`;
      const spellings = [
        ...[`+${callingCode} ${area} ${first} ${last}`, `00${callingCode} ${area} ${first}${last}`, phone],
        ...[`${trunk} ${first} ${last}`, `(${trunk}) ${first}-${last}`, `${trunk}${first}${last}`],
        ...[`tel ${trunk} ${first} ${last}`, `ph: ${trunk}-${first}-${last}`, `${trunk}.${first}.${last}`],
      ];
      return { q: random.pick(spellings), phone };
    });
}

interface Address extends Search {
  readonly street: string;
  readonly city: string;
  readonly number: number;
  readonly numbers: readonly number[];
}

/** House numbers that a street of at least three numbers lacks. */
function addresses({ places, seed }: Drawn): Address[] {
  const random = new Random(seed);
  const streets = new Map<string, Set<number>>();
  for (const { address: { city = '', street = '', number = '' } = {} } of places) {
    if (!/^\p{L}{2}[\p{L}' ]{3,}$/u.test(street) || !/^\d+$/u.test(number) || city === '') continue;
    const key = `${street}|${city}`;
    streets.set(key, (streets.get(key) ?? new Set()).add(Number(number)));
  }
  const long = [...streets].filter(([, numbers]) => numbers.size >= 3);
  return random
    .shuffle(long)
    .slice(0, SEARCHES)
    .flatMap(([key, known]) => {
      const [street = '', city = ''] = key.split('|');
      const numbers = [...known];
      const number = random.between(1, Math.max(...numbers) + 20);
      const q = random.pick([
        `${number} ${street} ${city}`,
        `${street} ${number} ${city}`,
        `${number} ${street}, ${city}`,
      ]);
      return known.has(number) ? [] : [{ q, street, city, number, numbers }];
    });
}

function isOnStreet({ address }: NamedPlace, { street, city }: Address): boolean {
  const words = normalise(address?.street ?? '').split(' ');
  const wanted = normalise(street).split(' ');
  const hasStreet = words.some((_, from) => wanted.every((word, at) => isSameWord(words[from + at] ?? '', word)));
  return hasStreet && normalise(address?.city ?? '') === normalise(city);
}

/** Words of streets, and what is short for them. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  ...{ avenue: 'ave', crescent: 'cres', drive: 'dr', great: 'gt', highway: 'hwy', lane: 'ln', parade: 'pde' },
  ...{ place: 'pl', quay: 'qy', road: 'rd', square: 'sq', street: 'st', terrace: 'tce' },
};

function isSameWord(one: string, other: string): boolean {
  return one === other || SHORT_WORDS[one] === other || SHORT_WORDS[other] === one;
}

function isNearestNumber(item: Address, { places: [first] }: Found): boolean {
  const difference = (number: number): number => Math.abs(number - item.number);
  // `1/73` and `15-19` are numbers too.
  const own = Math.min(...(first?.address?.number?.match(/\d+/gu) ?? []).map((one) => difference(Number(one))));
  return first !== undefined && isOnStreet(first, item) && own <= Math.min(...item.numbers.map(difference));
}

function postcodeOf(place: NamedPlace | undefined): string {
  return (place?.address?.zipcode ?? '').replace(/\s/gu, '').toLowerCase();
}

/** Postcodes with and without their space, and with the city. */
function postcodes({ places, seed }: Drawn) {
  const random = new Random(seed);
  const known = new Map(places.filter((place) => postcodeOf(place) !== '').map((place) => [postcodeOf(place), place]));
  return random
    .shuffle([...known])
    .slice(0, SEARCHES)
    .map(([postcode, { address: { zipcode = '', city = '' } = {} }]) => ({
      q: random.pick([zipcode.trim(), postcode, `${zipcode.trim()} ${city}`.trim(), `${city} ${postcode}`.trim()]),
      postcode,
    }));
}

/** Names whose words are those of a kind and of a city or district: `Dunedin Library`. */
function misleadingNames({ places, kinds, seed }: Drawn): Search[] {
  const wordsOf = (texts: readonly (string | undefined)[]): Set<string> =>
    new Set(texts.flatMap((text = '') => normalise(text).split(' ')).filter((word) => word.length > 2));
  const kindWords = wordsOf(Object.keys(kinds));
  const areaWords = wordsOf(places.flatMap(({ address }) => [address?.city, address?.district]));
  const names = distinctByName(places)
    .map(({ name }) => name)
    .filter((name) => {
      const words = normalise(name).split(' ');
      const isKnown = words.every((word) => kindWords.has(word) || areaWords.has(word) || word === 'the');
      return words.length > 1 && isKnown && words.some((word) => kindWords.has(word));
    });
  return new Random(seed)
    .shuffle(names)
    .slice(0, SEARCHES)
    .map((name) => ({ q: name.toLowerCase() }));
}

/** Type-ahead: a name with its city, and how many letters of a name it takes. */
async function checkSuggestions({ places, seed }: Drawn, { suggest, showsMisses }: Subjects): Promise<CheckResult[]> {
  if (!suggest) return [];
  const cities = new Set(citiesOf(places));
  const drawn = new Random(seed).shuffle(distinctByName(places)).slice(0, 50 * SEARCHES);
  const inCities = drawn
    .filter(({ address, name }) => cities.has(address?.city ?? '') && name.length < 40)
    .slice(0, SEARCHES);
  const found = await inTurn(inCities, async ({ name, address: { city = '' } = {} }) => {
    const q = `${normalise(name)} ${city.toLowerCase()}`;
    const suggestions = await suggest(q);
    const isFound = suggestions.some(({ text, address }) => isSame(text, name) && address?.city === city);
    if (!isFound && showsMisses)
      report(`name and city: "${q}" suggests ${JSON.stringify(suggestions.map(({ text }) => text))}`);
    return isFound;
  });
  const placed = drawn.filter((place) => place.location).slice(0, SEARCHES);
  const lettersTyped = async (check: string, target: number, withCentre: boolean): Promise<CheckResult> => {
    const letters = await inTurn(placed, (place) => lettersOf(place, suggest, withCentre));
    return { check, searches: placed.length, value: median(letters), unit: 'letters', target };
  };
  const name = 'suggestions: name and city among the first five';
  return [
    ...(inCities.length === 0 ? [] : [shareOf(name, inCities.length, found.filter(Boolean).length, 0.95)]),
    ...(placed.length === 0
      ? []
      : [
          await lettersTyped('suggestions: median letters', 5, false),
          await lettersTyped('suggestions: median letters, with a centre', 2, true),
        ]),
  ];
}

/** @returns the letters typed until the name is among the first five; one more than it has, if it never is */
async function lettersOf({ name, location }: NamedPlace, suggest: Suggester, withCentre: boolean): Promise<number> {
  const centre = withCentre && location ? { 'location.lat': location.lat, 'location.lng': location.lng } : {};
  const typed = Array.from(name.toLowerCase());
  for (let count = 1; count <= typed.length; count += 1) {
    const text = typed.slice(0, count).join('').trimEnd();
    if ((await suggest(text, centre)).some((one) => isSame(one.text, name))) return count;
  }
  return typed.length + 1;
}

function isSame(one: string, other: string): boolean {
  return normalise(one) === normalise(other);
}
