import { iso31661 } from 'iso-3166';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { countryCodeAt } from '../../../places/areas/regions.js';

interface Location {
  lat: string | null;
  lng: string | null;
}

/**
 * The country (ISO 3166-1 alpha-2) of a place: by its address, which may have a code or a name, else by its location.
 *
 * @returns undefined if neither says it, or the country has no telephone numbers of its own
 */
export function countryCodeOf(country: string | null | undefined, location?: Location): CountryCode | undefined {
  const code = country ? codeOf(country) : location && codeAt(location);
  return code !== undefined && isSupportedCountry(code) ? code : undefined;
}

function codeOf(country: string): string | undefined {
  const text = keyOf(country);
  return /^[a-z]{2}$/.test(text) ? (codes().get(text) ?? text.toUpperCase()) : codes().get(text);
}

function codeAt({ lat, lng }: Location): string | undefined {
  const [latitude, longitude] = [Number(lat), Number(lng)];
  const isPosition = lat !== null && lng !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPosition ? countryCodeAt(latitude, longitude) : undefined;
}

let loaded: ReadonlyMap<string, string> | undefined;

/** Countries by name (in English, Portuguese and the language of the country) and by three-letter code. */
function codes(): ReadonlyMap<string, string> {
  return (loaded ??= new Map([
    ...iso31661.flatMap(({ alpha2, alpha3, name }) =>
      [alpha3, name, ...localNames(alpha2)].map((key) => [keyOf(key), alpha2] as const),
    ),
    ...([['uk', 'GB'], ['england', 'GB'], ['scotland', 'GB'], ['wales', 'GB'], ['usa', 'US']] as const), // prettier-ignore
    ['united states of america', 'US'],
  ]));
}

function localNames(code: string): string[] {
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return ['en', 'pt', language].map((of) => new Intl.DisplayNames([of], { type: 'region' }).of(code) ?? code);
}

function keyOf(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
