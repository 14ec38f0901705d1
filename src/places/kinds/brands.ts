import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagesOf } from '../languages.js';
import { type PlaceRecord } from '../place.js';
import { foldedPhrase, foldedWords } from '../words/words.js';
import { KindCatalogue } from './kind-catalogue.js';
import { foldedNameWords } from './name-words.js';

/** The kinds of each brand by its folded name, with the countries where the brand has places. */
type Brands = ReadonlyMap<string, readonly { readonly kind: string; readonly countries: ReadonlySet<string> }[]>;

/** The code in `brands.txt` for brands of many countries. */
const WORLD = '001';

/** Kinds that only some places of a brand have, in addition to their main business: not every fuel station is a car wash. */
const sideKinds: ReadonlySet<string> = new Set([
  ...['amenity/atm', 'amenity/car_wash', 'amenity/charging_station', 'amenity/parcel_locker', 'leisure/indoor_play'],
  ...['shop/car_repair', 'healthcare/sample_collection', 'highway/services'],
]);

/** Kinds of shops whose brands also have restaurants, pharmacies and fuel stations. */
const shopsWithMore: ReadonlySet<string> = new Set([...['shop/supermarket', 'shop/furniture', 'shop/wholesale']]);

/** The most words of a brand that are looked for in names. Longer brands are found only by the member `brand`. */
const MAX_WORDS = 6;

/** The kinds of a brand. */
interface BrandKinds {
  readonly sure: readonly string[];
  /** The first word of the name may be a brand of these kinds. */
  readonly weak: readonly string[];
}

const NONE: BrandKinds = { sure: [], weak: [] };

/**
 * The kinds of the brand of a place: fuel stations for `BP`. If the brand is one word at the beginning of a longer name, only kinds of
 * chains count, and they are weak: `Shell Redwood` is a fuel station, but `Gulf Brokers` is not. Many brands are everyday words, so ask only
 * for places whose categories say no kind (docs/kinds.md).
 *
 * @param country ISO 3166-1 code (alpha-2)
 */
export function brandKindsOf(
  { name, brand, address = {} }: Pick<PlaceRecord, 'name' | 'brand' | 'address'>,
  country: string | undefined,
): BrandKinds {
  const code = country?.toLowerCase() ?? '';
  const ofBrand = (text: string): readonly string[] => {
    const all = (brands().get(text) ?? [])
      .filter(({ countries }) => countries.has(WORLD) || countries.has(code))
      .map(({ kind }) => kind);
    const main = all.filter((kind) => !sideKinds.has(kind));
    const shops = main.filter((kind) => shopsWithMore.has(kind));
    return [shops, main].find(({ length }) => length > 0) ?? all;
  };
  const whole = brand === undefined ? [] : ofBrand(foldedPhrase(brand));
  if (whole.length > 0) return { sure: whole, weak: [] };
  const words = foldedWords(name);
  for (let count = Math.min(words.length, MAX_WORDS); count > 0; count -= 1) {
    const kinds = ofBrand(words.slice(0, count).join(' '));
    if (kinds.length === 0) continue;
    const rest = words.slice(count);
    const isWhole = saysNothingElse(rest, address);
    const isSure = count > 1 || isWhole;
    // Terms count as well: `Budget Removal` is no car rental, and `New Style Curtains` no hairdresser.
    if (namesOtherKind(rest, kinds, languagesOf(country === undefined ? [] : [country]), !isWhole)) continue;
    if (isSure) return { sure: kinds, weak: [] };
    const chains = kinds.filter((kind) => chainKinds.test(kind));
    if (chains.length > 0) return { sure: [], weak: chains };
  }
  return NONE;
}

/**
 * Kinds of chains whose names have the brand and a location: `Shell Redwood`. Half of the names that start with another brand are other
 * companies.
 */
const chainKinds = /^(?:amenity\/(?:bank|fast_food|fuel|pharmacy)|shop\/(?:supermarket|convenience))(?:\/|$)/u;

const companyWords = foldedNameWords('company');

/** Whether all words are words of companies, or words of the address. @param words folded */
export function saysNothingElse(words: readonly string[], address: NonNullable<PlaceRecord['address']>): boolean {
  const others = words.filter((word) => !companyWords.has(word));
  if (others.length === 0) return true;
  const said = new Set(Object.values(address).flatMap((part) => foldedWords(part ?? '')));
  return others.every((word) => said.has(word));
}

const branchWords = foldedNameWords('branch');

/** Whether words after a brand name another kind: `Target Furniture` is a furniture store, not a Target. */
function namesOtherKind(
  words: readonly string[],
  own: readonly string[],
  languages: readonly string[],
  terms: boolean,
): boolean {
  const catalogue = KindCatalogue.load();
  const known = new Set(catalogue.withNarrower(own));
  return words.some((word, at) => {
    const named = catalogue.kindsNamed(
      words,
      at,
      terms && !branchWords.has(word) ? { languages, withTerms: true } : {},
    );
    return named !== undefined && !named.kinds.some(({ id }) => known.has(id));
  });
}

let loaded: Brands | undefined;

function brands(): Brands {
  return (loaded ??= parse(readFileSync(join(__dirname, 'brands.txt'), 'utf8')));
}

function parse(text: string): Brands {
  const read = new Map<string, { kind: string; countries: ReadonlySet<string> }[]>();
  let kind = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [first = '', codes = '', names = ''] = line.split('\t');
    if (first !== '') {
      kind = first;
      continue;
    }
    const entry = { kind, countries: new Set(codes.split(' ')) };
    for (const name of names.split('|')) read.set(name, [...(read.get(name) ?? []), entry]);
  }
  return read;
}
