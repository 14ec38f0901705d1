import { isUtf8 } from 'node:buffer';
import { type z } from 'zod';
import { errorMessage } from '../../error-message.js';

/**
 * What a line comes to: the row it holds; all that is wrong with it; or why there is nothing wrong with it and yet it has
 * no place here. A row that is left out stands for a record that goes.
 */
export type Reading<Row> = { row: Row; leftOut?: string } | { reason: string } | { leftOut: string };

/** Reads a line as JSON of a record's schema. */
export function readRow<Row>(bytes: Buffer, schema: z.ZodType<Row>): Reading<Row> {
  const read = readJson(bytes);
  return 'reason' in read ? read : checkRow(read.value, schema);
}

/** Reads a line as JSON of any kind. */
export function readJson(bytes: Buffer): { value: unknown } | { reason: string } {
  if (!isUtf8(bytes)) return { reason: 'is not UTF-8' };
  try {
    return { value: JSON.parse(bytes.toString()) as unknown };
  } catch (error) {
    return { reason: `is not JSON: ${printable(errorMessage(error))}` };
  }
}

/** What is said of a line that is something else. It is not shown, since it may hold anything. */
export const notRecord = 'must be an object';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a value as a record of a schema. */
export function checkRow<Row>(value: unknown, schema: z.ZodType<Row>): { row: Row } | { reason: string } {
  if (!isRecord(value)) return { reason: notRecord };
  const result = schema.safeParse(value);
  return result.success ? { row: result.data } : { reason: result.error.issues.map(faultOf).join('; ') };
}

function faultOf({ path, message }: z.core.$ZodIssue): string {
  if (path.length === 0) return printable(message);
  const field = path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`;
    return before === '' ? String(step) : `${before}.${String(step)}`;
  }, '');
  return printable(`${field}: ${message}`);
}

/** A line of a file must not steer the terminal on which its reason is shown. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}
