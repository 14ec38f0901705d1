import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import { maxLineBytes, type Line } from '../line-reader.js';

/** Maps bytes to characters one to one, so that invalid UTF-8 survives and is rejected later. */
const encoding = 'latin1';

const byteOrderMark = /^\xef\xbb\xbf/;

/**
 * Reads CSV (RFC 4180) with a header. A byte order mark, CRLF and line breaks in quotes are allowed. The header shows the
 * delimiter, and whether lines end with CR alone. A first line such as `sep=;`, which Excel knows, names the delimiter. Blank lines
 * are skipped, also before the header. Yields each record as a line that holds a JSON object. A record with another number of
 * columns than the header yields a JSON list. A record with wrong quotes yields a line with a `fault`; reading continues after it.
 *
 * @param head the first bytes
 * @param whole all bytes
 * @throws Error if the file ends within quotes, a record exceeds the maximum length, or two columns have the same name
 */
export async function* readCsv(
  head: Buffer,
  whole: AsyncIterable<Buffer>,
  maxBytes = maxLineBytes,
): AsyncGenerator<Line> {
  const { delimiter, endsWithCr, isNamed } = dialectOf(head);
  const lines = new RecordLines(delimiter, isNamed);
  let fault: Error | undefined;
  const options: Options<Line, { record: string[]; raw: string }> = {
    encoding,
    // By default the parser takes the line break of the header for all records.
    record_delimiter: endsWithCr ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'],
    delimiter,
    relax_column_count: true,
    max_record_size: maxBytes,
    skip_records_with_error: true,
    // After a wrong quote a strict parser reads the next records as part of the field. With this option the quote counts as
    // a letter and the record ends at its line break. `RecordLines` then rejects the record.
    relax_quotes: true,
    // A record for each blank line took minutes for 100 MB of them.
    skip_empty_lines: true,
    raw: true,
    on_record: ({ record, raw }, { lines: end }) => lines.read(record, raw, end),
    on_skip: (error, raw): undefined => {
      if (fault !== undefined) return;
      if (error?.code === 'CSV_MAX_RECORD_SIZE') {
        fault = error;
        source.unpipe(parser);
        parser.end();
      } else {
        const line = lines.unclosed(String(raw), parser.info.lines);
        fault = new Error(`it ends within quotes, which start in line ${line.number} or later`);
        parser.push(line);
      }
    },
  };
  // The types allow `raw` only together with `columns`.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(withoutByteOrderMark(whole));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  yield* parser as AsyncIterable<Line>;
  if (fault) throw fault;
}

/** The most usual first. */
const delimiters = [',', ';', '\t', '|'];

interface Dialect {
  delimiter: string;
  /** Whether lines end with CR alone. */
  endsWithCr: boolean;
  /** Whether the first line names the delimiter, and the header follows it. */
  isNamed: boolean;
}

/** Finds the delimiter: the one in a first line `sep=;`, else the one that the header has most often outside quotes. */
function dialectOf(head: Buffer): Dialect {
  const start = head
    .toString(encoding)
    .replace(byteOrderMark, '')
    .replace(/^[\r\n]+/, '');
  const [, named, end] = /^"?sep=([^\w"\r\n])"?(\r\n|\r|\n)/i.exec(start) ?? [];
  if (named !== undefined) return { delimiter: named, endsWithCr: end === '\r', isNamed: true };
  const [header = '', lineBreak] = start.replace(/"[^"]*"/g, '').split(/(\r\n|\r|\n)/);
  const count = (delimiter: string): number => header.split(delimiter).length;
  const delimiter = delimiters.reduce((best, other) => (count(other) > count(best) ? other : best));
  return { delimiter, endsWithCr: lineBreak === '\r', isNamed: false };
}

async function* withoutByteOrderMark(whole: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of whole) {
    yield isFirst ? chunk.subarray(byteOrderMark.exec(chunk.toString(encoding))?.[0].length) : chunk;
    isFirst = false;
  }
}

/** Matches a record whose quotes enclose whole fields, or are doubled inside such a field. */
function wellQuotedBy(delimiter: string): RegExp {
  const field = `(?:"[^"]*(?:""[^"]*)*"|[^"\\${delimiter}]*)`;
  return new RegExp(`^${field}(?:\\${delimiter}${field})*$`);
}

const misquoted = 'is not CSV: a quote must enclose a whole field or be doubled';

/** Turns records of the parser into lines, numbered by the line where the record starts. */
class RecordLines {
  private header: string[] | undefined;
  /** Lines counted too often: the parser counts CRLF in quotes twice. */
  private countedTwice = 0;
  private readonly wellQuoted: RegExp;

  /** @param isNamed whether the first line names the delimiter */
  constructor(
    delimiter: string,
    private isNamed: boolean,
  ) {
    this.wellQuoted = wellQuotedBy(delimiter);
  }

  /**
   * @param raw the text of the record
   * @returns null for the header, and the line before it that names the delimiter
   * @throws Error if two columns have the same name
   */
  read(record: string[], raw: string, end: number): Line | null {
    if (this.isNamed) {
      this.isNamed = false;
      return null;
    }
    const text = record.join();
    this.countedTwice += countIn(text, /\r\n/g);
    const number = end - this.countedTwice - countIn(text, /\r\n|\r|\n/g);
    const names = this.header;
    if (names === undefined) {
      this.header = record.map((name) => name.replace(/^ +|(?<! ) +$/g, ''));
      checkColumns(this.header);
    }
    // A quote in a value was doubled, or counted as a letter.
    if (record.some((field) => field.includes('"'))) {
      const written = raw.replace(/\r?\n$|\r$/, '');
      if (!this.wellQuoted.test(written)) return { number, bytes: Buffer.from(written, encoding), fault: misquoted };
    }
    if (names === undefined) return null;
    const isComplete = record.length === names.length;
    const value = isComplete ? Object.fromEntries(names.map((name, index) => [name, record[index]])) : record;
    return { number, bytes: Buffer.from(JSON.stringify(value), encoding) };
  }

  /** @param raw the text since a quote that is never closed */
  unclosed(raw: string, end: number): Line {
    // The parser counts a line only once another character follows, and CRLF in quotes twice.
    const number = end - this.countedTwice - countIn(raw.slice(0, -1), /[\r\n]/g);
    return { number, bytes: Buffer.from(raw.trimEnd(), encoding), fault: 'is not CSV: a quote is never closed' };
  }
}

/**
 * Several columns may have no name, because some programs end each line with delimiters.
 *
 * @param header in the encoding of the file
 * @throws Error if two columns have the same name
 */
function checkColumns(header: readonly string[]): void {
  const repeated = header.find((name, index) => name !== '' && header.indexOf(name) < index);
  if (repeated === undefined) return;
  throw new Error(`two of its columns have the name ${JSON.stringify(Buffer.from(repeated, encoding).toString())}`);
}

function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
