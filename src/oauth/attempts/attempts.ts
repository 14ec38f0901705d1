import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError } from '../../http/problems/problems.js';
import { type Counter } from './counters.js';

/** Status 429 with `Retry-After`. Does not tell whether this attempt would have succeeded. */
export class TooManyAttemptsError extends ProblemError {
  constructor(
    /** In seconds. */
    readonly retryAfter: number,
  ) {
    super('too_many_attempts', 'Too many attempts have failed; wait before the next one.', {
      headers: { 'Retry-After': String(retryAfter) },
    });
  }
}

/**
 * Counts failed attempts to authenticate (docs/adr/0021-failed-attempts.md). The counts are in PostgreSQL, so that all
 * replicas share them. Success does not reset a count: an attacker with one valid password could reset it between guesses.
 */
@Injectable()
export class Attempts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'ATTEMPT_LIMIT' | 'ATTEMPT_LIMIT_TOTAL' | 'ATTEMPT_WINDOW'>,
  ) {}

  /** @throws TooManyAttemptsError if one of the counters is at its limit */
  async checkLimits(counters: readonly Counter[]): Promise<void> {
    const { ATTEMPT_LIMIT: single, ATTEMPT_LIMIT_TOTAL: total } = this.environment;
    const [found] = await this.database.query<{ seconds: number | null }[]>(
      `SELECT ceil(extract(epoch FROM max(attempts.expires) - now()))::integer AS seconds
         FROM unnest($1::bytea[], $2::integer[]) AS counter (key, max_failures) JOIN attempts USING (key)
        WHERE attempts.failures >= counter.max_failures AND attempts.expires > now()`,
      [counters.map(({ key }) => key), counters.map(({ limit }) => (limit === 'single' ? single : total))],
    );
    const seconds = found?.seconds ?? null;
    if (seconds !== null) throw new TooManyAttemptsError(Math.max(1, seconds));
  }

  /** Adds a failure to each counter. The window of a counter starts with its first failure. */
  async countFailure(counters: readonly Counter[]): Promise<void> {
    // Rows are locked in the order of their keys, so that two failures at once cannot deadlock.
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
