import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { firstValueFrom, from, map, type Observable } from 'rxjs';
import { ACCESS, type Access } from '../auth/access/access-decorator.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ListView } from '../http/response/list-view.js';
import { OWN_FORMAT } from '../http/response/own-format-decorator.js';
import { ProblemError } from '../http/problems/problems.js';
import { routeOf } from '../http/routes/route-of.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';
import { keyOf } from './cache-key.js';
import { cacheControl } from '../http/response/cache-control.js';
import { CACHE_POLICY, type CachePolicy } from './cached-decorator.js';
import { packed } from './compressed-body.js';
import { type Envelope, writeResponse } from '../http/response/write-response.js';

type Result = Envelope | ListView;

/** Node's own, which its types know of requests only. */
type Raw = Response & { getRawHeaderNames(): string[] };

const nothing = Buffer.alloc(0);

/** Headers that belong to one request, not to what it is answered. */
const ofTheRequest = new Set(['x-request-id', 'connection', 'ratelimit', 'ratelimit-policy']);

/**
 * Makes the answer of what a controller returns, or gives one that was made before. Who may ask, the guard has decided;
 * most of what is kept never comes here (`cached-response-fast-path.ts`).
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor<Result> {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: ResponseCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CACHE_MAX_AGE'>,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<Result>): Observable<unknown> {
    const handler = execution.getHandler();
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', cacheControl(this.reflector, execution, this.environment.CACHE_MAX_AGE));
    if (this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, execution.getClass()])) return next.handle();
    if (!request.context.acceptable) throw notAcceptable();
    const keeping = this.reflector.get<CachePolicy | undefined>(CACHE_POLICY, handler);
    const key = keyOf(request);
    if (!keeping || key === undefined || !this.cache.isOn || request.context.isPersonal) {
      return next.handle().pipe(map((result) => writeResponse(result, request, response)));
    }
    const access = this.reflector.get<Access>(ACCESS, handler);
    return from(
      this.cache
        .get(key, keeping, () => makeAnswer(request, response, access, next))
        .then((answer) => giveAgain(answer, response)),
    );
  }
}

async function makeAnswer(
  request: Request,
  response: Response,
  access: Access,
  next: CallHandler<Result>,
): Promise<CachedResponse> {
  let result: Result;
  try {
    result = await firstValueFrom(next.handle());
  } catch (error) {
    if (!(error instanceof ProblemError && error.status === 404)) throw error;
    return {
      headers: headersOf(response),
      body: nothing,
      route: routeOf(request),
      access,
      once: false,
      missing: error,
    };
  }
  const text = writeResponse(result, request, response);
  const { body, encoding } = await packed(text, request.headers['accept-encoding']);
  // The same for every encoding, since it is a weak one.
  const tag = request.app.get('etag fn') as (text: string) => string;
  response.setHeader('ETag', tag(text));
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
  const once = result instanceof ListView && result.page.nextCursor !== undefined;
  return { headers: headersOf(response), body, route: routeOf(request), access, once };
}

function headersOf(response: Response): string[] {
  const names = (response as Raw).getRawHeaderNames().filter((name) => !ofTheRequest.has(name.toLowerCase()));
  return names.flatMap((name) => [name, String(response.getHeader(name))]);
}

/** @throws ProblemError when the answer is that there is no such thing, so that it is told as any problem is */
function giveAgain({ headers, body, missing: none }: CachedResponse, response: Response): Buffer {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  if (none) throw none;
  return body;
}

function notAcceptable(): ProblemError {
  return new ProblemError('not_acceptable', 'Accept admits neither application/json nor application/xml.', {
    errors: [
      {
        parameter: 'Accept',
        reason: 'admits no format of this service',
        allowed: ['application/json', 'application/xml'],
      },
    ],
  });
}
