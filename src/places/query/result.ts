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
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<Fault extends QueryFault>(
  ...faults: readonly Fault[]
): { readonly ok: false; readonly faults: readonly Fault[] } {
  return { ok: false, faults };
}
