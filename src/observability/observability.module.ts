import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, Module } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { AuthModule } from '../auth/auth.module.js';
import { DatabaseProbe } from '../database/database-checks.js';
import { HttpModule } from '../http/http.module.js';
import { SearchIndexModule } from '../places/search-index/search-index.module.js';
import { AdminServer } from './admin-server.js';
import { FailedRequests } from './request-log.js';
import { HealthController, Readiness } from './health.js';
import {
  ResponseCacheMetrics,
  RequestMetrics,
  TokenMetrics,
  BuildMetrics,
  Metrics,
  MetricsController,
} from './metrics.js';
import { DatabaseMetrics, HealthMetrics, IndexMetrics, RowMetrics, SearchMetrics } from './dependency-metrics.js';

/** The shutdown does not wait longer for a collector that is away. */
const timeoutMs = 2000;

/** The SDK's provider, or the API's proxy that delegates to it. */
interface Flushable {
  getDelegate?(): Flushable;
  forceFlush?(): Promise<void>;
}

/** Exports the last spans at shutdown. Without tracing it does nothing. */
@Injectable()
class TraceFlush implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    const provider = trace.getTracerProvider() as Flushable;
    const delegate = provider.getDelegate?.() ?? provider;
    const flushed = delegate.forceFlush?.().catch(() => undefined);
    await Promise.race([flushed, delay(timeoutMs, undefined, { ref: false })]);
  }
}

/** What operators see of the service: health and metrics. Most of logs and traces needs no module. */
@Module({
  imports: [AuthModule, HttpModule, SearchIndexModule],
  controllers: [HealthController, MetricsController],
  providers: [
    AdminServer,
    ResponseCacheMetrics,
    DatabaseMetrics,
    DatabaseProbe,
    FailedRequests,
    BuildMetrics,
    HealthMetrics,
    IndexMetrics,
    Metrics,
    Readiness,
    RequestMetrics,
    RowMetrics,
    SearchMetrics,
    TokenMetrics,
    TraceFlush,
  ],
  exports: [AdminServer, FailedRequests, Readiness, RequestMetrics],
})
export class ObservabilityModule {}
