import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { InjectBackground } from '../../database/background.js';
import { RecurringJob } from '../../database/recurring-job.js';
import { StreetTable } from './street-table.js';

/** The computation may take a fiftieth of the time: streets change less than places. */
const REST = 50;

/** A million places take less than a minute. */
const LEASE_SECONDS = 600;

/** Keeps the streets like the addresses of the places. Each interval, one replica computes them for all. */
@Injectable()
export class StreetRefresh implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Whether `/explore` shows streets: not with another map. Else they are neither computed nor served. */
  readonly isShown: boolean;
  /** Of the streets; undefined until they were computed. */
  version: string | undefined;
  private readonly job: RecurringJob | undefined;

  constructor(
    private readonly table: StreetTable,
    @InjectBackground() database: DataSource,
    @Inject(ENVIRONMENT)
    {
      EXPLORE,
      MAP_TILES_URL,
      MAP_PMTILES,
      AREAS_INTERVAL,
    }: Pick<Environment, 'EXPLORE' | 'MAP_TILES_URL' | 'MAP_PMTILES' | 'AREAS_INTERVAL'>,
  ) {
    this.isShown = EXPLORE && MAP_TILES_URL === undefined && MAP_PMTILES === undefined;
    if (!this.isShown) return;
    this.job = new RecurringJob(database, {
      name: 'streets',
      intervalSeconds: AREAS_INTERVAL,
      leaseSeconds: LEASE_SECONDS,
      rest: REST,
      compute: () => this.table.compute(),
      load: () => this.load(),
    });
  }

  onApplicationBootstrap(): void {
    this.job?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job?.stop(() => this.table.stop());
  }

  /** Computes the streets of the places as they are now. */
  async refresh(): Promise<void> {
    await this.table.compute();
    await this.load();
  }

  private async load(): Promise<void> {
    this.version = await this.table.version();
  }
}
