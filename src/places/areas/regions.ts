import findTimeZone from '@photostructure/tz-lookup';
import { getTimezone } from 'countries-and-timezones';
import { iso31661, iso31662 } from 'iso-3166';
import { areaKey, canonicalKey } from '../words/where.js';

/** The languages in which countries are named: the languages of CLDR with most readers, and most languages of Europe. */
const LANGUAGES = (
  'en pt es fr de da nb sv fi is fo nl it ca gl eu ga cy pl cs sk sl hr bs sr mk bg ro hu el sq et lv lt uk ru be ka hy az tr kk uz ' +
  'ky mn ar fa he ur hi bn pa gu mr ne si ta te kn ml th lo km my vi id ms fil ja ko zh zh-Hant sw am zu af'
).split(' ');

/** Languages in which addresses name countries. A country may also be named in its own language. */
const LANGUAGES_OF_DATA = ['en', 'pt', 'es', 'fr', 'de', 'da'];

/** Names that CLDR does not have, by ISO 3166-1 code. */
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  ...{ US: ['United States of America', 'USA', 'EUA', 'America'], GB: ['Great Britain', 'UK'], NL: ['Holland'] },
  ...{ AE: ['UAE'], CZ: ['Czech Republic'], CI: ['Ivory Coast'], CV: ['Cape Verde'], TR: ['Turkey'], KR: ['Korea'] },
  ...{ NZ: ['Aotearoa'], MM: ['Burma'], MK: ['Macedonia'], SZ: ['Swaziland'], BO: ['Bolivia'], RU: ['Russia'] },
};

const countriesByCode: ReadonlyMap<string, string> = new Map(
  iso31661.flatMap(({ alpha2, alpha3 }) => [alpha2, alpha3].map((code) => [code.toLowerCase(), alpha2] as const)),
);

/** The ISO 3166-1 code (alpha-2) of a country by its code or name; undefined if it has none. */
export function countryCodeOf(text: string): string | undefined {
  const key = areaKey(text);
  return countriesByCode.get(key) ?? countriesByName().get(key);
}

/** The ISO 3166-1 code (alpha-2) of the country at a position in degrees, by its time zone; undefined for the sea. */
export function countryCodeAt(latitude: number, longitude: number): string | undefined {
  return getTimezone(findTimeZone(latitude, longitude))?.countries[0];
}

/** The ISO 3166-2 code of a state (`US-RI`) by its code (`RI`, `US-RI`) or name. @param country ISO 3166-1 code */
export function stateCodeOf(country: string, text: string): string | undefined {
  const key = areaKey(text);
  const states = statesByKey.get(country) ?? statesOf(country);
  statesByKey.set(country, states);
  return states.get(key);
}

/** The keys of a country: its codes, and its names in all languages. @param code ISO 3166-1; any other text has no keys */
export function keysOfCountry(code: string): ReadonlySet<string> {
  const { alpha3 } = iso31661.find(({ alpha2 }) => alpha2 === code) ?? {};
  if (alpha3 === undefined) return new Set();
  const names = LANGUAGES.map((language) => displayName(language, code));
  return keysOfAll([code, alpha3, ...names, ...(MORE_NAMES[code] ?? [])]);
}

const stateNames: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, name }) => [code, name]));

/** @param code ISO 3166-2 */
export function nameOfState(code: string): string | undefined {
  return stateNames.get(code);
}

/** The keys of a state: its code, and its name. @param code ISO 3166-2 */
export function keysOfState(code: string): ReadonlySet<string> {
  const isCodeOfLetters = /-[A-Z]{2,3}$/.test(code);
  return keysOfAll([nameOfState(code) ?? '', ...(isCodeOfLetters ? [code.slice(3)] : [])]);
}

function keysOfAll(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [areaKey(name), canonicalKey(name)]).filter((key) => key !== ''));
}

const displayNames = new Map<string, Intl.DisplayNames>();

function displayName(language: string, country: string): string {
  const names = displayNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
  displayNames.set(language, names);
  return names.of(country) ?? country;
}

let byName: ReadonlyMap<string, string> | undefined;

/** Loaded on first use, because most addresses have codes. */
function countriesByName(): ReadonlyMap<string, string> {
  return (byName ??= new Map(
    iso31661.flatMap(({ alpha2, name }) => {
      const { language } = new Intl.Locale(`und-${alpha2}`).maximize();
      const names = [...LANGUAGES_OF_DATA, language].map((of) => displayName(of, alpha2));
      return [...keysOfAll([name, ...names, ...(MORE_NAMES[alpha2] ?? [])])].map((key) => [key, alpha2] as const);
    }),
  ));
}

/** By ISO 3166-1 code. */
const statesByKey = new Map<string, ReadonlyMap<string, string>>();

function statesOf(country: string): ReadonlyMap<string, string> {
  const states = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
  const keys = states.flatMap(({ code, name }) =>
    [code, ...name.split(/[[(/]/), name, code.slice(3)].map((text) => [areaKey(text), code] as const),
  );
  // `//Karas` begins with nothing.
  return new Map(keys.filter(([key]) => key !== ''));
}
