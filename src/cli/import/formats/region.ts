import { iso31662 } from 'iso-3166';

/** Subdivisions (ISO 3166-2): code by country and name, and name by code. Loaded on first use. */
let codes: Map<string, string> | undefined;
let names: Map<string, string> | undefined;

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
  load();
  const prefix = `${country}-`;
  const bare = region.toUpperCase().startsWith(prefix) ? region.slice(prefix.length) : region;
  const byCode = prefix + bare.toUpperCase();
  const code = names?.has(byCode) === true ? byCode : codes?.get(keyOf(country, bare));
  if (code === undefined) return bare;
  const short = code.slice(prefix.length);
  return /\d/.test(short) ? names?.get(code) : short;
}

function load(): void {
  names ??= new Map(iso31662.map(({ code, name }) => [code, name]));
  codes ??= new Map(iso31662.map(({ code, name }) => [keyOf(code.slice(0, 2), name), code]));
}

function keyOf(country: string, name: string): string {
  return `${country} ${name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()}`;
}
