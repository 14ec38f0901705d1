import { formatQuery, type QueryPair } from './query-string.js';
import { type RequestContext } from '../pipeline/request-context.js';

/** The parts of a request that links to other pages repeat. */
export type PageAddress = Pick<RequestContext, 'baseUrl' | 'path' | 'query'>;

/** The part of a list that was asked for. */
export interface PageRequest {
  rows: number;
  start: number;
  /** The step of a walk, where a list has walks (design, section 5, "Depth"). */
  cursorMark?: string;
}

/** A part of a list: its items, and how many the whole list has. */
export interface Page<T> {
  found: number;
  items: T[];
  /** The mark that a walk goes on by, while something follows. */
  nextCursor?: string;
}

/** The header block of every list (interface section 2.1). */
export interface ListHeader {
  found: number;
  rows: number;
  start: number;
  next?: string;
  previous?: string;
  nextCursorMark?: string;
}

/** The greatest `start` that may be asked for, where a list has such a window. */
export interface Window {
  maxStart: number;
}

/** The header block of a page; `next` and `previous` are absent where there is nothing to go to. */
export function listHeader(
  context: PageAddress,
  { rows, start, cursorMark }: PageRequest,
  { found, nextCursor }: Omit<Page<unknown>, 'items'>,
): ListHeader {
  const onward =
    nextCursor === undefined ? undefined : pageAddress(context, { rows, start: 0, cursorMark: nextCursor });
  if (cursorMark !== undefined) {
    return { found, rows, start, ...(onward !== undefined && { next: onward, nextCursorMark: nextCursor }) };
  }
  const next = start + rows;
  return {
    found,
    rows,
    start,
    ...(next < found && { next: onward ?? pageAddress(context, { rows, start: next }) }),
    ...(start > 0 && { previous: pageAddress(context, { rows, start: Math.max(0, start - rows) }) }),
  };
}

/** The same links as a `Link` header (RFC 8288), with `first`, and `last` where it can be asked for. */
export function linkHeader(
  context: PageAddress,
  { rows, start, cursorMark }: PageRequest,
  header: ListHeader,
  window?: Window,
): string {
  const { found } = header;
  // The page that whoever follows `next` ends at, also from a start that is no multiple of rows.
  const origin = start < found ? start : 0;
  const last = found === 0 ? 0 : origin + Math.floor((found - 1 - origin) / rows) * rows;
  const reachable = cursorMark === undefined && withinWindow(last, window);
  const first = { rows, start: 0, ...(cursorMark !== undefined && { cursorMark: '*' }) };
  const links: [rel: string, address: string | undefined][] = [
    ['first', pageAddress(context, first)],
    ['prev', header.previous],
    ['next', header.next],
    ['last', reachable ? pageAddress(context, { rows, start: last }) : undefined],
  ];
  return links.flatMap(([rel, address]) => (address === undefined ? [] : [`<${address}>; rel="${rel}"`])).join(', ');
}

function withinWindow(start: number, window: Window | undefined): boolean {
  return window === undefined || start <= window.maxStart;
}

/**
 * The address of another page: the path as it was sent and every parameter in its order, with `rows` and `start`
 * always written. An access token never becomes part of a link.
 */
function pageAddress(context: PageAddress, page: PageRequest): string {
  const position = new Map(Object.entries(page).map(([name, value]) => [name, String(value)]));
  const pairs = context.query.pairs
    .filter(([name]) => name !== 'access_token')
    .map(([name, value]): QueryPair => [name, position.get(name) ?? value]);
  for (const [name, value] of position) {
    if (!pairs.some(([given]) => given === name)) pairs.push([name, value]);
  }
  return `${context.baseUrl}${context.path}?${formatQuery(pairs)}`;
}
