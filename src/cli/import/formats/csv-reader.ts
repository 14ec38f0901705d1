import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { longestLine, type Line } from '../line-reader.js';

/**
 * Reads CSV (RFC 4180) with a header, also with a byte order mark, CRLF, and line breaks in quotes. Each record becomes a
 * line that is a JSON object; one that does not have the header's columns becomes a list.
 *
 * @throws Error when a quote does not end
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: longestLine });
  const source = Readable.from(chunks, { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let header: string[] | undefined;
  let number = 1;
  for await (const record of parser as AsyncIterable<string[]>) {
    const names = header;
    if (names === undefined) {
      header = record.map((name) => name.trim());
    } else if (record.length > 1 || record[0] !== '') {
      const isWhole = record.length === names.length;
      const value = isWhole ? Object.fromEntries(names.map((name, at) => [name, record[at]])) : record;
      yield { number, bytes: Buffer.from(JSON.stringify(value)) };
    }
    number += 1 + breaksIn(record);
  }
}

/** The parser counts lines too, but CRLF in quotes twice. */
function breaksIn(record: readonly string[]): number {
  return record.reduce((sum, field) => sum + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}
