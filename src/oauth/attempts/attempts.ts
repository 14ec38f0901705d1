import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Attempt } from '../../auth/passwords.js';
import { ProblemError } from '../../http/problems/problems.js';
import { AttemptStore, type Reservation } from './attempt-store.js';
import { type Counter } from './counters.js';
import { DelaySlots } from './delay-slots.js';

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

/** An attempt waits for a short delay itself, and is denied for a longer one. */
const maxWaitMs = 5000;

/** How long attempts in progress are waited for, roughly; a comparison takes less. */
const pollMs = 100;

/** Limits failed attempts to authenticate (docs/adr/0021-failed-attempts.md). */
@Injectable()
export class Attempts {
  private readonly delaySlots = new DelaySlots();

  constructor(private readonly store: AttemptStore) {}

  /**
   * Starts an attempt. A known source, which has authenticated under this name before, has a counter of its own: failures of
   * others do not count against it.
   *
   * @param counters the single ones in the order of their preference
   */
  async start(counters: readonly Counter[]): Promise<Attempt> {
    const sources = counters.filter(({ limit }) => limit === 'single');
    const { known, shouldRemember } = await this.store.findKnown(sources);
    const counted = known ? [known] : [...sources.slice(-1), ...counters.filter(({ limit }) => limit === 'total')];
    let reservation: Reservation = { allowed: false, delayMs: 0, pendingUntil: new Date(0) };
    let waitedMs = 0;
    return {
      begin: async () => {
        reservation = await this.store.reserve(counted);
        return reservation.allowed;
      },
      wait: async () => {
        const isDelayed = reservation.delayMs > 0;
        const waitMs = (isDelayed ? reservation.delayMs : pollMs) + Math.random() * pollMs;
        waitedMs += waitMs;
        const isTooLong = waitedMs > maxWaitMs;
        const release = isDelayed && !isTooLong ? this.delaySlots.acquire(counted) : undefined;
        if (isTooLong || (isDelayed && !release)) throw new TooManyAttemptsError(Math.ceil(waitMs / 1000));
        await delay(waitMs);
        release?.();
      },
      end: async (succeeded) => {
        await this.store.settle(counted, reservation, succeeded);
        if (succeeded && shouldRemember) await this.store.remember(sources);
      },
    };
  }
}
