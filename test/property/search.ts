import { type GeoPoint } from '../../src/places/query/geometry.js';
import { type Rectangle } from '../../src/places/query/location.js';

/** A generated search. `print.ts` turns it into a query string, `evaluate.ts` finds the places that match it. */
export interface Search {
  /** One `fq` each. */
  readonly filters: readonly Tree[];
  /** Printed as `q`. */
  readonly term: Leaf | undefined;
  /** Without keys the order is not checked. */
  readonly order: readonly Key[];
  readonly centre: GeoPoint | undefined;
  /** Metres. */
  readonly radius: number | undefined;
  readonly rectangle: Rectangle | undefined;
  readonly rows: number;
  readonly start: number;
}

export interface Key {
  readonly field: string;
  readonly descending: boolean;
}

/** A filter. `parenthesised`, `minus`, `spelling`, `notation` and `braces` only change how it is printed. */
export type Tree =
  | { readonly type: 'all' | 'any'; readonly of: readonly Tree[]; readonly parenthesised: boolean }
  | { readonly type: 'not'; readonly of: Tree; readonly minus: boolean }
  | Leaf;

export interface Leaf {
  readonly type: 'leaf';
  readonly field: string;
  readonly condition: Condition;
  /** Index of the field name to print. */
  readonly spelling: number;
}

export type Condition =
  /** The whole value, or the words of a name in any order. */
  | { readonly type: 'value'; readonly text: string; readonly quoted: boolean }
  | { readonly type: 'prefix'; readonly text: string }
  | { readonly type: 'number'; readonly value: number; readonly notation: Notation }
  | { readonly type: 'range'; readonly lower: Bound; readonly upper: Bound }
  | { readonly type: 'present'; readonly braces: boolean }
  | { readonly type: 'one of'; readonly of: readonly Condition[] };

export interface Bound {
  readonly value: number | undefined;
  readonly inclusive: boolean;
  readonly notation: Notation;
}

export type Notation = 'plain' | 'signed' | 'padded' | 'quoted';
