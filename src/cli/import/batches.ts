import { errorMessage } from '../../error-message.js';
import { isPiece, type Line, type LongLinePiece } from './line-reader.js';

/** Bounds the rows of a transaction and the bytes held in memory. */
const limits = { lines: 1000, bytes: 4 * 1024 * 1024 };

/** A file cannot be read to its end. Lines read before the fault have been yielded. */
export class SourceReadError extends Error {}

/** Groups lines into batches and drops blank lines. Pieces of long lines come between batches, in file order. */
export async function* batchLines(
  lines: AsyncIterable<Line | LongLinePiece>,
): AsyncGenerator<readonly Line[] | LongLinePiece> {
  let batch: Line[] = [];
  let bytes = 0;
  const takeBatch = (): Line[] => {
    const full = batch;
    batch = [];
    bytes = 0;
    return full;
  };
  try {
    for await (const line of lines) {
      if (isPiece(line)) {
        if (batch.length > 0) yield takeBatch();
        yield line;
      } else if (!isBlank(line.bytes)) {
        batch.push(line);
        bytes += line.bytes.length;
        if (batch.length >= limits.lines || bytes >= limits.bytes) yield takeBatch();
      }
    }
  } catch (error) {
    if (batch.length > 0) yield takeBatch();
    throw new SourceReadError(errorMessage(error), { cause: error });
  }
  if (batch.length > 0) yield takeBatch();
}

/** Whether the line holds only JSON white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
