import { type DataSource } from 'typeorm';
import { type BackgroundIndexing } from '../background-indexing.js';
import { CommandError, errorCode, retryOnDeadlock } from '../command-error.js';
import { type Terminal } from '../terminal.js';
import { FileReadError, batchLines, type Line } from './line-reader.js';
import {
  addCounts,
  type Counts,
  type FileReport,
  type ImportReport,
  Progress,
  type ReasonCounts,
} from './import-report.js';
import { outside } from './formats/position.js';
import { type InputFile, openInputFile } from './input-file.js';
import { RejectedLines } from './rejected-lines.js';
import { countOf, escapeControls } from '../visible-text.js';
import { type ImportRun, noRun } from './import-run.js';
import { formatFault, type ParsedRow, type ValueFault } from './parse-row.js';
import { type RecordWriter } from './record-writer.js';
import { type RecordKindName } from './record-kinds.js';
import { type RowReader } from './row-reader.js';
import { errorMessage } from '../../config/error-message.js';

export interface ImportOptions {
  /** Absent for the demonstration data. */
  kind?: RecordKindName;
  /** A reader for one of the files. */
  newReader: () => RowReader<object>;
  writer: RecordWriter<object>;
  /** Undefined in a dry run, which writes no files either. */
  database: DataSource | undefined;
  /** Absent in a dry run, and for the demonstration data. */
  importRun?: ImportRun;
  /** Absent in a dry run, and for records that are not in the search index. */
  indexing?: BackgroundIndexing;
  /** On abort, the current batch is finished and the signal's reason is thrown. */
  interrupted: AbortSignal;
  terminal: Terminal;
  /** Gets the outcome of each file. The caller prints it. */
  report: ImportReport;
}

/**
 * Imports files one after the other. The files of rejected lines are replaced at the end, because they may be among the
 * imported files.
 *
 * @param files opened files, or paths as the command gets them. A file that cannot be opened is reported, and the next is imported
 * @throws CommandError if most of the first lines of a file are of another kind: nothing of it is stored
 */
export async function importFiles(files: Iterable<InputFile | string>, options: ImportOptions): Promise<void> {
  const allRejected: RejectedLines[] = [];
  try {
    for (const given of files) {
      const file = typeof given === 'string' ? openOrReport(given, options) : given;
      if (file) await importFile(file, options, allRejected);
    }
  } finally {
    for (const rejectedLines of allRejected) await rejectedLines.replaceFile();
  }
}

function openOrReport(path: string, { kind, terminal, report }: ImportOptions): InputFile | undefined {
  try {
    return openInputFile(path, terminal.input, kind && { kind });
  } catch (error) {
    terminal.log(`${path} cannot be read: ${errorMessage(error)}`);
    report.add(path).fault = errorMessage(error);
    return undefined;
  }
}

async function importFile(file: InputFile, options: ImportOptions, allRejected: RejectedLines[]): Promise<void> {
  const { terminal, interrupted, database } = options;
  const reader = options.newReader();
  const fileReport = options.report.add(file.name);
  const progress = new Progress(file, fileReport, terminal);
  const rejectedLines = new RejectedLines(file, terminal, database !== undefined);
  allRejected.push(rejectedLines);
  try {
    const lines = reader.lines(file, interrupted);
    await importLines(lines, { ...options, path: file.path ?? '-', fileReport, rejectedLines, reader, progress });
    fileReport.complete = true;
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof FileReadError)) throw error;
    fileReport.fault = error.message;
    const before = database && fileReport.counts.read ? ' The lines before that are imported.' : '';
    terminal.log(`${file.name} cannot be read whole: ${error.message}.${before}`);
  } finally {
    fileReport.end();
    await rejectedLines.close(fileReport.complete);
    printReasons(fileReport, terminal);
    const notes = fileReport.counts.read ? reader.notes?.() : undefined;
    for (const line of notes ?? []) terminal.log(`${file.name}: ${line}`);
  }
  if (fileReport.isEmpty) terminal.log(`${file.name}: no records were read`);
  if (fileReport.isUnused) terminal.log(`${file.name}: every record was skipped or rejected: see the reasons above`);
  fileReport.page = file.collectionPage && { ...file.collectionPage, name: file.name };
}

function printReasons({ name, rejected, skipped, warnings, counts }: FileReport, terminal: Terminal): void {
  for (const line of rejected.listOf(name)) terminal.log(line);
  for (const line of skipped.list()) terminal.log(`${name}: skipped: ${line}`);
  for (const line of warnings.list()) terminal.log(`${name}: warning: ${line}`);
  const { removed = 0, removedReviews: reviews = 0, removedCheckins: checkins = 0 } = counts;
  if (reviews + checkins === 0) return;
  terminal.log(
    `${name}: removed ${countOf(removed, 'closed place')}, with ${countOf(reviews, 'review')} and ` +
      `${countOf(checkins, 'check-in')}. Run \`recount\` to update the statistics of their users.`,
  );
}

/** The import of one file. */
interface ImportContext extends ImportOptions {
  /** As it was given to the command. */
  path: string;
  reader: RowReader<object>;
  progress: Progress;
  rejectedLines: RejectedLines;
  fileReport: FileReport;
}

/**
 * Imports the lines of one file in batches, one transaction per batch. The next batch is parsed while the current batch is
 * being stored.
 *
 *     bytes ─▶ Line ─▶ ParsedRow ─▶ row ─▶ places ─▶ outbox
 *         lines   parse             RecordWriter  triggers
 *
 * docs/architecture.md, "An import line, until it is stored", names the files.
 *
 * @throws FileReadError if the file cannot be read to its end; lines before the fault are stored
 * @throws CommandError if most lines of the first batch are of another kind; nothing is stored
 */
async function importLines(lines: AsyncIterable<Line>, context: ImportContext): Promise<void> {
  let storing: Promise<void> = Promise.resolve();
  let isFirst = true;
  try {
    for await (const batch of batchLines(lines)) {
      const parsed = parseBatch(batch, context.reader);
      if (isFirst) assertKind(parsed, context);
      isFirst = false;
      await storing;
      storing = importBatch(parsed, context);
      // The next `await storing` throws the error. Until then it must not count as unhandled.
      storing.catch(() => undefined);
      context.interrupted.throwIfAborted();
    }
  } finally {
    await storing;
  }
}

/** All that is needed to store a batch. The reader may have parsed lines of the next batch by then. */
interface ParsedBatch {
  lines: readonly { line: Line; result: ParsedRow<object> }[];
  absentColumns: readonly string[];
}

function parseBatch(batch: readonly Line[], reader: RowReader<object>): ParsedBatch {
  const lines = batch.map((line) => ({
    line,
    result: line.fault === undefined ? reader.parse(line.bytes) : { rejected: escapeControls(line.fault) },
  }));
  return { lines, absentColumns: reader.absentColumns?.() ?? [] };
}

/** Checks the first batch of a file. @throws CommandError if most lines are of other kinds */
function assertKind({ lines }: ParsedBatch, { path, fileReport }: ImportContext): void {
  const kinds = lines.flatMap(({ result }) => ('rejected' in result ? (result.otherKind ?? []) : []));
  if (kinds.length * 2 <= lines.length) return;
  const names = [...new Set(kinds)];
  fileReport.fault = `it looks like ${names.join(' and ')}`;
  const remedy =
    names.length === 1 ? `Run \`import ${names[0]} ${path}\`.` : 'Write a file for each kind, and import it as that.';
  throw new CommandError(`Nothing of ${path} is stored: ${fileReport.fault}. ${remedy}`);
}

async function importBatch({ lines, absentColumns }: ParsedBatch, context: ImportContext): Promise<void> {
  const { reader, writer, database, importRun, rejectedLines, fileReport } = context;
  const accepted = lines.flatMap(({ line, result }) => ('row' in result ? [{ line, ...result }] : []));
  const rows = accepted.map(({ row }) => row);
  const { rejections, counts } =
    database && rows.length > 0
      ? await storeRows(rows, { database, writer, importRun, absentColumns })
      : dryRunResult(accepted);
  const rejectionOf = new Map(accepted.map(({ line }, index) => [line, rejections.get(index)]));
  let skipped = 0;
  const rejected: Line[] = [];
  let warned = 0;
  for (const { line, result } of lines) {
    const reason = 'rejected' in result ? result.rejected : rejectionOf.get(line);
    if ('skipped' in result && reason === undefined) {
      fileReport.skipped.add(result.skipped, line);
      skipped += 1;
    }
    const faults = 'row' in result && reason === undefined ? (result.faults ?? []) : [];
    for (const fault of faults) addWarning(fileReport.warnings, fault, line);
    if (faults.length > 0) warned += 1;
    if (reason === undefined) continue;
    const otherKind = 'rejected' in result ? result.otherKind : undefined;
    // A line of a user may hold passwords, hashes or e-mail addresses.
    const withhold = [context.kind, otherKind].includes('users');
    await rejectedLines.add(line, reason, { withhold });
    fileReport.rejected.add(reason, line);
    rejected.push(line);
  }
  if (rejected.length > 0) await writer.noteRejected?.(rejected.map(({ bytes }) => reader.idOf(bytes)));
  fileReport.add({
    ...counts,
    read: lines.length,
    used: lines.filter(({ line, result }) => isUsed(result) && rejectionOf.get(line) === undefined).length,
    rejected: rejected.length,
    skipped,
    warned,
  });
  context.progress.update();
  await context.indexing?.indexNewChanges();
}

/** Faults of the entries of a list are of one kind. */
function addWarning(warnings: ReasonCounts, fault: ValueFault, line: Line): void {
  const { member, reason, isKept = false } = fault;
  const ending = isKept ? '' : ', left out';
  warnings.add(`${formatFault(fault)}${ending}`, line, `${member.replace(/\[\d+\]/g, '[]')} ${reason}${ending}`);
}

/** A closed place is removed, and `--bbox` asks to leave places out. */
function isUsed(result: ParsedRow<object>): boolean {
  return 'row' in result || ('skipped' in result && result.skipped === outside);
}

/** In a dry run, every row that would be stored counts as created. */
function dryRunResult(accepted: readonly { skipped?: string }[]) {
  const created = accepted.filter((result) => !('skipped' in result)).length;
  return { counts: { created }, rejections: new Map<number, string>() };
}

interface StoreOptions {
  database: DataSource;
  writer: RecordWriter<object>;
  /** Absent for the demonstration data, which no run remembers. */
  importRun: ImportRun | undefined;
  absentColumns: readonly string[];
}

interface StoredRows {
  counts: Counts;
  /** The reason for each rejected row, by its index. */
  rejections: ReadonlyMap<number, string>;
}

/**
 * Stores the rows of a batch in one transaction. If PostgreSQL rejects a value that no check has found, stores each half on its
 * own, until only the invalid rows are rejected.
 */
async function storeRows(rows: readonly object[], options: StoreOptions): Promise<StoredRows> {
  try {
    return await retryOnDeadlock(() => storeInTransaction(rows, options));
  } catch (error) {
    if (!isRowError(error)) throw error;
    if (rows.length === 1) {
      return { counts: {}, rejections: new Map([[0, `PostgreSQL rejects it: ${errorMessage(error)}`]]) };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await storeRows(rows.slice(0, middle), options);
    const second = await storeRows(rows.slice(middle), options);
    const shifted = [...second.rejections].map(([index, reason]) => [index + middle, reason] as const);
    return {
      counts: addCounts(first.counts, second.counts),
      rejections: new Map([...first.rejections, ...shifted]),
    };
  }
}

function storeInTransaction(
  rows: readonly object[],
  { database, writer, importRun, absentColumns }: StoreOptions,
): Promise<StoredRows> {
  return database.transaction(async (manager) => {
    const rejections = (await writer.check?.(manager, rows)) ?? new Map<number, string>();
    const byKey = new Map<string, object>();
    for (const [index, row] of rows.entries()) {
      if (rejections.has(index)) continue;
      const key = writer.key(row);
      const earlier = byKey.get(key);
      byKey.set(key, earlier && writer.mergeWithEarlier ? writer.mergeWithEarlier(earlier, row) : row);
    }
    const distinct = [...byKey.values()];
    const counts =
      distinct.length > 0 ? await writer.write(manager, distinct, importRun?.id ?? noRun, absentColumns) : {};
    await importRun?.count(manager, counts);
    return { counts, rejections };
  });
}

/** SQLSTATE classes of invalid values (22), constraints (23, 44), program limits (54) and trigger errors (P0001). */
function isRowError(error: unknown): boolean {
  return /^(22|23|44|54|P0001)/.test(errorCode(error) ?? '');
}
