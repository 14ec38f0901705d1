import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  asyncBufferFromFile,
  parquetReadObjects,
  parquetSchema,
  type RowGroup,
  rowIndex,
  type ParquetQueryFilter,
  type SchemaTree,
} from 'hyparquet';
import { canSkipRowGroup, columnsNeededForFilter } from 'hyparquet/src/filter.js';
import { getPhysicalColumns } from 'hyparquet/src/schema.js';
import { createPrivateFile } from '../../private-file.js';
import { type BoundingBox } from '../bounding-box.js';
import { type Line } from '../line-reader.js';
import { readFooter, checkPages } from './parquet-claims.js';
import { boundedCompressors, parquetLimits } from './parquet-limits.js';
import { lineOf, parsers } from './parquet-values.js';

/** Uncompressed size of the rows read at a time. A row group may be far larger. */
const maxBytesPerRead = 8 * 1024 * 1024;

/** The part of a file to read. */
interface ParquetSelection {
  /** Undefined for all. */
  columns: readonly string[] | undefined;
  /** Leaves out rows that are certainly outside. Row groups and pages without a row inside are not read. */
  box?: BoundingBox | undefined;
}

/**
 * Reads a Parquet file, some rows at a time. Yields each row as a line that holds a JSON object of the given columns,
 * with its number in the file, from 1.
 *
 * @param progress called with the share of rows read, from 0 to 1
 */
export async function* readParquet(
  path: string,
  { columns, box }: ParquetSelection,
  progress: (fraction: number) => void = () => undefined,
): AsyncGenerator<Line> {
  const file = await asyncBufferFromFile(path);
  const metadata = await readFooter(file);
  const tree = parquetSchema(metadata);
  const physicalColumns = getPhysicalColumns(tree);
  const present = tree.children.map(({ element }) => element.name).filter((name) => columns?.includes(name) ?? true);
  const filter = box && boxFilter(tree, box);
  const read = [...new Set([...present, ...columnsNeededForFilter(filter)])];
  const total = Number(metadata.num_rows);
  if (total === 0) throw new Error('it has no records');
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    // The pages of a group without rows have no sizes.
    if (group.num_rows === 0n) continue;
    const groupEnd = groupStart + Number(group.num_rows);
    if (filter && canSkipRowGroup({ rowGroup: group, physicalColumns, filter })) {
      groupStart = groupEnd;
      continue;
    }
    await checkPages(file, group, tree, read);
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
        throw new Error(`rows ${rowStart + 1} to ${rowEnd} of the Parquet file are not all there`);
      }
      for (const row of rows) yield lineOf(row, (row[rowIndex] ?? 0) + 1);
      progress(rowEnd / total);
    }
    groupStart = groupEnd;
  }
  if (groupStart !== total) throw new Error(`the Parquet file has ${groupStart} of the ${total} rows that it claims`);
}

/** Writes a stream to a temporary file first, because Parquet is read from its end. */
export async function* readParquetStream(chunks: AsyncIterable<Buffer>, selection: ParquetSelection) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'rows.parquet');
    await pipeline(chunks, (await createPrivateFile(path)).createWriteStream());
    yield* readParquet(path, selection);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsPerRead(group: RowGroup, columns: readonly string[]): number {
  const bytes = group.columns
    .filter(({ meta_data }) => columns.includes(meta_data?.path_in_schema[0] ?? ''))
    .reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0), 0);
  const rows = Number(group.num_rows);
  const fitting = Math.ceil((rows * maxBytesPerRead) / Math.max(bytes, 1));
  return Math.min(Math.max(1000, fitting), parquetLimits.rowsPerRead);
}

/** Columns with the extent of each record. The first pair of which a file has all columns is used. */
const extents = [
  // Overture and Foursquare. GeoParquet 1.1 calls it the covering of the geometry.
  { west: 'bbox.xmin', south: 'bbox.ymin', east: 'bbox.xmax', north: 'bbox.ymax' },
  { west: 'longitude', south: 'latitude', east: 'longitude', north: 'latitude' },
];

/** Degrees that a 32-bit number may differ from the position. The position itself is compared later. */
const tolerance = 1e-4;

/**
 * The condition that a record may be in the box; undefined if the file has no columns for it. A record without values in
 * these columns has no position.
 */
function boxFilter(tree: SchemaTree, box: BoundingBox): ParquetQueryFilter | undefined {
  const present = getPhysicalColumns(tree);
  const columns = extents.find((extent) => Object.values(extent).every((column) => present.includes(column)));
  if (!columns) return undefined;
  const eastOfWest = { [columns.east]: { $gte: box.west - tolerance } };
  const westOfEast = { [columns.west]: { $lte: box.east + tolerance } };
  const longitudes = box.west <= box.east ? { $and: [eastOfWest, westOfEast] } : { $or: [eastOfWest, westOfEast] };
  return {
    $and: [
      { [columns.north]: { $gte: box.south - tolerance } },
      { [columns.south]: { $lte: box.north + tolerance } },
      longitudes,
    ],
  };
}
