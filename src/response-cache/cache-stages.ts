import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { AccessPolicy } from '../auth/access.guard.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { countHosts, type NodeMiddleware, type RequestContext } from '../http/request-context.js';
import { sendProblem } from '../http/problem-writer.js';
import { READS_LANGUAGES } from '../http/language-parameter.js';
import { acceptedLanguages } from '../http/reader-languages.js';
import { sendBody } from '../http/response.js';
import { type CachedResponse, setCachedHeaders, ResponseCache } from './response-cache.js';
import { ACCESS, type RouteAccess } from '../auth/access.js';
import { compressBody } from '../http/compression.js';
import { ProblemError } from '../http/problems.js';
import { routeOf } from '../http/routes.js';
import { CACHE_POLICY, type CachePolicy } from './dependencies.js';

/** Headers of requests that need Express: conditions by time, ranges, other protocols, bodies. */
const unsupported = ['if-modified-since', 'range', 'expect', 'upgrade', 'content-length', 'transfer-encoding'];

/** The stage before Express. Serves cached responses, and passes on every request that it cannot serve. */
@Injectable()
export class CachedResponseFastPath {
  private readonly keys: CacheKeys;

  constructor(
    private readonly cache: ResponseCache,
    private readonly policy: AccessPolicy,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.keys = new CacheKeys(environment);
  }

  readonly serve: NodeMiddleware = (request, response, next) => {
    const cached = this.cache.isOn ? this.find(request) : undefined;
    if (cached) sendCached(cached, request, response);
    else next();
  };

  /** @returns the cached response if it is still valid and the access token is cached, valid and allowed to read it */
  private find(request: IncomingMessage): CachedResponse | undefined {
    const keys = this.keys.of(request);
    // Even if this stage cannot serve the request: `CacheInterceptor` caches the response under one of them.
    request.context.cacheKeys = keys;
    if (!keys || !isSupported(request)) return undefined;
    // The route, which says which one, is not known yet.
    const cached = this.cache.peek(keys.byLanguage) ?? this.cache.peek(keys.inAllLanguages);
    // `CacheInterceptor` sends cached responses of public routes.
    if (!cached || cached.access.public) return undefined;
    // A recorded trace has to show all stages.
    if (trace.getActiveSpan()?.isRecording()) return undefined;
    const principal = this.policy.authenticateFromCache(request, cached.access);
    if (!principal || (cached.variesByUser && principal.userId !== undefined)) return undefined;
    this.cache.counts.hits += 1;
    request.context.route = cached.route;
    request.context.clientId = principal.clientId;
    return cached;
  }
}

function isSupported({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && unsupported.every((name) => headers[name] === undefined);
}

function sendCached(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { notFound, body, status } = cached;
  // The cached headers include those of the security and CORS stages, which this response skips.
  setCachedHeaders(cached, response);
  if (notFound) {
    sendProblem(request, response, notFound);
  } else {
    response.statusCode = status;
    sendBody(body, request, response);
  }
}

/** Node has this method on responses too. @types/node declares it for requests only. */
type NodeResponse = Response & { getRawHeaderNames(): string[] };

const emptyBody = Buffer.alloc(0);

/** Headers of a single request, which are not cached. */
const requestHeaders = new Set(['x-request-id', 'connection', 'ratelimit', 'ratelimit-policy']);

/**
 * The stage in Nest. Puts the responses of routes with `@Cached` into the response cache, and sends them from there. Runs around
 * `ResponseInterceptor`, which writes them. The guard has checked the access before. `CachedResponseFastPath` serves most
 * cached responses, so that they never get here.
 */
@Injectable()
export class CacheInterceptor implements NestInterceptor<Buffer> {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: ResponseCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PRIVATE_USER_FIELDS'>,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<Buffer>): Observable<Buffer> {
    const handler = execution.getHandler();
    const policy = this.reflector.get<CachePolicy | undefined>(CACHE_POLICY, handler);
    if (!policy) return next.handle();
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const variesByUser = this.variesByUser(policy);
    if (variesByUser) {
      // For application tokens too: `Vary` must not depend on the token.
      response.vary('Authorization');
      request.context.isPersonal ||= request.context.userId !== undefined;
    }
    const { cacheKeys: keys } = request.context;
    if (!keys || request.context.isPersonal) return next.handle();
    const key = this.reflector.get<true | undefined>(READS_LANGUAGES, handler) ? keys.byLanguage : keys.inAllLanguages;
    const facts = { access: this.reflector.get<RouteAccess>(ACCESS, handler), route: routeOf(request), variesByUser };
    const client = request.context.clientId ?? '';
    let isComputed = false;
    const compute = () => {
      isComputed = true;
      return computeResponse(request, response, facts, next);
    };
    return from(
      this.cache.fetch(key, { client, policy, compute }).then((found) => {
        // The controller has set the headers of a computed response.
        if (!isComputed) setCachedHeaders(found, response);
        return toBody(found, response);
      }),
    );
  }

  /** With `PRIVATE_USER_FIELDS`, users see more of their own record. Then user tokens get no cached responses about users. */
  private variesByUser({ dependencies }: CachePolicy): boolean {
    return this.environment.PRIVATE_USER_FIELDS.length > 0 && dependencies.includes('users');
  }
}

/** What is stored with a response, to decide before Express who may get it. */
type RouteFacts = Pick<CachedResponse, 'access' | 'route' | 'variesByUser'>;

async function computeResponse(
  request: Request,
  response: Response,
  facts: RouteFacts,
  next: CallHandler<Buffer>,
): Promise<CachedResponse> {
  let written: Buffer;
  try {
    written = await firstValueFrom(next.handle());
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
    const headers = headersOf(response);
    return { headers, status: error.status, body: emptyBody, ...facts, isReusable: true, notFound: error };
  }
  const { body, encoding } = await compressBody(written, request.headers['accept-encoding']);
  // The compression stage leaves a response with this header as it is.
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  const { isReusable, validUntil } = request.context;
  const valid = validUntil !== undefined && { validUntil };
  return { headers: headersOf(response), status: response.statusCode, body, ...facts, isReusable, ...valid };
}

function headersOf(response: Response): string[] {
  const names = (response as NodeResponse)
    .getRawHeaderNames()
    .filter((name) => !requestHeaders.has(name.toLowerCase()));
  return names.flatMap((name) => [name, String(response.getHeader(name))]);
}

/**
 * @returns the body, which `ServerAdapter.reply` sends unchanged
 * @throws ProblemError for a 404, which the problem filter writes
 */
function toBody(cached: CachedResponse, response: Response): Buffer {
  if (cached.notFound) throw cached.notFound;
  response.statusCode = cached.status;
  return cached.body;
}

/** Requests with longer keys rarely repeat, and cost memory. */
const maxKeyLength = 4096;

/** Headers that change a response. */
const keyHeaders = ['accept', 'accept-encoding', 'prefer', 'origin', 'host'] as const;

/** Headers that change the links of a response if `PUBLIC_URL` is not set and the proxy is trusted. */
const proxyHeaders = ['x-forwarded-host', 'x-forwarded-proto'] as const;

/** A URL with `lang`, which counts instead of `Accept-Language`. Not parsed, because that takes as long as all of this stage. */
const hasLanguage = /^[^?]*\?(?:.*&)?lang=[^&]/;

/** Computes cache keys. They hold all that a response depends on, apart from the data and the client's access. */
export class CacheKeys {
  private readonly usesProxyHeaders: boolean;
  private readonly acceptsTokenInQuery: boolean;

  constructor(environment: Pick<Environment, 'PUBLIC_URL' | 'TRUST_PROXY' | 'OLD_CLIENTS'>) {
    this.usesProxyHeaders = environment.TRUST_PROXY !== false && environment.PUBLIC_URL === undefined;
    // With the token in the URL, no two clients would share a key.
    this.acceptsTokenInQuery = environment.OLD_CLIENTS.includes('token-in-query');
  }

  /**
   * Computes the keys of a request. Call it before Express, whose middleware changes headers that they contain.
   *
   * @returns undefined if the response must not be cached
   */
  of(request: IncomingMessage): RequestContext['cacheKeys'] {
    const { headers, url = '' } = request;
    // A request with several is rejected later.
    if (this.acceptsTokenInQuery || countHosts(request) !== 1) return undefined;
    let key = '';
    for (const name of keyHeaders) key += `${String(headers[name] ?? '')}\n`;
    if (this.usesProxyHeaders) {
      for (const name of proxyHeaders) key += `${String(headers[name] ?? '')}\n`;
      // TRUST_PROXY may trust only some peers.
      key += `${request.socket.remoteAddress ?? ''}\n`;
    }
    key += url;
    // Not the header: its spellings are many, and the languages few.
    const languages = hasLanguage.test(url) ? [] : acceptedLanguages(headers['accept-language']);
    let byLanguage = `${key}\n`;
    for (const { tag } of languages) byLanguage += `${tag},`;
    return byLanguage.length > maxKeyLength ? undefined : { inAllLanguages: key, byLanguage };
  }
}
