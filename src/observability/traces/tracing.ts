import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api';
import { tracesProtocol } from '../../config/traces.js';
import { serviceVersion } from '../../config/process.js';
import { pathOf, isForOperators, withoutBasePath } from '../../http/request-target.js';
import { redact, redactMember } from '../redaction.js';

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
        ignoreIncomingRequestHook: ({ url = '' }) =>
          isForOperators(withoutBasePath(pathOf(url), variables.BASE_PATH ?? '')),
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

/** Span attributes with the URL of a request. A path may contain an e-mail address, a query a token. */
const urlAttributes = new Set(['url.full', 'url.path', 'url.query', 'http.url', 'http.target']);

/** Exports spans without secrets. Server spans have the route template, but no URL. */
class RedactingExporter implements tracing.SpanExporter {
  constructor(private readonly exporter: tracing.SpanExporter) {}

  export(...[spans, done]: Parameters<tracing.SpanExporter['export']>): void {
    this.exporter.export(spans.map(redactSpan), done);
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** The same span with some redacted properties. */
function redactSpan(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const { name, kind, attributes, events, status } = span;
  const redacted = {
    name: redact(name),
    attributes: redactAttributes(attributes, kind),
    events: events.map((event) => ({ ...event, attributes: redactAttributes(event.attributes ?? {}) })),
    status: { ...status, ...(status.message !== undefined && { message: redact(status.message) }) },
  };
  return Object.create(span, Object.getOwnPropertyDescriptors(redacted)) as tracing.ReadableSpan;
}

function redactAttributes(attributes: Attributes, kind?: SpanKind): Attributes {
  const safe = Object.entries(attributes).filter(([name]) => kind !== SpanKind.SERVER || !urlAttributes.has(name));
  return Object.fromEntries(
    safe.map(([name, value]) => [name, redactAttribute(name, urlAttributes.has(name) ? withoutQuery(value) : value)]),
  );
}

function withoutQuery(value: AttributeValue | undefined): AttributeValue | undefined {
  return typeof value === 'string' ? value.replace(/\?.*/s, '') : value;
}

/** A list, such as the values of a header, is redacted entry by entry, or as a whole. */
function redactAttribute(name: string, value: AttributeValue | undefined): AttributeValue | undefined {
  return redactMember(name, value) as AttributeValue | undefined;
}
