/** A line of a file as it was written, without its line feed. */
export interface Line {
  /** From 1. */
  number: number;
  bytes: Buffer;
  /** Why it cannot be read at all, where whoever cut it out knows that already. */
  fault?: string;
}

/** A line that is too long to be kept whole comes in pieces. */
export interface LongLinePiece extends Line {
  first: boolean;
  last: boolean;
}

/** Bytes. The longest line that is read as one. */
export const longestLine = 1024 * 1024;

const lineFeed = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts bytes into lines, in memory that does not grow with the file nor with the length of its lines. A last line
 * without a line feed counts, a byte order mark at the start does not. What breaks off with an error has no last line.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  longest = longestLine,
): AsyncGenerator<Line | LongLinePiece> {
  const lines = new Lines(longest);
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

export function isPiece(line: Line | LongLinePiece): line is LongLinePiece {
  return 'first' in line;
}

/** Puts lines together from the parts that the chunks of a file hold of them. */
export class Lines {
  number = 1;
  private parts: Buffer[] = [];
  private length = 0;
  private long = false;

  constructor(private readonly longest: number) {}

  /** Whether a line has begun. */
  get isOpen(): boolean {
    return this.length > 0 || this.long;
  }

  /** The line goes on in the next chunk. */
  add(part: Buffer): LongLinePiece | undefined {
    this.parts.push(part);
    this.length += part.length;
    return this.long || this.length > this.longest ? this.piece(false) : undefined;
  }

  /** The line ends here. */
  end(part: Buffer): Line | LongLinePiece {
    this.parts.push(part);
    this.length += part.length;
    const isLong = this.long || this.length > this.longest;
    const line = isLong ? this.piece(true) : { number: this.number, bytes: this.take() };
    this.number += 1;
    this.long = false;
    return line;
  }

  private piece(last: boolean): LongLinePiece {
    const first = !this.long;
    this.long = true;
    return { number: this.number, bytes: this.take(), first, last };
  }

  private take(): Buffer {
    const [only] = this.parts;
    const bytes = this.parts.length === 1 && only ? only : Buffer.concat(this.parts);
    this.parts = [];
    this.length = 0;
    const marked = this.number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
    return marked ? bytes.subarray(3) : bytes;
  }
}
