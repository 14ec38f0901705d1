import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Memory, CPU time, event loop and garbage collection. Shared, because tests start several applications in one process. */
const processRegistry = new Registry();
let isCollecting = false;

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

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await processRegistry.metrics()}`;
  }
}
