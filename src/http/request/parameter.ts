import { type ProblemFault } from '../problems/problems.js';

/** A fault of one value; the parameter and the value themselves are added by the reader. */
type ValueFault = Pick<ProblemFault, 'reason' | 'allowed' | 'suggestion' | 'value'>;

/** What reading the texts of a parameter comes to. `ignored` names what was understood to be none of ours, which are `known`. */
export type ParseResult<T> =
  { ok: true; value: T; ignored?: string[]; known?: readonly string[] } | { ok: false; faults: ValueFault[] };

/** A JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1), as documents carry it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What callers are told of a parameter: `/openapi.json` is made of it. */
export interface ParameterDescription {
  /** Markdown. */
  readonly description: string;
  /** What one may send; an array says that it may stand several times, or takes values separated by commas. */
  readonly schema: JsonSchema;
  /** It must be there. */
  readonly required?: boolean;
}

/** A query parameter: how often it may stand, what it is worth when absent, how its text is read, what is said of it. */
export interface Parameter<T> {
  readonly about: ParameterDescription;
  readonly absent: T;
  readonly repeatable: boolean;
  /** An empty text is as good as none (`q`, `fq`, `fl`, `sort`). */
  readonly emptyIsAbsent: boolean;
  /** @param texts the decoded texts, one unless the parameter is repeatable, never none */
  read(texts: readonly string[]): ParseResult<T>;
}

/** The values of a set of parameters. */
export type ParameterValues<S> = { [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

const faulty = (reason: string, allowed: string): { ok: false; faults: ValueFault[] } => ({
  ok: false,
  faults: [{ reason, allowed: [allowed] }],
});

function single<T>(about: ParameterDescription, absent: T, read: (text: string) => ParseResult<T>): Parameter<T> {
  return { about, absent, repeatable: false, emptyIsAbsent: false, read: ([text]) => read(text ?? '') };
}

/** A whole number in plain decimal digits, so that `1e1`, `0x10` and `+1` are none. */
export function integer(description: string, limits: { min: number; max: number; absent: number }): Parameter<number> {
  const { min, max, absent } = limits;
  const allowed = `an integer, ${min} to ${max}`;
  const schema = { type: 'integer', minimum: min, maximum: max, default: absent };
  return single({ description, schema }, absent, (text) => {
    if (!/^(\d+|-[1-9]\d*)$/.test(text)) return faulty('is not an integer in plain decimal digits', allowed);
    const value = Number(text);
    return value >= min && value <= max ? { ok: true, value } : faulty('is out of range', allowed);
  });
}

/** A text that its own reader understands; an empty one is as good as absent. */
export function text<T, A>(
  about: ParameterDescription,
  absent: A,
  read: (value: string) => ParseResult<T>,
): Parameter<T | A> {
  return { ...single<T | A>(about, absent, read), emptyIsAbsent: true };
}

/** A text that may stand several times; empty ones are as good as absent. */
export function texts<T>(
  about: ParameterDescription,
  absent: T,
  read: (values: readonly string[]) => ParseResult<T>,
): Parameter<T> {
  return { about, absent, repeatable: true, emptyIsAbsent: true, read };
}

/** `rows` of every list (design, section 3); interface section 8 for place search. */
export const rows = (max = 50, absent = 10): Parameter<number> =>
  integer('How many items a page has.', { min: 1, max, absent });

/** `start` of every list. */
export const start = (max = Number.MAX_SAFE_INTEGER): Parameter<number> =>
  integer('Where in the list the page begins, counted from 0.', { min: 0, max, absent: 0 });

/** What every list takes. */
export const paging = { rows: rows(), start: start() };
