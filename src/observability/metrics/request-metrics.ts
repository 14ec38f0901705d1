import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Histogram } from 'prom-client';
import { LoadShedder } from '../../http/pipeline/load-shedder.js';
import { type NodeMiddleware } from '../../http/pipeline/node-middleware.js';
import { Drain } from '../../http/server/drain.js';
import { type ServerAdapter } from '../../http/server/server-adapter.js';
import { routeOf } from '../../http/routes/route-of.js';
import { Metrics } from './metrics.js';

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
