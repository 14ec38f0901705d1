import Negotiator from 'negotiator';
import { type QueryPair } from './query-string.js';

export type Format = 'json' | 'xml';

export const formats: readonly Format[] = ['json', 'xml'];

/** What a request's `wt` and `Accept` come to (interface section 4.1; design, section 3). */
export interface Negotiation {
  /** The format of the answer, be it a result or a problem. */
  format: Format;
  /** False when only an `Accept` decided and it admits neither format: 406. */
  acceptable: boolean;
}

/** Media types in the order in which a wildcard chooses: `application/*` is JSON, `text/*` XML. */
const offered: readonly (readonly [string, Format])[] = [
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
];

/** `wt` wins over `Accept`; without a usable `wt`, a malformed or absent `Accept` means JSON. */
export function negotiate(pairs: readonly QueryPair[], accept: string | undefined): Negotiation {
  const wt = pairs.find(([name]) => name === 'wt')?.[1];
  const written = formats.find((format) => format === wt);
  if (written) return { format: written, acceptable: true };
  if (accept === undefined || !hasMediaRange(accept)) return { format: 'json', acceptable: true };
  const headers = { accept: withoutParameters(accept) };
  const [type] = new Negotiator({ headers }).mediaTypes(offered.map(([name]) => name));
  const match = offered.find(([name]) => name === type);
  // A `wt` that cannot be used is a fault of its own (400); `Accept` then decides only how it is told.
  return { format: match?.[1] ?? 'json', acceptable: match !== undefined || wt !== undefined };
}

/** Clients say `application/json; charset=utf-8`, which is what we send; what is said beside `q` does not divide. */
function withoutParameters(accept: string): string {
  return accept.replace(/;(?!\s*q\s*=)[^;,]*/gi, '');
}

/** Old Java clients send `*; q=.2`, which is no media range; an `Accept` without any range says nothing. */
function hasMediaRange(accept: string): boolean {
  return accept.split(',').some((part) => /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;|$)/.test(part));
}
