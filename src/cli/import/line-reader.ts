import { errorMessage } from '../../config/error-message.js';

/** A line of a file, without its line feed. */
export interface Line {
  /** From 1. */
  number: number;
  bytes: Buffer;
  /** Why the line is invalid, if the reader that split the file found out. */
  fault?: string;
}

/** A piece of a line that exceeds the limit. */
export interface LongLinePiece extends Line {
  first: boolean;
  last: boolean;
}

/** Longer lines are rejected. */
export const maxLineBytes = 1024 * 1024;

const lineFeed = 0x0a;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits bytes into lines, in constant memory. A final line without a line feed counts. A byte order mark is dropped.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxLineBytes,
): AsyncGenerator<Line | LongLinePiece> {
  const lines = new LineAssembler(maxBytes);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield lines.end(chunk.subarray(start, end));
      start = end + 1;
    }
    const piece = start < chunk.length ? lines.add(chunk.subarray(start)) : undefined;
    if (piece) yield piece;
  }
  if (lines.isOpen) yield lines.end(Buffer.alloc(0));
}

export function isPiece(lines: Line | LongLinePiece | readonly Line[]): lines is LongLinePiece {
  return 'first' in lines;
}

/** Joins the parts of a line that spans several chunks. */
export class LineAssembler {
  number = 1;
  private parts: Buffer[] = [];
  private length = 0;
  private long = false;

  constructor(private readonly maxBytes: number) {}

  /** Whether a line has started. */
  get isOpen(): boolean {
    return this.length > 0 || this.long;
  }

  /** Adds a part of a line that continues in the next chunk. */
  add(part: Buffer): LongLinePiece | undefined {
    this.parts.push(part);
    this.length += part.length;
    return this.long || this.length > this.maxBytes ? this.piece(false) : undefined;
  }

  /** Ends the line. */
  end(part: Buffer): Line | LongLinePiece {
    this.parts.push(part);
    this.length += part.length;
    const isLong = this.long || this.length > this.maxBytes;
    const line = isLong ? this.piece(true) : { number: this.number, bytes: this.takeBytes() };
    this.number += 1;
    this.long = false;
    return line;
  }

  private piece(last: boolean): LongLinePiece {
    const first = !this.long;
    this.long = true;
    return { number: this.number, bytes: this.takeBytes(), first, last };
  }

  private takeBytes(): Buffer {
    const [only] = this.parts;
    const bytes = this.parts.length === 1 && only ? only : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    const marked = this.number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
    return marked ? bytes.subarray(3) : bytes;
  }
}

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
