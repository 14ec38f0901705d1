import { type Line, LineAssembler, type LongLinePiece } from '../line-reader.js';

/** Fields that hold the records of a collection: GeoJSON (RFC 7946) and Overpass. */
const collectionMembers = ['features', 'elements'];

/** Outlines of large areas are long. */
export const maxRecordBytes = 4 * 1024 * 1024;

const byte = {
  colon: 0x3a,
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  open: 0x5b,
  close: 0x5d,
  begin: 0x7b,
  end: 0x7d,
  feed: 0x0a,
};

const endless = 'the list of records does not end';
const secondList = 'it has two lists of records; a file must hold one collection';
const trailingContent = 'text follows the collection; a file must hold one collection, or one record per line';

/** Overpass describes here why the list is incomplete. */
const remarkMember = 'remark';

const maxTextLength = 500;

/** Scans JSON byte by byte to find where the records of a collection start and end. */
class Scanner {
  /** Nesting depth of the records; undefined before the list starts. */
  listDepth: number | undefined;
  closed = false;
  /** Whether the first value has ended. */
  over = false;
  /** The text of the member `remark` of the collection, as written in JSON. */
  remark = '';
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** The last string at depth 1. */
  private text = '';
  /** The last key at depth 1, to detect that of the list. */
  private key = '';

  /** @returns `separator` at the end of a record, `inside` within a record, else `outside` */
  step(code: number): 'separator' | 'inside' | 'outside' {
    if (this.inText) return this.stepInText(code);
    const depthBefore = this.depth;
    switch (code) {
      case byte.quote:
        this.inText = true;
        if (this.depth === 1) this.text = '';
        break;
      case byte.comma:
        if (this.depth === 1) this.key = '';
        break;
      case byte.colon:
        if (this.depth === 1) this.key = this.text;
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
    if (this.listDepth === undefined || this.closed || depthBefore < this.listDepth) return 'outside';
    if (depthBefore > this.listDepth) return 'inside';
    this.closed = this.depth < this.listDepth;
    if (this.closed && code !== byte.close) throw new Error(endless);
    return this.closed || code === byte.comma ? 'separator' : 'inside';
  }

  private stepInText(code: number): 'inside' | 'outside' {
    const ends = code === byte.quote && !this.escaped;
    this.escaped = code === byte.backslash && !this.escaped;
    if (ends) this.endText();
    else if (this.depth === 1 && this.text.length < maxTextLength) this.text += String.fromCharCode(code);
    return this.listDepth !== undefined && !this.closed && this.depth >= this.listDepth ? 'inside' : 'outside';
  }

  private endText(): void {
    this.inText = false;
    if (this.depth !== 1 || this.key !== remarkMember || this.remark !== '') return;
    this.remark = this.text;
  }

  private open(code: number): void {
    const isList =
      code === byte.open && (this.depth === 0 || (this.depth === 1 && collectionMembers.includes(this.key)));
    this.depth += 1;
    if (!isList) return;
    if (this.listDepth !== undefined && this.depth === this.listDepth && this.closed) throw new Error(secondList);
    this.listDepth ??= this.depth;
  }
}

/** Whether a file starts with a collection, rather than with one record per line. */
export function startsCollection(head: Buffer): boolean {
  const scanner = new Scanner();
  for (const code of head) {
    scanner.step(code);
    if (scanner.listDepth !== undefined) return true;
    if (scanner.over) return false;
  }
  return false;
}

/** Whether a file starts with an object that goes on in the next line, rather than with one record per line. */
export function startsLongObject(head: Buffer): boolean {
  const text = head.toString('latin1');
  const end = text.indexOf('\n');
  // After a line that is cut off, the next record follows, which starts with a brace.
  if (end === -1 || !/^(?:\xef\xbb\xbf)?[\s\x1e]*\{/.test(text) || !/^\s*["}\]]/.test(text.slice(end))) return false;
  const scanner = new Scanner();
  for (const code of head.subarray(0, end)) scanner.step(code);
  return !scanner.over;
}

/**
 * Splits a collection into its records, in constant memory. Yields each record as a line without line breaks, numbered by
 * the line where the record starts. So an invalid record can be rejected alone; a parser of the whole file would stop there.
 *
 * @throws Error if the collection does not end, has a second list, text follows it, or it says by a remark that it is incomplete
 */
export async function* readCollection(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxRecordBytes,
): AsyncGenerator<Line | LongLinePiece> {
  const scanner = new Scanner();
  const record = new LineAssembler(maxBytes);
  let line = 1;
  for await (const chunk of chunks) {
    let start: number | undefined;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (code === byte.feed) line += 1;
      else if (scanner.over && code > 0x20) throw new Error(trailingContent);
      switch (scanner.step(code)) {
        case 'inside':
          if (start === undefined && (record.isOpen || code > 0x20)) {
            start = index;
            if (!record.isOpen) record.number = line;
          }
          if (code < 0x20) chunk[index] = 0x20;
          break;
        case 'separator':
          if (start !== undefined || record.isOpen) yield record.end(chunk.subarray(start ?? index, index));
          start = undefined;
          break;
        case 'outside':
      }
    }
    const piece = start === undefined ? undefined : record.add(chunk.subarray(start));
    if (piece) yield piece;
  }
  if (!scanner.closed) throw new Error(endless);
  if (!scanner.over) throw new Error('the collection does not end');
  if (scanner.remark !== '') throw new Error(`it says: ${remarkOf(scanner)}`);
}

/** The text of the remark, without a period: the report ends the sentence. */
function remarkOf({ remark }: Scanner): string {
  const written = Buffer.from(remark, 'latin1').toString();
  return written.replace(/\\(["\\/])/g, '$1').replace(/\.$/, '');
}

/**
 * Splits objects that follow each other, each in any number of lines, in constant memory. Yields each as a line without line
 * breaks, numbered by the line where it starts.
 *
 * @throws Error if the last object does not end
 */
export async function* readObjects(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxRecordBytes,
): AsyncGenerator<Line | LongLinePiece> {
  let scanner = new Scanner();
  const record = new LineAssembler(maxBytes);
  let line = 1;
  for await (const chunk of chunks) {
    let start = record.isOpen ? 0 : undefined;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk[index] ?? 0;
      if (code === byte.feed) line += 1;
      if (code < 0x20) chunk[index] = 0x20;
      if (start === undefined) {
        if (code <= 0x20) continue;
        start = index;
        record.number = line;
      }
      scanner.step(code);
      if (!scanner.over) continue;
      yield record.end(chunk.subarray(start, index + 1));
      scanner = new Scanner();
      start = undefined;
    }
    const piece = start === undefined ? undefined : record.add(chunk.subarray(start));
    if (piece) yield piece;
  }
  if (record.isOpen) throw new Error('the last record does not end');
}
