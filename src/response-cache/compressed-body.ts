import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compressionThreshold, type ContentEncoding, encodingFor } from '../http/pipeline/content-encoding.js';

/** A body as it travels. */
export interface Packed {
  body: Buffer;
  encoding?: ContentEncoding;
}

const compress = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // The best of brotli takes a hundred times as long for a tenth less.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Compresses a body once for all who will get it, as `Accept-Encoding` asks. */
export async function packed(content: string | Buffer, accepted: string | undefined): Promise<Packed> {
  const body = own(Buffer.from(content));
  const encoding = body.length < compressionThreshold ? undefined : encodingFor(accepted);
  if (encoding === undefined) return { body };
  return { body: own(await compress[encoding](body)), encoding };
}

/** In memory of its own: a small buffer is a part of a larger one, all of which would be kept with it. */
function own(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
