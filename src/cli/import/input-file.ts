import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../command-error.js';
import { type CollectionPage } from './formats/collection-reader.js';

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
  /** Known once its first bytes are read. */
  isGzip?: boolean;
  /** Its page information (total, next link), known after reading. */
  collectionPage?: CollectionPage;
  /** Its bytes, decompressed. Fails when the signal aborts. */
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
      return decompress(countBytes(stream, file), file);
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

/** The first bytes of a gzip file. */
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Detects gzip by its first bytes: standard input has no file name. */
async function* decompress(chunks: AsyncGenerator<Buffer>, file: InputFile): AsyncGenerator<Buffer> {
  const { head, stream } = await readFirstBytes(chunks, gzipMagic.length);
  file.isGzip = head.subarray(0, gzipMagic.length).equals(gzipMagic);
  if (file.isGzip) yield* unpack(stream);
  else yield* stream;
}

/** Unpacks gzip of one or several members. @throws Error if zero bytes, at which Node ends silently, are not all that follows */
async function* unpack(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  let [bytes, bytesBeforeZeros] = [0, 0];
  const note = (chunk: Buffer): void => {
    const last = chunk.findLastIndex((byte) => byte !== 0);
    if (last >= 0) bytesBeforeZeros = bytes + last + 1;
    bytes += chunk.length;
  };
  /** Unlike `for await`, leaves `chunks` open when `gunzip` ends before them. */
  async function* noted(): AsyncGenerator<Buffer> {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      note(next.value);
      yield next.value;
    }
  }
  try {
    // An error of each stream reaches the reader, so the callback has nothing to do.
    yield* pipeline(noted, gunzip, () => undefined) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) note(chunk);
  } finally {
    // Not awaited: standard input may never end.
    void chunks.return(undefined);
  }
  if (bytesBeforeZeros > gunzip.bytesWritten) throw new Error('bytes follow the zero bytes after its gzip data');
}

const advice = 'unpack it, or compress it with gzip';

/**
 * Formats that the import cannot read, by the first bytes of a file. UTF-16 without a byte order mark is recognized because JSON and
 * CSV start with ASCII.
 */
const otherFormats: readonly (readonly [start: RegExp, what: string])[] = [
  [/^(?:\xff\xfe|\xfe\xff|(?:[\t-~]\0){2}|(?:\0[\t-~]){2})/, 'it is UTF-16: convert it to UTF-8'],
  [/^PK\x03\x04/, `it is a ZIP archive: ${advice}. Of a workbook (.xlsx), export the table as CSV`],
  [/^BZh[1-9]1AY/, `it is compressed with bzip2: ${advice}`],
  [/^\xfd7zXZ/, `it is compressed with xz: ${advice}`],
  [/^\x28\xb5\x2f\xfd/, `it is compressed with zstd: ${advice}`],
  [/^SQLite format 3/, 'it is a database of SQLite: export it as GeoJSON or CSV'],
  [/^\0\0\0[^]\n\tOSMHeader/, 'it is PBF of OpenStreetMap: convert it, such as by `osmium export -f geojsonseq`'],
  [/^\xd0\xcf\x11\xe0/, 'it is a workbook of Excel: export it as CSV'],
  [/^\s*(?:<!doctype|<html)/i, 'it is a page of HTML, perhaps an error of the server that it comes from'],
  [/^\s*<(?:\?xml|osm)/, 'it is XML: give JSON, CSV or Parquet'],
];

/** Bytes at the start of a file by which its format is detected. */
const headBytes = 16 * 1024;

/** Opens a file. @throws Error that names what the file is, if no import reads it */
export async function openHead(
  file: InputFile,
  interrupted: AbortSignal,
): Promise<FirstBytes & { close: () => Promise<unknown> }> {
  const bytes = file.read(interrupted);
  const close = () => bytes.return(undefined);
  const { head, stream } = await readFirstBytes(bytes, 64);
  const [, other] = otherFormats.find(([start]) => start.test(head.subarray(0, 64).toString('latin1'))) ?? [];
  if (other === undefined) return { ...(await readFirstBytes(stream, headBytes)), close };
  await close();
  throw new Error(other);
}

interface FirstBytes {
  /** The first bytes; fewer if the stream is shorter. */
  head: Buffer;
  /** The whole stream, `head` included. */
  stream: AsyncGenerator<Buffer>;
}

/** Reads the first bytes of a stream without consuming it. If reading fails after some bytes, `stream` yields them and then fails. */
export async function readFirstBytes(chunks: AsyncGenerator<Buffer>, bytes: number): Promise<FirstBytes> {
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < bytes) {
      const next = await chunks.next();
      if (next.done === true) break;
      head = Buffer.concat([head, next.value]);
    }
  } catch (error) {
    if (head.length === 0) throw error;
    return { head, stream: prepend(head, failing(error)) };
  }
  return { head, stream: prepend(head, chunks) };
}

async function* failing(error: unknown): AsyncGenerator<Buffer> {
  throw await Promise.resolve(error);
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    // A reader that stops at the head closes the stream too.
    await rest.return(undefined);
  }
}
