import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { DatabaseProbe } from '../database/database-probe.js';
import { HttpModule } from '../http/http.module.js';
import { SearchIndexModule } from '../places/search-index/search-index.module.js';
import { AdminServer } from './admin-server.js';
import { CpuProfile } from './cpu-profile.js';
import { FailedRequests } from './logs/failed-requests.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { ResponseCacheMetrics } from './metrics/response-cache-metrics.js';
import { DatabaseMetrics } from './metrics/database-metrics.js';
import { BuildMetrics } from './metrics/build-metrics.js';
import { HealthMetrics } from './metrics/health-metrics.js';
import { IndexMetrics } from './metrics/index-metrics.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { SearchMetrics } from './metrics/search-metrics.js';
import { TokenMetrics } from './metrics/token-metrics.js';
import { TraceFlush } from './traces/trace-flush.js';

/** What operators see of the service: health, metrics and profiles. Most of logs and traces needs no module. */
@Module({
  imports: [AuthModule, HttpModule, SearchIndexModule],
  controllers: [HealthController, MetricsController],
  providers: [
    AdminServer,
    CpuProfile,
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
    SearchMetrics,
    TokenMetrics,
    TraceFlush,
  ],
  exports: [AdminServer, CpuProfile, FailedRequests, Readiness, RequestMetrics],
})
export class ObservabilityModule {}
