import { ChangeCarrier } from '../places/index/change.carrier.js';
import { IndexKeeper } from '../places/index/index.keeper.js';
import { PlaceIndex } from '../places/index/place.index.js';
import { describe, Failure, isSearchError, notAllDone } from './failure.js';
import { type Session } from './session.js';

/** Changes that are carried at once: those that a batch of 1,000 new places causes, and more. */
const carriedAtOnce = 4000;

/**
 * Runs work that changes places. When it is done, or interrupted, what it changed is searchable; when Elasticsearch is
 * away the work goes on, and the service carries the changes later.
 *
 * @throws Failure when the changes are not searchable
 */
export async function withSearchIndex(session: Session, work: (index: SearchIndex) => Promise<void>): Promise<void> {
  const index = new SearchIndex(session);
  await index.ensure();
  let stopped: Failure | undefined;
  try {
    await work(index);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    stopped = error;
  }
  const isSearchable = await index.settle();
  if (stopped) throw stopped;
  if (!isSearchable) throw notAllDone();
}

/** The search index while a command changes places. */
export class SearchIndex {
  private absence: unknown;
  private carrying: Promise<void> = Promise.resolve();

  constructor(private readonly session: Session) {}

  /** Makes sure that there is an index. */
  ensure(): Promise<void> {
    return this.attempt(() => this.session.app.get(IndexKeeper).ensure());
  }

  /** Carries what has changed so far, while the command goes on: at most one batch behind, so changes do not heap up. */
  async follow(): Promise<void> {
    await this.carrying;
    if (this.absence !== undefined) return;
    this.carrying = this.attempt(async () => {
      while ((await this.session.app.get(ChangeCarrier).carryBatch(carriedAtOnce)) === carriedAtOnce) {
        // There is more.
      }
    });
    // Whoever awaits it next is told.
    this.carrying.catch(() => undefined);
  }

  /**
   * Makes every change searchable.
   *
   * @returns whether it is; if not, it has been said why
   */
  async settle(): Promise<boolean> {
    const { app, terminal } = this.session;
    await this.carrying;
    // Elasticsearch may be back, or have caught its breath.
    this.absence = undefined;
    await this.attempt(async () => {
      await app.get(IndexKeeper).ensure();
      await app.get(ChangeCarrier).carryAll();
      const index = app.get(PlaceIndex);
      await index.refresh(await index.behindAlias());
    });
    if (this.absence === undefined) {
      await this.tellRefusals();
      return true;
    }
    terminal.say(
      `What changed is stored, but not yet searchable: ${describe(this.absence)}. ` +
        'The running service carries it as soon as it can.',
    );
    return false;
  }

  /** Places that Elasticsearch would not take are nobody's fault here, but should not go unnoticed. */
  private async tellRefusals(): Promise<void> {
    const [refused] = await this.session.database.query<{ places: number }[]>(
      'SELECT count(*)::integer AS places FROM place_refusals',
    );
    if (!refused?.places) return;
    this.session.terminal.say(`${refused.places} places are refused by Elasticsearch: \`index status\` names them.`);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isSearchError(error)) throw error;
      this.absence = error;
    }
  }
}
