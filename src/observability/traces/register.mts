// Node loads this file before the service (`node --import`), because instrumentation must be registered before the
// instrumented modules are loaded. Without tracing OpenTelemetry is not loaded, so the start stays fast.
import { errorMessage } from '../../config/error-message.js';
import { tracesWanted } from '../../config/traces.js';

if (tracesWanted(process.env)) {
  const { startTracing } = await import('./tracing.js');
  try {
    startTracing(process.env);
  } catch (error) {
    process.stderr.write(`The service cannot send traces: ${errorMessage(error)}\n`);
    process.exit(1);
  }
} else {
  // Elasticsearch's client would prepare a span for each request.
  process.env.OTEL_ELASTICSEARCH_ENABLED ??= 'false';
}
