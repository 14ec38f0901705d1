import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, type IncomingHttpHeaders } from 'node:http';
import { type Duplex } from 'node:stream';
import { type NextFunction, type Request, type Response } from 'express';
import { createParamDecorator, type ExecutionContext, Logger } from '@nestjs/common';
import { type Environment } from '../config/environment.js';
import { type PageTexts, pageTexts } from './page-texts.js';
import { ProblemError } from './problems.js';
import { acceptedLanguages, chosenLanguages, type ReaderLanguage } from './reader-languages.js';
import { parseQuery, type ParsedQuery, originForm, withoutBasePath, withoutQuery } from './request-target.js';
import {
  defaultFormats,
  type Format,
  formats,
  negotiate,
  type Negotiation,
  type OfferedFormats,
  prefersHtml,
} from './format.js';
import { type Owner } from '../concurrency/fair-semaphore.js';

declare module 'http' {
  interface IncomingMessage {
    context: RequestContext;
  }
}

const validRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** Problems are JSON, XML or a page, whatever the formats of the route are. */
type ProblemFormat = 'json' | 'xml' | 'html';

type ContextSettings = Pick<Environment, 'PUBLIC_URL' | 'BASE_PATH' | 'EXPLORE' | 'TRUST_PROXY'>;

/** What several stages read about a request. Most members are computed on first use: cached and shed requests need few. */
export class RequestContext {
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** The client's `X-Request-Id` if it is valid, else a random UUID. */
  readonly id: string;
  /** The path as the client sent it: percent-encoded, with its trailing slash. */
  readonly path: string;
  /** Set for a cached response, because the router does not see the request. */
  route?: string;
  /** The client of the access token. */
  clientId?: string;
  /** The user of the access token; absent for an application token. */
  userId?: string | undefined;
  /**
   * Whether each user gets a different response. The access guard sets it if the path says `me`, `CacheInterceptor` if fields are
   * private.
   */
  isPersonal = false;
  /** Whether the query may have `access_token` (`token-in-query` of OLD_CLIENTS). The access guard sets it. */
  acceptsTokenInQuery = false;
  /** The values of the route's parameters, for `@Parameters(...)`, which says how they get there. */
  parameters: unknown;
  /** When the response becomes wrong because time passes, in milliseconds since 1970. Set with the parameters. */
  validUntil: number | undefined;
  /** Whether equal requests may get the same response: not a page with a next cursor, which expires when one of them has read all. */
  isReusable = true;
  /** The keys of the response cache, set by its fast path; undefined if the response must not be cached. */
  cacheKeys: { readonly inAllLanguages: string; readonly byLanguage: string } | undefined;
  /** Whether the load shedder rejected the request before Express. Then the request is counted, not logged. */
  isShed = false;
  /** Set by endpoints whose failures are not problem documents: HTML pages, OAuth errors. */
  writeFailure?: (problem: ProblemError) => { type: string; body: string };

  private texts?: PageTexts;
  private parsedQuery?: ParsedQuery;
  private negotiation: Negotiation | undefined;
  private routeFormats: OfferedFormats = defaultFormats;
  private forcedProblemFormat?: ProblemFormat;
  private parsedOrigin?: { value: string | undefined };

  constructor(
    private readonly request: IncomingMessage,
    private readonly settings: ContextSettings,
    private readonly trustsProxy: TrustsProxy,
  ) {
    const { 'x-request-id': sent } = request.headers;
    this.id = typeof sent === 'string' && validRequestId.test(sent) ? sent : randomUUID();
    this.path = withoutQuery(request.url ?? '');
  }

  /** The scheme, host and path prefix that links start with. */
  get baseUrl(): string {
    return this.origin ?? `${localUrl(this.request.socket)}${this.settings.BASE_PATH}`;
  }

  /** Whether links can be built: `PUBLIC_URL` is set, or the request names a valid host. */
  get hasValidHost(): boolean {
    return this.origin !== undefined;
  }

  /** Whether a page may lead to `/explore`. */
  get hasExplore(): boolean {
    return this.settings.EXPLORE;
  }

  /** The texts of pages in the language that the browser prefers. */
  get pageTexts(): PageTexts {
    return (this.texts ??= pageTexts(this.request.headers['accept-language']));
  }

  get query(): ParsedQuery {
    return (this.parsedQuery ??= parseQuery(this.request.url ?? ''));
  }

  /**
   * The languages in which the reader wants names, the preferred first: that of `lang`, else those of `Accept-Language`. None: names
   * are shown as they are.
   */
  get languages(): readonly ReaderLanguage[] {
    const [, lang = ''] = this.query.pairs.find(([name]) => name === 'lang') ?? [];
    // The routes reject what is no language.
    return lang === '' ? acceptedLanguages(this.request.headers['accept-language']) : chosenLanguages(lang);
  }

  /** The formats of the route. The response interceptor sets them. */
  get formats(): OfferedFormats {
    return this.routeFormats;
  }

  set formats(offered: OfferedFormats) {
    this.routeFormats = offered;
    this.negotiation = undefined;
  }

  /** The format of a result. */
  get format(): Format {
    return this.negotiated.format;
  }

  /** The format of a problem: a page for a browser, XML if the request asks for XML, else JSON. */
  get problemFormat(): ProblemFormat {
    if (this.forcedProblemFormat) return this.forcedProblemFormat;
    const { accept } = this.request.headers;
    if (prefersHtml(this.query.pairs, accept)) return 'html';
    return negotiate(this.query.pairs, accept, formats).format === 'xml' ? 'xml' : 'json';
  }

  set problemFormat(format: ProblemFormat) {
    this.forcedProblemFormat = format;
  }

  /** False if `Accept` admits no format of the route. */
  get acceptable(): boolean {
    return this.negotiated.acceptable;
  }

  private get negotiated(): Negotiation {
    return (this.negotiation ??= negotiate(this.query.pairs, this.request.headers.accept, this.routeFormats));
  }

  private get origin(): string | undefined {
    this.parsedOrigin ??= { value: this.settings.PUBLIC_URL ?? this.requestedUrl() };
    return this.parsedOrigin.value;
  }

  private requestedUrl(): string | undefined {
    const origin = requestedOrigin(this.request, this.trustsProxy);
    return origin === undefined ? undefined : `${origin}${this.settings.BASE_PATH}`;
  }
}

/** Normalizes the request and gives it a context. */
export function requestContext(settings: ContextSettings, trustsProxy: TrustsProxy): NodeMiddleware {
  let warnsOfProxy = settings.TRUST_PROXY === false;
  return (request, response, next) => {
    if (warnsOfProxy && forwardedHeaders.some((name) => name in request.headers)) {
      warnsOfProxy = false;
      new Logger('Proxy').warn(
        'A request has X-Forwarded-For or a similar header, and TRUST_PROXY is off. Behind a proxy set it: else all clients ' +
          'have one address, and the failed attempts of one block all. Without a proxy, a client sent the header, which is ignored.',
      );
    }
    // HTTP/1.0 has no `Host`; links need one.
    request.headers.host ??= new URL(localUrl(request.socket)).host;
    // fetch() sends it along with If-None-Match, and Express would then send 200 instead of 304. It is for proxy caches.
    delete request.headers['cache-control'];
    limitLists(request.headers);
    request.url = withoutBasePath(originForm(request.url ?? ''), settings.BASE_PATH);
    request.context = new RequestContext(request, settings, trustsProxy);
    response.setHeader('X-Request-Id', request.context.id);
    // A 304 needs the same `Vary` as its 200 (RFC 9110, section 15.4.5), and the compression stage skips a 304.
    response.setHeader('Vary', 'Accept, Accept-Encoding, Prefer');
    next();
  };
}

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** A stage of the request pipeline that needs only Node's request and response. It calls `next` or sends the response. */
export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Whether the peer with this address may set `X-Forwarded-*`. Express compiles it from its setting `trust proxy`. */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

/** @returns the scheme and host that the client used; undefined if the host is not valid */
export function requestedOrigin({ headers, socket }: IncomingMessage, trustsProxy: TrustsProxy): string | undefined {
  const protocol = 'encrypted' in socket ? 'https' : 'http';
  if (!trustsProxy(socket.remoteAddress, 0)) return parseOrigin(protocol, headers.host);
  return parseOrigin(
    lastValue(headers['x-forwarded-proto']) ?? protocol,
    lastValue(headers['x-forwarded-host']) ?? headers.host,
  );
}

/** The trusted proxy replaces the header, or appends its own value. Values before the last may be the client's. */
function lastValue(header: string | string[] | undefined): string | undefined {
  const values = String(header ?? '');
  return values.trim() === '' ? undefined : values.split(',').at(-1)?.trim();
}

/** A host name has at most 253 characters (RFC 1035, section 2.3.4). */
const maxHostLength = 253 + ':65535'.length;

const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Joins scheme and host. Links and headers repeat the host, so any other text there is rejected (RFC 9112, section 3.2).
 *
 * @returns undefined if the scheme is not http or https, or the host is not valid
 */
function parseOrigin(protocol: string, host = ''): string | undefined {
  const origin = `${protocol}://${host}`;
  const isValid = /^https?$/.test(protocol) && host.length <= maxHostLength && hostAndPort.test(host);
  // canParse() rejects ports above 65535 and invalid IP addresses.
  return isValid && URL.canParse(origin) ? origin : undefined;
}

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
  // A cut list would ask for other bytes. Without it, the response is complete, which is allowed (RFC 9110, section 14.2).
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

/**
 * The base URL of links if neither `PUBLIC_URL` nor the request names a host. It is right on this machine, and does not
 * disclose where the service runs.
 */
export function localUrl(socket: Duplex): string {
  const port = 'localPort' in socket && typeof socket.localPort === 'number' ? `:${socket.localPort}` : '';
  return `http://localhost${port}`;
}

/** In characters: room for two filters of maximum length, percent-encoded. Node rejects more than `serverLimits.maxHeaderSize`. */
export const maxUrlLength = 112 * 1024;

/** Far more than any meaningful request has. */
export const maxParameters = 1000;

/** Rejects requests that no route can serve. Runs before routing, so it applies to unknown paths too. */
export function validateRequest(request: Request, _response: Response, next: NextFunction): void {
  next(problemOf(request));
}

function problemOf(request: Request): ProblemError | undefined {
  const { path, query, hasValidHost } = request.context;
  if (request.url.length > maxUrlLength) {
    return new ProblemError('address_too_long', `The URL may have at most ${maxUrlLength} characters.`);
  }
  if (query.pairs.length + query.broken.length > maxParameters) {
    return new ProblemError('malformed_request', `A request may have at most ${maxParameters} parameters.`);
  }
  if (!canDecode(path)) {
    const fault = { reason: 'is not percent-encoded UTF-8', allowed: ['UTF-8, percent-encoded'] };
    const errors = [{ parameter: 'path', value: path.slice(0, 200), ...fault }];
    return new ProblemError('malformed_request', 'The path is not percent-encoded UTF-8.', { errors });
  }
  const hosts = countHosts(request);
  if (!hasValidHost || hosts > 1 || (request.httpVersion === '1.1' && hosts < 1)) {
    return new ProblemError('malformed_request', 'Send the header Host once: a host, optionally with a port.');
  }
  return undefined;
}

/** A request must have one header Host (RFC 9112, section 3.2). */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Who waits for the response of a request. */
export interface Caller {
  /** The client of the access token. */
  readonly clientId: string;
  /** The user of a user token. */
  readonly userId: string | undefined;
  /** Aborted with `RequestAbandonedError` when the client closes the connection before it gets the response. */
  readonly signal: AbortSignal;
}

/** For work of a request. */
export function ownerOf(caller: Caller | undefined): Owner {
  return [caller?.clientId ?? '', caller?.userId ?? ''];
}

/** Nobody waits for the response any more. */
export class RequestAbandonedError extends Error {
  constructor() {
    super('The client closed the connection');
  }
}

/** Passes the `Caller` to an argument of a controller. For routes with an access token. */
export const RequestCaller = createParamDecorator((_data: unknown, execution: ExecutionContext): Caller => {
  const { clientId = '', userId } = execution.switchToHttp().getRequest<Request>().context;
  const response = execution.switchToHttp().getResponse<Response>();
  const abandoned = new AbortController();
  const abandon = (): void => {
    if (!response.writableEnded) abandoned.abort(new RequestAbandonedError());
  };
  // It may have closed while the token was looked up.
  if (response.closed) abandon();
  else response.once('close', abandon);
  return { clientId, userId, signal: abandoned.signal };
});
