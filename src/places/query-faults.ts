import { type ParseResult } from '../http/request/parameter.js';
import { type QueryResult } from './query/result.js';

/** Converts a result of the query language to a result of parsing a parameter. */
export function toParseResult<T>(result: QueryResult<T>): ParseResult<T> {
  return result.ok ? result : { ok: false, faults: result.faults.map(toProblemFault) };
}

/** Copies the read-only lists of the query language. */
export function toProblemFault<F extends { allowed?: readonly string[] }>({ allowed, ...fault }: F) {
  return { ...fault, ...(allowed && { allowed: [...allowed] }) };
}
