import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Memory, processor time, event loop and garbage collection. There is one process, however many applications tests start in it. */
const ofProcess = new Registry();
let collecting = false;

/** Everything that is measured, for Prometheus. Labels have few values: no path, no identifier, nothing that callers choose. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    if (!collecting) collectDefaultMetrics({ register: ofProcess });
    collecting = true;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The text that Prometheus reads. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await ofProcess.metrics()}`;
  }
}
