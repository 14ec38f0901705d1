import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../command-error.js';
import { readFirstBytes } from './first-bytes.js';

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
      return decompress(countBytes(stream, file));
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
  const { head, whole } = await readFirstBytes(chunks, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // Errors reach the reader of `gunzip`. The callback keeps them from being thrown a second time.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}
