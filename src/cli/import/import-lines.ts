import { type DataSource } from 'typeorm';
import { escapeControls } from '../escape-controls.js';
import { batchLines } from './batches.js';
import { type ImportRun } from './import-run.js';
import { type ImportSummary } from './import-summary.js';
import { type Line, type LongLinePiece } from './line-reader.js';
import { type ParsedRow } from './parse-row.js';
import { type FaultCounts, type ReasonCounts } from './reason-counts.js';
import { type RecordWriter } from './record-kind.js';

import { type RejectedLines } from './rejected-lines.js';
import { type RowReader } from './row-reader.js';
import { storeBatch } from './store-batch.js';

export interface ImportContext {
  reader: RowReader<object>;
  writer: RecordWriter<object>;
  /** Undefined in a dry run, which writes no files either. */
  database: DataSource | undefined;
  /** Absent in a dry run, and for the demonstration data. */
  run?: ImportRun;
  rejectedLines: RejectedLines;
  rejectReasons: ReasonCounts;
  skipReasons: ReasonCounts;
  faultCounts: FaultCounts;
  summary: ImportSummary;
  /** Called with the lines of a batch that were rejected. */
  onRejected?(lines: readonly Line[]): Promise<void>;
  /** Called after each stored batch. */
  afterBatch?(): Promise<void>;
  /** On abort, the current batch is finished and the signal's reason is thrown. */
  interrupted: AbortSignal;
}

/** Most of the first lines of a file are of other kinds. */
export class OtherKindError extends Error {
  constructor(private readonly kinds: readonly string[]) {
    super(`it looks like ${kinds.join(' and ')}`);
  }

  /** @param path as it was given to the command */
  describe(path: string): string {
    const [first = '', second] = this.kinds;
    const remedy =
      second === undefined ? `Run \`import ${first} ${path}\`.` : 'Write a file for each kind, and import it as that.';
    return `Nothing of ${path} is stored: ${this.message}. ${remedy}`;
  }
}

/**
 * Imports the lines of one file in batches, one transaction per batch. The next batch is parsed while the current batch is
 * being stored.
 *
 * docs/architecture.md, "An import line, until it is stored", lists the steps of a line.
 *
 * @throws SourceReadError if the file cannot be read to its end; lines before the fault are stored
 * @throws OtherKindError if most lines of the first batch are of another kind; nothing is stored
 */
export async function importLines(lines: AsyncIterable<Line | LongLinePiece>, context: ImportContext): Promise<void> {
  let storing: Promise<void> = Promise.resolve();
  let isFirst = true;
  try {
    for await (const batch of batchLines(lines)) {
      if ('first' in batch) {
        await storing;
        const limit = context.reader.maxLineBytes.toLocaleString('en');
        const reason = `is longer than ${limit} bytes`;
        await context.rejectedLines.addPiece(batch, reason);
        if (batch.first) {
          context.rejectReasons.add(reason, batch.number);
          context.summary.add({ read: 1, rejected: 1 });
          // The piece is not JSON, so it does not say which record it is.
          await context.onRejected?.([batch]);
        }
      } else {
        const parsed = batch.map((line) => ({ line, result: parseLine(line, context.reader) }));
        if (isFirst) assertKind(parsed.map(({ result }) => result));
        isFirst = false;
        await storing;
        storing = importBatch(parsed, context);
        // The next `await storing` throws the error. Until then it must not count as unhandled.
        storing.catch(() => undefined);
      }
      context.interrupted.throwIfAborted();
    }
  } finally {
    await storing;
  }
}

interface NumberedRow {
  line: Line;
  result: ParsedRow<object>;
}

/**
 * Reads the first lines of a file, and stores none.
 *
 * @throws OtherKindError if most of them are of other kinds; SourceReadError
 */
export async function checkFirstLines(
  lines: AsyncIterable<Line | LongLinePiece>,
  reader: RowReader<object>,
): Promise<void> {
  for await (const batch of batchLines(lines)) {
    if ('first' in batch) continue;
    assertKind(batch.map((line) => parseLine(line, reader)));
    return;
  }
}

function parseLine({ bytes, fault }: Line, reader: RowReader<object>): ParsedRow<object> {
  return fault === undefined ? reader.parse(bytes) : { rejected: escapeControls(fault) };
}

/**
 * Checks the first batch of a file.
 *
 * @throws OtherKindError if most lines are of other kinds
 */
function assertKind(lines: readonly ParsedRow<object>[]): void {
  const kinds = lines.flatMap((line) => ('rejected' in line && line.otherKind !== undefined ? [line.otherKind] : []));
  if (kinds.length * 2 <= lines.length) return;
  throw new OtherKindError([...new Set(kinds)]);
}

async function importBatch(parsed: readonly NumberedRow[], context: ImportContext): Promise<void> {
  const { writer, database, run, rejectedLines, rejectReasons, skipReasons, faultCounts, summary } = context;
  const accepted = parsed.flatMap(({ line, result }) => ('row' in result ? [{ line, ...result }] : []));
  const rows = accepted.map(({ row }) => row);
  const { rejections, counts } =
    database && rows.length > 0 ? await storeBatch(database, writer, rows, run) : dryRunResult(accepted);
  const rejectionOf = new Map(accepted.map(({ line }, index) => [line, rejections.get(index)]));
  const before = { rejected: rejectedLines.count, skipped: skipReasons.count };
  const rejected: Line[] = [];
  let warned = 0;
  for (const { line, result } of parsed) {
    if ('skipped' in result) skipReasons.add(result.skipped, line.number);
    const reason = 'rejected' in result ? result.rejected : rejectionOf.get(line);
    const faults = 'row' in result && reason === undefined ? (result.faults ?? []) : [];
    for (const fault of faults) faultCounts.add(fault, line.number);
    if (faults.length > 0) warned += 1;
    if (reason === undefined) continue;
    await rejectedLines.add(line, reason);
    rejectReasons.add(reason, line.number);
    rejected.push(line);
  }
  if (rejected.length > 0) await context.onRejected?.(rejected);
  summary.add({
    ...counts,
    read: parsed.length,
    rejected: rejectedLines.count - before.rejected,
    skipped: skipReasons.count - before.skipped,
    warned,
  });
  await context.afterBatch?.();
}

/** Without a database, every row that would be stored counts as created. */
function dryRunResult(accepted: readonly { skipped?: string }[]) {
  const created = accepted.filter((result) => !('skipped' in result)).length;
  return { counts: { created }, rejections: new Map<number, string>() };
}
