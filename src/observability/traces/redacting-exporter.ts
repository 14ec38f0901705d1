import { type Attributes, type AttributeValue, SpanKind } from '@opentelemetry/api';
import { type tracing } from '@opentelemetry/sdk-node';
import { redact, redactMember } from '../logs/redaction.js';

/** Span attributes with the URL of a request. A path may contain an e-mail address, a query a token. */
const urlAttributes = new Set(['url.full', 'url.path', 'url.query', 'http.url', 'http.target']);

/** Exports spans without secrets. Server spans have the route template, but no URL. */
export class RedactingExporter implements tracing.SpanExporter {
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
