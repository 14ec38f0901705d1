import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** Milliseconds. */
const timeout = 500;

/**
 * Asks PostgreSQL for a sign of life, over a connection of its own: that all connections of the service are busy does
 * not mean that PostgreSQL is away, and must not take every replica out of service at once.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>) {
    this.pool = new Pool({
      connectionString: environment.DATABASE_URL,
      application_name: 'place-directory health',
      max: 1,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      allowExitOnIdle: true,
    });
    // The next question finds out by itself.
    this.pool.on('error', () => undefined);
  }

  /** @throws when PostgreSQL does not answer at once */
  async ask(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
