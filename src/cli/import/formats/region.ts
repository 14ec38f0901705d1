import { iso31662 } from 'iso-3166';

/** Codes of subdivisions by their country and name (ISO 3166-2), made when the first is asked for. */
let codes: Map<string, string> | undefined;
let names: Map<string, string> | undefined;

/** The code of a country: two letters, large; undefined where it is something else, and then for the address as written. */
export function countryOf(country: string | undefined, region?: string): string | undefined {
  const written = country ?? /^([A-Z]{2})-[A-Z\d]{1,3}$/.exec(region ?? '')?.[1];
  return written !== undefined && /^[a-z]{2}$/i.test(written) ? written.toUpperCase() : written;
}

/**
 * A state in one spelling, whether it is given by code, by name, or with its country: `NSW`, `New South Wales` and
 * `AU-NSW` are all `NSW`. Where codes are numbers, as in Japan, it is the name.
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
