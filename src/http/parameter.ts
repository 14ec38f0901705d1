import { type ProblemFault } from './problems.js';

/** A fault of one value. `readParameters` adds the name of the parameter, and the value if it is absent here. */
type ParameterFault = Pick<ProblemFault, 'reason' | 'allowed' | 'suggestion' | 'value'>;

/** A parsed value, or its faults. `ignored` lists unknown names within the value (field paths in `fl`); `known` are the known ones. */
export type ParseResult<T> =
  { ok: true; value: T; ignored?: string[]; known?: readonly string[] } | { ok: false; faults: ParameterFault[] };

/** A JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The documentation of a parameter in `/openapi.json`. */
export interface ParameterDescription {
  /** Markdown. */
  readonly description: string;
  /** An array means that the parameter can be repeated. `list` takes values separated by commas, too. */
  readonly schema: JsonSchema;
  readonly required?: boolean;
}

/** How a query parameter is parsed and documented. */
export interface Parameter<T> {
  readonly documentation: ParameterDescription;
  /** The value if the parameter is absent. */
  readonly defaultValue: T;
  readonly repeatable: boolean;
  /** Whether an empty text counts as absent (`q`, and all lists). */
  readonly emptyIsAbsent: boolean;
  /** @param texts the decoded texts: at least one, and exactly one unless the parameter is repeatable */
  read(texts: readonly string[]): ParseResult<T>;
}

/** The values of a set of parameters. */
export type ParameterValues<S> = { [K in keyof S]: S[K] extends Parameter<infer T> ? T : never };

const faulty = (reason: string, allowed: string): { ok: false; faults: ParameterFault[] } => ({
  ok: false,
  faults: [{ reason, allowed: [allowed] }],
});

/** A parameter that is given once, with a parser of its own. */
export function single<T>(
  documentation: ParameterDescription,
  defaultValue: T,
  read: (text: string) => ParseResult<T>,
): Parameter<T> {
  return { documentation, defaultValue, repeatable: false, emptyIsAbsent: false, read: ([text]) => read(text ?? '') };
}

/** An integer in plain decimal digits: `1e1`, `0x10` and `+1` are invalid. */
export function integer(
  description: string,
  limits: { min: number; max: number; defaultValue: number },
): Parameter<number> {
  const { min, max, defaultValue } = limits;
  const allowed = `an integer, ${min} to ${max}`;
  const schema = { type: 'integer', minimum: min, maximum: max, default: defaultValue };
  return single({ description, schema }, defaultValue, (text) => {
    if (!/^(\d+|-[1-9]\d*)$/.test(text)) return faulty('is not an integer in plain decimal digits', allowed);
    const value = Number(text);
    return value >= min && value <= max ? { ok: true, value } : faulty('is out of range', allowed);
  });
}

/** A text with a parser of its own. An empty text counts as absent. */
export function text<T, A>(
  documentation: ParameterDescription,
  defaultValue: A,
  read: (value: string) => ParseResult<T>,
): Parameter<T | A> {
  return { ...single<T | A>(documentation, defaultValue, read), emptyIsAbsent: true };
}

/** One of several words. */
export function oneOf<const T extends string>(
  description: string,
  values: readonly T[],
  defaultValue: NoInfer<T>,
): Parameter<T> {
  const schema = { type: 'string', enum: values, default: defaultValue };
  return single<T>({ description, schema }, defaultValue, (given) => {
    const value = values.find((candidate) => candidate === given);
    return value === undefined
      ? { ok: false, faults: [{ reason: 'is not one of the allowed values', allowed: [...values] }] }
      : { ok: true, value };
  });
}

/** A repeatable text with a parser of its own. Empty texts count as absent. */
export function texts<T>(
  documentation: ParameterDescription,
  defaultValue: T,
  read: (values: readonly string[]) => ParseResult<T>,
): Parameter<T> {
  return { documentation, defaultValue, repeatable: true, emptyIsAbsent: true, read };
}

/**
 * A list with a parser of its own: separated by commas, or one item each time the parameter is given, or both. The parser
 * gets the items separated by commas. An empty text counts as absent.
 */
export function list<T, A>(
  documentation: ParameterDescription,
  defaultValue: A,
  read: (items: string) => ParseResult<T>,
): Parameter<T | A> {
  return texts<T | A>(documentation, defaultValue, (values) => read(values.join(',')));
}

/** `rows` of lists: the page size. */
export const rows = (max = 50, defaultValue = 10): Parameter<number> =>
  integer('The number of items per page.', { min: 1, max, defaultValue });

/** `start` of lists: the offset of the page. */
export const start = (max = Number.MAX_SAFE_INTEGER): Parameter<number> =>
  integer('The offset of the page in the list, from 0.', { min: 0, max, defaultValue: 0 });

/** The parameters of every list. */
export const paging = { rows: rows(), start: start() };
