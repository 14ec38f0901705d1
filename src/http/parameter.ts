import { type ProblemFault } from './problems.js';

/** A fault of one value; the parameter and the value themselves are added by the reader. */
type ValueFault = Pick<ProblemFault, 'reason' | 'allowed' | 'suggestion' | 'value'>;

/** What reading the texts of a parameter comes to. `ignored` names what was understood to be none of ours. */
export type Reading<T> = { ok: true; value: T; ignored?: string[] } | { ok: false; faults: ValueFault[] };

/** A query parameter: how often it may stand, what it is worth when absent, and how its text is read. */
export interface Parameter<T> {
  readonly absent: T;
  readonly repeatable: boolean;
  /** An empty text is as good as none (`q`, `fq`, `fl`, `sort`). */
  readonly emptyIsAbsent: boolean;
  /** @param texts the decoded texts, one unless the parameter is repeatable, never none */
  read(texts: readonly string[]): Reading<T>;
}

/** The values of a set of parameters. */
export type ParameterValues<S> = { [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

const faulty = (reason: string, allowed: string): { ok: false; faults: ValueFault[] } => ({
  ok: false,
  faults: [{ reason, allowed: [allowed] }],
});

function single<T>(absent: T, read: (text: string) => Reading<T>): Parameter<T> {
  return { absent, repeatable: false, emptyIsAbsent: false, read: ([text]) => read(text ?? '') };
}

/** A whole number in plain decimal digits, so that `1e1`, `0x10` and `+1` are none. */
export function integer<A>(limits: { min: number; max: number; absent: A; unit?: string }): Parameter<number | A> {
  const { min, max, absent, unit } = limits;
  const allowed = `an integer, ${min} to ${max}${unit === undefined ? '' : ` ${unit}`}`;
  return single<number | A>(absent, (text) => {
    if (!/^(\d+|-[1-9]\d*)$/.test(text)) return faulty('is not an integer in plain decimal digits', allowed);
    const value = Number(text);
    return value >= min && value <= max ? { ok: true, value } : faulty('is out of range', allowed);
  });
}

/** A text that its own reader understands; an empty one is as good as absent. */
export function text<T, A>(absent: A, read: (value: string) => Reading<T>): Parameter<T | A> {
  return { ...single<T | A>(absent, read), emptyIsAbsent: true };
}

/** A text that may stand several times; empty ones are as good as absent. */
export function texts<T>(absent: T, read: (values: readonly string[]) => Reading<T>): Parameter<T> {
  return { absent, repeatable: true, emptyIsAbsent: true, read };
}

/** `rows` of every list (design, section 3); interface section 8 for place search. */
export const rows = (max = 50, absent = 10): Parameter<number> => integer({ min: 1, max, absent });

/** `start` of every list. */
export const start = (max = Number.MAX_SAFE_INTEGER): Parameter<number> => integer({ min: 0, max, absent: 0 });

/** What every list takes. */
export const paging = { rows: rows(), start: start() };
