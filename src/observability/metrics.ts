import { Injectable, Controller, Get, Res } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry, Histogram } from 'prom-client';
import { type Response } from 'express';
import { z } from 'zod';
import { HttpAdapterHost } from '@nestjs/core';
import { serviceVersion, sourceCommit } from '../config/process.js';
import { Public } from '../auth/access.js';
import { NoStore, Documented, routeOf } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';
import { LoadShedder } from '../http/load-shedder.js';
import { type NodeMiddleware } from '../http/request-context.js';
import { Drain } from '../http/drain.js';
import { type ServerAdapter } from '../http/server-adapter.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { IssuerTokens } from '../auth/issuer-tokens.js';
import { TokenCache } from '../auth/token-cache.js';

/** Memory, CPU time, event loop and garbage collection. Shared, because tests start several applications in one process. */
const processRegistry = new Registry();

let isCollecting = false;

/** A value with its labels. */
type Measured = readonly [labels: Record<string, string>, value: number];

/** The value of a metric, its values by the value of its label, or its values with several labels. */
type MetricValue = number | Readonly<Record<string, number>> | readonly Measured[];

/** All metrics, for Prometheus. Labels have few values: no paths, no identifiers, no text that clients choose. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    if (!isCollecting) collectDefaultMetrics({ register: processRegistry });
    isCollecting = true;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /**
   * Adds a gauge that is read for each request of Prometheus. It is absent while `read` returns undefined.
   *
   * @param labelNames of its labels, if `read` returns values by label
   */
  gauge(
    name: string,
    help: string,
    read: () => MetricValue | undefined | Promise<MetricValue | undefined>,
    ...labelNames: string[]
  ): void {
    new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
      async collect() {
        const value = await read();
        // What has no source any more vanishes. Without a label, `reset` would set 0.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        for (const [labels, number] of measured(value, labelNames)) this.set(labels, number);
      },
    });
  }

  /** Adds a counter that is read for each request of Prometheus. */
  counter(name: string, help: string, read: () => MetricValue, ...labelNames: string[]): void {
    new Counter({
      ...{ name, help, labelNames, registers: [this.registry] },
      collect() {
        this.reset();
        for (const [labels, number] of measured(read(), labelNames)) this.inc(labels, number);
      },
    });
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await processRegistry.metrics()}`;
  }
}

function measured(value: MetricValue | undefined, [label = '']: readonly string[]): readonly Measured[] {
  if (value === undefined) return [];
  if (typeof value === 'number') return [[{}, value]];
  if (isList(value)) return value;
  return Object.entries(value).map(([labelValue, number]) => [{ [label]: labelValue }, number]);
}

function isList(value: object): value is readonly Measured[] {
  return Array.isArray(value);
}

/** Which version of the service runs. */
@Injectable()
export class BuildMetrics {
  constructor(metrics: Metrics) {
    const help = '1, with the version of the service, its commit and the version of Node.js';
    const labels = { version: serviceVersion, commit: sourceCommit, node: process.version };
    metrics.gauge('build_info', help, () => [[labels, 1]], ...Object.keys(labels));
  }
}

@Controller('metrics')
@OwnFormat()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @NoStore()
  @Documented({
    id: 'readMetrics',
    summary: 'Get metrics for Prometheus',
    description:
      'Counters and measurements of this replica, in the text format of Prometheus. On `ADMIN_PORT` where that is set, else only for programs on the same machine, and in production or with `TRUST_PROXY` for nobody.',
    rawResponses: { 200: { description: 'All metrics.', content: { 'text/plain': z.string() } } },
  })
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}

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
  constructor(metrics: Metrics, tokens: TokenCache, issuerTokens: IssuerTokens) {
    metrics.counter(
      'token_cache_lookups_total',
      'Lookups of access tokens: hit (from memory), miss (in PostgreSQL, or by the keys of JWT_ISSUER)',
      () => ({ hit: tokens.state.hits, miss: tokens.state.misses }),
      'result',
    );
    metrics.gauge('token_cache_entries', 'Cached access tokens', () => tokens.state.entries);
    const listening = '1 while the replica is notified of revocations; 0: it looks up every token in PostgreSQL';
    metrics.gauge('token_cache_listening', listening, () => (tokens.state.listening ? 1 : 0));
    if (issuerTokens.isReachable === undefined) return;
    const reachable = '0 while the keys of JWT_ISSUER cannot be read; known keys are still used';
    metrics.gauge('token_issuer_reachable', reachable, () => (issuerTokens.isReachable ? 1 : 0));
  }
}
