import { quoteValue } from '../quote-value.js';
import { escapeControls } from '../../escape-controls.js';

/** A record of a data set does not follow its format. */
export class InvalidRecordError extends Error {}

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
  return new InvalidRecordError(escapeControls(`${name}: ${quoteValue(value)} must be ${allowed}`));
}
