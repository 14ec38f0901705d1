import { iso31662 } from 'iso-3166';

/** A country code in capitals, taken from the region code if the country is absent. Returns other text unchanged. */
export function countryOf(country: string | undefined, region?: string): string | undefined {
  const code = country ?? /^([A-Z]{2})-[A-Z\d]{1,3}$/.exec(region ?? '')?.[1];
  return code !== undefined && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : code;
}

/**
 * Normalizes a state: `NSW`, `New South Wales` and `AU-NSW` all give `NSW`. Countries with numeric codes, such as Japan,
 * give the name.
 */
export function stateOf(region: string | undefined, country: string | undefined): string | undefined {
  if (region === undefined || country === undefined) return region;
  const { codes, names } = subdivisions();
  const prefix = `${country}-`;
  const bare = region.toUpperCase().startsWith(prefix) ? region.slice(prefix.length) : region;
  const byCode = prefix + bare.toUpperCase();
  const code = names.has(byCode) ? byCode : codes.get(keyOf(country, bare));
  if (code === undefined) return bare;
  const short = code.slice(prefix.length);
  return /\d/.test(short) ? names.get(code) : short;
}

let loaded: { codes: Map<string, string>; names: Map<string, string> } | undefined;

/** Subdivisions (ISO 3166-2): code by country and name, and name by code. Loaded on first use. */
function subdivisions() {
  return (loaded ??= {
    codes: new Map(iso31662.map(({ code, name }) => [keyOf(code.slice(0, 2), name), code])),
    names: new Map(iso31662.map(({ code, name }) => [code, name])),
  });
}

function keyOf(country: string, name: string): string {
  return `${country} ${name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()}`;
}

/** `computer_hardware_company` → `Computer hardware company` */
export function displayName(key: string): string {
  const words = key.replace(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Dining and Drinking` → `dining-and-drinking` */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
