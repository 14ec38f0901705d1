import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compressionThreshold, type ContentEncoding, encodingFor } from '../pipeline/compression.js';

export interface CompressedBody {
  body: Buffer;
  /** Undefined if the body is not compressed. */
  encoding?: ContentEncoding;
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The highest quality takes a hundred times as long and saves a tenth.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Compresses a body according to `Accept-Encoding`, unless the body is small. */
export async function compressBody(
  content: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<CompressedBody> {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const encoding = body.length < compressionThreshold ? undefined : encodingFor(acceptEncoding);
  if (encoding === undefined) return { body: copyOf(body) };
  return { body: copyOf(await compress[encoding](body)), encoding };
}

/** Copies out of the shared pool of Node: a cached slice would retain the whole pool. */
function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
