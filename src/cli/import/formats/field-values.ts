import { quoteValue } from '../quote-value.js';
import { escapeControls } from '../../escape-controls.js';
import { type ValueFault } from '../parse-row.js';

/** A record of a data set does not follow its format. */
export class InvalidRecordError extends Error {
  constructor(readonly fault: ValueFault) {
    super(escapeControls(`${fault.member}: ${quoteValue(fault.value)} ${fault.reason}`));
  }
}

/** Reads members that a place can be without. Those that do not follow the format are left out. */
export class OptionalMembers {
  readonly faults: ValueFault[] = [];

  read<T>(readMember: () => T): T | undefined {
    try {
      return readMember();
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      this.faults.push(error.fault);
      return undefined;
    }
  }

  /** Reports a value that is left out, or without effect. */
  report(member: string, value: unknown, reason: string, { isKept = false } = {}): void {
    this.faults.push({ member, value, reason, ...(isKept && { isKept }) });
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object; undefined if absent or null. */
export function objectOf(value: unknown, name: string): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidField(name, value, 'an object');
  return value as JsonObject;
}

/** A list; empty if absent or null. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField(name, value, 'a list');
  return value as unknown[];
}

/** A trimmed string; undefined if absent, null or empty. Numbers are converted. */
export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalidField(name, value, 'a string');
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The strings of a list, without empty ones. */
export function textsOf(value: unknown, name: string): string[] {
  return listOf(value, name).flatMap((item, index) => textOf(item, `${name}[${index}]`) ?? []);
}

/** `phones: 5 must be a list` */
export function invalidField(name: string, value: unknown, allowed: string): InvalidRecordError {
  return new InvalidRecordError({ member: name, value, reason: `must be ${allowed}` });
}
