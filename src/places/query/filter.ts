import { type Field } from './fields.js';

/**
 * A filter whose fields are known and admit what is asked of them (design section 5). Only `check.ts` makes them, so
 * whoever holds one may compile it.
 */
export type Filter =
  AndFilter | OrFilter | NotFilter | EqualsFilter | WordsFilter | PrefixFilter | RangeFilter | PresenceFilter;

export interface AndFilter {
  readonly type: 'and';
  readonly filters: readonly Filter[];
}

export interface OrFilter {
  readonly type: 'or';
  readonly filters: readonly Filter[];
}

export interface NotFilter {
  readonly type: 'not';
  readonly filter: Filter;
}

/** An exact field, an id or a number has this value. */
export interface EqualsFilter {
  readonly type: 'equals';
  readonly field: Field;
  readonly value: string | number;
}

/** A text field holds all words of the text; as a phrase, in this order and side by side. */
export interface WordsFilter {
  readonly type: 'words';
  readonly field: Field;
  readonly text: string;
  readonly phrase: boolean;
}

/** An exact field begins with the text; in a text field, a word does. */
export interface PrefixFilter {
  readonly type: 'prefix';
  readonly field: Field;
  readonly text: string;
}

/** A number lies within the bounds; an absent bound is open. */
export interface RangeFilter {
  readonly type: 'range';
  readonly field: Field;
  readonly lower?: Bound;
  readonly upper?: Bound;
}

export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The place has the field. */
export interface PresenceFilter {
  readonly type: 'presence';
  readonly field: Field;
}
