import { once } from 'node:events';
import { ElasticsearchHealth } from '../places/elasticsearch/health.js';
import { IndexLifecycle } from '../places/search-index/lifecycle.js';
import { OutboxRelay, SyncLagMeter } from '../places/search-index/relay.js';
import { CommandError, incompleteError, interruptible } from './command-error.js';
import { describeError, isSearchError } from './describe-error.js';
import { type CommandContext } from './command-context.js';
import { AreaTable } from '../places/areas/area-refresh.js';
import { countOf } from './visible-text.js';
import { type SearchLanguage } from '../config/values.js';
import { IndexInspector } from '../places/search-index/inspect.js';
import { PlaceLanguages } from '../places/languages.js';

/** Each batch keeps one processor of Elasticsearch busy. */
const relayConcurrency = 2;

/** Elasticsearch accepts connections but does not respond. */
class UnresponsiveError extends CommandError {}

/**
 * Runs work that changes places, and indexes the changes meanwhile. When this resolves, every change is searchable. While
 * Elasticsearch is unavailable the work goes on; the running service indexes the changes later.
 *
 * @param then.computesAreas whether words name the cities of the places, too, when this resolves
 * @param then.whenSearchable runs once every change is searchable, unless the work failed
 * @throws CommandError if the work failed, or the changes are not searchable
 */
export async function withBackgroundIndexing(
  context: CommandContext,
  work: (indexing: BackgroundIndexing, interrupted: AbortSignal) => Promise<void>,
  then: { computesAreas?: boolean; isAtomic?: boolean; whenSearchable?: () => Promise<void> } = {},
): Promise<void> {
  await interruptible(async (interrupted) => {
    const indexing = new BackgroundIndexing(context, interrupted);
    let failure: CommandError | undefined;
    try {
      await work(indexing, interrupted);
    } catch (error) {
      // Work in one transaction has changed nothing.
      if (then.isAtomic || !(error instanceof CommandError)) {
        await indexing.waitUntilIdle();
        throw error;
      }
      failure = error;
    }
    // First, because it notes the places whose areas have changed.
    if (then.computesAreas && !interrupted.aborted) await computeAreas(context, interrupted);
    const isSearchable = await indexing.finish();
    if (failure) throw failure;
    interrupted.throwIfAborted();
    if (!isSearchable) throw incompleteError();
    await then.whenSearchable?.();
  });
}

/**
 * Computes the cities and districts after an import. Running services load them at once, so that words name the new cities and kinds. A
 * failure is only a warning: the places are stored, and the running service computes the areas later.
 */
async function computeAreas(
  { database, environment, terminal }: CommandContext,
  interrupted: AbortSignal,
): Promise<void> {
  const table = new AreaTable(database, environment);
  const stop = (): void => void table.stop();
  interrupted.addEventListener('abort', stop);
  try {
    await table.compute();
  } catch (error) {
    if (interrupted.aborted) return;
    const reason = describeError(error).replace(/\.$/, '');
    terminal.log(`Words do not name all new cities and categories yet: ${reason}. The running service computes them.`);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

/** Relays the outbox (`place_changes`) to Elasticsearch while a command changes places. */
export class BackgroundIndexing {
  /** Set by the first outage. Indexing then pauses until `finish`. */
  private unavailable = false;
  private readonly running = new Set<Promise<void>>();
  /** The first error of a background task, thrown by the next call. */
  private failure: { error: unknown } | undefined;
  private readonly ready: Promise<void>;

  constructor(
    private readonly context: CommandContext,
    private readonly interrupted: AbortSignal,
  ) {
    // Builds the index if there is none. Changes cannot be relayed before that.
    this.ready = this.runInBackground(() => context.app.get(IndexLifecycle).ensureLiveIndex());
  }

  /** Starts indexing the changes so far. First waits until the index exists and fewer than `relayConcurrency` batches run. */
  async indexNewChanges(): Promise<void> {
    if (!this.unavailable) {
      await this.detectOutage(() => this.whileResponsive(this.ready));
      if (this.running.size >= relayConcurrency) {
        await this.detectOutage(() => this.whileResponsive(Promise.race(this.running)));
      }
    }
    this.throwFailure();
    if (this.unavailable) return;
    void this.runInBackground(async () => {
      const relay = this.context.app.get(OutboxRelay);
      while ((await relay.indexBatch()) > 0) {
        // There may be more changes. After a time-out, a batch takes fewer than usual.
      }
    });
  }

  /** Waits until no background task runs. */
  async waitUntilIdle(): Promise<void> {
    await this.whileResponsive(this.allDone()).catch(() => undefined);
  }

  /**
   * Makes every change searchable.
   *
   * @returns false if that failed; the reason has been printed
   */
  async finish(): Promise<boolean> {
    try {
      await this.whileResponsive(this.indexRemaining());
    } catch (error) {
      if (!(error instanceof CommandError) && !isSearchError(error)) throw error;
      this.context.terminal.log(
        `The changes are stored, but not searchable yet: ${describeError(error).replace(/\.$/, '')}. ` +
          'The running service indexes them when Elasticsearch is available.',
      );
      return false;
    }
    await this.adoptLanguages();
    await this.reportDeadLetters();
    return true;
  }

  /** The first places of an empty index decide its languages. */
  private async adoptLanguages(): Promise<void> {
    if (this.interrupted.aborted) return;
    try {
      const lifecycle = this.context.app.get(IndexLifecycle);
      await this.whileResponsive(lifecycle.adoptLanguages({ signal: this.interrupted }));
    } catch (error) {
      this.interrupted.throwIfAborted();
      if (!(error instanceof CommandError) && !isSearchError(error)) throw error;
      this.context.terminal.log(
        `The index was not rebuilt for the languages of the places: ${describeError(error).replace(/\.$/, '')}. Run \`reindex\`.`,
      );
    }
  }

  private async indexRemaining(): Promise<void> {
    const { app } = this.context;
    await this.allDone();
    this.throwFailure();
    // Elasticsearch may be back after an outage, without an index.
    await app.get(IndexLifecycle).ensureLiveIndex();
    await app.get(OutboxRelay).drain();
    await app.get(IndexLifecycle).refresh();
  }

  /** Places that Elasticsearch rejects do not fail the command, but are worth a message. */
  private async reportDeadLetters(): Promise<void> {
    const { deadLetters } = await this.context.app.get(SyncLagMeter).measure();
    if (deadLetters === 0) return;
    this.context.terminal.log(
      `Elasticsearch rejected ${countOf(deadLetters, 'place')}. Run \`index status\` to list ${deadLetters === 1 ? 'it' : 'them'}.`,
    );
  }

  /** Runs work without waiting for it. `throwFailure` throws its error later. */
  private runInBackground(work: () => Promise<void>): Promise<void> {
    const task = this.detectOutage(work)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.running.delete(task));
    this.running.add(task);
    return task;
  }

  private async allDone(): Promise<void> {
    await Promise.all(this.running);
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure.error;
  }

  private async detectOutage(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isSearchError(error) && !(error instanceof UnresponsiveError)) throw error;
      this.unavailable = true;
    }
  }

  /**
   * Waits for work of any duration, as long as Elasticsearch responds to probes.
   *
   * @throws UnresponsiveError if it does not; CommandError if the command is interrupted
   */
  private async whileResponsive(work: Promise<void>): Promise<void> {
    const done = new AbortController();
    try {
      await Promise.race([work, this.unresponsive(done.signal), this.interruption(done.signal)]);
    } finally {
      done.abort();
    }
  }

  private async unresponsive(done: AbortSignal): Promise<never> {
    await this.context.app.get(ElasticsearchHealth).untilSilent(done);
    throw new UnresponsiveError('Elasticsearch does not respond.');
  }

  private async interruption(done: AbortSignal): Promise<never> {
    await once(this.interrupted, 'abort', { signal: done });
    throw this.interrupted.reason;
  }
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `Danish, English` */
export function nameLanguages(languages: readonly SearchLanguage[]): string {
  return languages.map((language) => names.of(language) ?? language).join(', ');
}

/** Says if `reindex` would choose further languages. */
export async function hintAtLanguages({ app, terminal }: CommandContext): Promise<void> {
  const { languages = [] } = (await app.get(IndexInspector).describeLive()) ?? {};
  const chooser = app.get(PlaceLanguages);
  const missing = (await chooser.choose()).languages.filter((language) => !languages.includes(language));
  if (missing.length === 0) return;
  const orConfigure = chooser.configured ? '' : ', or set SEARCH_LANGUAGES';
  terminal.log(`Run \`reindex\` to find inflections of ${nameLanguages(missing)} too${orConfigure}.`);
}
