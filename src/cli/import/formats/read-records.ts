import { isBlank, type Line, readLines } from '../line-reader.js';
import { type BoundingBox } from './position.js';
import { type InputFile, openHead } from '../input-file.js';
import { readCsv } from './csv-reader.js';
import {
  maxRecordBytes,
  readCollection,
  readObjects,
  startsCollection,
  startsLongObject,
} from './collection-reader.js';
import { type OpenDataFormat } from './define.js';
import { parquetMagic } from './parquet-decoding.js';
import { readParquet, readParquetStream } from './parquet-reader.js';

/**
 * Yields the records of a file as lines of JSON. Detects Parquet, CSV, a JSON collection or one object per line by the first
 * bytes.
 *
 * @param box rows of Parquet that are certainly outside may be left out
 * @throws Error if the file is not whole, or has no records; records before the fault have been yielded
 */
export async function* readRecords(
  file: InputFile,
  format: Pick<OpenDataFormat, 'csv' | 'columns'>,
  interrupted: AbortSignal,
  box?: BoundingBox,
): AsyncGenerator<Line> {
  const { head, stream, close } = await openHead(file, interrupted);
  if (head.subarray(0, parquetMagic.length).equals(parquetMagic)) {
    const { path, size = 0 } = file;
    const selection = { columns: format.columns, box };
    if (path === undefined || file.isGzip) {
      yield* readParquetStream(stream, selection, interrupted);
      return;
    }
    // Parquet is read from its end, not as a stream.
    await close();
    yield* readParquet({ path, ...selection }, interrupted, (fraction) => {
      file.bytesRead = size * fraction;
    });
    return;
  }
  let isEmpty = true;
  for await (const line of readText(format.csv === true, head, stream, file)) {
    isEmpty &&= isBlank(line);
    yield line;
  }
  if (isEmpty) throw new Error('it has no records');
}

async function* readText(
  mayBeCsv: boolean,
  head: Buffer,
  stream: AsyncGenerator<Buffer>,
  file: InputFile,
): AsyncGenerator<Line> {
  if (mayBeCsv && !/^[\s\uFEFF]*[[{]/.test(head.toString())) yield* readCsv(head, stream);
  else if (startsCollection(head)) file.collectionPage = yield* readCollection(stream);
  else yield* startsLongObject(head) ? readObjects(stream) : readLines(stream, maxRecordBytes);
}
