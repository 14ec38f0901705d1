import { Worker } from 'node:worker_threads';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  type ParquetQueryFilter,
  parquetReadObjects,
  type RowGroup,
  rowIndex,
} from 'hyparquet';
import { errorMessage } from '../../../config/error-message.js';
import { type BoundingBox } from './position.js';
import { boundedCompressors, checkSizes, lineOf, otherSystemOf, parsers } from './parquet-decoding.js';
import { OtherSystemError } from './reference-system.js';
import { type ParquetAnswer, type ParquetSelection } from './parquet-reader.js';

// A program of its own. `parquet-reader.ts` starts it.

/** The memory of the program, with buffers outside the heap. */
const maxMegabytes = 1536;

/**
 * Ends the program when it takes more memory, or when the command has ended. It runs in a thread of its own, because the decoder
 * blocks the main thread.
 */
const watch = `
  const parent = process.ppid;
  const isOver = () => process.memoryUsage.rss() > ${maxMegabytes * 1024 * 1024} || process.ppid !== parent;
  setInterval(() => { if (isOver()) process.kill(process.pid, 'SIGKILL'); }, 20);`;
new Worker(watch, { eval: true });

/** Uncompressed size of the rows read at a time. A row group may be far larger. */
const maxBytesPerRead = 8 * 1024 * 1024;

const maxRowsPerRead = 250_000;

/** Lines of a message. */
const linesPerAnswer = 1000;

let answers: AsyncGenerator<ParquetAnswer> | undefined;

/** The first message says what to read. Each message asks for one answer. */
process.on('message', (selection: ParquetSelection) => {
  answers ??= readRows(selection);
  void answers
    .next()
    .then(({ value, done }): ParquetAnswer => (done === true ? { isEnd: true } : value))
    .catch((error: unknown) => ({ error: `the Parquet file is damaged: ${errorMessage(error)}` }))
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// The command decides what Ctrl-C means.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

/** Reads the rows in steps. A step without rows in the box has an answer, too, because it may have taken long. */
async function* readRows({ path, columns, box }: ParquetSelection): AsyncGenerator<ParquetAnswer> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  checkSizes(metadata, file.byteLength);
  const otherSystem = otherSystemOf(metadata);
  if (otherSystem !== undefined) yield { error: new OtherSystemError(otherSystem).message };
  const total = Number(metadata.num_rows);
  if (total === 0) yield { error: 'it has no records' };
  const columnsOfGroup = metadata.row_groups[0]?.columns ?? [];
  const leaves = columnsOfGroup.map(pathOf);
  const present = [...new Set(leaves.map(([name = '']) => name))].filter((name) => columns?.includes(name) ?? true);
  const numeric = columnsOfGroup.filter(({ meta_data: column }) => numericTypes.includes(column?.type ?? ''));
  const extent = box && extentIn(numeric.map((column) => pathOf(column).join('.')));
  const filter = box && extent && boxFilter(extent, box);
  const compared = Object.values<string>({ ...extent }).map((column) => column.replace(/\..*/, ''));
  const read = new Set([...present, ...compared]);
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const step = rowsPerRead(group, read);
    for (let rowStart = groupStart; rowStart < groupEnd; rowStart += step) {
      const rowEnd = Math.min(rowStart + step, groupEnd);
      const rows = await parquetReadObjects({
        ...{ file, metadata, columns: present, rowStart, rowEnd, ...(filter && { filter }), includeRowIndex: true },
        ...{ compressors: boundedCompressors, parsers, utf8: false },
        // Without a page index, each step unpacks the nested columns of the whole row group.
        useOffsetIndex: true,
      });
      if (!filter && rows.length !== rowEnd - rowStart) {
        throw new Error(`rows ${rowStart + 1} to ${rowEnd} are not all there`);
      }
      for (let at = 0; at === 0 || at < rows.length; at += linesPerAnswer) {
        const lines = rows.slice(at, at + linesPerAnswer).map((row) => lineOf(row, (row[rowIndex] ?? 0) + 1));
        yield { lines, fraction: rowEnd / total };
      }
    }
    groupStart = groupEnd;
  }
  if (groupStart !== total) throw new Error(`it has ${groupStart} of the ${total} rows that it claims`);
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
