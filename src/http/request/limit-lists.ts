import { type IncomingHttpHeaders } from 'node:http';

/** Headers that list alternatives. Each use of one parses all of its elements. */
const listHeaders = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'prefer'];

/** In characters. Browsers send some hundred. */
export const maxListLength = 2048;

/** An entity tag that nothing has. */
const unmatched = '""';

/**
 * Cuts long lists after an element, and replaces other long values: a request with 120 KB of elements would cost as much as a
 * hundred others.
 */
export function limitLists(headers: IncomingHttpHeaders): void {
  // Some of the ranges would be another request. All may be ignored (RFC 9110, section 14.2): the response is complete then.
  if (isTooLong(headers.range)) delete headers.range;
  // The condition must not be dropped: it fails.
  if (isTooLong(headers['if-match'])) headers['if-match'] = unmatched;
  for (const name of listHeaders) {
    const list = headers[name];
    if (!isTooLong(list)) continue;
    const end = list.lastIndexOf(',', maxListLength);
    // A single element of this length names nothing that the service knows.
    headers[name] = end < 0 ? undefined : list.slice(0, end);
  }
}

function isTooLong(value: string | string[] | undefined): value is string {
  return typeof value === 'string' && value.length > maxListLength;
}
