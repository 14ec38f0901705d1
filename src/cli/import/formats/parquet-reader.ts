import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type Line } from '../line-reader.js';
import { lineOf, parsers } from './parquet-values.js';

/** The bytes that a Parquet file begins with. */
export const parquetMagic = Buffer.from('PAR1');

/** Bytes, unpacked, of the rows that are read at a time; a group of rows may be far larger. */
const readAtOnce = 8 * 1024 * 1024;

/**
 * Reads a Parquet file, some rows at a time. Each row becomes a line that is a JSON object with these columns, numbered
 * from 1.
 *
 * @param progress told which part has been read, from 0 to 1
 */
export async function* readParquet(
  path: string,
  columns: readonly string[],
  progress: (fraction: number) => void = () => undefined,
): AsyncGenerator<Line> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const present = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter((name) => columns.includes(name));
  const total = Number(metadata.num_rows);
  let number = 0;
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const step = rowsAtOnce(group, present);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += step) {
      const rowEnd = Math.min(rowStart + step, groupEnd);
      const rows = await parquetReadObjects({
        ...{ file, metadata, columns: present, rowStart, rowEnd },
        ...{ compressors, parsers, utf8: false },
        // Where the file says where its pages are: else a nested column of the whole group is unpacked for each of these steps.
        useOffsetIndex: true,
      });
      for (const row of rows) yield lineOf(row, (number += 1));
      progress(number / total);
    }
    groupStart = groupEnd;
  }
}

/** Reads a Parquet file that comes as a stream: it goes to a file first, since Parquet is read from its end. */
export async function* readParquetStream(chunks: AsyncIterable<Buffer>, columns: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'rows.parquet');
    await pipeline(chunks, createWriteStream(path));
    yield* readParquet(path, columns);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsAtOnce(group: RowGroup, columns: readonly string[]): number {
  const bytes = group.columns
    .filter(({ meta_data }) => columns.includes(meta_data?.path_in_schema[0] ?? ''))
    .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0);
  const rows = Number(group.num_rows);
  return Math.max(1000, Math.ceil((rows * readAtOnce) / Math.max(bytes, 1)));
}
