import { isUtf8 } from 'node:buffer';
import { type z } from 'zod';
import { reasonOf } from '../../observability/reason.js';

/** What a line comes to: the row it holds, or all that is wrong with it. */
export type Reading<Row> = { row: Row } | { reason: string };

/** Reads a line as JSON of a record's schema. */
export function readRow<Row>(bytes: Buffer, schema: z.ZodType<Row>): Reading<Row> {
  if (!isUtf8(bytes)) return { reason: 'is not UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch (error) {
    return { reason: `is not JSON: ${printable(reasonOf(error))}` };
  }
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
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}
