import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../dev/services/free-port.js';

/** The part of a span in OTLP/HTTP JSON (https://opentelemetry.io/docs/specs/otlp/) that tests read. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Export {
  resourceSpans: { resource: { attributes: CollectedSpan['attributes'] }; scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** A collector of traces. */
export class TraceCollector {
  url = '';
  private readonly exports: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        if (request.url === '/v1/traces') collector.exports.push(body);
        response.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    collector.url = await listen(server);
    return collector;
  }

  /** The bodies of all exports. */
  get received(): string {
    return this.exports.join('\n');
  }

  get spans(): CollectedSpan[] {
    return this.exports
      .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
