import { CommandError } from '../command-error.js';
import { type Terminal } from '../terminal.js';
import { SourceReadError } from './batches.js';
import { type ImportContext, importLines, OtherKindError } from './import-lines.js';
import { type ImportReport } from './import-report.js';
import { addCounts, type Counts, ImportSummary } from './import-summary.js';
import { type InputFile } from './input-file.js';
import { createProgress } from './progress.js';
import { FaultCounts, ReasonCounts } from './reason-counts.js';
import { maxReportedOnTerminal, RejectedLines } from './rejected-lines.js';

/** What became of all files together. */
export interface ImportOutcome {
  /** Whether every file was read to its end, and is whole by its format. */
  complete: boolean;
  /** Files without a record. */
  empty: number;
  counts: Counts;
}

export interface ImportOptions extends Omit<
  ImportContext,
  'rejectedLines' | 'rejectReasons' | 'skipReasons' | 'faultCounts' | 'summary'
> {
  terminal: Terminal;
  /** Gets what became of each file. The caller prints it. */
  report: ImportReport;
}

/**
 * Imports files one after the other. The files of rejected lines are replaced at the end, because they may be among the
 * imported files.
 *
 * @param files undefined stands for a file that could not be opened
 * @throws CommandError if most of the first lines of a file are of another kind: nothing of it is stored
 */
export async function importFiles(
  files: Iterable<InputFile | undefined>,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const allRejected: RejectedLines[] = [];
  const total: ImportOutcome = { complete: true, empty: 0, counts: {} };
  try {
    for (const file of files) {
      const outcome = file === undefined ? unread : await importFile(file, options, allRejected);
      total.complete &&= outcome.complete;
      total.empty += outcome.empty;
      total.counts = addCounts(total.counts, outcome.counts);
    }
  } finally {
    for (const rejectedLines of allRejected) await rejectedLines.replaceFile();
  }
  return total;
}

const unread: ImportOutcome = { complete: false, empty: 0, counts: {} };

/** Whether every line is stored. */
export function isWhole({ complete, counts: { rejected = 0 } }: ImportOutcome): boolean {
  return complete && rejected === 0;
}

async function importFile(
  file: InputFile,
  options: ImportOptions,
  allRejected: RejectedLines[],
): Promise<ImportOutcome> {
  const { reader, terminal, interrupted, database } = options;
  const summary = new ImportSummary();
  const rejectReasons = new ReasonCounts();
  const skipReasons = new ReasonCounts();
  const faultCounts = new FaultCounts();
  const progress = createProgress(file, summary, terminal);
  const log = (line: string): void => {
    progress.log(line);
  };
  const maxReported = terminal.isInteractive ? maxReportedOnTerminal : Infinity;
  const rejectedLines = new RejectedLines(file, log, { maxReported, writesFile: database !== undefined });
  allRejected.push(rejectedLines);
  let complete = false;
  let fault: string | undefined;
  const afterBatch = async (): Promise<void> => {
    progress.update();
    await options.afterBatch?.();
  };
  try {
    const lines = reader.lines(file, interrupted);
    const counting = { rejectedLines, rejectReasons, skipReasons, faultCounts, summary };
    await importLines(lines, { ...options, ...counting, afterBatch });
    complete = true;
  } catch (error) {
    interrupted.throwIfAborted();
    if (error instanceof OtherKindError) {
      fault = error.message;
      throw new CommandError(error.describe(file.path ?? '-'));
    }
    if (!(error instanceof SourceReadError)) throw error;
    fault = error.message;
    const before = database && summary.counts.read ? ' The lines before that are imported.' : '';
    progress.log(`${file.name} cannot be read whole: ${fault}.${before}`);
  } finally {
    progress.stop();
    await rejectedLines.close(complete);
    for (const line of skipReasons.list()) terminal.log(`${file.name}: skipped: ${line}`);
    for (const line of faultCounts.list()) terminal.log(`${file.name}: warning: ${line}`);
    reportRemoved(file, summary, terminal);
    const notes = summary.counts.read ? reader.notes?.() : undefined;
    for (const line of notes ?? []) terminal.log(`${file.name}: ${line}`);
    const reasons = { rejected: rejectReasons, skipped: skipReasons, warnings: faultCounts };
    options.report.add({ name: file.name, complete, fault, summary, ...reasons });
  }
  const isEmpty = complete && (summary.counts.read ?? 0) === 0;
  if (isEmpty) terminal.log(`${file.name}: no records were read`);
  return { complete, empty: isEmpty ? 1 : 0, counts: summary.counts };
}

/** Reports the reviews and check-ins that were deleted with closed places. */
function reportRemoved({ name }: InputFile, { counts }: ImportSummary, terminal: Terminal): void {
  const { removed = 0, removedReviews: reviews = 0, removedCheckins: checkins = 0 } = counts;
  if (reviews + checkins === 0) return;
  terminal.log(
    `${name}: removed ${removed.toLocaleString('en')} closed places, with ${reviews.toLocaleString('en')} reviews and ` +
      `${checkins.toLocaleString('en')} check-ins. Run \`recount\` to update the statistics of their users.`,
  );
}
