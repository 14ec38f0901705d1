import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Histogram } from 'prom-client';
import { LoadShedder } from '../http/load-shedder.js';
import { type NodeMiddleware } from '../http/request-context.js';
import { Drain } from '../http/drain.js';
import { type ServerAdapter } from '../http/server-adapter.js';
import { routeOf } from '../http/routes.js';
import { Metrics } from './metrics.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { TokenCache } from '../auth/token-cache.js';

/** The values of the label `method`; any other method is `other`, because clients may send any text. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Metrics of requests: rate, errors and duration by route template, method and status. */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram<'route' | 'method' | 'status'>;

  constructor(metrics: Metrics, drain: Drain, loadShedder: LoadShedder, host: HttpAdapterHost) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by route template (none: no such path), method and status (aborted: the client disconnected)',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [metrics.registry],
    });
    metrics.gauge('http_requests_in_flight', 'Requests in flight', () => drain.inFlight);
    const { connections } = host.httpAdapter as ServerAdapter;
    metrics.gauge('http_connections', 'Open connections of clients', () => connections.count);
    const closed = 'Connections closed because the process may open no more (ulimit -n), or one address has too many';
    metrics.counter('http_connections_closed_total', closed, () => connections.closedCount);
    const shed = 'Requests shed because too many were in flight (MAX_IN_FLIGHT)';
    metrics.counter('http_requests_shed_total', shed, () => loadShedder.shedCount);
    const limited = 'Requests rejected with 429 because those of their client filled the service';
    metrics.counter('http_requests_limited_total', limited, () => loadShedder.limitedCount);
  }

  /** Measures each request that is not shed. */
  readonly measure: NodeMiddleware = (request, response, next) => {
    const { context, method = '' } = request;
    response.once('close', () => {
      if (context.isShed) return;
      const labels = {
        route: routeOf(request),
        method: methods.has(method) ? method : 'other',
        status: response.writableFinished ? response.statusCode : 'aborted',
      };
      this.durations.observe(labels, (performance.now() - context.startedAt) / 1000);
    });
    next();
  };
}

/** Metrics of the response cache. */
@Injectable()
export class ResponseCacheMetrics {
  constructor(metrics: Metrics, cache: ResponseCache) {
    metrics.counter(
      'response_cache_requests_total',
      'Cacheable requests: hit (from memory), shared (waited for the response to an equal request), miss (computed)',
      () => ({ hit: cache.counts.hits, shared: cache.counts.shared, miss: cache.counts.misses }),
      'result',
    );
    const bytes = 'Approximate size of the cached responses, at most RESPONSE_CACHE_SIZE';
    metrics.gauge('response_cache_bytes', bytes, () => cache.size);
  }
}

/** Metrics of the cache of access tokens. */
@Injectable()
export class TokenMetrics {
  constructor(metrics: Metrics, tokens: TokenCache) {
    metrics.counter(
      'token_cache_lookups_total',
      'Lookups of access tokens: hit (from memory), miss (in PostgreSQL)',
      () => ({ hit: tokens.state.hits, miss: tokens.state.misses }),
      'result',
    );
    metrics.gauge('token_cache_entries', 'Cached access tokens', () => tokens.state.entries);
    const listening = '1 while the replica is notified of revocations; 0: it looks up every token in PostgreSQL';
    metrics.gauge('token_cache_listening', listening, () => (tokens.state.listening ? 1 : 0));
  }
}
