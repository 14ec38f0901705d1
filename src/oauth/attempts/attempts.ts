import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type Comparison, computeMatchingHash, queueHashing } from '../../auth/passwords.js';
import { clientNetwork } from '../../http/client-network.js';
import { ProblemError } from '../../http/problems.js';
import { type Owner } from '../../concurrency/fair-semaphore.js';

/** Status 429 with `Retry-After`. The secret was not compared. */
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

/** Whether an attempt may be made now. */
interface Reservation {
  allowed: boolean;
  /** Milliseconds until a counter beyond its limit allows the next attempt; 0 if it only waits for attempts in progress. */
  delayMs: number;
  /** When the attempt is forgotten unless it was settled. Also identifies it among the attempts in progress. */
  pendingUntil: Date;
}

/** Counting restarts so long after the first failure. No wait is longer. */
const windowSeconds = 300;

/** A source is known for this long after its last success. Each success in the second half of this time renews it. */
const knownDays = 180;

/** The commit does not wait for the disk: it does no harm if a crash of PostgreSQL loses counts. */
const withoutFlush = `set_config('synchronous_commit', 'off', true) = 'off'`;

/** Locks rows in the order of their keys, so that concurrent attempts cannot deadlock. */
const reserve = `
  WITH stored AS (
    SELECT key, max_failures, next_attempt,
           CASE WHEN expires > now() THEN failures ELSE 0 END AS failures,
           ARRAY(SELECT until FROM unnest(pending) AS until WHERE until > now()) AS pending
      FROM attempts JOIN unnest($1::bytea[], $2::integer[]) AS counter (key, max_failures) USING (key)
     WHERE ${withoutFlush}
     ORDER BY key FOR UPDATE OF attempts
  ), decision AS (
    SELECT count(*)::integer AS found,
           date_trunc('milliseconds', now()) + interval '30 seconds' AS pending_until,
           COALESCE(bool_and(
             CASE WHEN failures < max_failures THEN failures + cardinality(pending) < max_failures
                  ELSE pending = '{}' AND COALESCE(next_attempt <= now(), true) END), true) AS allowed,
           COALESCE(ceil(1000 * extract(epoch FROM
             max(next_attempt) FILTER (WHERE failures >= max_failures AND next_attempt > now()) - now())), 0)::integer AS delay
      FROM stored
  ), reserved AS (
    UPDATE attempts SET failures = stored.failures, pending = stored.pending || decision.pending_until,
           expires = CASE WHEN attempts.expires > now() THEN attempts.expires ELSE now() + $3 * interval '1 second' END
      FROM stored, decision
     WHERE attempts.key = stored.key AND decision.allowed AND decision.found = cardinality($1::bytea[])
  )
  SELECT found, allowed, delay AS "delayMs", pending_until AS "pendingUntil" FROM decision`;

/** The window of a counter starts with its first failure. No delay is longer than the rest of the window. */
const settle = `
  WITH state AS (
    SELECT key, max_failures, first_delay, max_delay,
           CASE WHEN expires > now() THEN failures ELSE 0 END + $6::integer AS failures,
           CASE WHEN expires > now() AND failures > 0 THEN expires ELSE now() + $5 * interval '1 second' END AS expires,
           array_position(pending, $7::timestamptz) AS position
      FROM attempts JOIN unnest($1::bytea[], $2::integer[], $3::integer[], $4::integer[])
           AS counter (key, max_failures, first_delay, max_delay) USING (key)
     WHERE ${withoutFlush}
     ORDER BY key FOR UPDATE OF attempts
  )
  UPDATE attempts SET
    pending = COALESCE(attempts.pending[:position - 1] || attempts.pending[position + 1:], attempts.pending), failures = state.failures, expires = state.expires,
    next_attempt = CASE
      WHEN $6 = 1 AND state.failures >= max_failures THEN least(state.expires, now() + interval '1 second' *
        least(max_delay, first_delay * 2 ^ least(state.failures - max_failures, 20)))
      ELSE next_attempt END
    FROM state WHERE attempts.key = state.key`;

/**
 * Counts failed attempts in PostgreSQL, so that all replicas share the counts (docs/adr/0021-failed-attempts.md). An attempt
 * is pending while its secret is compared, and counts like a failure until then.
 */
@Injectable()
export class AttemptStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'ATTEMPT_LIMIT' | 'ATTEMPT_LIMIT_TOTAL'>,
  ) {}

  /** Reserves an attempt in all counters, or in none. A denied attempt writes nothing, because anybody can make up names. */
  async reserve(counters: readonly Counter[]): Promise<Reservation> {
    const parameters = [keysOf(counters), this.limitsOf(counters), windowSeconds];
    const tryReserve = () => this.database.query<[Reservation & { found: number }]>(reserve, parameters);
    let [{ found, ...reservation }] = await tryReserve();
    if (found < counters.length && reservation.allowed) {
      await this.database.query(
        `INSERT INTO attempts (key, failures, expires)
         SELECT key, 0, now() + $2 * interval '1 second' FROM unnest($1::bytea[]) AS counter (key) ORDER BY key
         ON CONFLICT DO NOTHING`,
        [keysOf(counters), windowSeconds],
      );
      [{ found, ...reservation }] = await tryReserve();
    }
    return { ...reservation, allowed: reservation.allowed && found === counters.length };
  }

  /** Ends a reserved attempt. A failure counts; a success neither counts nor resets. */
  async settle(counters: readonly Counter[], { pendingUntil }: Reservation, succeeded: boolean): Promise<void> {
    await this.database.query(settle, [
      keysOf(counters),
      this.limitsOf(counters),
      counters.map(({ delay }) => delay.first),
      counters.map(({ delay }) => delay.max),
      windowSeconds,
      succeeded ? 0 : 1,
      pendingUntil,
    ]);
  }

  /** @returns the first of these sources that is known, and whether any of them should be remembered (again) */
  async findKnown(sources: readonly Counter[]): Promise<{ known?: Counter; shouldRemember: boolean }> {
    const rows = await this.database.query<{ key: string; fresh: boolean }[]>(
      `SELECT encode(key, 'hex') AS key, expires > now() + $2 * interval '1 day' AS fresh
         FROM known_sources WHERE key = ANY ($1) AND expires > now()`,
      [keysOf(sources), knownDays / 2],
    );
    const known = sources.find(({ key }) => rows.some((row) => row.key === key.toString('hex')));
    const isFresh = rows.length === sources.length && rows.every(({ fresh }) => fresh);
    return { ...(known && { known }), shouldRemember: !isFresh };
  }

  async remember(sources: readonly Counter[]): Promise<void> {
    await this.database.query(
      `INSERT INTO known_sources (key, expires)
       SELECT key, now() + $2 * interval '1 day' FROM unnest($1::bytea[]) AS source (key) ORDER BY key
       ON CONFLICT (key) DO UPDATE SET expires = excluded.expires`,
      [keysOf(sources), knownDays],
    );
  }

  private limitsOf(counters: readonly Counter[]): number[] {
    const { ATTEMPT_LIMIT: single, ATTEMPT_LIMIT_TOTAL: total } = this.environment;
    return counters.map(({ limit }) => (limit === 'single' ? single : total));
  }
}

function keysOf(counters: readonly Counter[]): Buffer[] {
  return counters.map(({ key }) => key);
}

/** How long an attempt waits at most for others in progress. */
const maxWaitMs = 5000;

/** Roughly the time between two looks at attempts in progress. A comparison takes less. */
const pollMs = 100;

/**
 * Compares secrets and limits failed attempts (docs/adr/0021-failed-attempts.md). An attempt is reserved before its secret is
 * compared, so that guesses sent at once cannot pass a limit together.
 */
@Injectable()
export class Attempts {
  constructor(private readonly store: AttemptStore) {}

  /**
   * Compares a secret with hashes, as one attempt. A known source, which has authenticated under this name before, has a counter of
   * its own: failures of others do not count against it.
   *
   * @param counters the `single` counters, most specific first; and those of the limit `total`
   * @returns undefined if no hash matches
   * @throws TooManyAttemptsError before the secret is compared; SemaphoreFullError
   */
  async findMatchingHash(counters: readonly Counter[], comparison: Comparison): Promise<string | undefined> {
    const sources = counters.filter(({ limit }) => limit === 'single');
    const { known, shouldRemember } = await this.store.findKnown(sources);
    const counted = known ? [known] : [...sources.slice(-1), ...counters.filter(({ limit }) => limit === 'total')];
    for (let waitedMs = 0; ;) {
      const result = await queueHashing(() => this.compareOnce(counted, comparison), comparison.owner);
      if ('matching' in result) {
        if (result.matching !== undefined && shouldRemember) await this.store.remember(sources);
        return result.matching;
      }
      if (result.delayMs > 0) throw new TooManyAttemptsError(Math.ceil(result.delayMs / 1000));
      const waitMs = pollMs + Math.random() * pollMs;
      waitedMs += waitMs;
      if (waitedMs > maxWaitMs) throw new TooManyAttemptsError(1);
      // Outside the queue, so that other comparisons run meanwhile.
      await delay(waitMs);
    }
  }

  /** @returns the hash that matches, if any; or the reservation if it was denied */
  private async compareOnce(
    counted: readonly Counter[],
    comparison: Comparison,
  ): Promise<{ matching: string | undefined } | Reservation> {
    const reservation = await this.store.reserve(counted);
    if (!reservation.allowed) return reservation;
    let matching: string | undefined;
    try {
      matching = await computeMatchingHash(comparison);
    } finally {
      await this.store.settle(counted, reservation, matching !== undefined);
    }
    return { matching };
  }
}

/** Which counter of failed attempts, and its limits. Those with the limit `single` are also the sources that may be known. */
export interface Counter {
  /** A hash, because people type passwords into the name field. */
  key: Buffer;
  /** `single`: ATTEMPT_LIMIT, of one name from one source. `total`: ATTEMPT_LIMIT_TOTAL, of a name or an IP address. */
  limit: 'single' | 'total';
  delay: Delay;
}

/** Seconds between two attempts beyond the limit: `first`, then doubled with each failure, up to `max`. */
interface Delay {
  first: number;
  max: number;
}

/** With the default window, about four attempts in five minutes beyond the limit. */
const singleDelay: Delay = { first: 30, max: 86_400 };

/** Doubles with each guess from any IP address. A user in an unknown browser waits seconds after the first guesses. */
const nameDelay: Delay = { first: 1, max: 86_400 };

/** Short, because many people may share an IP address. */
const ipDelay: Delay = { first: 1, max: 4 };

/** The counters of an attempt to authenticate as a client. */
export function clientCounters(clientId: string, clientIp: string): Counter[] {
  return [single('client', clientId, clientNetwork(clientIp)), ipCounter(clientIp)];
}

/**
 * The counters of an attempt to authenticate as a user. The single ones are of the browser, if it has a cookie, and of the IP
 * address or client.
 *
 * @param name as typed; compared without case
 */
export function userCounters(name: string, source: PasswordSource): Counter[] {
  const user = normaliseName(name);
  const total: Counter = { key: keyOf('user', user), limit: 'total', delay: nameDelay };
  // A client has no counter of its own: failures of one user must not lock out the other users of the client.
  if ('clientId' in source) return [single('user', user, 'via', source.clientId), total];
  const { clientIp, deviceId } = source;
  return [
    ...(deviceId === undefined ? [] : [single('user', user, 'browser', deviceId)]),
    single('user', user, clientNetwork(clientIp)),
    total,
    ipCounter(clientIp),
  ];
}

/** A browser, with the identifier of its cookie if it has one. */
interface BrowserSource {
  clientIp: string;
  deviceId?: string;
}

/** Where a password comes from: the user's browser, or a client, whose IP address many users share. */
export type PasswordSource = BrowserSource | { clientId: string };

/** Whose work the comparison of a client secret is. The IP address comes first: anybody can make up client identifiers. */
export function clientOwner(clientId: string, clientIp: string): Owner {
  return [`address ${clientNetwork(clientIp)}`, `client ${clientId}`];
}

/** Whose work the comparison of a password is. The client, if any, has authenticated before. */
export function userOwner(name: string, source: PasswordSource): Owner {
  return [sourceKey(source), `user ${normaliseName(name)}`];
}

/** One key for all attempts from a source: the client, or the IP address. */
export function sourceKey(source: PasswordSource): string {
  return 'clientId' in source ? `client ${source.clientId}` : `address ${clientNetwork(source.clientIp)}`;
}

function ipCounter(clientIp: string): Counter {
  return { key: keyOf('address', clientNetwork(clientIp)), limit: 'total', delay: ipDelay };
}

function single(...parts: string[]): Counter {
  return { key: keyOf(...parts), limit: 'single', delay: singleDelay };
}

function keyOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function normaliseName(name: string): string {
  return lowerCase(name.trim());
}

/**
 * Converts each character alone, as PostgreSQL's `lower()` does when it finds a user. `toLowerCase()` of a whole string differs for
 * `İ` and for a final sigma, so two spellings of one user would have two counters.
 */
export function lowerCase(name: string): string {
  return Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');
}
