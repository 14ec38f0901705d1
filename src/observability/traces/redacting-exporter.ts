import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api';
import { type tracing } from '@opentelemetry/sdk-node';
import { redact } from '../logs/redaction.js';

/** Where instrumentation keeps the address of a request. A path may hold an e-mail address, a query a token. */
const addresses = new Set(['url.full', 'url.path', 'url.query', 'http.url', 'http.target']);

/** Hands spans on without what must not leave the service: the route's template stands for the address. */
export class RedactingExporter implements tracing.SpanExporter {
  constructor(private readonly exporter: tracing.SpanExporter) {}

  export(...[spans, done]: Parameters<tracing.SpanExporter['export']>): void {
    this.exporter.export(spans.map(discreetSpan), done);
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}

/** The same span, with some of its properties covered. */
function discreetSpan(span: tracing.ReadableSpan): tracing.ReadableSpan {
  const { name, kind, attributes, events, status } = span;
  const covered = {
    name: redact(name),
    attributes: discreetAttributes(attributes, kind),
    events: events.map((event) => ({ ...event, attributes: discreetAttributes(event.attributes ?? {}) })),
    status: { ...status, ...(status.message !== undefined && { message: redact(status.message) }) },
  };
  return Object.create(span, Object.getOwnPropertyDescriptors(covered)) as tracing.ReadableSpan;
}

function discreetAttributes(attributes: Attributes, kind?: SpanKind): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => kind !== SpanKind.SERVER || !addresses.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, discreetValue(addresses.has(name) ? withoutQuery(value) : value)]),
  );
}

function withoutQuery(value: AttributeValue | undefined): AttributeValue | undefined {
  return typeof value === 'string' ? value.replace(/\?.*/s, '') : value;
}

function discreetValue(value: AttributeValue | undefined): AttributeValue | undefined {
  return typeof value === 'string' ? redact(value) : value;
}
