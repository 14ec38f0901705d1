import { LRUCache } from 'lru-cache';
import { isStreetName } from '../words/numbers.js';
import { areaKey, canonicalKey } from '../words/where.js';
import { foldedWordsOf } from '../words/word-lists.js';
import { countryCodeOf, stateCodeOf } from './regions.js';

// The ids of areas: `us`, `us/ri`, `us/ri/providence`, `us/ri/providence/federal-hill`. Codes of ISO 3166 in small letters where the
// texts are known, else their keys (`canonicalKey`) with hyphens. `-` stands for what addresses do not say: `dk/-/kobenhavn`.

/** A country by its code, if its name is known. @returns an ISO 3166-1 code (alpha-2), else a key */
export function countryOf(text: string): string {
  return countryCodeOf(text) ?? canonicalKey(text);
}

/** @param country as `countryOf` returns it @returns an ISO 3166-2 code, else the country and a key */
export function stateOf(country: string, text: string): string {
  return stateCodeOf(country, text) ?? `${country} ${canonicalKey(text)}`;
}

interface Region {
  /** As `countryOf` returns it; empty if unknown. */
  readonly country: string;
  /** As `stateOf` returns it; empty if unknown. */
  readonly state: string;
}

/** The ids of a state and its country, without those that are unknown. */
export function regionIds({ country, state }: Region): string[] {
  const countryId = slug(country);
  return [...(state === '' ? [] : [stateId({ country, state })]), ...(country === '' ? [] : [countryId])];
}

function stateId({ country, state }: Region): string {
  const isOfCountry = state.startsWith(`${country}-`) || state.startsWith(`${country} `);
  return `${slug(country)}/${slug(isOfCountry ? state.slice(country.length + 1) : state)}`;
}

/** @param key see `canonicalKey` */
export function cityId({ key, ...region }: Region & { readonly key: string }): string {
  return `${stateId(region)}/${slug(key)}`;
}

export function districtId(city: string, key: string): string {
  return `${city}/${slug(key)}`;
}

function slug(text: string): string {
  return areaKey(text).replaceAll(' ', '-') || '-';
}

/** A longer text in an address is not the name of a city or district. */
export const MAX_NAME_LENGTH = 100;

const ADDRESS_PARTS = ['country', 'state', 'city', 'district'] as const;

type Address = Readonly<Record<(typeof ADDRESS_PARTS)[number], string | null>>;

/** Addresses whose areas stay in memory. A directory has far fewer areas than places. */
const MAX_ADDRESSES = 10_000;

const known = new LRUCache<string, readonly string[]>({ max: MAX_ADDRESSES });

/**
 * The areas that an address names, the smallest first. Most places lie in these and no others. Where addresses name one area in several
 * ways, `AreaTable` knows better.
 */
export function namedAreaIds(address: Address): readonly string[] {
  const key = addressKey(address);
  const ids = known.get(key) ?? readAreaIds(address);
  known.set(key, ids);
  return ids;
}

function readAreaIds({ country, state, city, district }: Address): string[] {
  const ofCountry = country === null ? '' : countryOf(country);
  const region = { country: ofCountry, state: state === null ? '' : stateOf(ofCountry, state) };
  const ids = regionIds(region);
  const cityKey = keyOfName(city);
  if (cityKey === '') return ids;
  const id = cityId({ ...region, key: cityKey });
  if (!isNoName(cityKey)) ids.unshift(id);
  const districtKey = district === null || isNoArea(district) ? '' : keyOfName(district);
  if (districtKey !== '' && !isNoName(districtKey)) ids.unshift(districtId(id, districtKey));
  return ids;
}

function keyOfName(name: string | null): string {
  return name === null || name.length > MAX_NAME_LENGTH ? '' : canonicalKey(name);
}

/** Parts of buildings and addresses that some addresses give as the district. */
const PART_OF_ADDRESS =
  /^(level|floor|unit|shop|suite|po box|p o box|private bag|r ?d \d+|rd|cnr|corner|sh|state highway)\b|\b(shopping|mall|arcade)\b/u;

/** Whether a name is no area: some addresses give a street as the district, such as `Asaph St`. */
export function isNoArea(name: string): boolean {
  const key = areaKey(name);
  return PART_OF_ADDRESS.test(key) || isStreetName(key.split(' '));
}

/** Parts of a name that are left when an address was split wrongly. */
const FRAGMENTS = foldedWordsOf('part of an area name');

/** Whether a key names no city or district. */
export function isNoName(key: string): boolean {
  return FRAGMENTS.has(key) || !/\p{L}/u.test(key) || isNoArea(key);
}

/** The parts of an address that name areas, as the table `joined_areas` has them. */
export function addressKey(address: Address): string {
  return ADDRESS_PARTS.map((part) => address[part] ?? '').join('\n');
}

/** The same as an expression of PostgreSQL. @param table that has the columns of an address */
export function addressOf(table: string): string {
  return ADDRESS_PARTS.map((part) => `coalesce(${table}.${part}, '')`).join(` || E'\\n' || `);
}
