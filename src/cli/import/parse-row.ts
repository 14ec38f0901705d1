import { isUtf8 } from 'node:buffer';
import { type z } from 'zod';
import { errorMessage } from '../../config/error-message.js';
import { countOf, escapeControls, escapeInvisible, quoteValue } from '../visible-text.js';

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
 * - `row`: the line is valid, but for the optional values in `faults`
 * - `row` and `skipped`: the line is valid and removes its record, for the reason `skipped`
 * - `rejected`: the line is invalid; all reasons, joined by `; `. `otherKind` is the kind of record that it looks like
 * - `skipped`: the line is valid, but its record does not belong in the directory
 */
export type ParsedRow<Row> =
  | { row: Row; skipped?: string; faults?: readonly ValueFault[] }
  | { rejected: string; otherKind?: string }
  | { skipped: string };

/** Parses a line as JSON of any shape. */
export function parseJson(bytes: Buffer): { value: unknown } | { rejected: string } {
  if (!isUtf8(bytes)) return { rejected: 'is not UTF-8' };
  try {
    return { value: JSON.parse(bytes.toString()) as unknown };
  } catch (error) {
    return { rejected: `is not JSON: ${escapeControls(errorMessage(error))}` };
  }
}

/** The reason does not quote the line, which may be long or binary. */
export const notAnObject = 'must be an object';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type ValidatedRow<Row> = { row: Row; faults?: readonly ValueFault[] } | { rejected: string };

/** Each attempt removes the invalid values. If a nested record needs such a value, the next attempt removes the nested record. */
const maxAttempts = 10;

/**
 * Validates a parsed value by a schema.
 *
 * @param value is changed: invalid members are removed from it
 * @param required members whose faults reject the line. Invalid values of all other members are removed. Default: all members.
 */
export function validateRow<Row>(
  value: unknown,
  schema: z.ZodType<Row>,
  required?: readonly string[],
): ValidatedRow<Row> {
  if (!isObject(value)) return { rejected: notAnObject };
  const faults = new Map<string, ValueFault>();
  for (let attempt = 1; ; attempt += 1) {
    const result = schema.safeParse(value);
    if (result.success) return withFaults(result.data, [...faults.values()]);
    const { issues } = result.error;
    const isRequired = ({ path: [member] }: z.core.$ZodIssue) =>
      member === undefined || required?.includes(String(member));
    if (required === undefined || issues.some(isRequired) || attempt === maxAttempts)
      return { rejected: joinReasons(issues.map(formatIssue)) };
    for (const issue of issues) {
      const fault = faultOf(value, issue);
      if (!faults.has(fault.member)) faults.set(fault.member, fault);
    }
    leaveOut(value, issues);
  }
}

export function withFaults<Row>(row: Row, faults: readonly ValueFault[]): { row: Row; faults?: readonly ValueFault[] } {
  return faults.length > 0 ? { row, faults } : { row };
}

function faultOf(record: object, { path, message }: z.core.$ZodIssue): ValueFault {
  const value = path.reduce<unknown>(memberOf, record);
  const quoted = [quoteValue(value), escapeInvisible(quoteValue(value))].find((text) => message.startsWith(`${text} `));
  return { member: fieldOf(path), value, reason: quoted === undefined ? message : message.slice(quoted.length + 1) };
}

/** Removes each invalid value. If a nested record lacks a required value, removes the record. Cuts a list that is too long. */
function leaveOut(record: object, issues: readonly z.core.$ZodIssue[]): void {
  const holders = new Set(issues.map((issue) => removeValue(record, issue)));
  for (const holder of holders) {
    if (!Array.isArray(holder)) continue;
    // Without the holes that removed entries leave.
    const kept: unknown[] = Object.values(holder);
    holder.length = 0;
    for (const entry of kept) holder.push(entry);
  }
}

/** @returns what held the value */
function removeValue(record: object, issue: z.core.$ZodIssue): unknown {
  const chain = issue.path.reduce<unknown[]>((values, key) => [...values, memberOf(values.at(-1), key)], [record]);
  let depth = issue.path.length;
  while (depth > 1 && (chain[depth] ?? null) === null && !Array.isArray(chain[depth - 1])) depth -= 1;
  const [holder, key, value] = [chain[depth - 1], issue.path[depth - 1] ?? '', chain[depth]];
  if (issue.code === 'too_big' && Array.isArray(value)) value.length = Number(issue.maximum);
  else if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, key);
  return holder;
}

function memberOf(holder: unknown, key: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<PropertyKey, unknown>)[key] : undefined;
}

/** `phones[0]: "none" holds no telephone number`, `names[0].text is missing` */
export function formatFault({ member, value, reason }: ValueFault): string {
  const quoted = value === undefined ? '' : `: ${escapeInvisible(quoteValue(value))}`;
  return escapeControls(`${member}${quoted} ${reason}`);
}

/** A line may have a fault in each of many thousand entries. */
const maxReasons = 20;

export function joinReasons(reasons: readonly string[]): string {
  const more = reasons.length - maxReasons;
  return [...reasons.slice(0, maxReasons), ...(more > 0 ? [`and ${countOf(more, 'more fault')}`] : [])].join('; ');
}

/** `categories[0].name: is missing` */
function formatIssue({ path, message }: z.core.$ZodIssue): string {
  return escapeControls(path.length === 0 ? message : `${fieldOf(path)}: ${message}`);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `${parent}[${key}]`;
    return parent === '' ? String(key) : `${parent}.${String(key)}`;
  }, '');
}
