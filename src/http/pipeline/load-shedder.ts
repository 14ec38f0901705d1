import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type Express, type NextFunction, type Request, type Response } from 'express';
import { ConcurrencyLimiter } from '../../concurrency/concurrency-limiter.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { crossOriginHeaders, isPreflight } from './cors.js';
import { Drain } from '../server/drain.js';
import { negotiate } from '../response/format.js';
import { handedOver } from '../server/limited-server.js';
import { localAddress } from '../server/local-address.js';
import { writeProblem } from '../problems/problem-writer.js';
import { ProblemError } from '../problems/problems.js';
import { parseQuery } from '../request/query-string.js';
import { requestId } from './request-context.js';
import { securityHeaders } from './security-headers.js';
import { parseOrigin } from './parse-origin.js';

const retryAfter = { 'Retry-After': '1' };
const overloaded = new ProblemError('overloaded', 'The service works on as much as it can; try again.', {
  headers: retryAfter,
});

/**
 * Lets in as many requests as the service can work on at once, and turns away the rest before anything is done for them:
 * when far more comes than it can do, it goes on doing what it can. A refusal through middleware and router would cost a
 * good part of an answer.
 */
@Injectable()
export class LoadShedder {
  private readonly crowd: ConcurrencyLimiter;
  private readonly headers: readonly string[];

  constructor(
    private readonly drain: Drain,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'MAX_IN_FLIGHT' | 'PUBLIC_URL' | 'CORS_ORIGINS'>,
  ) {
    const room = environment.MAX_IN_FLIGHT;
    this.crowd = new ConcurrencyLimiter({ burst: room, sustained: Math.ceil(room / 2), burstMs: 3000 });
    this.headers = [...securityHeaders(), 'Cache-Control', 'no-store', ...Object.entries(retryAfter).flat()];
  }

  /** How many requests have been turned away so far. */
  get refused(): number {
    return this.crowd.state.refused;
  }

  /** @param isOpenTo which requests go in without being counted: those of probes, and those that `admit` sees later */
  before(application: RequestListener, isOpenTo: (path: string) => boolean): RequestListener {
    return (request, response) => {
      // A preflight costs nothing, and its answer is another one.
      const isOpen = (this.environment.CORS_ORIGINS.length > 0 && isPreflight(request)) || isOpenTo(request.url ?? '');
      if (isOpen || this.enter(response)) application(request, response);
      else this.refuse(request, response);
    };
  }

  /** The middleware for addresses where only what stands before it knows how callers are told of a failure. */
  readonly admit = (_request: Request, response: Response, next: NextFunction): void => {
    next(this.enter(response) ? undefined : overloaded);
  };

  private enter(response: ServerResponse): boolean {
    const leave = this.crowd.acquire();
    // All has been done when the answer is handed over: how slowly somebody reads it takes nobody's place.
    if (leave) response.once(handedOver, leave).once('close', leave);
    return leave !== undefined;
  }

  /** As Express tells it, which knows whose `X-Forwarded-*` to believe. */
  private originOf(request: IncomingMessage): string | undefined {
    const { request: prototype } = this.adapterHost.httpAdapter.getInstance<Express>();
    const { protocol, host } = Object.setPrototypeOf(request, prototype) as Request;
    return parseOrigin(protocol, host);
  }

  private refuse(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', headers, socket } = request;
    const id = requestId(headers);
    const { format } = negotiate(parseQuery(url).pairs, headers.accept);
    const baseUrl = this.environment.PUBLIC_URL ?? this.originOf(request) ?? localAddress(socket);
    const { type, body } = writeProblem(overloaded, { id, baseUrl, format });
    response.writeHead(overloaded.status, [
      ...this.headers,
      ...crossOriginHeaders(this.environment.CORS_ORIGINS, headers.origin),
      ...['X-Request-Id', id, 'Vary', 'Accept, Accept-Encoding, Prefer, Origin'],
      ...['Content-Type', `${type}; charset=utf-8`, 'Content-Length', String(Buffer.byteLength(body))],
      ...(this.drain.begun ? ['Connection', 'close'] : []),
    ]);
    response.end(body);
  }
}
