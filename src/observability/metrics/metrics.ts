import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Memory, CPU time, event loop and garbage collection. Shared, because tests start several applications in one process. */
const processRegistry = new Registry();
let isCollecting = false;

/** The value of a metric, or its values by the value of its label. */
type MetricValue = number | Readonly<Record<string, number>>;

/** All metrics, for Prometheus. Labels have few values: no paths, no identifiers, no text that clients choose. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    if (!isCollecting) collectDefaultMetrics({ register: processRegistry });
    isCollecting = true;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Adds a gauge that is read for each request of Prometheus. It is absent while `read` returns undefined. */
  gauge(
    name: string,
    help: string,
    read: () => MetricValue | undefined | Promise<MetricValue | undefined>,
    label = '',
  ): void {
    new Gauge({
      ...{ name, help, labelNames: label === '' ? [] : [label], registers: [this.registry] },
      async collect() {
        const reading = await read();
        if (reading === undefined) this.remove();
        else if (typeof reading === 'number') this.set(reading);
        else for (const [value, number] of Object.entries(reading)) this.set({ [label]: value }, number);
      },
    });
  }

  /** Adds a counter that is read for each request of Prometheus. */
  counter(name: string, help: string, read: () => MetricValue, label = ''): void {
    new Counter({
      ...{ name, help, labelNames: label === '' ? [] : [label], registers: [this.registry] },
      collect() {
        const reading = read();
        this.reset();
        if (typeof reading === 'number') this.inc(reading);
        else for (const [value, number] of Object.entries(reading)) this.inc({ [label]: value }, number);
      },
    });
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await processRegistry.metrics()}`;
  }
}
