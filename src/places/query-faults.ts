import { type ParseResult } from '../http/request/parameter.js';
import { type QueryResult } from './query/result.js';

/** Converts a result of the query language to a result of parsing a parameter. */
export function toParseResult<T>(result: QueryResult<T>): ParseResult<T> {
  return result.ok ? result : { ok: false, faults: result.faults.map(withMutableAllowed) };
}

/** A fault of the query language as a fault of a problem document, whose list of allowed values is mutable. */
export function withMutableAllowed<F extends { allowed?: readonly string[] }>({ allowed, ...fault }: F) {
  return { ...fault, ...(allowed && { allowed: [...allowed] }) };
}
