import { type Compressors } from 'hyparquet';
import { compressors, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { decompress as decompressZstd } from 'fzstd';

/** The first bytes of a Parquet file. */
export const parquetMagic = Buffer.from('PAR1');

/** Limits of what a Parquet file may claim. Writers stay far below them; a file beyond them would exhaust the memory. */
export const parquetLimits = {
  footerBytes: 64 * 1024 * 1024,
  /** Compressed or not. */
  pageBytes: 128 * 1024 * 1024,
  /** Values of all columns that are unpacked together. */
  values: 32_000_000,
  rowsPerRead: 250_000,
};

/** A column without values: other programs compress its nothing to a byte. */
const nothing = new Uint8Array(0);

/** The decompressors of hyparquet, none of which writes more than the page header says. */
export const boundedCompressors: Compressors = {
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

/** A file claims more than it can have. */
export class ClaimError extends Error {}

/** @throws ClaimError if a size is negative or beyond its limit */
export function checkSize(what: string, size: number, max: number): void {
  if (size >= 0 && size <= max) return;
  const allowed = `at most ${max.toLocaleString('en')} are possible`;
  throw new ClaimError(`the Parquet file is damaged: ${what} claims ${size.toLocaleString('en')}, and ${allowed}`);
}
