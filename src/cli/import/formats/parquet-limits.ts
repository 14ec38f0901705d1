import { type Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { decompress as decompressZstd } from 'fzstd';

/** Limits of what a Parquet file may claim. Writers stay far below them; a file beyond them would exhaust the memory. */
export const parquetLimits = {
  footerBytes: 64 * 1024 * 1024,
  /** Compressed or not. */
  pageBytes: 128 * 1024 * 1024,
  /** Values of all columns that are unpacked together. */
  values: 32_000_000,
  rowsPerRead: 250_000,
};

/** The decompressors of hyparquet, none of which writes more than the page header says. */
export const boundedCompressors: Compressors = {
  ...compressors,
  // Without a buffer it reserves what the compressed data claims.
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
};

/** A file claims more than it can have. */
export class ClaimError extends Error {}

/** @throws ClaimError if a size is negative or beyond its limit */
export function checkSize(what: string, size: number, max: number): void {
  if (size >= 0 && size <= max) return;
  const allowed = `at most ${max.toLocaleString('en')} are possible`;
  throw new ClaimError(`the Parquet file is damaged: ${what} claims ${size.toLocaleString('en')}, and ${allowed}`);
}
