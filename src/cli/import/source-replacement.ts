import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { recordAction } from '../audit.js';
import { type BackgroundIndexing } from '../background-indexing.js';
import { type CommandContext } from '../command-context.js';
import { CommandError, incompleteError, retryOnDeadlock } from '../command-error.js';
import { type ImportReport, type Counts } from './import-report.js';
import { type ImportRun } from './import-run.js';
import { countOf } from '../visible-text.js';
import { describeMissingPages } from './formats/collection-reader.js';
import { type RecordWriter } from './record-writer.js';
import { validateRow } from './parse-row.js';
import { placeIdSchema } from './records/place-schema.js';
import { type OwnedRow, rejectOtherSources, removePlaces } from './records/place-tables.js';

interface FinishOptions extends DeletionOptions {
  /** Whether only a part of the edition was read (`--bbox`). */
  hasBox: boolean;
  /** The outcome of importing the edition, with the writer of the replacement. Gets its figures, even if nothing was deleted. */
  report: ImportReport;
}

/**
 * Deletes the places of the source that the edition lacks, once the edition is imported.
 *
 * @throws CommandError if nothing was deleted: the edition was not read to its end, rejected lines do not say which places they are,
 * or too many places would be deleted
 */
export async function finishReplacement(
  context: CommandContext,
  replacement: SourceReplacement,
  { hasBox, report, ...deletion }: FinishOptions,
): Promise<void> {
  const { database, terminal, json } = context;
  const { source } = replacement;
  let notDeleted: string | undefined;
  try {
    const fault = faultOfEdition(report, replacement, hasBox);
    if (fault !== undefined) throw new CommandError(`Nothing is deleted: ${fault}.`);
    await deleteGone(database, replacement, deletion);
  } catch (error) {
    if (error instanceof CommandError) notDeleted = error.message;
    throw error;
  } finally {
    const state = await replacement.state();
    report.replacement = { source, ...state, ...(notDeleted !== undefined && { notDeleted }) };
    if (!json) terminal.print(formatReport(source, state, report.counts, replacement.seconds));
  }
  const { started: _, ...counts } = await replacement.state();
  await recordAction(context, 'source.replace', `source:${source}`, counts);
  await replacement.end();
  if (!report.isFullyStored) throw incompleteError();
}

/** Why the edition may have places that were not read; undefined if it has none. */
function faultOfEdition(
  { files, pages, counts }: ImportReport,
  { source, unidentified }: SourceReplacement,
  hasBox: boolean,
): string | undefined {
  const again = 'and run the command again';
  if (!counts.read)
    return `no record was read. Correct the file, ${again}. If the source is to have no places: sources delete ${JSON.stringify(source)}`;
  if (files.some(({ complete }) => !complete))
    return `the edition was not read to its end. See above which file is not whole, ${again}`;
  // With `--bbox`, a part of a Parquet data set may have no place in the rectangle.
  if (files.some(({ isEmpty }) => isEmpty) && !hasBox)
    return `a file has no records. Correct it or leave it out, ${again}`;
  // One record without a name says nothing about its file: data sets may have a file a place.
  if (!counts.used || files.some(({ isUnused, counts: { read = 0 } }) => isUnused && read > 1))
    return `every record of a file was skipped or rejected. Correct it or leave it out, ${again}`;
  const missing = describeMissingPages(pages);
  if (missing !== undefined)
    return `${missing}. Get all its records, in one file or as pages, and give them to one command`;
  if (unidentified === 1) return `1 rejected line does not say which place it is. Correct or remove it, ${again}`;
  return unidentified > 1
    ? `${count(unidentified)} rejected lines do not say which place they are. Correct or remove them, ${again}`
    : undefined;
}

/**
 * `OSM: 9 read, 2 added, 1 changed, 5 unchanged, 3 deleted (with 4 reviews and 0 check-ins), 1 rejected, in 0.4 s`
 *
 * @param state the work of all runs since the replacement began
 * @param read the counts of the lines of this run, which has read the whole edition
 * @param seconds the duration of this run
 */
function formatReport(source: string, state: ReplacementState, read: Counts, seconds: number): string {
  const { added, changed, deleted, deletedReviews, deletedCheckins } = state;
  const { read: lines = 0, rejected = 0, skipped = 0 } = read;
  // An interrupted run may have added places that this run did not read.
  const unchanged = Math.max(lines - added - changed - rejected - skipped, 0);
  const activity = `(with ${countOf(deletedReviews, 'review')} and ${countOf(deletedCheckins, 'check-in')})`;
  return [
    `${source}: ${count(lines)} read`,
    `${count(added)} added`,
    `${count(changed)} changed`,
    `${count(unchanged)} unchanged`,
    `${count(deleted)} deleted${deletedReviews + deletedCheckins > 0 ? ` ${activity}` : ''}`,
    `${count(rejected)} rejected`,
    ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
    `in ${seconds.toFixed(1)} s`,
  ].join(', ');
}

function count(number: number): string {
  return number.toLocaleString('en');
}

/** The first number of the advisory locks of replacements; the second is a hash of the source. */
const lockClass = 731_084;

/** The work of a replacement since it began, in this run and in interrupted runs. */
interface ReplacementState {
  started: Date;
  /** The places of the source when this run began, and those that interrupted runs have deleted. */
  placesBefore: number;
  added: number;
  changed: number;
  deleted: number;
  deletedReviews: number;
  deletedCheckins: number;
}

/**
 * The replacement of the places of a source by a new edition. Each transaction also notes in PostgreSQL which places the edition has,
 * and what the transaction has done. So the next run continues a replacement that crashed, and its report counts all runs.
 */
export class SourceReplacement {
  /** Rejected lines without a readable identifier. Each may be any of the places that the edition seems to lack. */
  unidentified = 0;
  private readonly began = performance.now();

  private constructor(
    private readonly database: DataSource,
    /** Its connection holds the lock. */
    private readonly lock: QueryRunner,
    readonly source: string,
  ) {}

  /**
   * Begins a replacement, or goes on with one that was interrupted. The caller must `release` it.
   *
   * @throws CommandError if another process replaces the source
   */
  static async begin(database: DataSource, source: string): Promise<SourceReplacement> {
    const lock = database.createQueryRunner();
    const replacement = new SourceReplacement(database, lock, source);
    try {
      const locked: unknown = await lock.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
        lockClass,
        source,
      ]);
      assertSourceLocked(locked, source);
      await replacement.forgetEdition();
      return replacement;
    } catch (error) {
      // Another process keeps its lock: the session that has it must release it.
      await replacement.release();
      throw error;
    }
  }

  /** Releases the lock. Fails silently if the connection, and with it the lock, is lost. */
  async release(): Promise<void> {
    await this.lock
      .query('SELECT pg_advisory_unlock($1, hashtext($2))', [lockClass, this.source])
      .catch(() => undefined);
    await this.lock.release().catch(() => undefined);
  }

  /** Since this run began. */
  get seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  /**
   * Forgets which places the edition has: it is read from its start again, and an interrupted run may have read another edition. What
   * that run has added belongs to the places that may be gone.
   */
  private forgetEdition(): Promise<void> {
    return this.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO source_replacements (source, places_before)
         VALUES ($1, (SELECT count(*) FROM places WHERE source = $1))
         ON CONFLICT (source) DO UPDATE SET places_before = excluded.places_before + source_replacements.deleted`,
        [this.source],
      );
      await manager.query('DELETE FROM source_replacement_places WHERE source = $1', [this.source]);
    });
  }

  /**
   * Writes the places of the edition and notes them. Rejects places of other sources. Closed places are deleted at the end, together
   * with the places that the edition lacks.
   *
   * @param writer writes rows of places
   */
  writer(writer: RecordWriter<object>): RecordWriter<object> {
    return {
      changesIndex: writer.changesIndex,
      key: (row) => writer.key(row),
      check: (manager, rows) => rejectOtherEditions(manager, rows as readonly OwnedRow[], this.source),
      write: async (manager, rows, runId, absentColumns) => {
        const all = rows as readonly OwnedRow[];
        const places = all.filter(({ closed }) => closed === undefined);
        const counts = places.length > 0 ? await writer.write(manager, places, runId, absentColumns) : {};
        await this.noteInEdition(manager, idsOf(places));
        await this.noteClosed(manager, idsOf(all.filter(({ closed }) => closed)));
        await this.count(manager, counts);
        return counts;
      },
      noteRejected: (ids) => this.noteRejected(ids),
    };
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

  /** Notes that the edition has these places. */
  private async noteInEdition(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      `INSERT INTO source_replacement_places (source, place_id)
       SELECT $1, id FROM unnest($2::text[]) AS noted (id) ORDER BY id ON CONFLICT DO NOTHING`,
      [this.source, ids],
    );
  }

  /** Notes the places of rejected lines, too: the edition has them. */
  private async noteRejected(rejected: readonly unknown[]): Promise<void> {
    const ids = rejected.flatMap((id) => {
      const result = validateRow({ id }, placeIdSchema);
      return 'row' in result ? [result.row.id] : [];
    });
    this.unidentified += rejected.length - ids.length;
    await this.noteInEdition(this.database.manager, ids);
  }

  /** Notes that the edition calls these places closed, whatever an earlier line said. */
  private async noteClosed(manager: EntityManager, ids: readonly string[]): Promise<void> {
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
    await this.database.transaction((manager) => endReplacement(manager, this.source));
  }
}

/**
 * Keeps others from replacing a source until the transaction ends.
 *
 * @throws CommandError if another process replaces it
 */
export async function lockSource(manager: EntityManager, source: string): Promise<void> {
  const rows = await manager.query<unknown>('SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked', [
    lockClass,
    source,
  ]);
  assertSourceLocked(rows, source);
}

function assertSourceLocked(rows: unknown, source: string): void {
  const [row] = rows as { locked: boolean }[];
  if (row?.locked !== true) throw new CommandError(`Another import replaces ${source}: wait until it ends.`);
}

/** Forgets the replacement of a source, also an interrupted one. */
export async function endReplacement(manager: EntityManager, source: string): Promise<void> {
  await manager.query('DELETE FROM source_replacements WHERE source = $1', [source]);
  await manager.query('DELETE FROM source_replacement_places WHERE source = $1', [source]);
}

function idsOf(rows: readonly OwnedRow[]): string[] {
  return rows.map(({ id }) => id);
}

/** A line of another source is rejected, too: the edition has no place of it. */
async function rejectOtherEditions(
  manager: EntityManager,
  rows: readonly OwnedRow[],
  source: string,
): Promise<ReadonlyMap<number, string>> {
  const reasons = await rejectOtherSources(manager, rows, source, 'does not change it');
  for (const [index, { source: given, closed }] of rows.entries()) {
    if (closed === undefined && given !== source)
      reasons.set(index, `source.name: must be ${JSON.stringify(source)}, the source that this import replaces`);
  }
  return reasons;
}

/** Places that one transaction deletes. */
const batchSize = 1000;

interface DeletionOptions {
  importRun: ImportRun;
  /** If a larger part of the source would be deleted, nothing is deleted. From 0 to 100. */
  maxDeletedPercent: number;
  indexing: BackgroundIndexing;
  interrupted: AbortSignal;
}

/**
 * Deletes the places of the source that the edition lacks, with their reviews and check-ins.
 *
 * @throws CommandError if more places would be deleted than allowed; then none is
 */
async function deleteGone(
  database: DataSource,
  replacement: SourceReplacement,
  { importRun, maxDeletedPercent, indexing, interrupted }: DeletionOptions,
): Promise<void> {
  await checkShare(replacement, maxDeletedPercent);
  let after = '';
  for (;;) {
    interrupted.throwIfAborted();
    await replacement.assertLocked();
    const deleted = await retryOnDeadlock(() =>
      database.transaction(async (manager) => {
        const ids = await lockGone(manager, replacement.source, after);
        if (ids.length === 0) return ids;
        const counts = await removePlaces(manager, ids);
        await replacement.count(manager, counts);
        await importRun.count(manager, counts);
        return ids;
      }),
    );
    const last = deleted.at(-1);
    if (last === undefined) return;
    after = last;
    await indexing.indexNewChanges();
  }
}

/** Places that an interrupted run has deleted count, too. Otherwise each run could delete the allowed part again. */
async function checkShare(replacement: SourceReplacement, maxPercent: number): Promise<void> {
  const { placesBefore, deleted } = await replacement.state();
  const gone = await replacement.countGone();
  // A place that this run has added is gone too if a later line says that it is closed.
  const whole = Math.max(placesBefore, gone + deleted);
  const percent = (100 * (gone + deleted)) / whole;
  if (gone === 0 || percent <= maxPercent) return;
  const share = `${percent.toFixed(1)} % of ${countOf(whole, 'place')} of ${replacement.source}`;
  throw new CommandError(
    `Nothing is deleted: ${countOf(gone, 'place')} ${gone === 1 ? 'is' : 'are'} gone, ${share}, and at most ${maxPercent} % may go. ` +
      `If the edition is whole, run the command again with --max-deleted-percent ${Math.ceil(percent)}.`,
  );
}

/** The next places to delete, in the order of their identifiers. */
async function lockGone(manager: EntityManager, source: string, after: string): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM places p WHERE source = $1 AND id > $2 AND NOT EXISTS (
       SELECT FROM source_replacement_places k WHERE k.source = $1 AND k.place_id = p.id)
     ORDER BY id LIMIT ${batchSize} FOR UPDATE`,
    [source, after],
  );
  return rows.map(({ id }) => id);
}
