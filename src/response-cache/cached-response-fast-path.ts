import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type Logger } from 'pino';
import { AccessPolicy } from '../auth/access/access-policy.js';
import { type Principal } from '../auth/access/principal.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { requestId } from '../http/pipeline/request-context.js';
import { logRequest } from '../observability/logs/request-log.js';
import { RequestMetrics } from '../observability/metrics/request-metrics.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';
import { CacheKeys } from './cache-key.js';
import { namesTag } from '../http/response/if-none-match.js';
import { writeCachedNotFound } from './cached-not-found.js';

/** Headers that ask for more than the answer, or whether it has changed: since a time, a part of it, another protocol. */
const unusual = ['if-modified-since', 'range', 'expect', 'upgrade', 'content-length', 'transfer-encoding'];

/**
 * Stands before the application: gives an answer that is kept to whoever may have it, without the way through router,
 * guard and controller, which costs several times as much. All else, and whatever is not quite ordinary, goes on.
 */
@Injectable()
export class CachedResponseFastPath {
  private readonly keys: CacheKeys;

  constructor(
    private readonly cache: ResponseCache,
    private readonly policy: AccessPolicy,
    private readonly metrics: RequestMetrics,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.keys = new CacheKeys(environment);
  }

  /** The door before an application; `logger` is told of the requests that go no further. */
  before(application: RequestListener, logger: Logger): RequestListener {
    if (!this.cache.isOn) return application;
    return (request, response) => {
      const key = this.keys.give(request);
      const kept = key !== undefined && isPlain(request) && this.admit(key, request);
      if (!kept) {
        application(request, response);
        return;
      }
      const id = requestId(request.headers);
      this.follow(request, response, kept, id, logger);
      give(kept.answer, request, response, id);
    };
  }

  private admit(key: string, request: IncomingMessage): { answer: CachedResponse; principal: Principal } | undefined {
    const answer = this.cache.find(key);
    if (!answer || answer.access.public) return undefined;
    // A trace shows the whole way.
    if (trace.getActiveSpan()?.isRecording()) return undefined;
    const principal = this.policy.authenticateFromCache(request, answer.access.kinds);
    if (!principal) return undefined;
    this.cache.counts.kept += 1;
    return { answer, principal };
  }

  private follow(
    { method }: IncomingMessage,
    response: ServerResponse,
    { answer: { route }, principal }: { answer: CachedResponse; principal: Principal },
    id: string,
    logger: Logger,
  ): void {
    const began = performance.now();
    response.once('close', () => {
      const ms = performance.now() - began;
      this.metrics.observe({ route, method, response, ms });
      logRequest(logger, { requestId: id, route, method, response, ms, client: principal.clientId });
    });
  }
}

function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && unusual.every((name) => headers[name] === undefined);
}

function give(answer: CachedResponse, request: IncomingMessage, response: ServerResponse, id: string): void {
  const { headers, missing } = answer;
  if (missing) {
    giveWhole(response, missing.problem.status, { id, headers, body: Buffer.from(writeCachedNotFound(missing, id)) });
    return;
  }
  const condition = request.headers['if-none-match'];
  if (condition !== undefined && namesTag(condition, valueOf('etag', headers))) {
    // It says what the whole answer would, but for what is said of a body.
    response.writeHead(304, ['X-Request-Id', id, ...without('content-type', headers)]);
    response.end();
    return;
  }
  giveWhole(response, 200, { id, headers, body: answer.body });
}

function giveWhole(
  response: ServerResponse,
  status: number,
  { id, headers, body }: Pick<CachedResponse, 'headers' | 'body'> & { id: string },
): void {
  response.writeHead(status, ['X-Request-Id', id, ...headers, 'Content-Length', String(body.length)]);
  response.end(body);
}

/** @param headers names and values in turn */
function valueOf(name: string, headers: readonly string[]): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** @param headers names and values in turn */
function without(name: string, headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== name);
}
