import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError } from '../command-error.js';
import { readFirstBytes } from './first-bytes.js';
import { gunzip, gzipMagic } from './gunzip.js';

/** A file to import, or standard input. */
export interface InputFile {
  /** Its name in messages. */
  name: string;
  /** Where its rejected lines are written. */
  rejectedPath: string;
  /** Size in bytes; undefined for pipes and devices. */
  size: number | undefined;
  /** Bytes read so far, before decompression. */
  bytesRead: number;
  /** Undefined if the input can be read only once, from start to end. */
  path: string | undefined;
  /** Its bytes, decompressed. Fails when the signal aborts, or the file is of a format that no import reads. */
  read(interrupted: AbortSignal): AsyncGenerator<Buffer>;
}

const standardInput = '-';

/**
 * @param path a file, or `-` for `input`
 * @param kind part of the name for rejected lines of standard input
 * @throws the error of the file system; CommandError for a folder
 */
export function openInputFile(
  path: string,
  input: Readable,
  { name, kind = 'lines' }: { name?: string; kind?: string } = {},
): InputFile {
  const isFile = path !== standardInput;
  const size = isFile ? sizeOf(path) : undefined;
  const file: InputFile = {
    name: name ?? (isFile ? path : 'stdin'),
    path: size === undefined ? undefined : path,
    rejectedPath: isFile ? `${path}.rejected.ndjson` : join(process.cwd(), `stdin.${kind}.rejected.ndjson`),
    size,
    bytesRead: 0,
    read: (interrupted) => {
      const stream = addAbortSignal(interrupted, isFile ? createReadStream(path) : input);
      return rejectOthers(decompress(countBytes(stream, file)));
    },
  };
  return file;
}

/** Pipes and devices have no size. */
function sizeOf(path: string): number | undefined {
  const stats = statSync(path);
  if (stats.isDirectory()) throw new CommandError('it is a folder');
  return stats.isFile() ? stats.size : undefined;
}

async function* countBytes(stream: Readable, file: InputFile): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    file.bytesRead += chunk.length;
    yield chunk;
  }
}

/** Detects gzip by its first bytes: standard input has no file name. */
async function* decompress(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await readFirstBytes(chunks, gzipMagic.length);
  yield* head.subarray(0, gzipMagic.length).equals(gzipMagic) ? gunzip(whole) : whole;
}

/** @throws Error that names what the file is, if it is neither UTF-8 nor Parquet */
async function* rejectOthers(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await readFirstBytes(chunks, headBytes);
  const other = otherFormatOf(head);
  if (other === undefined) yield* whole;
  else {
    await whole.return(undefined);
    throw new Error(other);
  }
}

const headBytes = 64;
const convert = 'convert it to UTF-8';
const unpack = 'unpack it, or compress it with gzip';

/** Files that are often tried, by their first bytes. UTF-16 may lack a byte order mark: JSON and CSV start with ASCII. */
const otherFormats: readonly (readonly [start: RegExp, what: string])[] = [
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, `it is UTF-32: ${convert}`],
  [/^(?:\xff\xfe|\xfe\xff|(?:[\t-~]\0){2}|(?:\0[\t-~]){2})/, `it is UTF-16: ${convert}`],
  [/^PK\x03\x04/, `it is a ZIP archive: ${unpack}`],
  [/^BZh[1-9]1AY/, `it is compressed with bzip2: ${unpack}`],
  [/^\xfd7zXZ/, `it is compressed with xz: ${unpack}`],
  [/^\x28\xb5\x2f\xfd/, `it is compressed with zstd: ${unpack}`],
  [/^SQLite format 3/, 'it is a database of SQLite: export it as GeoJSON or CSV'],
  [/^\s*(?:<!doctype|<html)/i, 'it is a page of HTML, perhaps an error of the server that it comes from'],
  [/^\s*<(?:\?xml|osm)/, 'it is XML: give JSON, CSV or Parquet'],
];

function otherFormatOf(head: Buffer): string | undefined {
  const text = head.subarray(0, headBytes).toString('latin1');
  return otherFormats.find(([start]) => start.test(text))?.[1];
}
