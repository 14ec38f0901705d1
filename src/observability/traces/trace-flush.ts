import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { trace } from '@opentelemetry/api';

/** Milliseconds. A collector that is away must not keep the service. */
const patience = 2000;

/** What the SDK's provider can do, and the stand-in of the API that hands over to it. */
interface Flushable {
  getDelegate?(): Flushable;
  forceFlush?(): Promise<void>;
}

/** Sends the last traces before the process leaves. Without tracing there is nothing to send. */
@Injectable()
export class TraceFlush implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    const provider = trace.getTracerProvider() as Flushable;
    const made = provider.getDelegate?.() ?? provider;
    const flushed = made.forceFlush?.().catch(() => undefined);
    await Promise.race([flushed, delay(patience, undefined, { ref: false })]);
  }
}
