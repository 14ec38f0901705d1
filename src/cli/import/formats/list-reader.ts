import { type Line, Lines, type LongLinePiece } from '../line-reader.js';

/** Members of a collection that hold its records: GeoJSON's features (RFC 7946) and Overpass's elements. */
const lists = ['features', 'elements'];

/** Bytes. The longest record that is read as one: outlines of large areas are long. */
export const longestEntry = 4 * 1024 * 1024;

const byte = { quote: 0x22, backslash: 0x5c, comma: 0x2c, open: 0x5b, close: 0x5d, begin: 0x7b, end: 0x7d, feed: 0x0a };

const goesOn = 'it goes on after its collection, and a file is one, or records a line each';

/** Follows JSON byte by byte, as far as is needed to know where the records of a collection begin and end. */
class Scanner {
  /** How deep the records lie; undefined before their list begins. */
  listDepth: number | undefined;
  /** The list has ended. */
  closed = false;
  /** The first value has ended. */
  over = false;
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** The last text that began among the members of the whole. */
  private text = '';

  /** @returns what this byte is to the list: the end of a record, part of one, or nothing */
  step(code: number): 'separator' | 'inside' | 'outside' {
    if (this.inText) return this.stepInText(code);
    const before = this.depth;
    switch (code) {
      case byte.quote:
        this.inText = true;
        if (this.depth === 1) this.text = '';
        break;
      case byte.open:
      case byte.begin:
        this.open(code);
        break;
      case byte.close:
      case byte.end:
        this.depth -= 1;
        this.over ||= this.depth <= 0;
    }
    if (this.listDepth === undefined || this.closed || before < this.listDepth) return 'outside';
    if (before > this.listDepth) return 'inside';
    this.closed = this.depth < this.listDepth;
    return this.closed || code === byte.comma ? 'separator' : 'inside';
  }

  private stepInText(code: number): 'inside' | 'outside' {
    if (this.escaped) this.escaped = false;
    else if (code === byte.backslash) this.escaped = true;
    else if (code === byte.quote) this.inText = false;
    else if (this.depth === 1 && this.text.length < 16) this.text += String.fromCharCode(code);
    return this.listDepth !== undefined && !this.closed && this.depth >= this.listDepth ? 'inside' : 'outside';
  }

  private open(code: number): void {
    const isList = code === byte.open && (this.depth === 0 || (this.depth === 1 && lists.includes(this.text)));
    this.depth += 1;
    if (isList && this.listDepth === undefined) this.listDepth = this.depth;
  }
}

/**
 * Whether this is the beginning of a collection, rather than of records a line each: what follows the first value does
 * not make it one.
 */
export function beginsList(head: Buffer): boolean {
  const scanner = new Scanner();
  for (const code of head) {
    scanner.step(code);
    if (scanner.listDepth !== undefined) return true;
    if (scanner.over) return false;
  }
  return false;
}

/**
 * Cuts a collection into its records, in memory that does not grow with it. They come as lines, with the number of the
 * line on which they begin, and without line breaks of their own, which JSON has only between its parts. So a fault in
 * one of them can be told and kept as that of a line; a parser of the whole would give up at the first.
 *
 * @throws Error when the list does not end, or the file goes on after it
 */
export async function* readList(
  chunks: AsyncIterable<Buffer>,
  longest = longestEntry,
): AsyncGenerator<Line | LongLinePiece> {
  const scanner = new Scanner();
  const entry = new Lines(longest);
  let line = 1;
  for await (const chunk of chunks) {
    let start: number | undefined;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk[at] ?? 0;
      if (code === byte.feed) line += 1;
      else if (scanner.over && code > 0x20) throw new Error(goesOn);
      switch (scanner.step(code)) {
        case 'inside':
          if (start === undefined && (entry.isOpen || code > 0x20)) {
            start = at;
            if (!entry.isOpen) entry.number = line;
          }
          if (code < 0x20) chunk[at] = 0x20;
          break;
        case 'separator':
          if (start !== undefined || entry.isOpen) yield entry.end(chunk.subarray(start ?? at, at));
          start = undefined;
          break;
        case 'outside':
      }
    }
    const piece = start === undefined ? undefined : entry.add(chunk.subarray(start));
    if (piece) yield piece;
  }
  if (!scanner.closed) throw new Error('it ends in the middle of its list');
}
