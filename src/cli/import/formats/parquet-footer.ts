import { type AsyncBuffer, type ColumnMetaData, type FileMetaData, parquetMetadata } from 'hyparquet';
import { checkSize, parquetLimits } from './parquet-limits.js';
import { endOfStruct } from './parquet-thrift.js';

/** Length of the footer and `PAR1`. */
const tailBytes = 8;

/** Reads the metadata at the end of a file. @throws Error if its sizes do not fit the file */
export async function readFooter(file: AsyncBuffer): Promise<FileMetaData> {
  checkSize('the file', tailBytes, file.byteLength);
  const tail = new DataView(await file.slice(file.byteLength - tailBytes, file.byteLength));
  const length = tail.getUint32(0, true);
  checkSize('the footer', length, Math.min(file.byteLength - tailBytes, parquetLimits.footerBytes));
  const footer = await file.slice(file.byteLength - tailBytes - length, file.byteLength);
  endOfStruct(new DataView(footer, 0, length));
  const metadata = parquetMetadata(footer, { geoparquet: false });
  for (const group of metadata.row_groups) {
    checkSize('the number of rows of a group', Number(group.num_rows), parquetLimits.values);
    for (const { meta_data: column } of group.columns) if (column) chunkRange(column, file.byteLength);
  }
  return metadata;
}

/** Where the pages of a column are, the dictionary included. */
export function chunkRange(column: ColumnMetaData, fileBytes: number): { start: number; end: number } {
  const data = Number(column.data_page_offset);
  const dictionary = Number(column.dictionary_page_offset ?? 0n);
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  checkSize('the position of a column', start, fileBytes);
  checkSize('the size of a column', Number(column.total_compressed_size), fileBytes - start);
  return { start, end: start + Number(column.total_compressed_size) };
}
