import { errorMessage } from '../../config/error-message.js';

/** A line of a file, without its line feed. */
export interface Line {
  /** From 1. */
  number: number;
  /** Which record of a collection it is, from 1. All may be in one line of the file. */
  feature?: number;
  /** Empty if the line is too long. */
  bytes: Buffer;
  /** Why the line is invalid, if the reader that split the file found out. */
  fault?: string;
}

/** Longer lines are rejected. */
export const maxLineBytes = 1024 * 1024;

/** Of a longer line the end is not looked for: the file has no lines. */
const maxSearchedBytes = 1024 * 1024 * 1024;

const lineFeed = 0x0a;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits bytes into lines, in constant memory. Blank lines are counted, but not yielded. A final line without a line feed counts.
 * A byte order mark is dropped.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes = maxLineBytes): AsyncGenerator<Line> {
  const lines = new LineAssembler(maxBytes);
  for await (const chunk of chunks) {
    let start = lines.skipBlank(chunk, 0);
    for (let end = chunk.indexOf(lineFeed, start); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = lines.end(chunk.subarray(start, end));
      if (!isBlank(line)) yield line;
      start = lines.skipBlank(chunk, end + 1);
    }
    if (start < chunk.length) lines.add(chunk.subarray(start));
  }
  if (!lines.isOpen) return;
  const last = lines.end(Buffer.alloc(0));
  if (!isBlank(last)) yield last;
}

/** Joins the parts of a line that spans several chunks. Holds at most `maxBytes`: the bytes of a longer line are dropped. */
export class LineAssembler {
  number = 1;
  private parts: Buffer[] = [];
  private length = 0;

  constructor(private readonly maxBytes: number) {}

  /** Whether a line has started. */
  get isOpen(): boolean {
    return this.length > 0;
  }

  /** Counts the blank lines that begin at `start`, unless a line is open. @returns the start of the line after them */
  skipBlank(chunk: Buffer, start: number): number {
    if (this.isOpen) return start;
    let next = start;
    for (let at = start; isWhiteSpace(chunk[at]); at += 1) {
      if (chunk[at] !== lineFeed) continue;
      this.number += 1;
      next = at + 1;
    }
    return next;
  }

  /** Adds a part of a line that continues in the next chunk. @throws Error if the line has no end within a gibibyte */
  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > maxSearchedBytes) throw new Error(`line ${this.number} does not end within 1 GiB`);
    if (this.length > this.maxBytes) this.parts = [];
    else this.parts.push(part);
  }

  /** Ends the line. */
  end(part: Buffer): Line {
    this.add(part);
    const { number } = this;
    const isTooLong = this.length > this.maxBytes;
    const line = isTooLong ? tooLongLine(number, this.maxBytes) : { number, bytes: this.join() };
    this.parts = [];
    this.length = 0;
    this.number += 1;
    return line;
  }

  private join(): Buffer {
    const [only] = this.parts;
    const bytes = this.parts.length === 1 && only ? only : Buffer.concat(this.parts);
    const isMarked = this.number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
    return isMarked ? bytes.subarray(3) : bytes;
  }
}

/** A line that is rejected for its length. */
export function tooLongLine(number: number, maxBytes: number): Line {
  return { number, bytes: Buffer.alloc(0), fault: `is longer than ${maxBytes.toLocaleString('en')} bytes` };
}

/** Bounds the rows of a transaction and the bytes held in memory. */
const limits = { lines: 1000, bytes: 4 * 1024 * 1024 };

/** A file cannot be read to its end. Lines read before the fault have been yielded. */
export class FileReadError extends Error {}

/** Groups lines into batches and drops blank lines. */
export async function* batchLines(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let bytes = 0;
  try {
    for await (const line of lines) {
      if (isBlank(line)) continue;
      batch.push(line);
      bytes += line.bytes.length;
      if (batch.length < limits.lines && bytes < limits.bytes) continue;
      const full = batch;
      batch = [];
      bytes = 0;
      yield full;
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw new FileReadError(errorMessage(error), { cause: error });
  }
  if (batch.length > 0) yield batch;
}

/** Whether the line holds only JSON white space. */
export function isBlank({ bytes, fault }: Line): boolean {
  return fault === undefined && bytes.every(isWhiteSpace);
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed;
}
