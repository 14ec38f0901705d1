import Negotiator from 'negotiator';
import { type QueryPair } from '../request/query-string.js';

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
  const ranges = accept === undefined ? undefined : mediaRanges(accept);
  if (ranges === undefined) return { format: 'json', acceptable: true };
  const [type] = new Negotiator({ headers: { accept: ranges } }).mediaTypes(offered.map(([name]) => name));
  const match = offered.find(([name]) => name === type);
  // A `wt` that cannot be used is a fault of its own (400); `Accept` then decides only how it is told.
  return { format: match?.[1] ?? 'json', acceptable: match !== undefined || wt !== undefined };
}

/**
 * The media ranges of an `Accept` (RFC 9110, section 12.5.1), each with nothing but its weight: clients say
 * `application/json; charset=utf-8`, which is what we send, and what is said beside `q` does not divide.
 *
 * @returns undefined when it is malformed or has no range
 */
function mediaRanges(accept: string): string | undefined {
  const elements = withoutQuotes(accept)
    .split(',')
    .map((text) => text.trim());
  const ranges = elements.filter((text) => text !== '').map(mediaRange);
  return ranges.length === 0 || ranges.includes(undefined) ? undefined : ranges.join(',');
}

function mediaRange(element: string): string | undefined {
  const [type = '', ...parameters] = element.split(';').map((text) => text.trim());
  const [, weight] = parameters.map((text) => /^q\s*=\s*(.*)$/i.exec(text)).find((found) => found !== null) ?? [];
  const isSound = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(type) || type === '*';
  if (!isSound || !isWeight(weight)) return undefined;
  // Old Java clients send `*; q=.2`, and mean any type.
  return `${type === '*' ? '*/*' : type}${weight === undefined ? '' : `;q=${weight}`}`;
}

/** Any number will do: clients leave out the 0 before the point, and calculate more digits than the three that there may be. */
function isWeight(text = '1'): boolean {
  return /^(\d+\.?\d*|\.\d+)$/.test(text);
}

/** Commas and semicolons within quotes divide nothing. A quote that is not closed becomes an element, which is no range. */
function withoutQuotes(accept: string): string {
  return accept.replace(/"(?:[^"\\]|\\.)*("?)/g, (_, end: string) => (end === '' ? ',"' : '""'));
}
