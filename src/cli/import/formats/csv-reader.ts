import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import { longestLine, type Line } from '../line-reader.js';
import { readFirstBytes } from '../first-bytes.js';

/** Bytes as characters one to one, so that what is no UTF-8 stays as it is and can be told. */
const encoding = 'latin1';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads CSV (RFC 4180) with a header, also with a byte order mark, CRLF, and line breaks in quotes. Each record becomes a
 * line that is a JSON object; one that does not have the header's columns becomes a list. A record whose quotes are wrong
 * is a faulty line, all of it; what comes after it is read.
 *
 * @throws Error when a record has no end within the longest line, which is what a quote that does not end leads to
 */
export async function* readCsv(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Line> {
  const { head, whole } = await readFirstBytes(chunks, byteOrderMark.length);
  const lines = new RecordLines();
  let tooLong: Error | undefined;
  const options: Options<Line, { record: string[]; raw: string }> = {
    encoding,
    // Left to itself, the parser takes what ends the header for what ends all records.
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: longestLine,
    skip_records_with_error: true,
    // A strict parser stays inside the quotes where it finds one that is wrong, and takes the next records for the rest of
    // the field. This one takes such a quote for a letter, so that the record ends where it should; `lines` tells it.
    relax_quotes: true,
    raw: true,
    on_record: ({ record, raw }, { lines: end }) => lines.read(record, raw, end),
    on_skip: (error, raw = ''): undefined => {
      if (error?.code === 'CSV_MAX_RECORD_SIZE') {
        tooLong ??= error;
        source.unpipe(parser);
        parser.end();
      } else if (error && tooLong === undefined) {
        parser.push(lines.unended(error, raw));
      }
    },
  };
  // The types foresee records with `raw` only together with `columns`.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(withoutMark(head, whole), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  yield* parser as AsyncIterable<Line>;
  if (tooLong) throw tooLong;
}

async function* withoutMark(head: Buffer, whole: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let skipped = head.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  for await (const chunk of whole) {
    yield chunk.subarray(skipped);
    skipped = 0;
  }
}

/** A record whose quotes are around whole fields, or doubled in such a field. */
const wellQuoted = /^(?:"[^"]*(?:""[^"]*)*"|[^",]*)(?:,(?:"[^"]*(?:""[^"]*)*"|[^",]*))*$/;

const wronglyQuoted = 'is not CSV: it has a quote that is neither around a whole field nor doubled';

/** Makes lines of the parser's records, each with the number of the line it begins on. */
class RecordLines {
  private header: string[] | undefined;
  /** The parser counts CRLF in quotes twice. */
  private countedTwice = 0;

  /**
   * @param raw the record as it was written
   * @returns null for what is no record: the header, and blank lines
   */
  read(record: string[], raw: string, end: number): Line | null {
    this.countedTwice += occurrences(record, /\r\n/g);
    const number = end - this.countedTwice - occurrences(record, /\r\n|\r|\n/g);
    const names = this.header;
    if (names === undefined) this.header = record.map((name) => name.replace(/^ +| +$/g, ''));
    // A quote in a value was doubled, or was taken for a letter.
    if (record.some((field) => field.includes('"'))) {
      const written = raw.replace(/\r?\n$/, '');
      if (!wellQuoted.test(written)) return { number, bytes: Buffer.from(written, encoding), fault: wronglyQuoted };
    }
    if (names === undefined || (record.length === 1 && record[0] === '')) return null;
    const isWhole = record.length === names.length;
    const value = isWhole ? Object.fromEntries(names.map((name, at) => [name, record[at]])) : record;
    return { number, bytes: Buffer.from(JSON.stringify(value), encoding) };
  }

  /** @param raw all that was read since a quote that does not end */
  unended({ message, lines: end = 0 }: Error & { lines?: number }, raw: string): Line {
    // The parser counts a line once something follows it, and CRLF in quotes twice.
    const breaks = occurrences([raw.replace(/[\r\n]$/, '')], /[\r\n]/g);
    return {
      number: end - this.countedTwice - breaks,
      bytes: Buffer.from(raw.trimEnd(), encoding),
      fault: `is not CSV: ${message.replace(/ at line \d+/, '')}`,
    };
  }
}

function occurrences(record: readonly string[], pattern: RegExp): number {
  return record.reduce((sum, field) => sum + (field.match(pattern)?.length ?? 0), 0);
}
