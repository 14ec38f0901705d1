import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

const defaultTimeoutMs = 500;

/**
 * Checks that PostgreSQL answers, over a connection of its own. With the pool of requests, a busy pool would look like an
 * outage and take all replicas out of service at once.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
    @Optional() timeoutMs = defaultTimeoutMs,
  ) {
    this.pool = new Pool({
      connectionString: environment.DATABASE_URL,
      application_name: 'place-directory health',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      allowExitOnIdle: true,
    });
    // An idle connection broke. The next check opens another one.
    this.pool.on('error', () => undefined);
  }

  /** @throws Error if PostgreSQL does not answer in time */
  async check(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
