import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type Counter } from './counters.js';

/** Too many attempts have failed; nothing is said about this one. Status 429 with `Retry-After`. */
export class TooManyAttemptsError extends ProblemError {
  constructor(
    /** Seconds. */
    readonly retryAfter: number,
  ) {
    super('too_many_attempts', 'Too many attempts have failed; wait before the next one.', {
      headers: { 'Retry-After': String(retryAfter) },
    });
  }
}

/**
 * Counts failed attempts to authenticate in PostgreSQL, so that all replicas count together. Success counts for nothing
 * and resets nothing: whoever has one good password must not clear the way for guessing others with it.
 */
@Injectable()
export class Attempts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'ATTEMPT_LIMIT' | 'ATTEMPT_LIMIT_TOTAL' | 'ATTEMPT_WINDOW'>,
  ) {}

  /** @throws TooManyAttemptsError while one of the counters is at its limit */
  async mustBeFew(counters: readonly Counter[]): Promise<void> {
    const { ATTEMPT_LIMIT: single, ATTEMPT_LIMIT_TOTAL: total } = this.environment;
    const [found] = await this.database.query<{ seconds: number | null }[]>(
      `SELECT ceil(extract(epoch FROM max(attempts.expires) - now()))::integer AS seconds
         FROM unnest($1::bytea[], $2::integer[]) AS counter (key, most) JOIN attempts USING (key)
        WHERE attempts.failures >= counter.most AND attempts.expires > now()`,
      [counters.map(({ key }) => key), counters.map(({ limit }) => (limit === 'single' ? single : total))],
    );
    const seconds = found?.seconds ?? null;
    if (seconds !== null) throw new TooManyAttemptsError(Math.max(1, seconds));
  }

  /** Adds a failure to each of the counters. The window begins with the first one. */
  async countFailure(counters: readonly Counter[]): Promise<void> {
    // In one order, or two failures at once could wait for each other.
    await this.database.query(
      `INSERT INTO attempts (key, failures, expires)
       SELECT key, 1, now() + $2 * interval '1 second' FROM unnest($1::bytea[]) AS counter (key) ORDER BY key
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN attempts.expires > now() THEN attempts.failures + 1 ELSE 1 END,
         expires = CASE WHEN attempts.expires > now() THEN attempts.expires ELSE excluded.expires END`,
      [counters.map(({ key }) => key), this.environment.ATTEMPT_WINDOW],
    );
  }
}
