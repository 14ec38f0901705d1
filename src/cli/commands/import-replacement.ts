import { type BackgroundIndexing } from '../background-indexing.js';
import { recordAction } from '../audit.js';
import { type CommandContext } from '../command-context.js';
import { CommandError, incompleteError } from '../command-error.js';
import { type ImportReport } from '../import/import-report.js';
import { type ImportRun } from '../import/import-run.js';
import { type ImportOptions, type ImportOutcome, isWhole } from '../import/import-files.js';
import {
  deleteGone,
  RejectedPlaces,
  replacingWriter,
  SourceReplacement,
  type ReplacementState,
} from '../import/source-replacement.js';
import { type ImportPlan } from '../import/import-plan.js';
import { type Counts } from '../import/import-counts.js';
import { countOf } from '../visible-text.js';
import { describeMissingPages } from '../import/formats/collection-reader.js';

/** Imports the files of an edition. */
type ImportEdition = (options: Pick<ImportOptions, 'writer' | 'onRejected'>) => Promise<ImportOutcome>;

interface ReplacementOptions {
  plan: ImportPlan;
  run: ImportRun;
  /** Gets the figures of the replacement, also if nothing was deleted. */
  report: ImportReport;
  /** Prints nothing: the report is printed as JSON. */
  json: boolean;
  maxDeletedPercent: number;
  indexing: BackgroundIndexing;
  interrupted: AbortSignal;
}

/**
 * Imports an edition, then deletes the places of its source that it lacks.
 *
 * @throws CommandError if nothing was deleted, because the edition was not read to its end, it may lack the places of
 * unreadable lines, or too many places are gone
 */
export async function replaceSource(
  context: CommandContext,
  { plan, run, report, json, maxDeletedPercent, indexing, interrupted }: ReplacementOptions,
  importEdition: ImportEdition,
): Promise<void> {
  const { database, terminal } = context;
  const started = performance.now();
  const { name } = plan.source ?? {};
  if (name === undefined) throw new CommandError('--replace-source is empty: name the source.', 2);
  await SourceReplacement.run(database, name, async (replacement) => {
    const rejected = new RejectedPlaces(plan.reader, replacement);
    const outcome = await importEdition({
      writer: replacingWriter(plan.writer, replacement),
      onRejected: (lines) => rejected.add(lines),
    });
    let notDeleted: string | undefined;
    const addReport = async (): Promise<void> => {
      const state = await replacement.state();
      report.replacement = { source: name, ...state, ...(notDeleted !== undefined && { notDeleted }) };
      if (!json) terminal.print(formatReport(name, state, outcome.counts, (performance.now() - started) / 1000));
    };
    try {
      assertReadable(outcome, rejected.unidentified, plan.bbox !== undefined);
      const afterBatch = (): Promise<void> => indexing.indexNewChanges();
      await deleteGone(database, replacement, { run, maxDeletedPercent, afterBatch, interrupted });
    } catch (error) {
      if (error instanceof CommandError) notDeleted = error.message;
      throw error;
    } finally {
      await addReport();
    }
    const { started: _, ...counts } = await replacement.state();
    await recordAction(context, 'source.replace', `source:${name}`, counts);
    await replacement.end();
    if (!isWhole(outcome)) throw incompleteError();
  });
}

/** @throws CommandError if the edition may have places that were not read */
function assertReadable(
  { complete, empty, pages, counts }: ImportOutcome,
  unidentified: number,
  hasBox: boolean,
): void {
  if (!complete) {
    throw new CommandError(
      'Nothing is deleted: the edition was not read to its end. See above which file is not whole, and run the command ' +
        'again.',
    );
  }
  // A part of Parquet may have no place in the rectangle.
  if (!counts.read || (empty > 0 && !hasBox)) {
    throw new CommandError(
      'Nothing is deleted: a file has no records. Correct it or leave it out, and run the command again.',
    );
  }
  const missing = describeMissingPages(pages);
  if (missing !== undefined) {
    throw new CommandError(
      `Nothing is deleted: ${missing}. Get all its records, in one file or as pages, and give them to one command.`,
    );
  }
  if (unidentified === 0) return;
  throw new CommandError(
    unidentified === 1
      ? 'Nothing is deleted: 1 rejected line does not say which place it is. Correct or remove it, and run the command again.'
      : `Nothing is deleted: ${count(unidentified)} rejected lines do not say which place they are. ` +
          'Correct or remove them, and run the command again.',
  );
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
