import { type IncomingMessage, type ServerResponse } from 'node:http';
import { hash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type z } from 'zod';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { FORMATS, mediaTypes, OWN_FORMAT, type OfferedFormats } from './format.js';
import { ProblemError } from './problems.js';
import { storeParameters } from './parameters.js';
import { cacheControl } from './routes.js';
import { appendLink } from './links.js';
import { type listHeaderSchema, type ListShape } from './list-schema.js';
import { type RequestContext } from './request-context.js';
import { feature, featureCollection, type Located, type Position } from './geojson.js';
import { type Value, writeXml } from './xml.js';
import { formatQuery, type QueryPair } from './request-target.js';

/**
 * Chooses the format of the response, reads the parameters of the route, and writes the result of its controller. Routes with
 * a format of their own (`@OwnFormat()`) do all three themselves.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor<Result> {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CACHE_MAX_AGE'>,
  ) {}

  /** @returns the body, which `ServerAdapter.reply` sends unchanged */
  intercept(execution: ExecutionContext, next: CallHandler<Result>): Observable<unknown> {
    const handler = execution.getHandler();
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', cacheControl(this.reflector, execution, this.environment.CACHE_MAX_AGE));
    if (this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, execution.getClass()])) return next.handle();
    this.chooseFormat(handler, request);
    storeParameters(handler, request, response);
    // Clients ask again each time, because they cannot know when the minute ends here.
    if (request.context.validUntil !== undefined) response.setHeader('Cache-Control', 'private, no-cache');
    return next.handle().pipe(map((result) => writeBody(result, request, response)));
  }

  /** @throws ProblemError `not_acceptable` if `Accept` admits no format of the route */
  private chooseFormat(handler: ReturnType<ExecutionContext['getHandler']>, { context }: Request): void {
    const formats = this.reflector.get<OfferedFormats | undefined>(FORMATS, handler);
    if (formats) context.formats = formats;
    if (context.acceptable) return;
    const allowed = context.formats.map((format) => mediaTypes[format][0]);
    const errors = [{ parameter: 'Accept', reason: 'admits no format of this service', allowed }];
    throw new ProblemError('not_acceptable', `Accept admits none of ${allowed.join(', ')}.`, { errors });
  }
}

function writeBody(result: Result, request: Request, response: Response): Buffer {
  const written = writeResponse(result, request, response);
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  response.setHeader('ETag', etagOf(body));
  return body;
}

/** A result with one member, whose name is the wrapper key in JSON and the root element in XML. */
type Envelope = Readonly<Record<string, Value>>;

/** A single record with a place on the map, for routes that also respond in GeoJSON. */
export class LocatedView {
  constructor(
    readonly root: string,
    readonly record: Located,
  ) {}
}

/** What a controller returns. */
type Result = Envelope | LocatedView | ListView | RawResult;

/** Writes the result of a controller in the format of the response. Sets `Content-Type`, `Link`, and the status of an empty result. */
export function writeResponse(result: Result, { context }: Request, response: Response): string | Buffer {
  if (result instanceof RawResult) {
    if (result.body.length === 0) response.status(204);
    else response.setHeader('Content-Type', result.type);
    return result.body;
  }
  const [type] = mediaTypes[context.format];
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  const members = result instanceof ListView ? listMembers(result, context, response) : {};
  if (context.format === 'geojson') return JSON.stringify(toGeoJson(result, members));
  const envelope = toEnvelope(result, members);
  if (context.format === 'json') return JSON.stringify(envelope);
  const [root] = Object.entries(envelope);
  if (!root) throw new Error('A response needs a wrapper key');
  return writeXml(root[0], root[1]);
}

type Members = Readonly<Record<string, Value | undefined>>;

/** The members of a list other than its items: the header and extra members. */
function listMembers(list: ListView, context: RequestContext, response: Response): Members {
  const header = listHeader(context, list.request, list.page);
  // A cursor expires, so `CacheInterceptor` does not store the page.
  if (list.page.nextCursor !== undefined) context.isReusable = false;
  // The header block has the same links. Controllers have added the links to licences (`LicenseLinks`).
  for (const link of pageLinks(context, list.request, header, list.extras.limits)) appendLink(response, link);
  return { header: { ...header, ...list.extras.extraHeader }, ...list.extras.extraMembers };
}

function toEnvelope(result: Exclude<Result, RawResult>, members: Members): Envelope {
  if (result instanceof ListView)
    return { [result.shape.root]: { ...members, [result.shape.items]: result.page.items } };
  return result instanceof LocatedView ? { [result.root]: result.record.value } : result;
}

function toGeoJson(result: Exclude<Result, RawResult>, members: Members): object {
  if (result instanceof LocatedView) return feature(result.record);
  if (!(result instanceof ListView)) throw new Error('This result cannot be written as GeoJSON');
  const { positions = [], page } = result;
  return featureCollection(
    page.items.map((value, index) => ({ value, position: positions[index] })),
    { ...members, attribution: result.extras.attribution },
  );
}

interface Extras {
  limits?: PagingLimits;
  /** Members of the header of this list only. They come last. */
  extraHeader?: Readonly<Record<string, Value | undefined>>;
  /** Members between the header and the items. */
  extraMembers?: Readonly<Record<string, Value | undefined>>;
  /** What the licences of the data ask to show, for GeoJSON. */
  attribution?: string | undefined;
}

/**
 * The page of a list that a controller returns. `writeResponse` adds the header block and the `Link` header, which need
 * the URL of the request.
 */
class ListView {
  constructor(
    readonly shape: ListShape,
    readonly request: PageRequest,
    readonly page: Page<Value>,
    readonly extras: Extras,
    /** Where each item lies, for routes that also respond in GeoJSON. */
    readonly positions?: readonly (Position | undefined)[],
  ) {}
}

/** The page of a list that is in memory. */
export function pageOf<T>(all: readonly T[], { rows, start }: PageRequest): Page<T> {
  return { found: all.length, items: all.slice(start, start + rows) };
}

/**
 * Presents each item of a page.
 *
 * @param locate where an item lies, for routes that also respond in GeoJSON
 */
export function listView<T>(
  shape: ListShape,
  request: PageRequest,
  page: Page<T>,
  present: (item: T) => Value,
  { locate, ...extras }: Extras & { locate?: (item: T) => Position | undefined } = {},
): ListView {
  const presented = { ...page, items: page.items.map(present) };
  return new ListView(shape, request, presented, extras, locate && page.items.map(locate));
}

/** A result in a format of its own, for routes whose `@Formats` has one. An empty one becomes 204. */
export class RawResult {
  /** @param type the `Content-Type` */
  constructor(
    readonly type: string,
    readonly body: Buffer,
  ) {}
}

/** Sends a body of known length, or 304 if `If-None-Match` contains the response's `ETag`. For GET and HEAD. */
export function sendBody(body: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
  const condition = headers['if-none-match'];
  if (condition !== undefined && matchesEtag(condition, response.getHeader('ETag')?.toString())) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
  } else if (response.statusCode === 204) {
    // It must not have a Content-Length (RFC 9110, section 8.6).
    response.end();
  } else {
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}

/**
 * The ETag of a body. It is weak, because it is computed before compression: the same for all encodings. It depends on the
 * bytes alone, so all replicas send the same.
 */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether `If-None-Match` contains the ETag of a response, by weak comparison (RFC 9110, section 13.1.2).
 *
 * @param condition the value of `If-None-Match`
 */
export function matchesEtag(condition: string, tag: string | undefined): boolean {
  if (condition === '*') return true;
  if (tag === undefined) return false;
  const opaque = withoutWeakPrefix(tag);
  return condition.split(',').some((named) => withoutWeakPrefix(named.trim()) === opaque);
}

function withoutWeakPrefix(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

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

/** The links for a `Link` header (RFC 8288), the most useful first. `last` only if the list allows its `start`. */
export function pageLinks(
  context: LinkContext,
  { rows, start, cursorMark }: PageRequest,
  header: ListHeader,
  limits?: PagingLimits,
): string[] {
  const { found } = header;
  // The last page that a client reaches by following `next` from this page. `start` need not be a multiple of `rows`.
  const origin = start < found ? start : 0;
  const last = found === 0 ? 0 : origin + Math.floor((found - 1 - origin) / rows) * rows;
  const reachable = cursorMark === undefined && last <= (limits?.maxStart ?? Infinity);
  const first = { rows, start: 0, ...(cursorMark !== undefined && { cursorMark: '*' }) };
  const links: [rel: string, address: string | undefined][] = [
    ['next', header.next],
    ['prev', header.previous],
    ['first', pageUrl(context, first)],
    ['last', reachable ? pageUrl(context, { rows, start: last }) : undefined],
  ];
  return links.flatMap(([rel, address]) => (address === undefined ? [] : `<${address}>; rel="${rel}"`));
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
