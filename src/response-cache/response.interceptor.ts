import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { firstValueFrom, from, map, type Observable } from 'rxjs';
import { ACCESS, type RouteAccess } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { etagOf } from '../http/send-body.js';
import { ListView, type Result, writeResponse } from '../http/result.js';
import { FORMATS, mediaTypes, OWN_FORMAT, type OfferedFormats } from '../http/format.js';
import { ProblemError } from '../http/problems.js';
import { PARAMETERS, type RouteParameters, readRouteParameters } from '../http/route-parameters.js';
import { routeOf, cacheControl } from '../http/routes.js';
import { cacheKeyOf } from './cache-key.js';
import { type CachedResponse, setCachedHeaders, ResponseCache } from './response-cache.js';
import { CACHE_POLICY, type CachePolicy } from './cached-decorator.js';
import { compressBody } from '../http/compression.js';

/** Node has this method on responses too. @types/node declares it for requests only. */
type RawResponse = Response & { getRawHeaderNames(): string[] };

const emptyBody = Buffer.alloc(0);

/** Headers of a single request, which are not cached. */
const requestHeaders = new Set(['x-request-id', 'connection', 'ratelimit', 'ratelimit-policy']);

/**
 * Reads the parameters of a route, and writes the result of its controller in the format of the response. Routes with a format of their own
 * (`@OwnFormat()`) do both themselves. Routes with `@Cached` go through the response cache. The guard has
 * checked the access before. `CachedResponseFastPath` serves most cached responses, so that they never get here.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor<Result> {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: ResponseCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CACHE_MAX_AGE' | 'PRIVATE_USER_FIELDS'>,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<Result>): Observable<unknown> {
    const handler = execution.getHandler();
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const policy = this.reflector.get<CachePolicy | undefined>(CACHE_POLICY, handler);
    const variesByUser = this.variesByUser(policy);
    if (variesByUser) {
      // Before the token decides, so that responses to application tokens have it as well.
      response.vary('Authorization');
      request.context.isPersonal ||= request.context.userId !== undefined;
    }
    response.setHeader('Cache-Control', cacheControl(this.reflector, execution, this.environment.CACHE_MAX_AGE));
    if (this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, execution.getClass()])) return next.handle();
    const formats = this.reflector.get<OfferedFormats | undefined>(FORMATS, handler);
    if (formats) request.context.formats = formats;
    if (!request.context.acceptable) throw notAcceptable(request.context.formats);
    const parameters = this.reflector.get<RouteParameters | undefined>(PARAMETERS, handler);
    const compute = (): Observable<Result> => {
      request.context.parameters = readRouteParameters(request, response, parameters);
      // Clients ask again each time, because they cannot know when the minute ends here.
      if (request.context.validUntil !== undefined) response.setHeader('Cache-Control', 'private, no-cache');
      return next.handle();
    };
    const key = cacheKeyOf(request);
    if (!policy || key === undefined || !this.cache.isOn || request.context.isPersonal) {
      return compute().pipe(map((result) => writeBody(result, request, response)));
    }
    const access = this.reflector.get<RouteAccess>(ACCESS, handler);
    return from(
      this.cache
        .get(key, {
          client: request.context.clientId ?? '',
          policy,
          compute: () => computeResponse(request, response, { access, variesByUser }, compute),
        })
        .then((cached) => toBody(cached, response)),
    );
  }

  /** With private fields, users read more about themselves than others do. Then user tokens get no cached responses about users. */
  private variesByUser(policy: CachePolicy | undefined): boolean {
    return this.environment.PRIVATE_USER_FIELDS.length > 0 && policy?.dependencies.includes('users') === true;
  }
}

async function computeResponse(
  request: Request,
  response: Response,
  route: Pick<CachedResponse, 'access' | 'variesByUser'>,
  compute: () => Observable<Result>,
): Promise<CachedResponse> {
  let result: Result;
  try {
    result = await firstValueFrom(compute());
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
    return {
      headers: headersOf(response),
      status: error.status,
      body: emptyBody,
      route: routeOf(request),
      ...route,
      isCacheable: true,
      notFound: error,
    };
  }
  const written = writeBody(result, request, response);
  const { body, encoding } = await compressBody(written, request.headers['accept-encoding']);
  // The compression stage leaves a response with this header as it is.
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  const isCacheable = !(result instanceof ListView && result.page.nextCursor !== undefined);
  const { statusCode: status } = response;
  const { validUntil } = request.context;
  const valid = validUntil !== undefined && { validUntil };
  return { headers: headersOf(response), status, body, route: routeOf(request), ...route, isCacheable, ...valid };
}

function writeBody(result: Result, request: Request, response: Response): Buffer {
  const written = writeResponse(result, request, response);
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  response.setHeader('ETag', etagOf(body));
  return body;
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
  setCachedHeaders(cached, response);
  if (cached.notFound) throw cached.notFound;
  response.statusCode = cached.status;
  return cached.body;
}

function notAcceptable(formats: OfferedFormats): ProblemError {
  const allowed = formats.map((format) => mediaTypes[format][0]);
  const detail = `Accept admits none of ${allowed.join(', ')}.`;
  const errors = [{ parameter: 'Accept', reason: 'admits no format of this service', allowed }];
  return new ProblemError('not_acceptable', detail, { errors });
}
