import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import { tracesProtocol } from '../../config/traces.js';
import { serviceVersion } from '../../version.js';
import { pathOf } from '../../http/request/request-target.js';
import { isForOperators } from '../operator-routes.js';
import { RedactingExporter } from './redacting-exporter.js';

/** Traces requests, SQL statements and calls of Elasticsearch, whose client creates its own spans. */
export function startTracing(variables: NodeJS.ProcessEnv): void {
  // Nest consists of ES modules. Their imports can only be instrumented by a loader hook.
  register('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(__filename));
  new NodeSDK({
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({ 'service.name': 'place-directory', 'service.version': serviceVersion }),
      ),
    traceExporter: new RedactingExporter(exporterOf(variables)),
    // Metrics and logs go to Prometheus and standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => isForOperators(pathOf(url)),
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
      // Only statements of requests. Index sync would create a span every second.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  }).start();
}

/** Chooses the exporter by OpenTelemetry's variables. The SDK could do that, but then it could not be wrapped for redaction. */
function exporterOf(variables: NodeJS.ProcessEnv): tracing.SpanExporter {
  if (variables.OTEL_TRACES_EXPORTER === 'console') return new tracing.ConsoleSpanExporter();
  switch (tracesProtocol(variables)) {
    case 'grpc':
      return new GrpcExporter();
    case 'http/json':
      return new JsonExporter();
    default:
      return new ProtobufExporter();
  }
}
