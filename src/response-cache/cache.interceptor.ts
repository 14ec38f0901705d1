import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { ACCESS, type RouteAccess } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { compressBody } from '../http/compression.js';
import { ProblemError } from '../http/problems.js';
import { routeOf } from '../http/routes.js';
import { cacheKeyOf } from './cache-key.js';
import { CACHE_POLICY, type CachePolicy } from './cached-decorator.js';
import { type CachedResponse, setCachedHeaders, ResponseCache } from './response-cache.js';

/** Node has this method on responses too. @types/node declares it for requests only. */
type RawResponse = Response & { getRawHeaderNames(): string[] };

const emptyBody = Buffer.alloc(0);

/** Headers of a single request, which are not cached. */
const requestHeaders = new Set(['x-request-id', 'connection', 'ratelimit', 'ratelimit-policy']);

/**
 * Puts the responses of routes with `@Cached` into the response cache, and sends them from there. Runs around
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
      // Before the token decides, so that responses to application tokens have it as well.
      response.vary('Authorization');
      request.context.isPersonal ||= request.context.userId !== undefined;
    }
    const key = cacheKeyOf(request);
    if (key === undefined || !this.cache.isOn || request.context.isPersonal) return next.handle();
    const route = { access: this.reflector.get<RouteAccess>(ACCESS, handler), route: routeOf(request), variesByUser };
    let own: CachedResponse | undefined;
    const compute = async () => (own = await computeResponse(request, response, route, next));
    const client = request.context.clientId ?? '';
    return from(
      this.cache.get(key, { client, policy, compute }).then((cached) => {
        // Its own headers are set.
        if (cached !== own) setCachedHeaders(cached, response);
        return toBody(cached, response);
      }),
    );
  }

  /** With private fields, users read more about themselves than others do. Then user tokens get no cached responses about users. */
  private variesByUser({ dependencies }: CachePolicy): boolean {
    return this.environment.PRIVATE_USER_FIELDS.length > 0 && dependencies.includes('users');
  }
}

async function computeResponse(
  request: Request,
  response: Response,
  route: Pick<CachedResponse, 'access' | 'route' | 'variesByUser'>,
  next: CallHandler<Buffer>,
): Promise<CachedResponse> {
  let written: Buffer;
  try {
    written = await firstValueFrom(next.handle());
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
    const headers = headersOf(response);
    return { headers, status: error.status, body: emptyBody, ...route, isReusable: true, notFound: error };
  }
  const { body, encoding } = await compressBody(written, request.headers['accept-encoding']);
  // The compression stage leaves a response with this header as it is.
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  const { isReusable, validUntil } = request.context;
  const valid = validUntil !== undefined && { validUntil };
  return { headers: headersOf(response), status: response.statusCode, body, ...route, isReusable, ...valid };
}

function headersOf(response: Response): string[] {
  const names = (response as RawResponse).getRawHeaderNames().filter((name) => !requestHeaders.has(name.toLowerCase()));
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
