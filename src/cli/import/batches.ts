import { errorMessage } from '../../error-message.js';
import { isPiece, type Line, type LongLinePiece } from './line-reader.js';

/** The largest batch: rows of a transaction, and bytes that are held in memory. */
const limits = { lines: 1000, bytes: 4 * 1024 * 1024 };

/** The source breaks off; what was read of it before is handed on first. */
export class ReadingError extends Error {}

/** Gathers lines, without the blank ones. Pieces of long lines come between batches, in their order. */
export async function* inBatches(
  lines: AsyncIterable<Line | LongLinePiece>,
): AsyncGenerator<readonly Line[] | LongLinePiece> {
  let batch: Line[] = [];
  let bytes = 0;
  const take = (): Line[] => {
    const taken = batch;
    batch = [];
    bytes = 0;
    return taken;
  };
  try {
    for await (const line of lines) {
      if (isPiece(line)) {
        if (batch.length > 0) yield take();
        yield line;
      } else if (!isBlank(line.bytes)) {
        batch.push(line);
        bytes += line.bytes.length;
        if (batch.length >= limits.lines || bytes >= limits.bytes) yield take();
      }
    }
  } catch (error) {
    if (batch.length > 0) yield take();
    throw new ReadingError(errorMessage(error), { cause: error });
  }
  if (batch.length > 0) yield take();
}

/** Nothing but JSON's white space. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
