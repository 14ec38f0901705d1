import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { RecurringJob } from '../../database/recurring-job.js';
import { AreaTable } from './area-table.js';
import { Areas } from './areas.js';
import { toAreas } from './to-areas.js';

/** PostgreSQL may spend a twentieth of its time with computing areas. */
const REST = 20;

/** A computation has two long statements. */
const LEASE_SECONDS = 600;

/** Keeps the cities and districts in memory like those of the places. Each interval, one replica computes them for all. */
@Injectable()
export class AreaRefresh implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly job: RecurringJob;
  private version: string | undefined;

  constructor(
    private readonly table: AreaTable,
    private readonly areas: Areas,
    @InjectBackground() database: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'AREAS_INTERVAL'>,
  ) {
    this.job = new RecurringJob(database, {
      name: 'areas',
      intervalSeconds: environment.AREAS_INTERVAL,
      leaseSeconds: LEASE_SECONDS,
      rest: REST,
      compute: () => this.table.compute(),
      load: () => this.load(),
    });
  }

  /** Does not wait: until the areas are loaded, searches take their names for words. */
  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop(() => this.table.stop());
  }

  /** Computes the areas of the places as they are now, and loads them. */
  async refresh(): Promise<void> {
    await this.table.compute();
    await this.load();
  }

  private async load(): Promise<void> {
    const version = await this.table.version();
    if (version === undefined || version === this.version) return;
    await this.areas.replace(await toAreas(await this.table.read()));
    this.version = version;
  }
}
