import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * Writes lines to a file, compressed if its name ends in `.gz`. Writes a temporary file first, so that a failed export leaves
 * no partial file and keeps an existing file.
 */
export async function writeFile(path: string, lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}`;
  const file = createWriteStream(temporaryPath, { flags: 'wx' });
  try {
    const text = Readable.from(lines, { objectMode: false });
    await (path.endsWith('.gz') ? pipeline(text, createGzip(), file, { signal }) : pipeline(text, file, { signal }));
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** Writes lines to a stream with backpressure, and leaves the stream open. */
export async function writeStream(output: Writable, lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const line of lines) {
    signal.throwIfAborted();
    if (!output.write(line)) await once(output, 'drain', { signal });
  }
}
