import { type GeoPoint } from '../geo-point.js';
import { foldedWords } from '../text/typed-words.js';

/** The members of an address that name an area. */
export type AddressPart = 'country' | 'state' | 'city' | 'district';

/** A name counts without a word such as `near` only with so many places: the data may have any word as a city. */
export const MIN_PLACES = 3;

/** A city or a district that places of the data have in their addresses. */
export interface Area extends Readonly<Partial<Record<AddressPart, string>>> {
  readonly type: 'city' | 'district';
  readonly name: string;
  /** See `areaKey`. */
  readonly key: string;
  /** The keys of what it lies in: the city of a district, then state and country. */
  readonly around: readonly string[];
  /** The number of its places. */
  readonly places: number;
  /** The middle of its places; absent if none has a location. */
  readonly centre?: GeoPoint;
  /** Metres around the centre that contain most of its places. */
  readonly radius: number;
  /** What an address must have to be there: state and country only if other areas have the same name. */
  readonly address: Readonly<Partial<Record<AddressPart, string>>>;
}

/** How places must lie to an area: `in` it, or in it or `near` it; `first` ranks those in it first. */
export type Relation = 'in' | 'near' | 'first';

/** Where the words of a text say that places are. */
export interface Where {
  readonly relation: Relation;
  readonly area: Area;
  /** The words that say it, as typed: `near providence`. */
  readonly words: string;
  /** The other words. */
  readonly rest: string;
}

/** The cities and districts of the data. */
export interface AreaNames {
  /** @param key see `areaKey` */
  named(key: string): readonly Area[];
  /** Whether it is the key of a state or country. */
  isRegion(key: string): boolean;
}

/** The name without case, accents and punctuation. */
export function areaKey(name: string): string {
  return foldedWords(name).join(' ');
}
