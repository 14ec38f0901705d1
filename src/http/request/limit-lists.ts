import { type IncomingHttpHeaders } from 'node:http';

/** Headers that list alternatives. Each use of one parses all of its elements. */
const listHeaders = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'prefer'];

/** In characters. Browsers send some hundred. */
export const maxListLength = 2048;

/** Cuts long lists after an element: a request with 120 KB of elements would cost as much as a hundred others. */
export function limitLists(headers: IncomingHttpHeaders): void {
  for (const name of listHeaders) {
    const list = headers[name];
    if (typeof list !== 'string' || list.length <= maxListLength) continue;
    const end = list.lastIndexOf(',', maxListLength);
    // A single element of this length names nothing that the service knows.
    headers[name] = end < 0 ? undefined : list.slice(0, end);
  }
}
