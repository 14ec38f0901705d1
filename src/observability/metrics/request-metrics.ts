import { type ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import { LoadShedder } from '../../http/pipeline/load-shedder.js';
import { Drain } from '../../http/server/drain.js';
import { routeOf } from '../../http/routes/route-of.js';
import { Metrics } from './metrics.js';

/** Anybody may send any method; those that HTTP defines are told apart. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

interface PastRequest {
  route: string;
  method: string | undefined;
  response: ServerResponse;
  ms: number;
}

/** Rate, errors and time of requests by route template, method and status. */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram<'route' | 'method' | 'status'>;

  constructor({ registry }: Metrics, drain: Drain, doorway: LoadShedder) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by route template (none: no such address), method and status (aborted: the caller went away)',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered',
      registers: [registry],
      collect() {
        this.set(drain.inFlight);
      },
    });
    new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests turned away because as many were being answered as MAX_IN_FLIGHT allows',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(doorway.refused);
      },
    });
  }

  /** The middleware that sees every request. */
  readonly measure = (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    response.once('close', () => {
      const ms = performance.now() - began;
      this.observe({ route: routeOf(request), method: request.method, response, ms });
    });
    next();
  };

  /** Counts a request that is over. */
  observe({ route, method = '', response, ms }: PastRequest): void {
    const labels = {
      route,
      method: methods.has(method) ? method : 'other',
      status: response.writableFinished ? response.statusCode : 'aborted',
    };
    this.durations.observe(labels, ms / 1000);
  }
}
