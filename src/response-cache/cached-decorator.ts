import { SetMetadata } from '@nestjs/common';

/** What answers are made of: the search index, and tables of the system of record. */
export type Source =
  | 'index'
  | 'users'
  | 'follows'
  | 'checkins'
  | 'reviews'
  | 'places'
  | 'place_categories'
  | 'categories'
  | 'subcategories';

/** How the answers of a route are kept. */
export interface Keeping {
  /** What they are made of: they serve for as long as none of it changes. */
  of: readonly Source[];
  /** Milliseconds that they serve at most, where more than these sources goes into them. */
  atMost?: number;
}

export const KEPT = Symbol('KEPT');

/** The answers of this route are the same for everybody who may ask, and serve until what they are made of changes. */
export const Kept = (keeping: Keeping) => SetMetadata<symbol, Keeping>(KEPT, keeping);
