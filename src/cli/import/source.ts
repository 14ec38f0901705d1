import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '../failure.js';
import { readFirstBytes } from './first-bytes.js';

/** What lines are imported from. */
export interface Source {
  /** As messages name it. */
  name: string;
  /** Where its rejected lines go. */
  rejectedPath: string;
  /** Bytes; undefined when there is no telling. */
  size: number | undefined;
  /** Bytes that are read of it so far, before they are unpacked. */
  bytesRead: number;
  /** Of a file; undefined for what can be read only once, from its beginning to its end. */
  path: string | undefined;
  /** Its bytes, unpacked. Reading fails when the signal aborts. */
  read(interrupted: AbortSignal): AsyncGenerator<Buffer>;
}

/** The path that stands for standard input. */
const standardInput = '-';

/** What a source is called, and what it holds, which is part of the name for its rejected lines where it has none itself. */
interface Naming {
  name?: string;
  kind?: string;
}

/**
 * @param path of a file, or `-` for the input
 * @throws what the file system says of a file that is not there; Failure when it is a folder
 */
export function openSource(path: string, input: Readable, { name, kind = 'lines' }: Naming = {}): Source {
  const isFile = path !== standardInput;
  const size = isFile ? sizeOf(path) : undefined;
  const source: Source = {
    name: name ?? (isFile ? path : 'stdin'),
    path: size === undefined ? undefined : path,
    rejectedPath: isFile ? `${path}.rejected.ndjson` : join(process.cwd(), `stdin.${kind}.rejected.ndjson`),
    size,
    bytesRead: 0,
    read: (interrupted) => {
      const stream = addAbortSignal(interrupted, isFile ? createReadStream(path) : input);
      return unpacked(counted(stream, source));
    },
  };
  return source;
}

/** Pipes and devices have no size of their own. */
function sizeOf(path: string): number | undefined {
  const stats = statSync(path);
  if (stats.isDirectory()) throw new Failure('it is a folder');
  return stats.isFile() ? stats.size : undefined;
}

async function* counted(stream: Readable, source: Source): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    source.bytesRead += chunk.length;
    yield chunk;
  }
}

/** Gzip is known by its first bytes, not by the name of the file: standard input has none. */
async function* unpacked(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { head, whole } = await readFirstBytes(chunks, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // What goes wrong reaches the reader of gunzip; the callback is only there so that nothing is thrown into the air.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}
