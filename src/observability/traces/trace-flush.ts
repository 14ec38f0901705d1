import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { trace } from '@opentelemetry/api';

/** The shutdown does not wait longer for a collector that is away. */
const timeoutMs = 2000;

/** The SDK's provider, or the API's proxy that delegates to it. */
interface Flushable {
  getDelegate?(): Flushable;
  forceFlush?(): Promise<void>;
}

/** Exports the last spans at shutdown. Without tracing it does nothing. */
@Injectable()
export class TraceFlush implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    const provider = trace.getTracerProvider() as Flushable;
    const delegate = provider.getDelegate?.() ?? provider;
    const flushed = delegate.forceFlush?.().catch(() => undefined);
    await Promise.race([flushed, delay(timeoutMs, undefined, { ref: false })]);
  }
}
