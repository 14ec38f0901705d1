import { open } from 'node:fs/promises';
import { type Line, longestLine, type LongLinePiece, readLines } from '../line-reader.js';
import { peek } from '../peek.js';
import { type Source } from '../source.js';
import { readCsv } from './csv-reader.js';
import { beginsList, readList } from './list-reader.js';
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
  const { head, whole } = await peek(source.read(interrupted), tellingBytes);
  if (head.subarray(0, parquetMagic.length).equals(parquetMagic)) {
    yield* readParquetOf(source, format.columns, whole);
  } else if (format.csv && !/^[\s\uFEFF]*[[{]/.test(head.toString())) {
    yield* readCsv(whole);
  } else {
    yield* beginsList(head) ? readList(whole) : readLines(whole, longestLine);
  }
}

async function* readParquetOf(source: Source, columns: readonly string[], bytes: AsyncGenerator<Buffer>) {
  const { path, size = 0 } = source;
  const isPlain = path !== undefined && !(await isPacked(path));
  if (!isPlain) {
    yield* readParquetStream(bytes, columns);
    return;
  }
  await bytes.return(undefined);
  yield* readParquet(path, columns, (fraction) => {
    source.bytesRead = size * fraction;
  });
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
