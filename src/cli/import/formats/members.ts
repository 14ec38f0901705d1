import { printable } from '../read-row.js';
import { shown } from '../shown.js';

/** A source's record is not as its format has it. */
export class SourceFault extends Error {}

type Members = Readonly<Record<string, unknown>>;

/** An object; undefined where there is none. */
export function objectOf(value: unknown, name: string): Members | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw faultOf(name, value, 'an object');
  return value as Members;
}

/** A list; empty where there is none. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw faultOf(name, value, 'a list');
  return value as unknown[];
}

/** A text, trimmed; undefined where there is none, or an empty one. Numbers stand for their digits. */
export function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw faultOf(name, value, 'a text');
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** The texts of a list, without those that are absent. */
export function textsOf(value: unknown, name: string): string[] {
  return listOf(value, name).flatMap((entry, at) => textOf(entry, `${name}[${at}]`) ?? []);
}

/** Names the field, its value, and what it may be. */
export function faultOf(name: string, value: unknown, allowed: string): SourceFault {
  return new SourceFault(printable(`${name}: ${shown(value)} must be ${allowed}`));
}
