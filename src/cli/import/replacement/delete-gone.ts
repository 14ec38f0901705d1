import { type DataSource, type EntityManager } from 'typeorm';
import { CommandError } from '../../command-error.js';
import { type ImportRun } from '../import-run.js';
import { removePlaces } from '../records/place-tables.js';
import { retryOnDeadlock } from '../retry-on-deadlock.js';
import { type SourceReplacement } from './source-replacement.js';

/** Places of a transaction. */
const batchSize = 1000;

interface DeletionOptions {
  run: ImportRun;
  /** Nothing is deleted if a larger part of the source would go. From 0 to 100. */
  maxDeletedPercent: number;
  /** Called after each batch. */
  afterBatch: () => Promise<void>;
  interrupted: AbortSignal;
}

/**
 * Deletes the places of the source that the edition lacks, with their reviews and check-ins.
 *
 * @throws CommandError if more would go than allowed; then nothing is deleted
 */
export async function deleteGone(
  database: DataSource,
  replacement: SourceReplacement,
  { run, maxDeletedPercent, afterBatch, interrupted }: DeletionOptions,
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
        await run.count(manager, counts);
        return ids;
      }),
    );
    const last = deleted.at(-1);
    if (last === undefined) return;
    after = last;
    await afterBatch();
  }
}

/** Places that an interrupted run has deleted count too: else each run could delete as much. */
async function checkShare(replacement: SourceReplacement, maxPercent: number): Promise<void> {
  const { placesBefore, deleted } = await replacement.state();
  const gone = await replacement.countGone();
  // An interrupted run may have added more than there was before.
  const whole = Math.max(placesBefore, gone + deleted);
  const percent = (100 * (gone + deleted)) / whole;
  if (gone === 0 || percent <= maxPercent) return;
  const share = `${percent.toFixed(1)} % of ${whole.toLocaleString('en')} places of ${replacement.source}`;
  throw new CommandError(
    `Nothing is deleted: ${gone.toLocaleString('en')} places are gone, ${share}, and at most ${maxPercent} % may go. ` +
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
