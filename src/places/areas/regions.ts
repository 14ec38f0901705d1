import { iso31661, iso31662 } from 'iso-3166';
import { areaKey, canonicalKey } from '../query/where.js';

/** The languages in which countries are named: those of CLDR with most readers, and those of most of Europe. */
const LANGUAGES = (
  'en pt es fr de da nb sv fi is fo nl it ca gl eu ga cy pl cs sk sl hr bs sr mk bg ro hu el sq et lv lt uk ru be ka hy az tr kk uz ' +
  'ky mn ar fa he ur hi bn pa gu mr ne si ta te kn ml th lo km my vi id ms fil ja ko zh zh-Hant sw am zu af'
).split(' ');

/** Languages in which data name the countries of their addresses, besides that of the country. */
const LANGUAGES_OF_DATA = ['en', 'pt', 'es', 'fr', 'de', 'da'];

/** Names that CLDR does not have, by ISO 3166-1 code. */
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  ...{ US: ['United States of America', 'USA', 'EUA', 'America'], GB: ['Great Britain', 'UK'], NL: ['Holland'] },
  ...{ AE: ['UAE'], CZ: ['Czech Republic'], CI: ['Ivory Coast'], CV: ['Cape Verde'], TR: ['Turkey'], KR: ['Korea'] },
  ...{ NZ: ['Aotearoa'], MM: ['Burma'], MK: ['Macedonia'], SZ: ['Swaziland'], BO: ['Bolivia'], RU: ['Russia'] },
};

/** The ISO 3166-1 code (alpha-2) of a country by its code or name; undefined if it has none. */
export function countryCodeOf(text: string): string | undefined {
  return codes().countries.get(canonicalKey(text));
}

/** The ISO 3166-2 code of a state (`US-RI`) by its code (`RI`) or name. @param country ISO 3166-1 code */
export function stateCodeOf(country: string, text: string): string | undefined {
  const key = canonicalKey(text);
  return (
    codes().states.get(`${country} ${key}`) ??
    (key.startsWith(`${country.toLowerCase()} `) ? codes().states.get(`${country} ${key.slice(3)}`) : undefined)
  );
}

/** The keys of a country: its codes, and its names in all languages. @param code ISO 3166-1 */
export function keysOfCountry(code: string): ReadonlySet<string> {
  const { alpha3 = '' } = iso31661.find(({ alpha2 }) => alpha2 === code) ?? {};
  const names = LANGUAGES.map((language) => displayName(language, code));
  return keysOfAll([code, alpha3, ...names, ...(MORE_NAMES[code] ?? [])]);
}

/** The keys of a state: its code, and its name. @param code ISO 3166-2 */
export function keysOfState(code: string): ReadonlySet<string> {
  const name = codes().nameOfState.get(code) ?? '';
  const isCodeOfLetters = /-[A-Z]{2,3}$/.test(code);
  return keysOfAll([name, ...(isCodeOfLetters ? [code.slice(3)] : [])]);
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

interface Codes {
  /** ISO 3166-1 by key. */
  readonly countries: ReadonlyMap<string, string>;
  /** ISO 3166-2 by the country and the key. */
  readonly states: ReadonlyMap<string, string>;
  readonly nameOfState: ReadonlyMap<string, string>;
}

let loaded: Codes | undefined;

/** Loaded on first use. */
function codes(): Codes {
  return (loaded ??= {
    countries: new Map(
      iso31661.flatMap(({ alpha2, alpha3, name }) => {
        const { language } = new Intl.Locale(`und-${alpha2}`).maximize();
        const names = [...LANGUAGES_OF_DATA, language].map((of) => displayName(of, alpha2));
        const all = keysOfAll([alpha2, alpha3, name, ...names, ...(MORE_NAMES[alpha2] ?? [])]);
        return [...all].map((key) => [key, alpha2] as const);
      }),
    ),
    states: new Map(
      iso31662.flatMap(({ code, name }) => {
        const country = code.slice(0, 2);
        return [name, ...name.split(/[[(/]/), code.slice(3)].map(
          (text) => [`${country} ${canonicalKey(text)}`, code] as const,
        );
      }),
    ),
    nameOfState: new Map(iso31662.map(({ code, name }) => [code, name])),
  });
}
