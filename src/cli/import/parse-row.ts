import { isUtf8 } from 'node:buffer';
import { type z } from 'zod';
import { errorMessage } from '../../error-message.js';

/** A value that is left out of a row, or that is kept and will not be understood. */
export interface ValueFault {
  /** Where the value is, such as `phones[0]`. */
  member: string;
  value: unknown;
  /** Follows the value: `"n.a." is no web address`. */
  reason: string;
  isKept?: boolean;
}

/**
 * The outcome of parsing one line:
 * - `row`: the line is valid
 * - `row` and `skipped`: the line is valid and removes its record, for the reason `skipped`
 * - `rejected`: the line is invalid; all reasons, joined by `; `
 * - `skipped`: the line is valid, but its record does not belong in the directory
 */
export type ParsedRow<Row> = { row: Row; skipped?: string } | { rejected: string } | { skipped: string };

/** Parses a line of JSON by the schema of its kind. */
export function parseRow<Row>(bytes: Buffer, schema: z.ZodType<Row>): ParsedRow<Row> {
  const parsed = parseJson(bytes);
  return 'rejected' in parsed ? parsed : validateRow(parsed.value, schema);
}

/** Parses a line as JSON of any shape. */
export function parseJson(bytes: Buffer): { value: unknown } | { rejected: string } {
  if (!isUtf8(bytes)) return { rejected: 'is not UTF-8' };
  try {
    return { value: JSON.parse(bytes.toString()) as unknown };
  } catch (error) {
    return { rejected: `is not JSON: ${replaceControls(errorMessage(error))}` };
  }
}

/** The reason does not quote the line, which may be long or binary. */
export const notAnObject = 'must be an object';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Validates a parsed value by a schema. */
export function validateRow<Row>(value: unknown, schema: z.ZodType<Row>): { row: Row } | { rejected: string } {
  if (!isObject(value)) return { rejected: notAnObject };
  const result = schema.safeParse(value);
  return result.success ? { row: result.data } : { rejected: formatIssues(result.error.issues) };
}

/** A line may have a fault in each of many thousand entries. */
const maxIssues = 20;

function formatIssues(issues: readonly z.core.$ZodIssue[]): string {
  const more = issues.length - maxIssues;
  const shown = issues.slice(0, maxIssues).map(formatIssue);
  return [...shown, ...(more > 0 ? [`and ${more.toLocaleString('en')} more faults`] : [])].join('; ');
}

/** `categories[0].name: is missing` */
function formatIssue({ path, message }: z.core.$ZodIssue): string {
  if (path.length === 0) return replaceControls(message);
  const field = path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `${parent}[${key}]`;
    return parent === '' ? String(key) : `${parent}.${String(key)}`;
  }, '');
  return replaceControls(`${field}: ${message}`);
}

/** Replaces control characters: reasons quote files, and must not send escape sequences to a terminal. */
export function replaceControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}
