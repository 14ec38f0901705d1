import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { errorMessage } from '../../error-message.js';
import { AreaTable } from './area-table.js';
import { Areas } from './areas.js';
import { toAreas } from './to-areas.js';

/** The share of its time that PostgreSQL may spend with computing areas, as its inverse. */
const REST = 20;

/** Keeps the cities and districts in memory like those of the places. Each interval, one replica computes them for all. */
@Injectable()
export class AreaRefresh implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AreaRefresh.name);
  private readonly intervalSeconds: number;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private version: string | undefined;
  private stopped = false;

  constructor(
    private readonly table: AreaTable,
    private readonly areas: Areas,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'AREAS_INTERVAL'>,
  ) {
    this.intervalSeconds = environment.AREAS_INTERVAL;
  }

  /** Does not wait: until the areas are loaded, searches take their names for words. */
  onApplicationBootstrap(): void {
    this.start(async () => {
      await this.load();
      await this.run();
    });
    this.timer = setInterval(() => {
      this.start(() => this.run());
    }, this.intervalSeconds * 1000).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.table.stop();
    await this.running;
  }

  /** Computes the areas of the places as they are now, and loads them. */
  async refresh(): Promise<void> {
    await this.table.compute();
    await this.load();
  }

  private async run(): Promise<void> {
    if (this.stopped) return;
    if (await this.table.claim(this.intervalSeconds)) await this.compute();
    await this.load();
  }

  private async compute(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.table.compute();
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      await this.table.rest(this.stopped ? 0 : REST * seconds);
    }
  }

  private async load(): Promise<void> {
    const version = await this.table.version();
    if (version === undefined || version === this.version) return;
    await this.areas.replace(await toAreas(await this.table.read()));
    this.version = version;
  }

  /** One run after the other. */
  private start(work: () => Promise<void>): void {
    this.running = this.running.then(work).catch((error: unknown) => {
      if (this.stopped) return;
      this.logger.warn(
        `Reading the cities and districts failed; retrying at the next interval: ${errorMessage(error)}`,
      );
    });
  }
}
