import Negotiator from 'negotiator';
import { type QueryPair } from '../request/query-string.js';
import { SetMetadata } from '@nestjs/common';

export type Format = 'json' | 'xml';

export const formats: readonly Format[] = ['json', 'xml'];

/** The result of negotiating the format by `wt` and `Accept`. */
export interface Negotiation {
  /** The format of the response, for results and problems. */
  format: Format;
  /** False if there is no `wt` and `Accept` admits neither format: 406. */
  acceptable: boolean;
}

/** In order of preference for wildcards: `application/*` selects JSON, `text/*` XML. */
const offered: readonly (readonly [string, Format])[] = [
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
];

/** `wt` wins over `Accept`. Without a valid `wt`, a malformed or absent `Accept` means JSON. */
export function negotiate(pairs: readonly QueryPair[], accept: string | undefined): Negotiation {
  const wt = pairs.find(([name]) => name === 'wt')?.[1];
  const written = formats.find((format) => format === wt);
  if (written) return { format: written, acceptable: true };
  const ranges = accept === undefined ? undefined : mediaRanges(accept);
  if (ranges === undefined) return { format: 'json', acceptable: true };
  const [type] = new Negotiator({ headers: { accept: ranges } }).mediaTypes(offered.map(([name]) => name));
  const match = offered.find(([name]) => name === type);
  // An invalid `wt` is a 400, not a 406. `Accept` then selects the format of the problem.
  return { format: match?.[1] ?? 'json', acceptable: match !== undefined || wt !== undefined };
}

/**
 * The media ranges of an `Accept` (RFC 9110, section 12.5.1), each only with its weight. Other parameters, such as
 * `charset`, do not affect the selection.
 *
 * @returns undefined if the header is malformed or empty
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
  const weight = parameters.map((text) => /^q\s*=(.*)$/i.exec(text)?.[1]?.trim()).find((text) => text !== undefined);
  const isValid = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(type) || type === '*';
  if (!isValid || !isWeight(weight)) return undefined;
  // Java's HttpURLConnection sends `*; q=.2` and means any type.
  return `${type === '*' ? '*/*' : type}${weight === undefined ? '' : `;q=${weight}`}`;
}

/** Accepts any number: clients omit the 0 before the point, or send more than the three digits of the RFC. */
function isWeight(text = '1'): boolean {
  return /^(\d+(\.\d*)?|\.\d+)$/.test(text);
}

/** Removes quoted texts, in which commas and semicolons are no separators. An unclosed quote becomes an invalid range. */
function withoutQuotes(accept: string): string {
  return accept.replace(/"(?:[^"\\]|\\.)*("?)/g, (_, end: string) => (end === '' ? ',"' : '""'));
}

export const OWN_FORMAT = Symbol('OWN_FORMAT');

/** The routes respond in a fixed format (OAuth in JSON, pages in HTML). They have no negotiation and no `@Parameters`. */
export const OwnFormat = () => SetMetadata(OWN_FORMAT, true);
