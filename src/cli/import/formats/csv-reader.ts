import { Readable } from 'node:stream';
import { type CsvError, type Options, parse } from 'csv-parse';
import { maxLineBytes, type Line } from '../line-reader.js';

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/**
 * Reads CSV (RFC 4180) with a header. A byte order mark, CRLF and line breaks in quotes are allowed. The header shows the
 * delimiter, and whether lines end with CR alone. A first line such as `sep=;`, which Excel knows, names the delimiter. Blank lines
 * are skipped. Quotes within a field are letters. Yields each record as a line that holds a JSON object. A record with another number
 * of columns than the header yields a JSON list.
 *
 * @param head the first bytes
 * @param whole all bytes
 * @throws Error if the file ends within quotes, a record exceeds the maximum line length, or two columns have the same name
 */
export async function* readCsv(head: Buffer, whole: AsyncGenerator<Buffer>): AsyncGenerator<Line> {
  let fault: CsvError | undefined;
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: maxLineBytes,
    relax_column_count: true,
    // A strict parser reads the records after a wrong quote as part of its field.
    relax_quotes: true,
    skip_empty_lines: true,
    // The parser would drop records that it has not yielded yet.
    skip_records_with_error: true,
    on_skip: (error): undefined => {
      fault ??= error;
    },
    ...dialectOf(head.toString()),
  });
  const source = Readable.from(whole, { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let names: string[] | undefined;
  /** Lines counted too often: the parser counts CRLF in quotes twice. */
  let countedTwice = 0;
  for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
    const text = record.join('');
    countedTwice += text.match(/\r\n/g)?.length ?? 0;
    const number = info.lines - countedTwice - (text.match(/\r\n|\r|\n/g)?.length ?? 0);
    if (names === undefined) {
      names = record.map((name) => name.trim());
      checkColumns(names);
      continue;
    }
    const isComplete = record.length === names.length;
    const value = isComplete ? Object.fromEntries(names.map((name, index) => [name, record[index]])) : record;
    const bytes = Buffer.from(JSON.stringify(value));
    yield text.includes('\uFFFD') ? { number, bytes, fault: 'is not UTF-8' } : { number, bytes };
  }
  if (fault?.code === 'CSV_QUOTE_NOT_CLOSED') throw new Error(`it ends within quotes: ${fault.message}`);
  if (fault) throw fault;
}

/** The most usual first. */
const delimiters = [',', ';', '\t', '|'];

/** The delimiter in a first line `sep=;`, else the one that the header has most often outside quotes. */
function dialectOf(head: string): Pick<Options, 'delimiter' | 'from_line' | 'record_delimiter'> {
  const text = head.replace(/^\uFEFF?[\r\n]*/, '');
  const [header = '', lineBreak] = text.replace(/"[^"]*"/g, '').split(/(\r\n|\r|\n)/);
  const record_delimiter = lineBreak === '\r' ? '\r' : ['\r\n', '\n'];
  const [, named] = /^"?sep=([^\w"\r\n])"?[\r\n]/i.exec(text) ?? [];
  if (named !== undefined) return { delimiter: named, from_line: 2, record_delimiter };
  const count = (delimiter: string): number => header.split(delimiter).length;
  const delimiter = delimiters.reduce((best, other) => (count(other) > count(best) ? other : best));
  return { delimiter, record_delimiter };
}

/**
 * Several columns may have no name, because some programs end each line with delimiters.
 *
 * @throws Error if two columns have the same name
 */
function checkColumns(header: readonly string[]): void {
  const repeated = header.find((name, index) => name !== '' && header.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`two of its columns have the name ${JSON.stringify(repeated)}`);
}
