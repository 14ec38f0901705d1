import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { checkAccess } from './database-checks.js';
import { addressOf, DatabaseError } from './connect.js';

const defaultTimeoutMs = 500;

/**
 * Checks that PostgreSQL answers and accepts writes, over a connection of its own. With the pool of requests, a busy pool would look like an
 * outage and take all replicas out of service at once.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseProbe.name);
  private readonly pool: Pool;
  private readonly address: string;
  private fault: string | undefined;

  constructor(
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'DATABASE_URL'>,
    @Optional() timeoutMs = defaultTimeoutMs,
  ) {
    this.address = addressOf({ url: environment.DATABASE_URL });
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
  async ping(): Promise<void> {
    await this.pool.query('SELECT 1');
  }

  /** @throws Error if PostgreSQL does not answer in time; DatabaseError if the service may not write */
  async check(): Promise<void> {
    try {
      await checkAccess(
        (text, values) => this.pool.query(text, values).then(({ rows }): unknown => rows),
        this.address,
      );
      if (this.fault !== undefined) this.logger.log('PostgreSQL accepts writes again');
      this.fault = undefined;
    } catch (error) {
      const fault = error instanceof DatabaseError ? error.message : undefined;
      if (fault !== undefined && fault !== this.fault) this.logger.error(fault);
      this.fault = fault;
      throw error;
    }
  }

  /** Whether PostgreSQL answered the last check, and the service may not write. */
  get deniesWrites(): boolean {
    return this.fault !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
