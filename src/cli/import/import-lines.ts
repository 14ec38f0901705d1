import { type DataSource } from 'typeorm';
import { storeBatch } from './batch-store.js';
import { inBatches } from './batches.js';
import { type Line, type LongLinePiece } from './line-reader.js';
import { printable, type Reading } from './read-row.js';
import { type Reader } from './reader.js';
import { type Kind } from './record-kind.js';
import { type Reasons } from './reasons.js';
import { type Rejects } from './rejects.js';
import { type ImportSummary } from './import-summary.js';

/** What an import works with. */
export interface ImportRun<Row extends object> {
  kind: Kind<Row>;
  reader: Reader<Row>;
  /** Where rows go; undefined when it is only asked what would come in. */
  database: DataSource | undefined;
  rejects: Rejects;
  leftOut: Reasons;
  tally: ImportSummary;
  /** Called when a batch is in. */
  afterBatch(): Promise<void>;
  /** When it aborts, the batches at hand are finished and its reason thrown. */
  interrupted: AbortSignal;
}

/**
 * Imports lines in batches, one transaction each. A batch is read while the one before it is being stored.
 *
 * @throws ReadingError when the source breaks off; what was read before is in then
 */
export async function importLines<Row extends object>(
  lines: AsyncIterable<Line | LongLinePiece>,
  run: ImportRun<Row>,
): Promise<void> {
  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of inBatches(lines)) {
      if ('first' in batch) {
        await storing;
        await run.rejects.addPiece(batch, `is longer than ${run.reader.longest.toLocaleString('en')} bytes`);
        if (batch.first) run.tally.add({ read: 1, rejected: 1 });
      } else {
        const readings = batch.map((line) => ({ line, reading: readingOf(line, run.reader) }));
        await storing;
        storing = importBatch(readings, run);
        // Whoever awaits it is told.
        storing.catch(() => undefined);
      }
      run.interrupted.throwIfAborted();
    }
  } finally {
    await storing;
  }
}

function readingOf<Row extends object>({ bytes, fault }: Line, reader: Reader<Row>): Reading<Row> {
  return fault === undefined ? reader.read(bytes) : { reason: printable(fault) };
}

const nothing = { created: 0, changed: 0, refused: new Map<number, string>() };

/** Without a database, all that it would be given counts as new. */
function wouldCome(good: readonly { leftOut?: string }[]): { created: number } {
  return { created: good.filter((reading) => !('leftOut' in reading)).length };
}

interface LineReading<Row> {
  line: Line;
  reading: Reading<Row>;
}

async function importBatch<Row extends object>(
  readings: readonly LineReading<Row>[],
  run: ImportRun<Row>,
): Promise<void> {
  const { kind, database, rejects, leftOut, tally } = run;
  const good = readings.flatMap(({ line, reading }) => ('row' in reading ? [{ line, ...reading }] : []));
  const rows = good.map(({ row }) => row);
  const outcome =
    database && rows.length > 0 ? await storeBatch(database, kind, rows) : { ...nothing, ...wouldCome(good) };
  const refused = new Map(good.map(({ line }, at) => [line, outcome.refused.get(at)]));
  const [before, leftBefore] = [rejects.count, leftOut.count];
  for (const { line, reading } of readings) {
    if ('leftOut' in reading) leftOut.add(reading.leftOut, line.number);
    const reason = 'reason' in reading ? reading.reason : refused.get(line);
    if (reason !== undefined) await rejects.add(line, reason);
  }
  tally.add({
    ...outcome,
    read: readings.length,
    rejected: rejects.count - before,
    leftOut: leftOut.count - leftBefore,
  });
  await run.afterBatch();
}
