import { SetMetadata } from '@nestjs/common';
import Negotiator from 'negotiator';
import { type QueryPair } from './request-target.js';

/** The formats of responses, as `wt` names them. A route has some of them (`@Formats`). */
export const formats = ['json', 'xml', 'geojson', 'mvt'] as const;

export type Format = (typeof formats)[number];

/** Formats in order of preference. */
export type OfferedFormats = readonly [Format, ...Format[]];

/** The formats of a route without `@Formats`. */
export const defaultFormats = ['json', 'xml'] as const satisfies OfferedFormats;

/** The media types of each format; the first is sent. */
export const mediaTypes: Readonly<Record<Format, readonly [string, ...string[]]>> = {
  json: ['application/json'],
  xml: ['application/xml', 'text/xml'],
  geojson: ['application/geo+json'],
  mvt: ['application/vnd.mapbox-vector-tile'],
};

/** The result of negotiating the format by `wt` and `Accept`. */
export interface Negotiation {
  format: Format;
  /** False if there is no `wt` and `Accept` admits no format of the route: 406. */
  acceptable: boolean;
}

/**
 * `wt` wins over `Accept`. Without a valid `wt`, a malformed or absent `Accept` means the first format. A route with one format
 * responds in it whatever `Accept` says.
 *
 * @param offered the formats of the route, in order of preference for wildcards: `application/*` selects JSON, `text/*` XML
 */
export function negotiate(
  pairs: readonly QueryPair[],
  accept: string | undefined,
  offered: OfferedFormats = defaultFormats,
): Negotiation {
  const [first] = offered;
  if (offered.length === 1) return { format: first, acceptable: true };
  const wt = pairs.find(([name]) => name === 'wt')?.[1];
  const written = offered.find((format) => format === wt);
  if (written) return { format: written, acceptable: true };
  const ranges = accept === undefined ? undefined : mediaRanges(accept);
  if (ranges === undefined) return { format: first, acceptable: true };
  const [type = ''] = new Negotiator({ headers: { accept: ranges } }).mediaTypes(
    offered.flatMap((format) => mediaTypes[format]),
  );
  const match = offered.find((format) => mediaTypes[format].includes(type));
  // An invalid `wt` is a 400, not a 406.
  return { format: match ?? first, acceptable: match !== undefined || wt !== undefined };
}

/** What HttpURLConnection of Java sends by default, followed by any type. */
const acceptOfJava = 'text/html, image/gif, image/jpeg, ';

/**
 * Whether the caller is a browser that shows a page: `Accept` prefers `text/html` to JSON and XML, and there is no `wt`.
 * HttpURLConnection of Java does so by default, but no person reads its responses.
 */
export function prefersHtml(pairs: readonly QueryPair[], accept: string | undefined): boolean {
  if (accept === undefined || !/text\/html/i.test(accept) || accept.startsWith(acceptOfJava)) return false;
  if (pairs.some(([name]) => name === 'wt')) return false;
  const ranges = mediaRanges(accept);
  if (ranges === undefined) return false;
  const types = [...defaultFormats.flatMap((format) => mediaTypes[format]), 'text/html'];
  return new Negotiator({ headers: { accept: ranges } }).mediaTypes(types)[0] === 'text/html';
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

export const FORMATS = Symbol('FORMATS');

/** Declares the formats of a route, the preferred format first. A route without it has `defaultFormats`. */
export const Formats = (...offered: OfferedFormats) => SetMetadata(FORMATS, offered);

export const OWN_FORMAT = Symbol('OWN_FORMAT');

/** The routes choose the format of their responses themselves (OAuth in JSON, pages in HTML). They have no `@Parameters`. */
export const OwnFormat = () => SetMetadata(OWN_FORMAT, true);
