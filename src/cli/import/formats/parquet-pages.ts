import { type AsyncBuffer, type PageHeader, type RowGroup, type SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import { getTreePath, isFlatColumn } from 'hyparquet/src/schema.js';
import { chunkRange } from './parquet-footer.js';
import { checkSize, parquetLimits } from './parquet-limits.js';
import { checkPage } from './parquet-page.js';
import { endOfStruct } from './parquet-thrift.js';

/** Read at once: a page header, and most pages. */
const windowBytes = 1024 * 1024;

/**
 * Checks the pages of some columns of a row group before hyparquet reads them, because it reserves memory for what they
 * claim to contain.
 *
 * @throws Error that names the claim
 */
export async function checkPages(
  file: AsyncBuffer,
  { columns }: RowGroup,
  tree: SchemaTree,
  names: readonly string[],
): Promise<void> {
  let values = 0;
  for (const chunk of columns) {
    const { meta_data: column, offset_index_offset: index, offset_index_length: indexBytes = 0 } = chunk;
    if (!column || !names.includes(column.path_in_schema[0] ?? '')) continue;
    if (chunk.column_index_offset !== undefined) {
      await readIndex(file, Number(chunk.column_index_offset), chunk.column_index_length ?? 0);
    }
    const path = getTreePath(tree, column.path_in_schema);
    const sizes = new Map<number, number>();
    let [total, largest] = [0, 0];
    for await (const { offset, size, header, data } of pagesOf(file, chunkRange(column, file.byteLength))) {
      sizes.set(offset, size);
      const count = checkPage(header, data, column.codec, path);
      total += count;
      largest = Math.max(largest, count);
    }
    const isIndexed = index !== undefined && indexBytes > 0;
    if (isIndexed) await checkIndex(file, Number(index), indexBytes, sizes);
    // Other columns are unpacked as a whole.
    values += isIndexed || isFlatColumn(path) ? largest : total;
    checkSize('the number of values', values, parquetLimits.values);
  }
}

interface Page {
  offset: number;
  /** With its header. */
  size: number;
  header: PageHeader;
  data: Uint8Array;
}

async function* pagesOf(file: AsyncBuffer, { start, end }: { start: number; end: number }): AsyncGenerator<Page> {
  for (let offset = start; offset < end - 1;) {
    const window = await file.slice(offset, Math.min(end, offset + windowBytes));
    const headerBytes = endOfStruct(new DataView(window));
    const header = parquetHeader({ view: new DataView(window), offset: 0 });
    const { compressed_page_size: bytes } = header;
    checkSize('the size of a page', bytes, Math.min(end - offset - headerBytes, parquetLimits.pageBytes));
    const size = headerBytes + bytes;
    const whole = size <= window.byteLength ? window : await file.slice(offset, offset + size);
    yield { offset, size, header, data: new Uint8Array(whole, headerBytes, bytes) };
    offset += size;
  }
}

/** Reads a structure of the page index, none of whose lists is longer than the structure. */
async function readIndex(file: AsyncBuffer, start: number, bytes: number): Promise<DataView> {
  checkSize('the position of a page index', start, file.byteLength);
  checkSize('the size of a page index', bytes, Math.min(file.byteLength - start, parquetLimits.footerBytes));
  const view = new DataView(await file.slice(start, start + bytes));
  if (bytes > 0) endOfStruct(view);
  return view;
}

/** The page index must point to pages of the column, which have been checked. */
async function checkIndex(
  file: AsyncBuffer,
  start: number,
  bytes: number,
  sizes: ReadonlyMap<number, number>,
): Promise<void> {
  const view = await readIndex(file, start, bytes);
  for (const location of readOffsetIndex({ view, offset: 0 }).page_locations) {
    checkSize(
      'the size of a page in the index',
      location.compressed_page_size,
      sizes.get(Number(location.offset)) ?? -1,
    );
  }
}
