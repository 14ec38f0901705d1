import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { OutboxRelay } from '../places/search-index/sync/outbox-relay.js';
import { IndexLifecycle } from '../places/search-index/lifecycle/index-lifecycle.js';
import { SyncLagMeter } from '../places/search-index/sync/sync-lag.js';
import { describe, Failure, isSearchError, notAllDone } from './failure.js';
import { interruptible } from './interruption.js';
import { type Session } from './session.js';

/** Changes that are carried at once: those that a batch of 1,000 new places causes, and more. */
const carriedAtOnce = 4000;

/** Batches that are carried at the same time: Elasticsearch works on each of them with one processor. */
const carriers = 2;

/** Milliseconds between questions whether Elasticsearch still answers, and how long an answer is waited for. */
const restMs = 1000;
const patienceMs = 5000;

/** Elasticsearch takes connections, and says nothing. */
class SilenceError extends Failure {}

/**
 * Runs work that changes places, which begins at once, however Elasticsearch does. When it is done, or interrupted, what
 * it changed is searchable; when Elasticsearch is away the work goes on, and the service carries the changes later.
 *
 * @param work is given what tells it that it is interrupted
 * @throws Failure when the changes are not searchable
 */
export async function withSearchIndex(
  session: Session,
  work: (index: SearchIndex, interrupted: AbortSignal) => Promise<void>,
): Promise<void> {
  await interruptible(async (interrupted) => {
    const index = new SearchIndex(session, interrupted);
    let stopped: Failure | undefined;
    try {
      await work(index, interrupted);
    } catch (error) {
      if (!(error instanceof Failure)) {
        await index.rest();
        throw error;
      }
      stopped = error;
    }
    const isSearchable = await index.settle();
    if (stopped) throw stopped;
    if (isSearchable) return;
    interrupted.throwIfAborted();
    throw notAllDone();
  });
}

/** The search index while a command changes places. */
export class SearchIndex {
  /** Then nothing is carried any more until the command has done its work. */
  private away = false;
  private readonly carrying = new Set<Promise<void>>();
  /** What went wrong while nobody waited for it. */
  private failure: { error: unknown } | undefined;
  private readonly ready: Promise<void>;

  constructor(
    private readonly session: Session,
    private readonly interrupted: AbortSignal,
  ) {
    // Before the first changes are carried there has to be an index, which may take a while to build.
    this.ready = this.meanwhile(() => session.app.get(IndexLifecycle).ensure());
  }

  /** Carries what has changed so far, while the command goes on: a batch or two behind, so changes do not heap up. */
  async follow(): Promise<void> {
    if (!this.away) {
      await this.attempt(() => this.patiently(this.ready));
      if (this.carrying.size >= carriers) await this.attempt(() => this.patiently(Promise.race(this.carrying)));
    }
    this.throwFailure();
    if (this.away) return;
    void this.meanwhile(async () => {
      while ((await this.session.app.get(OutboxRelay).indexBatch(carriedAtOnce)) === carriedAtOnce) {
        // There is more.
      }
    });
  }

  /** Waits until nothing is being carried any more. */
  async rest(): Promise<void> {
    await this.patiently(this.allCarried()).catch(() => undefined);
  }

  /**
   * Makes every change searchable.
   *
   * @returns whether it is; if not, it has been said why
   */
  async settle(): Promise<boolean> {
    try {
      await this.patiently(this.carryRest());
    } catch (error) {
      if (!(error instanceof Failure) && !isSearchError(error)) throw error;
      this.session.terminal.say(
        `What changed is stored, but not yet searchable: ${describe(error).replace(/\.$/, '')}. ` +
          'The running service carries it as soon as it can.',
      );
      return false;
    }
    await this.tellRefusals();
    return true;
  }

  private async carryRest(): Promise<void> {
    const { app } = this.session;
    await this.allCarried();
    this.throwFailure();
    // Elasticsearch may have been away, and be back.
    await app.get(IndexLifecycle).ensure();
    await app.get(OutboxRelay).drain();
    await app.get(IndexLifecycle).refresh();
  }

  /** Places that Elasticsearch would not take are nobody's fault here, but should not go unnoticed. */
  private async tellRefusals(): Promise<void> {
    const { deadLetters } = await this.session.app.get(SyncLagMeter).measure();
    if (deadLetters === 0) return;
    this.session.terminal.say(`Elasticsearch rejected ${deadLetters} places: \`index status\` lists them.`);
  }

  /** What goes wrong is kept for whoever asks next. */
  private meanwhile(work: () => Promise<void>): Promise<void> {
    const carried = this.attempt(work)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.carrying.delete(carried));
    this.carrying.add(carried);
    return carried;
  }

  private async allCarried(): Promise<void> {
    await Promise.all(this.carrying);
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isSearchError(error) && !(error instanceof SilenceError)) throw error;
      this.away = true;
    }
  }

  /**
   * Waits for work, however long it takes, as long as Elasticsearch answers.
   *
   * @throws SilenceError when it does not; Failure when the command is interrupted meanwhile
   */
  private async patiently(work: Promise<void>): Promise<void> {
    const over = new AbortController();
    try {
      await Promise.race([work, this.silence(over.signal), this.interruption(over.signal)]);
    } finally {
      over.abort();
    }
  }

  private async silence(over: AbortSignal): Promise<never> {
    const options = { signal: over, ref: false };
    for (;;) {
      await delay(restMs, undefined, options);
      // An error is an answer too: the work meets it by itself.
      const answer = this.session.app
        .get(IndexLifecycle)
        .ping()
        .catch(() => undefined);
      const silence = delay(patienceMs, 'silence' as const, options);
      if ((await Promise.race([answer, silence])) === 'silence') {
        throw new SilenceError('Elasticsearch does not answer.');
      }
    }
  }

  private async interruption(over: AbortSignal): Promise<never> {
    await once(this.interrupted, 'abort', { signal: over });
    throw this.interrupted.reason;
  }
}
