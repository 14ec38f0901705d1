import { open } from 'node:fs/promises';
import { type Line, type LongLinePiece, readLines } from '../line-reader.js';
import { readFirstBytes } from '../first-bytes.js';
import { type Source } from '../source.js';
import { readCsv } from './csv-reader.js';
import { beginsList, longestEntry, readList } from './list-reader.js';
import { type OpenFormat } from './open-format.js';
import { parquetMagic, readParquet, readParquetStream } from './parquet-reader.js';

/** Bytes at the beginning that tell how a file is written. */
const tellingBytes = 16 * 1024;

/** The records of a source as lines of JSON, however it holds them: that is told by its bytes, not by its name. */
export async function* readEntries(
  source: Source,
  format: Pick<OpenFormat, 'csv' | 'columns'>,
  interrupted: AbortSignal,
): AsyncGenerator<Line | LongLinePiece> {
  const bytes = source.read(interrupted);
  const { head, whole } = await readFirstBytes(bytes, tellingBytes);
  if (head.subarray(0, parquetMagic.length).equals(parquetMagic)) {
    const { path, size = 0 } = source;
    if (path === undefined || (await isPacked(path))) {
      yield* readParquetStream(whole, format.columns);
      return;
    }
    // It is read from its end.
    await bytes.return(undefined);
    yield* readParquet(path, format.columns, (fraction) => {
      source.bytesRead = size * fraction;
    });
  } else if (format.csv && !/^[\s\uFEFF]*[[{]/.test(head.toString())) {
    yield* readCsv(whole);
  } else {
    yield* beginsList(head) ? readList(whole) : readLines(whole, longestEntry);
  }
}

/** The file itself does not begin like Parquet, though what is read of it does. */
async function isPacked(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(parquetMagic.length), 0, parquetMagic.length, 0);
    return !buffer.equals(parquetMagic);
  } finally {
    await file.close();
  }
}
