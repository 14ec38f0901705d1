import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The fields of Who's On First that the sample keeps. */
export interface RealPlace {
  readonly id: string;
  readonly name: string;
  readonly phones?: readonly string[];
  readonly urlService?: string;
  readonly address: Readonly<Record<'city' | 'country' | 'state', string>> & {
    readonly street?: string;
    readonly number?: string;
    readonly zipcode?: string;
  };
  readonly location: { readonly lat: string; readonly lng: string };
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly subcategory?: { readonly id: string; readonly name: string };
  }[];
}

type Category = RealPlace['categories'][number];

/** Depots and offices that nobody looks for. */
const leftOut = ['Freight', 'Military Area', 'Industrial Area'];

/** The places of one city, with tidy streets. */
export function realPlaces(file: string, city: string): RealPlace[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as RealPlace)
    .filter(({ address, categories }) => address.city === city && !leftOut.includes(categories[0]?.name ?? ''))
    .map(({ id, name, phones, urlService, address, location, categories }) => ({
      ...{ id, name, ...(phones && { phones }), ...(urlService !== undefined && { urlService }) },
      ...{ address: tidy(address), location, categories: categories.map(withoutNone) },
    }));
}

/** The source calls a missing subcategory `None`. */
function withoutNone({ subcategory, ...category }: Category): Category {
  return { ...category, ...(subcategory && subcategory.name !== 'None' && { subcategory }) };
}

/** `28 De Soto St` -> number 28; `Dorrance St Ste 207` and `14;101 Imperial Pl` -> without the part that is neither street nor number. */
function tidy({ street, number, ...rest }: RealPlace['address']): RealPlace['address'] {
  if (street === undefined) return rest;
  const name = street
    .replace(/^.*;(?=.*\b(?:St|Ave|Pl|Pike|Blvd)\b)|;.*$/, '')
    .replace(/\s+(?:Apt|Fl|Mall|Rm|Ste|Unit|#).*$/, '')
    .trim();
  const [, ahead, road = name] = /^(\d+) (.+)$/.exec(name) ?? [];
  const parts = [number, ahead].flatMap((text) => text?.split(';') ?? []);
  const found = parts.findLast((part) => /^\d+(?:-\d+)?$/.test(part));
  return { ...rest, ...(road !== 'St' && { street: road }), ...(found !== undefined && { number: found }) };
}
