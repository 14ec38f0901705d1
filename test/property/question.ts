/**
 * A search as the property tests draw it: what is asked, in terms of places alone. How it is written is for `print.ts`
 * to say, and which places answer it for `evaluate.ts`.
 */
export interface Question {
  /** All must hold; each is an `fq` of its own. */
  readonly filters: readonly Tree[];
  /** A single condition, asked as `q`. */
  readonly term: Leaf | undefined;
  /** Without keys, or by relevance, the order is not checked. */
  readonly order: readonly Key[];
  readonly centre: Point | undefined;
  /** Metres. */
  readonly radius: number | undefined;
  readonly rectangle: Rectangle | undefined;
  readonly rows: number;
  readonly start: number;
}

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export interface Rectangle {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

export interface Key {
  readonly field: string;
  readonly descending: boolean;
}

/** What has to hold of a place. `parenthesised`, `minus` and the like only change how it is written. */
export type Tree =
  | { readonly type: 'all' | 'any'; readonly of: readonly Tree[]; readonly parenthesised: boolean }
  | { readonly type: 'not'; readonly of: Tree; readonly minus: boolean }
  | Leaf;

export interface Leaf {
  readonly type: 'leaf';
  readonly field: string;
  readonly condition: Condition;
  /** Which of the field's names is written. */
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
