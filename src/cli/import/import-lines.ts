import { type DataSource } from 'typeorm';
import { storeBatch } from './batch-store.js';
import { inBatches } from './batches.js';
import { type Line, longestLine, type LongLinePiece } from './line-reader.js';
import { readRow } from './read-row.js';
import { type RecordKind } from './record-kind.js';
import { type Rejects } from './rejects.js';
import { type Tally } from './tally.js';

/** What an import works with. */
export interface ImportRun<Row extends object> {
  kind: RecordKind<Row>;
  database: DataSource;
  rejects: Rejects;
  tally: Tally;
  /** Called when a batch is in. */
  afterBatch(): Promise<void>;
  /** When it aborts, the batch at hand is finished and its reason thrown. */
  interrupted: AbortSignal;
}

/**
 * Imports lines in batches, one transaction each.
 *
 * @throws ReadingError when the source breaks off; what was read before is in then
 */
export async function importLines<Row extends object>(
  lines: AsyncIterable<Line | LongLinePiece>,
  run: ImportRun<Row>,
): Promise<void> {
  for await (const batch of inBatches(lines)) {
    if ('first' in batch) {
      await run.rejects.addPiece(batch, `is longer than ${longestLine.toLocaleString('en')} bytes`);
      if (batch.first) run.tally.add(1, { created: 0, changed: 0 }, 1);
    } else {
      await importBatch(batch, run);
      await run.afterBatch();
    }
    run.interrupted.throwIfAborted();
  }
}

async function importBatch<Row extends object>(lines: readonly Line[], run: ImportRun<Row>): Promise<void> {
  const { kind, database, rejects, tally } = run;
  const readings = lines.map((line) => ({ line, ...readRow(line.bytes, kind.schema) }));
  const good = readings.filter((reading) => 'row' in reading);
  const outcome =
    good.length > 0
      ? await storeBatch(
          database,
          kind,
          good.map(({ row }) => row),
        )
      : { created: 0, changed: 0, refused: new Map<number, string>() };
  const refused = new Map(good.map(({ line }, at) => [line, outcome.refused.get(at)]));
  const before = rejects.count;
  for (const reading of readings) {
    const reason = 'reason' in reading ? reading.reason : refused.get(reading.line);
    if (reason !== undefined) await rejects.add(reading.line, reason);
  }
  tally.add(lines.length, outcome, rejects.count - before);
}
