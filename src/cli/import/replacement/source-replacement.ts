import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { CommandError } from '../../command-error.js';
import { type Counts } from '../import-summary.js';

/** The first number of the advisory locks of replacements; the second is a hash of the source. */
const lockClass = 731_084;

/** What a replacement has done since it began, in this run and in interrupted ones. */
export interface ReplacementState {
  started: Date;
  /** The places of the source when the replacement began. */
  placesBefore: number;
  added: number;
  changed: number;
  deleted: number;
  deletedReviews: number;
  deletedCheckins: number;
}

/**
 * The replacement of the places of a source by a new edition. Notes in PostgreSQL which places the edition has and what was
 * done, in the transactions that do it. So a replacement that crashed goes on, and its report is whole.
 */
export class SourceReplacement {
  private constructor(
    private readonly database: DataSource,
    /** Its connection holds the lock. */
    private readonly lock: QueryRunner,
    readonly source: string,
  ) {}

  /**
   * Begins a replacement, or goes on with one that was interrupted, and holds the lock of the source meanwhile.
   *
   * @throws CommandError if another process replaces the source
   */
  static async run<T>(
    database: DataSource,
    source: string,
    work: (replacement: SourceReplacement) => Promise<T>,
  ): Promise<T> {
    const lock = database.createQueryRunner();
    try {
      const [row] = await query<{ locked: boolean }>(lock, 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
        lockClass,
        source,
      ]);
      if (row?.locked !== true) throw new CommandError(`Another import replaces ${source}: wait until it ends.`);
      try {
        const replacement = new SourceReplacement(database, lock, source);
        await replacement.begin();
        return await work(replacement);
      } finally {
        // Fails only if the connection, and with it the lock, is lost.
        await lock.query('SELECT pg_advisory_unlock($1, hashtext($2))', [lockClass, source]).catch(() => undefined);
      }
    } finally {
      await lock.release().catch(() => undefined);
    }
  }

  /** The edition is read from its start again: an interrupted run may have read another one. */
  private begin(): Promise<void> {
    return this.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO source_replacements (source, places_before)
         VALUES ($1, (SELECT count(*) FROM places WHERE source = $1)) ON CONFLICT DO NOTHING`,
        [this.source],
      );
      await manager.query('DELETE FROM source_replacement_places WHERE source = $1', [this.source]);
    });
  }

  async state(): Promise<ReplacementState> {
    const [row] = await this.database.query<ReplacementState[]>(
      `SELECT started, places_before::float AS "placesBefore", added::float, changed::float, deleted::float,
         deleted_reviews::float AS "deletedReviews", deleted_checkins::float AS "deletedCheckins"
       FROM source_replacements WHERE source = $1`,
      [this.source],
    );
    if (!row) throw new CommandError(`The replacement of ${this.source} was ended by another process.`);
    return row;
  }

  /** Notes that the edition has these places, or lines that are meant to be these places. */
  async keep(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      `INSERT INTO source_replacement_places (source, place_id)
       SELECT $1, id FROM unnest($2::text[]) AS kept (id) ORDER BY id ON CONFLICT DO NOTHING`,
      [this.source, ids],
    );
  }

  /** Keeps the places of rejected lines. */
  keepRejected(ids: readonly string[]): Promise<void> {
    return this.keep(this.database.manager, ids);
  }

  /** Notes that the edition calls these places closed, whatever an earlier line said. */
  async drop(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query('DELETE FROM source_replacement_places WHERE source = $1 AND place_id = ANY($2)', [
      this.source,
      ids,
    ]);
  }

  /** Adds to the counts of the report. */
  async count(manager: EntityManager, counts: Counts): Promise<void> {
    const { created = 0, changed = 0, removed = 0, removedReviews = 0, removedCheckins = 0 } = counts;
    if (created + changed + removed === 0) return;
    await manager.query(
      `UPDATE source_replacements SET added = added + $2, changed = changed + $3, deleted = deleted + $4,
         deleted_reviews = deleted_reviews + $5, deleted_checkins = deleted_checkins + $6 WHERE source = $1`,
      [this.source, created, changed, removed, removedReviews, removedCheckins],
    );
  }

  /** The number of places of the source that the edition lacks. */
  async countGone(): Promise<number> {
    const [row] = await this.database.query<{ gone: number }[]>(
      `SELECT count(*)::float AS gone FROM places p WHERE source = $1 AND NOT EXISTS (
         SELECT FROM source_replacement_places k WHERE k.source = $1 AND k.place_id = p.id)`,
      [this.source],
    );
    return row?.gone ?? 0;
  }

  /** @throws Error if the lock was lost with its connection: another process may replace the source by now */
  async assertLocked(): Promise<void> {
    await this.lock.query('SELECT 1');
  }

  /** Ends the replacement: the next one starts with zero counts. */
  async end(): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('DELETE FROM source_replacements WHERE source = $1', [this.source]);
      await manager.query('DELETE FROM source_replacement_places WHERE source = $1', [this.source]);
    });
  }
}

async function query<Row>(runner: QueryRunner, text: string, values: unknown[]): Promise<Row[]> {
  return (await runner.query(text, values)) as Row[];
}
