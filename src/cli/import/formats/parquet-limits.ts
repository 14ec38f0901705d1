import { type Compressors, type FileMetaData } from 'hyparquet';
import { compressors, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { decompress as decompressZstd } from 'fzstd';

/** The first bytes of a Parquet file. */
export const parquetMagic = Buffer.from('PAR1');

/** Of a page. Writers stay far below it. */
const maxUnpackedBytes = 128 * 1024 * 1024;

const maxGroupRows = 32_000_000;

/** A column without values: other programs compress its nothing to a byte. */
const nothing = new Uint8Array(0);

/** None of them writes more than the page header says. */
const exactCompressors: Compressors = {
  ...compressors,
  // Without a buffer it reserves what the compressed data claims.
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  LZ4_RAW: (input, length) => (length === 0 ? nothing : decompressLz4Raw(input, length)),
  // Old files have blocks of Hadoop under this name, or one block without its header.
  LZ4: (input, length) => {
    if (length === 0) return nothing;
    return hasHadoopBlocks(input, length) ? decompressLz4(input, length) : decompressLz4Raw(input, length);
  },
};

/** The decompressors for hyparquet. They fail before they reserve memory for a page that is too large. */
export const boundedCompressors: Compressors = Object.fromEntries(
  Object.entries(exactCompressors).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => {
      checkSize('the unpacked size of a page', length, maxUnpackedBytes);
      return decompress(input, length);
    },
  ]),
);

/** Whether the data are blocks, each after its size unpacked and packed, and the sizes fit. */
function hasHadoopBlocks(input: Uint8Array, length: number): boolean {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let [offset, unpacked] = [0, 0];
  while (offset + 8 <= view.byteLength) {
    unpacked += view.getUint32(offset);
    offset += 8 + view.getUint32(offset + 4);
  }
  return offset === view.byteLength && unpacked === length;
}

/** @throws Error if a size is negative or beyond its limit */
function checkSize(what: string, size: number, max: number): void {
  if (size >= 0 && size <= max) return;
  throw new Error(`${what} claims ${size.toLocaleString('en')}, and at most ${max.toLocaleString('en')} are possible`);
}

/** @throws Error if a column is not in the file, or a row group is far larger than writers make them */
export function checkSizes({ row_groups: groups }: FileMetaData, fileBytes: number): void {
  for (const group of groups) {
    checkSize('the number of rows of a group', Number(group.num_rows), maxGroupRows);
    for (const { meta_data: column } of group.columns) {
      const {
        data_page_offset: data = 0n,
        dictionary_page_offset: dictionary = 0n,
        total_compressed_size: bytes = 0n,
      } = column ?? {};
      const start = Number(dictionary > 0n && dictionary < data ? dictionary : data);
      checkSize('the position of a column', start, fileBytes);
      checkSize('the size of a column', Number(bytes), fileBytes - start);
    }
  }
}
