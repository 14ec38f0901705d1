import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import { pathOf } from '../../http/request/request-target.js';
import { isForOperators } from '../operator-routes.js';
import { RedactingExporter } from './redacting-exporter.js';

/** Starts tracing from a request to PostgreSQL and Elasticsearch, whose client makes its spans by itself. */
export function startTracing(variables: NodeJS.ProcessEnv): void {
  // Nest is made of ES modules, and what they import is only seen by a hook.
  register('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(__filename));
  new NodeSDK({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'place-directory' })),
    traceExporter: new RedactingExporter(exporterOf(variables)),
    // Prometheus reads the metrics, and logs go to standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => isForOperators(pathOf(url)),
      }),
      new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
      // Without a parent it is the follower, which looks every second.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  }).start();
}

/** By the usual variables; the SDK would choose by itself, but then nothing could stand between it and the exporter. */
function exporterOf(variables: NodeJS.ProcessEnv): tracing.SpanExporter {
  const { OTEL_TRACES_EXPORTER = 'otlp', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL, OTEL_EXPORTER_OTLP_PROTOCOL } = variables;
  if (OTEL_TRACES_EXPORTER === 'console') return new tracing.ConsoleSpanExporter();
  switch (OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? OTEL_EXPORTER_OTLP_PROTOCOL) {
    case 'grpc':
      return new GrpcExporter();
    case 'http/json':
      return new JsonExporter();
    default:
      return new ProtobufExporter();
  }
}
