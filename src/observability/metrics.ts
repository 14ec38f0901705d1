import { Injectable, Inject, Controller, Get, Res } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { type Response } from 'express';
import { z } from 'zod';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { serviceVersion } from '../config/process.js';
import { Public } from '../auth/access.js';
import { NoStore, Documented } from '../http/routes.js';
import { OwnFormat } from '../http/format.js';

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

  /**
   * Adds a gauge that is read for each request of Prometheus. It is absent while `read` returns undefined.
   *
   * @param label the name of its label, if `read` returns values by label
   */
  gauge(
    name: string,
    help: string,
    read: () => MetricValue | undefined | Promise<MetricValue | undefined>,
    label?: string,
  ): void {
    new Gauge({
      ...this.configuration(name, help, label),
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else for (const [labels, number] of samplesOf(value, label)) this.set(labels, number);
      },
    });
  }

  /** Adds a counter that is read for each request of Prometheus. */
  counter(name: string, help: string, read: () => MetricValue, label?: string): void {
    new Counter({
      ...this.configuration(name, help, label),
      collect() {
        const value = read();
        this.reset();
        for (const [labels, number] of samplesOf(value, label)) this.inc(labels, number);
      },
    });
  }

  private configuration(name: string, help: string, label: string | undefined) {
    return { name, help, labelNames: label === undefined ? [] : [label], registers: [this.registry] };
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    return `${await this.registry.metrics()}\n${await processRegistry.metrics()}`;
  }
}

function samplesOf(value: MetricValue, label = ''): [labels: Record<string, string>, number: number][] {
  if (typeof value === 'number') return [[{}, value]];
  return Object.entries(value).map(([labelValue, number]) => [{ [label]: labelValue }, number]);
}

/** Which version of the service runs. */
@Injectable()
export class BuildMetrics {
  constructor(metrics: Metrics, @Inject(ENVIRONMENT) { SOURCE_COMMIT: commit }: Pick<Environment, 'SOURCE_COMMIT'>) {
    const gauge = new Gauge({
      name: 'build_info',
      help: '1, with the version of the service, its commit and the version of Node.js',
      labelNames: ['version', 'commit', 'node'],
      registers: [metrics.registry],
    });
    gauge.set({ version: serviceVersion, commit: commit ?? 'unknown', node: process.version }, 1);
  }
}

@Controller('metrics')
@OwnFormat()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Public()
  @NoStore()
  @Documented({
    id: 'readMetrics',
    summary: 'Get metrics for Prometheus',
    description:
      'Counters and measurements of this replica, in the text format of Prometheus. On `ADMIN_PORT` where that is set, else only for programs on the same machine, and in production or with `TRUST_PROXY` for nobody.',
    rawResponses: { 200: { description: 'All metrics.', content: { 'text/plain': z.string() } } },
  })
  async read(@Res({ passthrough: true }) response: Response): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
