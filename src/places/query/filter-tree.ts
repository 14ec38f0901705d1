/** The syntax tree of a filter; `check.ts` checks fields and values. Offsets count UTF-16 units; `end` is exclusive. */
export type FilterNode = AndNode | OrNode | NotNode | ClauseNode;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface AndNode {
  readonly type: 'and';
  readonly children: readonly FilterNode[];
}

interface OrNode {
  readonly type: 'or';
  readonly children: readonly FilterNode[];
}

interface NotNode {
  readonly type: 'not';
  readonly child: FilterNode;
}

/** `field:value` */
export interface ClauseNode extends Span {
  readonly type: 'clause';
  readonly field: string;
  readonly value: ValueNode;
}

export type ValueNode = TextNode | PrefixNode | RangeNode | ListNode;

/** A word or a quoted text, with its escapes resolved. */
export interface TextNode {
  readonly type: 'text';
  readonly text: string;
  readonly quoted: boolean;
  /** A word as written, if other query languages read it as syntax. */
  readonly foreign?: string;
}

/** `word*` */
export interface PrefixNode {
  readonly type: 'prefix';
  readonly text: string;
  readonly foreign?: string;
}

/** `[lower TO upper]`. A brace in place of a bracket excludes the bound. */
export interface RangeNode {
  readonly type: 'range';
  readonly lower: BoundNode;
  readonly upper: BoundNode;
}

/** `text` is absent for an open bound, `*`. */
export interface BoundNode {
  readonly text?: string;
  readonly inclusive: boolean;
}

/** `(value OR value)` */
interface ListNode {
  readonly type: 'list';
  readonly values: readonly ValueNode[];
}
