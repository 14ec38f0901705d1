/**
 * One fault of the caller's input: an entry of a problem's `errors` (design section 3), less the parameter's name,
 * which the caller knows.
 */
export interface QueryFault {
  /** What was sent, whole. */
  value: string;
  /** What is wrong with it; of a syntax error, three lines: the reason, the text, a caret under the column. */
  reason: string;
  /** The values that would do, where they are few. */
  allowed?: readonly string[];
  /** The text or name that was probably meant. */
  suggestion?: string;
}

/** What becomes of a text: a value, or all that is wrong with it. Nothing here is thrown. */
export type QueryResult<Value, Fault extends QueryFault = QueryFault> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Fault extends QueryFault>(
  ...faults: readonly Fault[]
): { readonly ok: false; readonly faults: readonly Fault[] } {
  return { ok: false, faults };
}
