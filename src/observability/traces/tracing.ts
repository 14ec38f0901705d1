import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  processDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api';
import { tracesDestination, tracesProtocol } from '../../config/traces.js';
import { serviceVersion } from '../../config/process.js';
import { pathOf, isForOperators, withoutBasePath } from '../../http/request-target.js';
import { redact, redactMember } from '../redaction.js';

/** Traces requests, SQL statements and calls of Elasticsearch, whose client creates its own spans. */
export function startTracing(variables: NodeJS.ProcessEnv): void {
  // Nest consists of ES modules. Their imports can only be instrumented by a loader hook.
  register('@opentelemetry/instrumentation/hook.mjs', pathToFileURL(__filename));
  const service = resourceFromAttributes({ 'service.name': 'place-directory', 'service.version': serviceVersion });
  new NodeTracerProvider({
    resource: defaultResource()
      .merge(service)
      .merge(detectResources({ detectors: [hostDetector, processDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new RedactingExporter(exporterOf(variables)))],
  }).register();
  registerInstrumentations({
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
  });
}

/** @throws Error as `tracesDestination` */
function exporterOf(variables: NodeJS.ProcessEnv): SpanExporter {
  if (tracesDestination(variables) === 'console') return new ConsoleSpanExporter();
  return tracesProtocol(variables) === 'http/json' ? new JsonExporter() : new ProtobufExporter();
}

/** Span attributes with the URL of a request. A path may contain an e-mail address, a query a token. */
const urlAttributes = new Set(['url.full', 'url.path', 'url.query', 'http.url', 'http.target']);

/** Exports spans without secrets. Server spans have the route template, but no URL. */
class RedactingExporter implements SpanExporter {
  constructor(private readonly exporter: SpanExporter) {}

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
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
function redactSpan(span: ReadableSpan): ReadableSpan {
  const { name, kind, attributes, events, status } = span;
  const redacted = {
    name: redact(name),
    attributes: redactAttributes(attributes, kind),
    events: events.map((event) => ({ ...event, attributes: redactAttributes(event.attributes ?? {}) })),
    status: { ...status, ...(status.message !== undefined && { message: redact(status.message) }) },
  };
  return Object.create(span, Object.getOwnPropertyDescriptors(redacted)) as ReadableSpan;
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
