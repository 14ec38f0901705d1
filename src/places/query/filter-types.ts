import { type Field } from './fields.js';

/** A checked filter: its fields exist and accept their values. Only `check-filter.ts` and `check-value.ts` create filters, so each can be compiled. */
export type Filter =
  AndFilter | OrFilter | NotFilter | EqualsFilter | WordsFilter | PrefixFilter | RangeFilter | PresenceFilter;

export interface AndFilter {
  readonly type: 'and';
  readonly filters: readonly Filter[];
}

interface OrFilter {
  readonly type: 'or';
  readonly filters: readonly Filter[];
}

interface NotFilter {
  readonly type: 'not';
  readonly filter: Filter;
}

/** An exact field, an id or a number has this value. */
export interface EqualsFilter {
  readonly type: 'equals';
  readonly field: Field;
  readonly value: string | number;
}

/** A text field contains all words of the text; as a phrase, in this order and without words between them. */
export interface WordsFilter {
  readonly type: 'words';
  readonly field: Field;
  readonly text: string;
  readonly phrase: boolean;
}

/** The value of an exact field starts with the text; in a text field, a word does. */
export interface PrefixFilter {
  readonly type: 'prefix';
  readonly field: Field;
  readonly text: string;
}

/** A number lies between the bounds. An absent bound is open. */
export interface RangeFilter {
  readonly type: 'range';
  readonly field: Field;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
}

export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** The place has the field. */
interface PresenceFilter {
  readonly type: 'presence';
  readonly field: Field;
}
