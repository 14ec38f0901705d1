import { type ParseResult } from '../http/request/parameter.js';
import { type QueryResult } from './query/result.js';

/** What the query language makes of a text, as the reader of parameters wants it. */
export function toReading<T>(result: QueryResult<T>): ParseResult<T> {
  return result.ok ? result : { ok: false, faults: result.faults.map(toProblemFault) };
}

/** The lists of the query language are read-only; a problem's are its own. */
export function toProblemFault<F extends { allowed?: readonly string[] }>({ allowed, ...fault }: F) {
  return { ...fault, ...(allowed && { allowed: [...allowed] }) };
}
