// Node loads this file before the service (`node --import`), because instrumentation must be registered before the
// instrumented modules are loaded. Without tracing OpenTelemetry is not loaded, so the start stays fast.
import { tracesWanted } from '../../config/traces.js';

if (tracesWanted(process.env)) {
  const { startTracing } = await import('./tracing.js');
  startTracing(process.env);
} else {
  // Elasticsearch's client would prepare a span for each request.
  process.env.OTEL_ELASTICSEARCH_ENABLED ??= 'false';
}
