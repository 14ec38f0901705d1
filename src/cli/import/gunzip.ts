import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';

/** The first bytes of a gzip file. */
export const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Bytes that are unpacked at once. They become at most about a thousand times as many. */
const pieceBytes = 16 * 1024;

/**
 * Unpacks gzip (RFC 1952), also of several members. Yields all that precedes a fault; `createGunzip` loses a part of it. Zero
 * bytes after the last member are padding.
 *
 * @throws Error if the data are damaged, end early, or other bytes follow them
 */
export async function* gunzip(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
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
