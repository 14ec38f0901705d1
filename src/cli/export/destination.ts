import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
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
