/** A fault in the caller's input: an entry of a problem's `errors` without the parameter's name (docs/errors.md). */
export interface QueryFault {
  /** The whole text that was sent. */
  value: string;
  /** What is wrong. For a syntax error three lines: the reason, the text, a caret under the column. */
  reason: string;
  /** The allowed values, if they are few. */
  allowed?: readonly string[];
  /** The text or name that was probably meant. */
  suggestion?: string;
}

/** A parsed value, or all faults of the text. The query language throws no errors for input. */
export type QueryResult<Value, Fault extends QueryFault = QueryFault> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly Fault[] };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Fault extends QueryFault>(
  ...faults: readonly Fault[]
): { readonly ok: false; readonly faults: readonly Fault[] } {
  return { ok: false, faults };
}

/** The limits of a search. Lengths count Unicode code points. */
export const LIMITS = {
  rows: 50,
  /** The mapping lets Elasticsearch page this deep (`max_result_window`). Cursors page deeper. */
  start: 10_000,
  /** Each further key costs time, and hardly changes the order. */
  sortKeys: 8,
  /** `facet.limit`. */
  facetValues: 100,
  /** Length of one `fq`. */
  filterLength: 4096,
  /** Clauses in all `fq` of a request. Each value of a list is one. */
  clauses: 64,
  /** Levels of parentheses and NOT in one `fq`. */
  depth: 16,
  /** Words in one value of a text field. Each word costs Elasticsearch a clause. */
  wordsPerValue: 64,
  /** Words in all values of text fields of a request. Each is a clause. Elasticsearch allows 1,310 clauses, and `q` may need 1,000. */
  wordsPerRequest: 256,
  /** Length of a prefix. Elasticsearch rejects more than 1,000 UTF-16 units. */
  prefixLength: 256,
  /** Misspelt field names of a request that get a suggestion. Finding the nearest name is the slowest part of a check. */
  suggestions: 8,
  /** Length of `q`. */
  termLength: 256,
} as const;

/** Whether a text has more code points than the limit. A very long text is not counted. */
export function isLongerThan(limit: number, text: string): boolean {
  // A code point has one or two UTF-16 units.
  if (text.length <= limit) return false;
  return text.length > 2 * limit || Array.from(text).length > limit;
}

const NUMBER = /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})$/;

/** `NUMBER` without the limits on its length. */
const NUMBER_OF_ANY_LENGTH = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A plain decimal number whose integer part a double stores exactly; `undefined` for any other text. */
export function parseNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  // Adding 0 turns -0 into 0.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number + 0 : undefined;
}

/** Whether a text is a number that is too long or too large for `parseNumber`. */
export function isNumberTooLarge(text: string): boolean {
  return NUMBER_OF_ANY_LENGTH.test(text) && parseNumber(text) === undefined;
}
