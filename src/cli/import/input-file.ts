import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
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
  /** Its page information (total, next link), known after reading. */
  collectionPage?: CollectionPage;
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
      return rejectUnsupportedFormats(decompress(countBytes(stream, file)));
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
  const { head, stream } = await readFirstBytes(chunks, gzipMagic.length);
  yield* head.subarray(0, gzipMagic.length).equals(gzipMagic) ? gunzip(stream) : stream;
}

/** @throws Error that names what the file is, if it is neither UTF-8 nor Parquet */
async function* rejectUnsupportedFormats(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { head, stream } = await readFirstBytes(chunks, headBytes);
  const other = otherFormatOf(head);
  if (other === undefined) yield* stream;
  else {
    await stream.return(undefined);
    throw new Error(other);
  }
}

const headBytes = 64;

const convert = 'convert it to UTF-8';

const unpack = 'unpack it, or compress it with gzip';

/**
 * Formats that the import cannot read, by the first bytes of a file. UTF-16 without a byte order mark is recognized because JSON and
 * CSV start with ASCII.
 */
const otherFormats: readonly (readonly [start: RegExp, what: string])[] = [
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, `it is UTF-32: ${convert}`],
  [/^(?:\xff\xfe|\xfe\xff|(?:[\t-~]\0){2}|(?:\0[\t-~]){2})/, `it is UTF-16: ${convert}`],
  [/^PK\x03\x04/, `it is a ZIP archive: ${unpack}`],
  [/^BZh[1-9]1AY/, `it is compressed with bzip2: ${unpack}`],
  [/^\xfd7zXZ/, `it is compressed with xz: ${unpack}`],
  [/^\x28\xb5\x2f\xfd/, `it is compressed with zstd: ${unpack}`],
  [/^SQLite format 3/, 'it is a database of SQLite: export it as GeoJSON or CSV'],
  [/^\0\0\0[^]\n\tOSMHeader/, 'it is PBF of OpenStreetMap: convert it, such as by `osmium export -f geojsonseq`'],
  [/^\xd0\xcf\x11\xe0/, 'it is a workbook of Excel: export it as CSV'],
  [/^\s*(?:<!doctype|<html)/i, 'it is a page of HTML, perhaps an error of the server that it comes from'],
  [/^\s*<(?:\?xml|osm)/, 'it is XML: give JSON, CSV or Parquet'],
];

function otherFormatOf(head: Buffer): string | undefined {
  const text = head.subarray(0, headBytes).toString('latin1');
  return otherFormats.find(([start]) => start.test(text))?.[1];
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

/** The first bytes of a gzip file. */
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Compressed bytes a step. gzip expands at most about 1,000 times, so a step yields at most 16 MB. */
const pieceBytes = 16 * 1024;

/**
 * Unpacks gzip (RFC 1952), also of several members. Yields all that precedes a fault; `createGunzip` loses a part of it. Zero
 * bytes after the last member are padding.
 *
 * @throws Error if the data are damaged, end early, or other bytes follow them
 */
async function* gunzip(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteQueue(chunks);
  try {
    do {
      await skipHeader(input);
      yield* unpackMember(input);
    } while (await startsMember(input));
    for (let bytes = await input.take(); bytes.length > 0; bytes = await input.take()) {
      if (bytes.some((byte) => byte !== 0)) throw new Error('other bytes follow the end of the gzip data');
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function startsMember(input: ByteQueue): Promise<boolean> {
  const bytes = await input.peek(gzipMagic.length);
  return bytes.equals(gzipMagic);
}

const flag = { crc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };

async function skipHeader(input: ByteQueue): Promise<void> {
  const header = await input.read(10);
  const flags = header[3] ?? 0;
  if (header[2] !== 8 || (flags & flag.reserved) !== 0) throw new Error('incorrect header check of the gzip data');
  if ((flags & flag.extra) !== 0) await input.read((await input.read(2)).readUInt16LE());
  for (const text of [flag.name, flag.comment]) {
    if ((flags & text) !== 0) while ((await input.read(1))[0] !== 0);
  }
  if ((flags & flag.crc) !== 0) await input.read(2);
}

async function* unpackMember(input: ByteQueue): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const unpacked: Buffer[] = [];
  let [checksum, size, given] = [0, 0, 0];
  inflate.on('data', (bytes: Buffer) => unpacked.push(bytes));
  try {
    let piece: Buffer;
    do {
      piece = await input.take();
      if (piece.length === 0) throw new Error('unexpected end of file');
      given += piece.length;
      await write(inflate, piece);
      for (const bytes of unpacked.splice(0)) {
        checksum = crc32(bytes, checksum);
        size = (size + bytes.length) >>> 0;
        yield bytes;
      }
    } while (!inflate.readableEnded);
    input.giveBack(piece.subarray(piece.length - (given - inflate.bytesWritten)));
  } finally {
    inflate.destroy();
  }
  const trailer = await input.read(8);
  if (trailer.readUInt32LE(0) !== checksum) throw new Error('incorrect data check of the gzip data');
  if (trailer.readUInt32LE(4) !== size) throw new Error('incorrect length check of the gzip data');
}

/** Resolves when the piece is unpacked, or the member has ended in it. */
function write(inflate: InflateRaw, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      inflate.off('error', settle).off('end', settle);
      if (error) reject(error);
      else resolve();
    };
    inflate.once('error', settle).once('end', settle);
    // Node ends the stream if bytes are left over. `end` may come after this callback.
    inflate.write(piece, (error) => {
      setImmediate(settle, error);
    });
  });
}

/** Bytes of a stream, in amounts that the reader asks for. */
class ByteQueue {
  private bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly chunks: AsyncGenerator<Buffer>) {}

  /** The next bytes, which stay in the queue. Fewer only at the end. */
  async peek(length: number): Promise<Buffer> {
    while (this.bytes.length < length) {
      const next = await this.chunks.next();
      if (next.done === true) break;
      this.bytes = this.bytes.length === 0 ? next.value : Buffer.concat([this.bytes, next.value]);
    }
    return this.bytes.subarray(0, length);
  }

  /** @throws Error if the stream ends before */
  async read(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw new Error('unexpected end of file');
    this.bytes = this.bytes.subarray(length);
    return bytes;
  }

  /** Some bytes, at most a piece; none at the end. */
  async take(): Promise<Buffer> {
    await this.peek(1);
    const bytes = this.bytes.subarray(0, pieceBytes);
    this.bytes = this.bytes.subarray(bytes.length);
    return bytes;
  }

  giveBack(bytes: Buffer): void {
    this.bytes = Buffer.concat([bytes, this.bytes]);
  }
}
