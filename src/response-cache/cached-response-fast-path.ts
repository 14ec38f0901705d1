import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { AccessPolicy } from '../auth/access-policy.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NodeMiddleware } from '../http/request-context.js';
import { sendProblem } from '../http/problem-writer.js';
import { sendBody } from '../http/response.js';
import { CacheKeys } from './cache-key.js';
import { type CachedResponse, setCachedHeaders, ResponseCache } from './response-cache.js';

/** Headers of requests that need Express: conditions by time, ranges, other protocols, bodies. */
const unsupported = ['if-modified-since', 'range', 'expect', 'upgrade', 'content-length', 'transfer-encoding'];

/** Serves cached responses before Express. A request that it cannot serve passes on. */
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
    // Assigned even if this stage cannot serve the request: `CacheInterceptor` caches the response under this key.
    const key = this.keys.assign(request);
    if (key === undefined || !isSupported(request)) return undefined;
    const cached = this.cache.find(key);
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
  // They include the security and CORS headers, whose stages come later in the pipeline.
  setCachedHeaders(cached, response);
  if (notFound) {
    sendProblem(request, response, notFound);
  } else {
    response.statusCode = status;
    sendBody(body, request, response);
  }
}
