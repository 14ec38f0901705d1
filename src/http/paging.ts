import { z } from 'zod';
import { formatQuery, type QueryPair } from './request-target.js';
import { type RequestContext } from './request-context.js';

/** What links to other pages are built from. */
export type LinkContext = Pick<RequestContext, 'baseUrl' | 'path' | 'query'>;

/** The requested page of a list. */
export interface PageRequest {
  rows: number;
  start: number;
  /** The cursor, for lists with cursor pagination; `*` for the first page. */
  cursorMark?: string;
}

/** A page of a list. `found` is the length of the whole list. */
export interface Page<T> {
  found: number;
  items: T[];
  /** The cursor of the next page; absent on the last page. */
  nextCursor?: string;
}

export const listHeaderSchema = z
  .object({
    found: z.int().min(0).describe('The number of items in the whole list.'),
    rows: z.int().min(1).describe('The requested page size.'),
    start: z.int().min(0).describe('The offset of the page in the list.'),
    next: z.url().optional().describe('The URL of the next page. Absent on the last page.'),
    previous: z.url().optional().describe('The URL of the previous page. Absent on the first page.'),
    nextCursorMark: z
      .string()
      .optional()
      .describe('With cursor pagination: the `cursorMark` of the next page. Absent on the last page.'),
  })
  .meta({ id: 'Header', description: 'The position of a page in its list.' });

/** The header block of every list response. */
type ListHeader = z.output<typeof listHeaderSchema>;

/** Limits of a list that cannot be paged to its end by `start`. */
export interface PagingLimits {
  maxStart: number;
}

/** The header block of a page. The first page has no `previous`, the last page no `next`. */
export function listHeader(
  context: LinkContext,
  { rows, start, cursorMark }: PageRequest,
  { found, nextCursor }: Omit<Page<unknown>, 'items'>,
): ListHeader {
  const nextPage = nextCursor === undefined ? undefined : pageUrl(context, { rows, start: 0, cursorMark: nextCursor });
  if (cursorMark !== undefined) {
    return { found, rows, start, ...(nextPage !== undefined && { next: nextPage, nextCursorMark: nextCursor }) };
  }
  const next = start + rows;
  return {
    found,
    rows,
    start,
    ...(next < found && { next: nextPage ?? pageUrl(context, { rows, start: next }) }),
    ...(start > 0 && { previous: pageUrl(context, { rows, start: Math.max(0, start - rows) }) }),
  };
}

/**
 * The links as a `Link` header (RFC 8288), with `first`, and with `last` if the list allows its `start`.
 *
 * @param room for as many bytes. Without room for all, clients need the next page most, then the previous one
 */
export function linkHeader(
  context: LinkContext,
  { rows, start, cursorMark }: PageRequest,
  header: ListHeader,
  limits?: PagingLimits,
  room = Infinity,
): string {
  const { found } = header;
  // The last page that a client reaches by following `next` from this page. `start` need not be a multiple of `rows`.
  const origin = start < found ? start : 0;
  const last = found === 0 ? 0 : origin + Math.floor((found - 1 - origin) / rows) * rows;
  const reachable = cursorMark === undefined && last <= (limits?.maxStart ?? Infinity);
  const first = { rows, start: 0, ...(cursorMark !== undefined && { cursorMark: '*' }) };
  const links: [rel: string, address: string | undefined][] = [
    ['first', pageUrl(context, first)],
    ['prev', header.previous],
    ['next', header.next],
    ['last', reachable ? pageUrl(context, { rows, start: last }) : undefined],
  ];
  const texts = new Map(
    links.flatMap(([rel, address]) => (address === undefined ? [] : [[rel, `<${address}>; rel="${rel}"`]])),
  );
  let length = -', '.length;
  for (const rel of ['next', 'prev', 'first', 'last']) {
    const added = (texts.get(rel)?.length ?? 0) + ', '.length;
    if (length + added > room) texts.delete(rel);
    else if (texts.has(rel)) length += added;
  }
  return [...texts.values()].join(', ');
}

/**
 * The URL of another page: the path and the parameters as the client sent them, plus `rows` and `start`. An access token is
 * left out.
 */
function pageUrl(context: LinkContext, page: PageRequest): string {
  const position: Record<string, string> = {};
  for (const [name, value] of Object.entries(page)) position[name] = String(value);
  const pairs: QueryPair[] = [];
  const given = new Set<string>();
  for (const [name, value] of context.query.pairs) {
    if (name === 'access_token') continue;
    given.add(name);
    pairs.push([name, Object.hasOwn(position, name) ? (position[name] ?? '') : value]);
  }
  for (const [name, value] of Object.entries(position)) if (!given.has(name)) pairs.push([name, value]);
  return `${context.baseUrl}${context.path}?${formatQuery(pairs)}`;
}
