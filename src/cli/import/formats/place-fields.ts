import { iso31662 } from 'iso-3166';

/** An extension: `x12`, `ext. 12`, `;ext=12`. */
const extension = /(?<![\s,;])[\s,;]*(?:ext(?:ension|n)?\.?(?:\s*=)?|x|#)\s*\d{1,6}$/i;

/** Bounds the time that the regular expressions take. */
const maxTextLength = 200;

const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * Extracts telephone numbers as digits. A string may hold several numbers. Drops extensions, converts letters by the keypad
 * (`1-800-FLOWERS`), and ignores text that is not a number.
 */
export function phonesOf(texts: readonly string[]): string[] {
  const candidates = texts.flatMap((text) => text.replace(/;\s*ext=/gi, ' ext ').split(/[;,]|\s\/\s/));
  return [...new Set(candidates.flatMap(digitsOf))];
}

function digitsOf(text: string): string[] {
  if (text.length > maxTextLength) return [];
  const number = text
    .normalize('NFKC')
    // Numbers copied from web pages contain invisible direction marks.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
    .toUpperCase()
    .replace(/^tel:/i, '')
    .replace(extension, '')
    // The zero of +44 (0)20 is only dialed within the country.
    .replace(/^\((\+\d+)\)/, '$1')
    .replace(/^(\+\d+)\s*\(0\)/, '$1');
  if (!/^\+?[\d\s().\-/A-Z]+$/.test(number) || !/^\D{0,3}\d/.test(number)) return [];
  const digits = number.replace(/[A-Z]/g, digitOf).replace(/\D/g, '');
  return digits.length >= 3 && digits.length <= 20 ? [digits] : [];
}

function digitOf(letter: string): string {
  return String(keypad.findIndex((letters) => letters.includes(letter)) + 2);
}

interface Street {
  street?: string;
  number?: string;
}

/** `12`, `12a`, `12-14`, `3/17` */
const houseNumber = String.raw`\d+[a-z]?(?:\s?[-–/]\s?\d+[a-z]?)?`;
const leading = new RegExp(`^(${houseNumber}),?\\s+([^\\d\\s].*)$`, 'i');
const trailing = new RegExp(`^(\\D*?[^\\d\\s,]),?\\s+(?:n[ºo°.]+\\s*|#\\s*)?(${houseNumber})$`, 'i');

/** Words before a number that names a road or a part of a building, not a house. */
const notHouseNumber =
  /\b(?:apt|apartment|box|building|bldg|floor|fl|highway|hwy|interstate|km|level|lot|no|piso|road|room|route|rt|rte|shop|state|ste|suite|unit)\.?$/i;

/**
 * Splits a street from the house number: `3 Richardson Pl`, `Hauptstraße 12a`, `Via Roma, 5`. Any other text is the street.
 */
export function streetOf(freeform: string | undefined): Street {
  if (freeform === undefined) return {};
  const [, first, after] = leading.exec(freeform) ?? [];
  if (first !== undefined && after !== undefined && !after.includes(',')) return { street: after, number: first };
  const [, before, last] = trailing.exec(freeform) ?? [];
  if (before !== undefined && last !== undefined && !notHouseNumber.test(before))
    return { street: before, number: last };
  return { street: freeform };
}

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

/** The limit of `urlService`. */
const maxUrlLength = 2000;

/** The first web address in the texts. Adds `http://` if the scheme is missing. */
export function websiteOf(texts: readonly string[]): string | undefined {
  for (const text of texts.flatMap((given) => given.split(/;\s*(?=https?:|www\.)|\s+/))) {
    const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+/.test(text) ? text : `http://${text}`;
    if (address.length <= maxUrlLength && isWebAddress(address)) return address;
  }
  return undefined;
}

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.');
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
