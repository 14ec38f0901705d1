import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  type ParquetQueryFilter,
  parquetReadObjects,
  type RowGroup,
  rowIndex,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { errorMessage } from '../../../config/error-message.js';
import { createPrivateFile } from '../../private-file.js';
import { type Line } from '../line-reader.js';
import { lineOf, otherSystemOf, parsers } from './parquet-decoding.js';
import { type BoundingBox } from './position.js';
import { OtherSystemError } from './reference-system.js';

/** The part of a file to read. */
interface ParquetSelection {
  path: string;
  /** Undefined for all. */
  columns: readonly string[] | undefined;
  /** Rows that are certainly outside it are left out. Row groups and pages without a row inside are not read. */
  box?: BoundingBox | undefined;
}

/** Uncompressed size of the rows read at a time. A row group may be far larger. */
const maxBytesPerRead = 8 * 1024 * 1024;

const maxRowsPerRead = 250_000;

/** A page without values has no bytes. Other programs compress it to one byte, which not every decompressor reads. */
const decompressors = Object.fromEntries(
  Object.entries(compressors).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array(0) : decompress(input, length)),
  ]),
);

/**
 * Reads a Parquet file. Yields each row as a line that holds a JSON object of the given columns, with its number in the file,
 * from 1.
 *
 * @param progress called with the share of rows read, from 0 to 1
 * @throws Error if the file is damaged
 */
export async function* readParquet(
  selection: ParquetSelection,
  interrupted: AbortSignal,
  progress: (fraction: number) => void = () => undefined,
): AsyncGenerator<Line> {
  const rows = readRows(selection, progress);
  try {
    for await (const line of rows) {
      interrupted.throwIfAborted();
      yield line;
    }
  } catch (error) {
    interrupted.throwIfAborted();
    if (error instanceof OtherSystemError) throw error;
    throw new Error(`the Parquet file is damaged: ${errorMessage(error)}`, { cause: error });
  }
}

/** Writes a stream to a temporary file first, because Parquet is read from its end. */
export async function* readParquetStream(
  chunks: AsyncIterable<Buffer>,
  selection: Omit<ParquetSelection, 'path'>,
  interrupted: AbortSignal,
): AsyncGenerator<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'rows.parquet');
    await pipeline(chunks, (await createPrivateFile(path)).createWriteStream());
    yield* readParquet({ path, ...selection }, interrupted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the rows in steps. */
async function* readRows(
  { path, columns, box }: ParquetSelection,
  progress: (fraction: number) => void,
): AsyncGenerator<Line> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const otherSystem = otherSystemOf(metadata);
  if (otherSystem !== undefined) throw new OtherSystemError(otherSystem);
  const total = Number(metadata.num_rows);
  const present = metadata.row_groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0);
  if (present !== total) throw new Error(`it has ${present} of the ${total} rows that it claims`);
  const columnsOfGroup = metadata.row_groups[0]?.columns ?? [];
  const leaves = columnsOfGroup.map(pathOf);
  const read = [...new Set(leaves.map(([name = '']) => name))].filter((name) => columns?.includes(name) ?? true);
  const numeric = columnsOfGroup.filter(({ meta_data: column }) => numericTypes.includes(column?.type ?? ''));
  const extent = box && extentIn(numeric.map((column) => pathOf(column).join('.')));
  const filter = box && extent && boxFilter(extent, box);
  const compared = Object.values<string>({ ...extent }).map((column) => column.replace(/\..*/, ''));
  const sized = new Set([...read, ...compared]);
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const step = rowsPerRead(group, sized);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += step) {
      const rowEnd = Math.min(rowStart + step, groupEnd);
      const rows = await parquetReadObjects({
        ...{ file, metadata, columns: read, rowStart, rowEnd, ...(filter && { filter }), includeRowIndex: true },
        ...{ compressors: decompressors, parsers, utf8: false },
        // Without a page index, each step unpacks the nested columns of the whole row group.
        useOffsetIndex: true,
      });
      if (!filter && rows.length !== rowEnd - rowStart) {
        throw new Error(`rows ${rowStart + 1} to ${rowEnd} are not all there`);
      }
      for (const row of rows) yield lineOf(row, (row[rowIndex] ?? 0) + 1);
      progress(rowEnd / total);
    }
    groupStart = groupEnd;
  }
}

function pathOf({ meta_data: column }: RowGroup['columns'][number]): string[] {
  return column?.path_in_schema ?? [];
}

function rowsPerRead(group: RowGroup, columns: ReadonlySet<string>): number {
  const bytes = group.columns
    .filter((column) => columns.has(pathOf(column)[0] ?? ''))
    .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0);
  const rows = Number(group.num_rows);
  const fitting = Math.ceil((rows * maxBytesPerRead) / Math.max(bytes, 1));
  return Math.min(Math.max(1000, fitting), maxRowsPerRead);
}

/** Degrees may be texts, which only the parser of the format reads. */
const numericTypes = ['INT32', 'INT64', 'FLOAT', 'DOUBLE'];

/** Columns with the extent of each record. */
interface Extent {
  west: string;
  south: string;
  east: string;
  north: string;
}

/** The names of these columns. The first entry counts whose columns are all in the file. */
const extents: readonly Extent[] = [
  // Overture and Foursquare. GeoParquet 1.1 calls it the covering of the geometry.
  { west: 'bbox.xmin', south: 'bbox.ymin', east: 'bbox.xmax', north: 'bbox.ymax' },
  { west: 'longitude', south: 'latitude', east: 'longitude', north: 'latitude' },
];

function extentIn(columns: readonly string[]): Extent | undefined {
  return extents.find((extent) => Object.values(extent).every((column: string) => columns.includes(column)));
}

/** Degrees by which a 32-bit number may differ from the position. The exact position is compared later. */
const tolerance = 1e-4;

/** The filter for records that may be in the box. A record without values in these columns has no position. */
function boxFilter({ west, south, east, north }: Extent, box: BoundingBox): ParquetQueryFilter {
  const eastOfWest = { [east]: { $gte: box.west - tolerance } };
  const westOfEast = { [west]: { $lte: box.east + tolerance } };
  const longitudes = box.west <= box.east ? { $and: [eastOfWest, westOfEast] } : { $or: [eastOfWest, westOfEast] };
  return {
    $and: [{ [north]: { $gte: box.south - tolerance } }, { [south]: { $lte: box.north + tolerance } }, longitudes],
  };
}
