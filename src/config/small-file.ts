import { closeSync, openSync, readSync } from 'node:fs';
import { type Readable } from 'node:stream';

const maxFileBytes = 16 * 1024 * 1024;

/** Reads a file or a pipe whole. One that has no end, such as /dev/zero, is an error. @throws Error also of the file system */
export function readSmallFile(path: string, maxBytes = maxFileBytes): Buffer {
  const file = openSync(path, 'r');
  try {
    const content = new BoundedBytes(maxBytes);
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536);
      const length = readSync(file, chunk);
      if (length === 0) return content.join();
      content.add(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads a stream whole. @throws Error also if it is longer */
export async function readSmallStream(stream: Readable, maxBytes: number): Promise<Buffer> {
  const content = new BoundedBytes(maxBytes);
  for await (const chunk of stream) content.add(Buffer.from(chunk as Buffer | string));
  return content.join();
}

class BoundedBytes {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > this.maxBytes) throw new Error(`it has more than ${this.maxBytes.toLocaleString('en')} bytes`);
    this.chunks.push(chunk);
  }

  join(): Buffer {
    return Buffer.concat(this.chunks);
  }
}
