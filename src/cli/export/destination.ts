import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * Writes lines to a file, packed when its name ends in `.gz`. It is written under another name until it is complete, so
 * that what breaks off never looks whole, and leaves a file that was there before as it is.
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

/** Writes lines to a stream that stays open, no faster than it takes them. */
export async function writeStream(output: Writable, lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const line of lines) {
    signal.throwIfAborted();
    if (!output.write(line)) await once(output, 'drain', { signal });
  }
}
