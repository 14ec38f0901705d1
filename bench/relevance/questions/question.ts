import { type NamedPlace } from '../sets/named-place.js';

/** What a person types, and how to recognise a place that they could mean. */
export interface Question {
  readonly q: string;
  readonly accepts: (place: NamedPlace) => boolean;
}

/** Places of a kind: by the name of the place, or by its category and subcategory (`Shopping > Pharmacy`). Without both, any place. */
export interface Kind {
  readonly name?: RegExp;
  readonly category?: RegExp;
}

/** Where the place must be. */
export interface Where {
  readonly city?: string;
  readonly district?: string;
  readonly street?: string;
  readonly number?: string;
}

export function question(q: string, kind: Kind, where: Where = {}): Question {
  return { q, accepts: (place) => isOfKind(place, kind) && isThere(place, where) };
}

function isOfKind({ name, categories = [] }: NamedPlace, kind: Kind): boolean {
  if (!kind.name && !kind.category) return true;
  if (kind.name?.test(name)) return true;
  return categories.some((one) => kind.category?.test(`${one.name} > ${one.subcategory?.name ?? ''}`));
}

function isThere({ address = {} }: NamedPlace, where: Where): boolean {
  return (['city', 'district', 'street', 'number'] as const).every(
    (part) => where[part] === undefined || where[part] === address[part],
  );
}
