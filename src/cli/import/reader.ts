import { type Line, longestLine, type LongLinePiece, readLines } from './line-reader.js';
import { readRow, type Reading } from './read-row.js';
import { type RecordKind } from './record-kind.js';
import { type Source } from './source.js';

/** How a source is read: how it comes apart into lines, and what a line comes to. */
export interface Reader<Row extends object> {
  /** Bytes that a line has at most. */
  longest: number;
  lines(source: Source, interrupted: AbortSignal): AsyncIterable<Line | LongLinePiece>;
  read(bytes: Buffer): Reading<Row>;
}

/** Records in the interface's own shape, a line each. */
export function recordReader<Row extends object>({ schema, longest = longestLine }: RecordKind<Row>): Reader<Row> {
  return {
    longest,
    lines: (source, interrupted) => readLines(source.read(interrupted), longest),
    read: (bytes) => readRow(bytes, schema),
  };
}
