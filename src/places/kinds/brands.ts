import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryCodeOf } from '../areas/regions.js';
import { type PlaceRecord } from '../place.js';
import { foldedWords } from '../query/words.js';
import { CategoryKinds } from './category-kinds.js';
import { KindCatalogue } from './kind-catalogue.js';
import { withBroader } from './related-kinds.js';

/** By folded name: kinds, with the countries where the brand has places. */
type Brands = ReadonlyMap<string, readonly { readonly kind: string; readonly countries: ReadonlySet<string> }[]>;

/** The code in `brands.txt` for brands of many countries. */
const WORLD = '001';

/** What places of a brand have beside their main business: not every fuel station is a car wash. */
const sideKinds: ReadonlySet<string> = new Set([
  ...['amenity/atm', 'amenity/car_wash', 'amenity/charging_station', 'amenity/parcel_locker', 'leisure/indoor_play'],
  ...['shop/car_repair', 'healthcare/sample_collection', 'highway/services'],
]);

/** Their brands have restaurants, pharmacies and fuel stations too. */
const shopsWithMore: ReadonlySet<string> = new Set([...['shop/supermarket', 'shop/furniture', 'shop/wholesale']]);

/** Longer brands are found by the member `brand` only. */
const MAX_WORDS = 6;

/**
 * The kinds that the brand of a place says, and broader ones: fuel stations for `BP`. Kinds of a brand that is only the first word
 * of a name are marked as weak: `Shell Redwood`, but also `Gulf Brokers`. None if a category says the kind, because many brands are
 * everyday words (docs/kinds.md).
 */
export function brandKindsOf({ name, brand, categories, address = {} }: PlaceRecord): string[] {
  if (categories.some(saysKind)) return [];
  let country: string | undefined;
  // Few places have a name that is a brand.
  const countryCode = (): string => (country ??= countryCodeOf(address.country ?? '')?.toLowerCase() ?? '');
  const ofBrand = (text: string): readonly string[] => {
    const all = (brands().get(text) ?? [])
      .filter(({ countries }) => countries.has(WORLD) || countries.has(countryCode()))
      .map(({ kind }) => kind);
    const main = all.filter((kind) => !sideKinds.has(kind));
    const shops = main.filter((kind) => shopsWithMore.has(kind));
    return [shops, main].find(({ length }) => length > 0) ?? all;
  };
  const whole = brand === undefined ? [] : ofBrand(foldedWords(brand).join(' '));
  if (whole.length > 0) return withBroader(whole);
  const words = foldedWords(name);
  for (let count = Math.min(words.length, MAX_WORDS); count > 0; count -= 1) {
    const kinds = ofBrand(words.slice(0, count).join(' '));
    if (kinds.length === 0) continue;
    const rest = words.slice(count);
    const isSure = count > 1 || saysNothingElse(rest, address);
    // Of a weak one, everyday words (`Budget Removal`) say another kind as well.
    if (namesOtherKind(rest, kinds, !isSure)) continue;
    if (isSure) return withBroader(kinds);
    const chains = withBroader(kinds).filter((kind) => chainKinds.test(kind));
    if (chains.length > 0) return chains.map(weakly);
  }
  return [];
}

/** Marks a kind that a brand may say. */
export function weakly(kind: string): string {
  return `~${kind}`;
}

/** Kinds whose places are called by the brand and where they are: `Shell Redwood`. Half of the others are other companies. */
const chainKinds = /^(?:amenity\/(?:bank|fast_food|fuel|pharmacy)|shop\/(?:supermarket|convenience))(?:\/|$)/u;

/** Words after a brand that say nothing else. */
const companyWords = (
  'ab ag aps as bank cia co company corp corporation express gmbh group inc international limited llc ltd ltda metro new nz of oil oy ' +
  'plc pty sa shop store stores supermarket the uk usa zealand'
).split(' ');

/** Whether all words are those of companies or of the address. */
function saysNothingElse(words: readonly string[], address: NonNullable<PlaceRecord['address']>): boolean {
  const said = new Set([...companyWords, ...Object.values(address).flatMap((part) => foldedWords(part ?? ''))]);
  return words.every((word) => said.has(word));
}

/** `Target Furniture` is a furniture store, whatever Target is. */
function namesOtherKind(words: readonly string[], own: readonly string[], terms: boolean): boolean {
  const catalogue = KindCatalogue.load();
  const known = new Set(catalogue.withNarrower(own));
  return words.some((_, at) => {
    const named = catalogue.kindsNamed(words, at, { terms });
    return named !== undefined && !named.kinds.some(({ id }) => known.has(id));
  });
}

const categoriesWithKinds = new Map<string, boolean>();

function saysKind({ id, name, subcategory }: PlaceRecord['categories'][number]): boolean {
  const key = JSON.stringify([id, name, subcategory]);
  const known = categoriesWithKinds.get(key);
  if (known !== undefined) return known;
  const joined = new CategoryKinds(KindCatalogue.load(), [
    { id, name, subcategories: subcategory ? [subcategory] : [] },
  ]);
  if (categoriesWithKinds.size < MAX_CATEGORIES) categoriesWithKinds.set(key, joined.saysKinds);
  return joined.saysKinds;
}

/** Categories that are remembered. */
const MAX_CATEGORIES = 10_000;

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
