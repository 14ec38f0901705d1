import { QueryFailedError } from 'typeorm';
import { ChangeCarrier } from '../places/index/change.carrier.js';
import { IndexKeeper } from '../places/index/index.keeper.js';
import { PlaceIndex } from '../places/index/place.index.js';
import { reasonOf } from './failure.js';
import { type Session } from './session.js';

/** Changes that are carried at once: those that a batch of 1,000 new places causes, and more. */
const carriedAtOnce = 4000;

/**
 * The search index while a command changes places: it follows along, so that the places are searchable when the
 * command returns. When Elasticsearch is away the command goes on, and the service carries the changes later.
 */
export class SearchIndex {
  private constructor(
    private readonly session: Session,
    private absence: unknown,
  ) {}

  /** Makes sure that there is an index. */
  static async open(session: Session): Promise<SearchIndex> {
    const index = new SearchIndex(session, undefined);
    await index.attempt(() => session.app.get(IndexKeeper).ensure());
    return index;
  }

  /** Carries what has changed so far, so that changes do not heap up. */
  async follow(): Promise<void> {
    if (this.absence !== undefined) return;
    await this.attempt(async () => {
      while ((await this.session.app.get(ChangeCarrier).carryBatch(carriedAtOnce)) === carriedAtOnce) {
        // There is more.
      }
    });
  }

  /**
   * Makes every change searchable.
   *
   * @returns whether it is; if not, it has been said why
   */
  async settle(): Promise<boolean> {
    const { app, terminal } = this.session;
    if (this.absence === undefined) {
      await this.attempt(async () => {
        await app.get(ChangeCarrier).carryAll();
        const index = app.get(PlaceIndex);
        await index.refresh(await index.behindAlias());
      });
    }
    if (this.absence === undefined) return true;
    terminal.say(
      `What changed is stored, but not yet searchable: Elasticsearch: ${reasonOf(this.absence)}. ` +
        'The running service carries it as soon as it can.',
    );
    return false;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof QueryFailedError) throw error;
      this.absence = error;
    }
  }
}
